"""The picture of a finished game: the whole last board, and beside it the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.story import Story
from engine.view import Result, View
from i18n.translation import ENGLISH, Words
from render.art.crown import crown
from render.art.figures import worker_icon
from render.board.picture import plain_board_raster
from render.charts.game import gold_chart, race, value_chart
from render.colours import PLAYER, RGB
from render.files.raster import Raster, plain_raster
from render.files.tile_cache import TILES
from render.layout import COLUMN, GAP, HEIGHT, LARGE, SMALL, WIDTH, Box
from render.letters.legible import legible
from render.options import Size, Theme
from render.pen import Pen
from words.marks import NO_MARKS

_PAD: Final = 10
_PLATE: Final = 92
"""The height of the plate that says who won."""
_RACE: Final = 196
_HEAD: Final = 48
"""The height of a chart's heading."""
_BAR: Final = 16
_LONG: Final = 22
"""The characters from which the winner's line is cut and not written smaller."""
_TALL: Final = 140
"""The height from which a player's name stands over the figure and not beside it."""
_NAME: Final = 40
_STRIPE: Final = 4
"""The width of the stripes of the final sale."""
_GOLD: Final = Box(GAP, GAP, WIDTH - 2 * GAP, round(HEIGHT * 0.56))
_VALUES: Final = Box(GAP, _GOLD.height + 2 * GAP, _GOLD.width, HEIGHT - _GOLD.height - 3 * GAP)


class _Place(NamedTuple):
    """A place of the ranking: name, colour, gold, what each sale brought, and if it has won."""

    name: str
    colour: str
    gold: int
    earned: Sequence[int]
    won: bool


def draw_end(
    view: View,
    *,
    names: Sequence[str],
    story: Story,
    title: str = "",
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw the end of a game as a PNG: the last board, the ranking with each sale, a small race.

    Args:
        view: the position in which the game ended.
        names: the players' names by seat, in any script and of any length.
        story: how the game went.
        title: a short name of the game.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.
    """
    raster = end_raster(view, names=names, story=story, title=title, theme=theme, words=words)
    return raster.png()


def end_raster(
    view: View, *, names: Sequence[str], story: Story, title: str, theme: Theme, words: Words
) -> Raster:
    """Return the whole picture as a raster; see ``draw_end``."""
    result = view.result
    assert result is not None
    pen = Pen(plain_board_raster(view, NO_MARKS, theme, Size.NORMAL), theme.surface, 1.0)
    shown = [
        legible(name) or words.name(seat.colour)
        for name, seat in zip(names, view.seats, strict=True)
    ]
    told = (
        words("{name} wins", name=shown[result.winners[0]])
        if len(result.winners) == 1
        else words("Game over")
    )
    _lay_plate(pen, legible(title) or words("Final ranking"), told, cut=len(told) > _LONG)
    _lay_ranking(pen, view, result, story, shown)
    colours = tuple(seat.colour for seat in view.seats)
    box = Box(COLUMN.left, COLUMN.top + COLUMN.height - _RACE, COLUMN.width, _RACE)
    room = _chart_box(pen, box, words.context("column", "Gold"))
    pen.paste(race(story, colours, room, pen.surface), room.left, room.top)
    return pen.raster


def _lay_plate(pen: Pen, title: str, told: str, *, cut: bool) -> None:
    """Lay the name of the game and of its winner."""
    surface, box = pen.surface, COLUMN._replace(height=_PLATE)
    pen.box(box, fill=surface.active, edge=surface.panel_edge)
    middle, width = box.left + box.width / 2, box.width - 2 * _PAD
    for top, text, size, colour, cuts in (
        (4, title, SMALL, surface.text, True),
        (45, told, SMALL, surface.strong, cut),
    ):
        pen.write(
            middle,
            box.top + top,
            text,
            size,
            colour=colour,
            ground=surface.active,
            align=0.5,
            width=width,
            cut=cuts,
        )


def _lay_ranking(pen: Pen, view: View, result: Result, story: Story, names: Sequence[str]) -> None:
    """Lay the players by rank, in boxes that fill the column however many they are."""
    top = COLUMN.top + _PLATE + GAP
    count, bottom = len(result.ranking), COLUMN.top + COLUMN.height - _RACE - GAP
    tall = (bottom - top + GAP) // count - GAP
    for number, (_, seat) in enumerate(result.ranking):
        box = Box(COLUMN.left, top + number * (tall + GAP), COLUMN.width, tall)
        earned = earned_by(result, story, seat)
        won = seat in result.winners
        place = _Place(names[seat], view.seats[seat].colour, result.gold[seat], earned, won)
        # Never 0, by which the lengths of the bars are divided.
        _lay_place(pen, box, place, max(1, *result.gold))


def _lay_place(pen: Pen, box: Box, place: _Place, most: int) -> None:
    """Lay a player's figure, name and gold, over a bar as long as the gold is much."""
    surface = pen.surface
    fill = surface.active if place.won else surface.panel
    edge = PLAYER[place.colour] if place.won else surface.panel_edge
    pen.box(box, fill=fill, edge=edge, thick=4 if place.won else 2)
    room, right = box.height - _BAR - 2 * _PAD, box.left + box.width - _PAD
    above = _NAME if box.height >= _TALL else 0
    size = min(room - above, 96 if above else 64)
    icon = TILES.get(worker_icon, place.colour, size, 1.0, fill)
    pen.paste(icon, box.left + 5, box.top + _PAD // 2 + above + (room - above - size) // 2)
    left = box.left + (_PAD if above else size + 4)
    top = box.top + (6 if above else max(4, (room - 84) // 2))
    strong, width = surface.strong, right - left
    pen.write(left, top, place.name, SMALL, colour=strong, ground=fill, width=width, cut=True)
    top += above + (room - above - 60) // 2 - 34 if above else 0
    gold = str(place.gold)
    wide = pen.write(right, top + 34, gold, LARGE, colour=strong, ground=fill, align=1)
    if place.won:
        sign = TILES.get(crown, 40, 1.0, fill)
        pen.paste(sign, right - wide - 48, top + 44)
    bar = Box(box.left + _PAD, box.top + box.height - _BAR - _PAD, box.width - 2 * _PAD, _BAR)
    _lay_bar(pen, place.earned, bar, most, PLAYER[place.colour])


def _lay_bar(pen: Pen, parts: Sequence[int], box: Box, most: int, colour: RGB) -> None:
    """Lay a bar as long as the gold is much, cut where one sale ends; the final one is striped."""
    surface, done = pen.surface, 0
    pen.fill(box.left, box.top, box.width * sum(parts) / most, box.height, surface.text)
    for number, part in enumerate(parts, start=1):
        left, right = (box.width * gold / most for gold in (done, done + part))
        done += part
        wide = round(right - left) - 4
        # A sale of little gold may be narrower than its own edge.
        if wide < 1:
            continue
        x, y, high = box.left + round(left) + 2, box.top + 2, box.height - 4
        if number < len(parts):
            pen.fill(x, y, wide, high, colour)
            continue
        for stripe in range(0, wide, 2 * _STRIPE):
            pen.fill(x + stripe, y, min(_STRIPE, wide - stripe), high, colour)


def earned_by(result: Result, story: Story, seat: int) -> list[int]:
    """Return the parts of a seat's gold: each banner's sale, then the final one."""
    before = result.gold[seat] - result.sold[seat]
    sales = [sale for sale in story.sales[seat] if sale] if story.sales else [before] * (before > 0)
    return [*sales, result.sold[seat]]


def _chart_box(pen: Pen, box: Box, heading: str) -> Box:
    """Lay a box with a heading and return the room within."""
    surface = pen.surface
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    width = box.width - 2 * _PAD
    pen.write(box.left + _PAD, box.top + 3, heading, SMALL, colour=surface.strong, width=width)
    return Box(box.left + 6, box.top + _HEAD, box.width - 12, box.height - _HEAD - 6)


def draw_story(
    view: View,
    *,
    story: Story,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw the course of a finished game as a PNG: all players' gold by turn, and the values.

    Args:
        view: the position in which the game ended.
        story: how it went.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.
    """
    surface = theme.surface
    pen = Pen(plain_raster(WIDTH, HEIGHT, surface.page), surface, 1.0)
    gold = _chart_box(pen, _GOLD, words("Gold and unsold seals, by turn"))
    colours = tuple(seat.colour for seat in view.seats)
    pen.paste(gold_chart(story, colours, gold, surface), gold.left, gold.top)
    values = _chart_box(pen, _VALUES, words("Seal values"))
    families = view.edition.families
    pen.paste(value_chart(story, families, values, surface), values.left, values.top)
    return pen.raster.png()
