"""The course of a person's rating as a picture, and in words."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Final

import discord

from i18n.translation import ENGLISH, Words
from render.canvas import Canvas, Point
from render.colours import Surface
from render.files.raster import painted, plain_raster, tile_of
from render.layout import GAP, LARGE, MEDIUM, SMALL, WIDTH, Box, Pen, Theme
from render.letters.text import paint_text
from ui.pictures import drawn_file


def describe_course(course: Sequence[tuple[int, int]], *, name: str, words: Words = ENGLISH) -> str:
    """Describe the chart of a rating; its course is the times of games' ends, and the ratings."""
    ratings = [rating for _, rating in course]
    return words(
        "{name}'s rating over time: {first} on {begin}, {last} on {end}. Highest {most}, "
        "lowest {least}.",
        name=name,
        first=ratings[0],
        begin=words.day(day_of(course[0][0])),
        last=ratings[-1],
        end=words.day(day_of(course[-1][0])),
        most=max(ratings),
        least=min(ratings),
    )


def day_of(at: int) -> date:
    """Return the day, UTC, of a time in milliseconds."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


HEIGHT: Final = 520
_HEAD: Final = 70
_FOOT: Final = 60
_SIDES: Final = (118, 144)
"""Room for the figures of the axis, and for the last rating at the line's end."""
_PLOT: Final = Box(
    GAP + 4, GAP + _HEAD, WIDTH - 2 * GAP - 8, HEIGHT - 2 * GAP - _HEAD - 4
)  # inside the panel's edge
_STEPS: Final = (50, 100, 200, 500, 1000, 2000, 5000)
_LINES: Final = 4
_MOST_POINTS: Final = 60  # the games from which the line has no points: they would hide it


def draw_course(
    course: Sequence[tuple[int, int]],
    *,
    name: str,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw the chart of a person's rating over time as a PNG."""
    times = [at for at, _ in course]
    if not course or times != sorted(times):
        raise ValueError("a course needs games in the order of their ends")
    surface = theme.surface
    pen = Pen(plain_raster(WIDTH, HEIGHT, surface.page), surface, 1.0)
    box = Box(GAP, GAP, WIDTH - 2 * GAP, HEIGHT - 2 * GAP)
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    heading = words("Rating over time")
    pen.write(box.left + 20, box.top + 12, heading, MEDIUM, colour=surface.strong, width=560)
    right = box.left + box.width - 20
    pen.write(right, box.top + 12, name, MEDIUM, colour=surface.quiet, align=1, width=580, cut=True)

    def paint(canvas: Canvas) -> None:
        canvas.box(0, 0, _PLOT.width, _PLOT.height, surface.panel)
        _paint(canvas, course, surface, words)

    pen.paste(tile_of(painted(_PLOT.width, _PLOT.height, paint)), _PLOT.left, _PLOT.top)
    return pen.raster.png()


def _paint(
    canvas: Canvas, course: Sequence[tuple[int, int]], surface: Surface, words: Words
) -> None:
    ratings = [rating for _, rating in course]
    step = _step(max(ratings) - min(ratings))
    low, high = step * (min(ratings) // step), step * -(-max(ratings) // step)
    # A course of one level would have no height to divide by.
    high += step * (high == low)
    (left, right), height = _SIDES, canvas.height - _FOOT
    first, last = course[0][0], course[-1][0]

    def at(time: int, rating: float) -> Point:
        share = (time - first) / (last - first) if last > first else 0.5
        return (
            left + share * (canvas.width - left - right),
            16 + (1 - (rating - low) / (high - low)) * (height - 16),
        )

    for level in range(low, high + 1, step):
        y = at(first, level)[1]
        canvas.line([(left, y), (canvas.width - right, y)], surface.panel_edge, 2)
        paint_text(canvas, left - 14, y, str(level), SMALL, surface.quiet, anchor="rm")
    _date(canvas, left, words.day(day_of(first)), surface, "lm")
    if day_of(first) != day_of(last):
        _date(canvas, canvas.width - right, words.day(day_of(last)), surface, "rm")
    points = [at(time, rating) for time, rating in course]
    if len(points) > 1:
        canvas.line(points, surface.strong, 5)
    for x, y in points if len(points) <= _MOST_POINTS else points[-1:]:
        canvas.disc(x, y, 9, surface.panel, edge=surface.strong, width=4)
    x, y = points[-1]
    # The last rating stays within the picture, even at the highest or lowest point.
    y = min(max(y, 28), height - 20)
    paint_text(canvas, x + 20, y, str(ratings[-1]), LARGE, surface.strong, anchor="lm")


def _step(spread: int) -> int:
    """Return the distance between level lines, for a few of them."""
    return next((step for step in _STEPS if spread <= step * (_LINES - 1)), _STEPS[-1])


def _date(canvas: Canvas, x: float, day: str, surface: Surface, anchor: str) -> None:
    paint_text(canvas, x, canvas.height - _FOOT / 2 + 4, day, SMALL, surface.quiet, anchor=anchor)


async def course_file(
    course: Sequence[tuple[int, int]], name: str, words: Words, *, theme: Theme = Theme.DARK
) -> discord.File:
    """Return a picture with a chart of a person's rating over time."""
    alt = describe_course(course, name=name, words=words)
    return await drawn_file(
        "arkadia-rating.png", alt, draw_course, course, name=name, theme=theme, words=words
    )
