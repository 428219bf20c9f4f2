"""Charts of a finished game: gold and values by turn, and a look back at one's own turns.

Lines are told apart without colour: each player's has a pattern of its own and ends at the figure,
each family has a strip of its own that ends at its seal. What carries a line is the text's colour,
so that it stands out from the panel in every theme.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, pairwise
from typing import Final

from engine.story import Story, worths
from i18n.translation import ENGLISH, Words
from render.art.drawing import DIGIT
from render.art.tokens import paint_seal, paint_worker
from render.canvas import Canvas, Point
from render.colours import FAMILY, PAPER, PLAYER, RGB, Surface
from render.files.raster import Tile, painted, plain_raster, tile_of
from render.layout import GAP, SMALL, WIDTH, Box, Pen, Theme
from render.letters.text import paint_text

LABEL: Final = DIGIT  # the size of figures at the axes and at the ends of lines
PATTERNS: Final[tuple[tuple[float, ...], ...]] = ((), (20, 15), (5, 13), (26, 11, 5, 11))
"""How a line is cut for the first, second, ... seat: lengths drawn and left out in turn."""
_LINE: Final = 6
_TOP: Final = 26
_BOTTOM: Final = 44
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
_STRIP_GAP: Final = 12


class _Plot:
    """A chart's axes, and where a turn's number lies on it."""

    def __init__(
        self, canvas: Canvas, surface: Surface, turns: int, most: int, sides: tuple[int, int]
    ) -> None:
        self.canvas, self.surface, self.most = canvas, surface, most
        self.turns = turns
        self.left, right = sides
        self.width = canvas.width - self.left - right
        self.top, self.height = float(_TOP), canvas.height - _TOP - _BOTTOM

    def at(self, turn: int, number: float) -> Point:
        """Return the point of a turn's number."""
        share = turn / max(1, self.turns - 1)
        return self.left + share * self.width, self.top + (1 - number / self.most) * self.height

    def line(self, numbers: Sequence[int]) -> list[Point]:
        """Return the points of a line through all turns; a single turn gives a short line."""
        points = [self.at(turn, number) for turn, number in enumerate(numbers)]
        return points if len(points) > 1 else [points[0], (points[0][0] + 20, points[0][1])]

    def level(self, number: int) -> None:
        """Draw a level line with its number."""
        (x, y), (end, _) = self.at(0, number), self.at(self.turns - 1, number)
        self.canvas.line([(x, y), (max(end, x + 1), y)], self.surface.panel_edge, 1.5)
        write_label(self.canvas, self.surface, x - 12, y, str(number), "rm")

    def number_turns(self) -> None:
        """Write the numbers of some turns under the chart."""
        every = max(1, -(-self.turns // max(1, int(self.width // 110))))
        y = self.canvas.height - _BOTTOM / 2 + 4
        for turn in range(0, self.turns, every):
            write_label(self.canvas, self.surface, self.at(turn, 0)[0], y, str(turn + 1), "mm")


def write_label(
    canvas: Canvas, surface: Surface, x: float, y: float, text: str, anchor: str
) -> None:
    """Write a number beside an axis of a chart."""
    paint_text(canvas, x, y, text, LABEL, surface.quiet, anchor=anchor)


def apart(heights: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return heights for signs at the ends of lines, at least a gap apart, in the lines' order.

    Args:
        heights: where the lines end.
        gap: how far apart the signs are at least.
        top: where the first may lie.
        bottom: where the last may lie; the gap goes before it.
    """
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    placed: dict[int, float] = {}
    above = top - gap
    for number in order:
        # First down, then up: signs that were pushed over the bottom push the others back.
        above = placed[number] = max(heights[number], above + gap)
    below = max(bottom, top + gap * (len(heights) - 1)) + gap
    for number in reversed(order):
        below = placed[number] = min(placed[number], below - gap)
    return [placed[number] for number in range(len(heights))]


def gold_chart(story: Story, colours: Sequence[str], box: Box, surface: Surface) -> Tile:
    """Draw the worth of each player's gold and unsold seals, turn by turn."""
    totals = worths(story)
    highest = max(1, *(max(turn) for turn in totals))
    step = next((step for step in _STEPS if highest <= step * 4), highest)
    # On a dark panel a figure needs a light rim to stand out.
    rim = PAPER if sum(surface.panel) < sum(surface.text) else None

    def paint(canvas: Canvas) -> None:
        plot = _Plot(canvas, surface, len(totals), -(-highest // step) * step, (92, 132))
        for number in range(0, plot.most + 1, step):
            plot.level(number)
        plot.number_turns()
        lines = _paint_lines(plot, totals, colours)
        ends = apart([line[-1][1] for line in lines], 54, plot.top, plot.top + plot.height)
        x = box.width - 106
        for colour, total, line, y in zip(colours, totals[-1], lines, ends, strict=True):
            canvas.line([line[-1], (x - 8, y)], surface.quiet, 2)
            paint_worker(canvas, colour, x + 18, y, 56, rim)
            paint_text(canvas, x + 44, y, str(total), LABEL, surface.strong, anchor="lm")

    return _chart(box, surface, paint)


def _paint_lines(
    plot: _Plot, totals: Sequence[Sequence[int]], colours: Sequence[str]
) -> list[list[Point]]:
    """Paint a line for each player, with an edge that stands out; return their points."""
    lines = [plot.line([turn[seat] for turn in totals]) for seat in range(len(colours))]
    for line in lines:
        plot.canvas.line(line, plot.surface.text, _LINE + 5)
    for line, colour, pattern in zip(lines, colours, cycle(PATTERNS), strict=False):
        for dash in dashes(line, pattern):
            plot.canvas.line(dash, PLAYER[colour], _LINE)
    return lines


def value_chart(story: Story, families: Sequence[str], box: Box, surface: Surface) -> Tile:
    """Draw each family's seal value by turn: a stepped strip, the seal and the last value."""
    most = max(1, *(max(turn) for turn in story.values))
    tall = (box.height - _BOTTOM) / len(families)
    radius, end = min(21.0, tall * 0.4), box.width - 50

    def paint(canvas: Canvas) -> None:
        plot = _Plot(canvas, surface, len(story.values), most, (20, 112))
        plot.number_turns()
        for number, family in enumerate(families):
            plot.top, plot.height = number * tall + _STRIP_GAP, tall - _STRIP_GAP
            values = [turn[number] for turn in story.values]
            _paint_strip(plot, plot.line(values), FAMILY[family])
            y = plot.top + plot.height / 2
            paint_seal(canvas, family, box.width - 80, y, radius)
            paint_text(canvas, end, y, str(values[-1]), LABEL, surface.strong, anchor="lm")

    return _chart(box, surface, paint)


def _chart(box: Box, surface: Surface, paint: Callable[[Canvas], None]) -> Tile:
    def paint_on_panel(canvas: Canvas) -> None:
        canvas.box(0, 0, box.width, box.height, surface.panel)
        paint(canvas)

    return tile_of(painted(box.width, box.height, paint_on_panel))


def _paint_strip(plot: _Plot, points: Sequence[Point], colour: RGB) -> None:
    """Lay a stepped line over its ground line, filled with a family's colour."""
    ground = plot.at(0, 0)[1]
    steps = [points[0]]
    for (_, before), (x, y) in pairwise(points):
        # Stepped, since a value changes at once and is nothing in between.
        steps += [(x, before), (x, y)]
    end = points[-1][0]
    plot.canvas.polygon([(points[0][0], ground), *steps, (end, ground)], colour)
    plot.canvas.line([(points[0][0], ground), (end, ground)], plot.surface.quiet, 2)
    plot.canvas.line(steps, plot.surface.text, 4)


def dashes(points: Sequence[Point], pattern: Sequence[float]) -> Iterator[list[Point]]:
    """Yield the drawn pieces of a line that a pattern cuts, round its corners, too.

    Args:
        points: the line's corners.
        pattern: lengths drawn and left out in turn; empty for the whole line.
    """
    if not pattern:
        yield list(points)
        return
    lengths = cycle(pattern)
    left, drawn, dash = next(lengths), True, [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        length = math.hypot(to_x - x, to_y - y)
        done = 0.0
        while length - done > left:
            done += left
            corner = (x + (to_x - x) * done / length, y + (to_y - y) * done / length)
            if drawn:
                yield [*dash, corner]
            left, drawn, dash = next(lengths), not drawn, [corner]
        left -= length - done
        dash.append((to_x, to_y))
    if drawn and len(dash) > 1:
        yield dash


HEIGHT: Final = 520
_LEFT: Final = 90
_HEAD: Final = 70
_FOOT: Final = 60
_LOST: Final = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500)
_LINES: Final = 4
_EDGE: Final = 3


def draw_lookback(
    turns: Sequence[int],
    given_away: Sequence[float],
    *,
    colour: str,
    title: str = "",
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw the gold that a player gave away in each turn, as a bar chart in a PNG.

    Args:
        given_away: for each of them the gold that seems given away, from 0.
    """
    if not turns or len(turns) != len(given_away) or min(given_away) < 0:
        raise ValueError("a look back needs one number from 0 for each turn")
    surface = theme.surface
    pen = Pen(plain_raster(WIDTH, HEIGHT, surface.page), surface, 1.0)
    box = Box(GAP, GAP, WIDTH - 2 * GAP, HEIGHT - 2 * GAP)
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    heading = words("Gold missed, turn by turn")
    pen.write(box.left + 20, box.top + 12, heading, SMALL, colour=surface.strong, width=760)
    right = box.left + box.width - 20
    pen.write(right, box.top + 12, title, SMALL, colour=surface.quiet, align=1, width=400, cut=True)
    left, top = box.left + _LEFT, box.top + _HEAD
    width, height = box.width - _LEFT - 24, box.height - _HEAD - _FOOT
    highest = max(given_away)
    step = next((step for step in _LOST if highest <= step * _LINES), int(highest / _LINES) + 1)
    most = step * _LINES
    for number in range(0, most + 1, step):
        y = top + height * (1 - number / most)
        pen.fill(left, y, width, 2, surface.panel_edge)
        pen.digits(left - 14, y, str(number), colour=surface.quiet, align=1)
    room = width / len(turns)
    # Numbers of 64 units: in a long game not each bar has room for its own.
    every = max(1, -(-64 // max(1, int(room))))
    for place, (turn, gold) in enumerate(zip(turns, given_away, strict=True)):
        tall = height * gold / most
        x = left + place * room
        bar = (x + room * 0.15, top + height - tall, room * 0.7, tall)
        _lay_bar(pen, Box(*map(round, bar)), colour)
        if place % every == 0:
            middle = top + height + 30
            pen.digits(x + room / 2, middle, str(turn), colour=surface.quiet, align=0.5)
    return pen.raster.png()


def _lay_bar(pen: Pen, bar: Box, colour: str) -> None:
    """Lay a bar of a player's colour, with an edge that stands out from every panel."""
    pen.fill(bar.left, bar.top, bar.width, bar.height, pen.surface.text)
    edge = min(_EDGE, bar.width // 4, bar.height // 2)
    pen.fill(
        bar.left + edge, bar.top + edge, bar.width - 2 * edge, bar.height - 2 * edge, PLAYER[colour]
    )
