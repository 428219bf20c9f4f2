"""The picture of a finished game: the winner before the castle, the ranking, how it all came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from engine.squares import column_of, iter_squares, row_of
from engine.view import Result, View
from i18n.translation import ENGLISH, Words
from render.art.coins import coin
from render.art.crown import crown
from render.art.figures import worker_icon
from render.art.land import land_square
from render.art.shapes import UNIT
from render.board.pieces import Grid, lay_pieces
from render.charts.game import gold_chart, value_chart
from render.colours import INK, PLAYER, RGB
from render.files.raster import Raster, opaque_tile, plain_backdrop
from render.files.tile_cache import TILES
from render.layout import GAP, HEIGHT, WIDTH, Box
from render.letters.legible import legible
from render.options import Chart, Size, Theme
from render.pen import Pen

_PAD: Final = 18
_UPPER: Final = round((HEIGHT - 3 * GAP) * 0.56)
"""The height of the upper panels: the winner's and the ranking."""
_WINNER: Final = Box(GAP, GAP, round((WIDTH - 3 * GAP) * 0.54), _UPPER)
RANKING: Final = Box(_WINNER.width + 2 * GAP, GAP, WIDTH - _WINNER.width - 3 * GAP, _UPPER)
_LOWER: Final = HEIGHT - _UPPER - 3 * GAP
_GOLD: Final = Box(GAP, _UPPER + 2 * GAP, round((WIDTH - 3 * GAP) * 0.6), _LOWER)
_VALUES: Final = Box(_GOLD.width + 2 * GAP, _GOLD.top, WIDTH - _GOLD.width - 3 * GAP, _LOWER)
_HEAD: Final = 46
"""The height of a panel's heading."""
_WITH_BAR: Final = 116
"""How tall a row of the ranking is at least that has a bar."""
_CLOSE: Final = Size.LARGE.scale
"""The scale in which the castle is drawn, as a large board, before it is fitted into its room."""
_ROUND_THE_LOT: Final = 0.6
"""Squares of land that are shown round the castle."""


class _Place(NamedTuple):
    """A place of the ranking: rank, name, colour, gold, and what each sale brought."""

    rank: int
    name: str
    colour: str
    gold: int
    earned: list[int]


def draw_end(
    view: View,
    *,
    names: Sequence[str],
    chart: Chart,
    title: str = "",
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """The end of a game as a PNG: the winner, the castle, the ranking, and two charts.

    Args:
        view: the position in which the game ended.
        names: the players' names by seat, in any script and of any length.
        chart: how the game went.
        title: a short name of the game.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.
    """
    result = view.result
    assert result is not None
    surface = theme.surface
    pen = Pen(Raster(plain_backdrop(WIDTH, HEIGHT, surface.page)), surface, 1.0)
    shown = [
        legible(name) or words.name(seat.colour)
        for name, seat in zip(names, view.seats, strict=True)
    ]
    _lay_winner(pen, view, result, shown, words)
    heading = legible(title) or words("Final ranking")
    _lay_ranking(pen, view, result, chart, shown, heading, words)
    gold = _chart_box(pen, _GOLD, words("Gold and unsold seals, by turn"))
    colours = tuple(seat.colour for seat in view.seats)
    pen.paste(gold_chart(chart, colours, gold, surface), gold.left, gold.top)
    values = _chart_box(pen, _VALUES, words("Seal values"))
    families = view.edition.families
    pen.paste(value_chart(chart, families, values, surface), values.left, values.top)
    return pen.raster.png()


def _chart_box(pen: Pen, box: Box, heading: str) -> Box:
    """Lays a box with a heading and gives the room within."""
    surface = pen.surface
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    width = box.width - 2 * _PAD
    pen.write(box.left + _PAD, box.top + 8, heading, 32, colour=surface.strong, width=width)
    return Box(box.left + 8, box.top + _HEAD, box.width - 16, box.height - _HEAD - 6)


def _lay_winner(pen: Pen, view: View, result: Result, names: Sequence[str], words: Words) -> None:
    """The winner as a large figure with a crown, before the castle as it stands."""
    surface, box = pen.surface, _WINNER
    pen.box(box, fill=surface.active, edge=surface.panel_edge, thick=3)
    told = (
        words("{name} wins", name=names[result.winners[0]])
        if len(result.winners) == 1
        else words("A shared victory")
    )
    width = box.width - 2 * _PAD
    ground, x = surface.active, box.left + box.width / 2
    pen.write(
        *(x, box.top + 8, told, 46),
        colour=surface.strong,
        ground=ground,
        align=0.5,
        width=width,
        cut=True,
    )
    top = box.top + 76
    room = box.height - 76 - _PAD
    castle = _castle(view, (round(width * 0.62), room))
    left = box.left + box.width - _PAD - castle.width
    pen.paste(opaque_tile(castle), left, top + (room - castle.height) // 2)
    _lay_figures(pen, view, result, Box(box.left + _PAD, top, left - box.left - 2 * _PAD, room))


def _lay_figures(pen: Pen, view: View, result: Result, box: Box) -> None:
    """A figure with a crown for each winner, and the gold under them."""
    surface, count = pen.surface, len(result.winners)
    columns = 1 if count == 1 else 2
    rows = -(-count // columns)
    wide, tall = box.width // columns, (box.height - 70) // rows
    figure = min(round(tall / 1.28), wide)
    head = round(figure * 0.52)
    for number, seat in enumerate(result.winners):
        left = box.left + number % columns * wide
        top = box.top + number // columns * tall + (tall - round(figure * 1.28)) // 2
        colour = view.seats[seat].colour
        tile = TILES.get(worker_icon, colour, figure, 1.0, surface.active)
        sign = TILES.get(crown, head, 1.0, surface.active)
        pen.paste(sign, left + (wide - sign.width) // 2, top)
        pen.paste(tile, left + (wide - tile.width) // 2, top + round(figure * 0.3))
    gold = str(result.gold[result.winners[0]])
    middle, y = box.left + box.width // 2, box.top + box.height - 68
    wrote = pen.write(
        middle + 28, y, gold, 60, colour=surface.strong, ground=surface.active, align=0.5
    )
    pen.paste(TILES.get(coin, 50, 1.0, surface.active), middle - 28 - wrote / 2, y + 12)


def _castle(view: View, room: tuple[int, int]) -> Image.Image:
    """The castle with some land round it, as large as a room allows."""
    lot, edition = view.lot, view.edition
    column, row = column_of(lot.corner), row_of(lot.corner)
    side = round(UNIT * _CLOSE)
    before = min(_ROUND_THE_LOT, column), min(_ROUND_THE_LOT, row)
    after = (
        min(_ROUND_THE_LOT, edition.columns - column - lot.width),
        min(_ROUND_THE_LOT, edition.rows - row - lot.height),
    )
    left, top = (round(land * side) for land in before)
    width = left + round((lot.width + after[0]) * side)
    height = top + round((lot.height + after[1]) * side)
    raster = Raster(plain_backdrop(width, height, INK))
    grid = Grid(_CLOSE, left - column * side, top - row * side)
    beside = edition.border(lot.squares)
    within = (lot.squares | beside | edition.border(beside)) & edition.board
    for square in iter_squares(within):
        raster.paste(TILES.get(land_square, edition, square, True, _CLOSE), *grid.corner(square))
    lay_pieces(raster, view, grid, within)
    grow = min(room[0] / width, room[1] / height)
    size = round(width * grow), round(height * grow)
    return raster.pixels().convert("RGB").resize(size, Image.Resampling.LANCZOS)


def _lay_ranking(
    pen: Pen,
    view: View,
    result: Result,
    chart: Chart,
    names: Sequence[str],
    heading: str,
    words: Words,
) -> None:
    """The players by rank, in rows that fill the panel however many they are."""
    surface, box = pen.surface, RANKING
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    width = box.width - 2 * _PAD
    y = box.top + 8
    pen.write(box.left + _PAD, y, heading, 32, colour=surface.quiet, width=width, cut=True)
    tall = (box.height - _HEAD - 8) // len(result.ranking)
    for number, (rank, seat) in enumerate(result.ranking):
        row = Box(box.left + 8, box.top + _HEAD + number * tall, box.width - 16, tall - 4)
        won = seat in result.winners
        place = _Place(
            rank,
            names[seat],
            view.seats[seat].colour,
            result.gold[seat],
            _earned(result, chart, seat),
        )
        fill = surface.active if won else surface.panel
        _lay_place(pen, row, place, max(1, *result.gold), fill, words)


def _lay_place(pen: Pen, row: Box, place: _Place, most: int, fill: RGB, words: Words) -> None:
    """A row of the ranking; where it is tall enough, with a bar as long as the gold is much."""
    surface, strong = pen.surface, pen.surface.strong
    pen.fill(row.left, row.top, row.width, row.height, fill)
    figure, middle = min(row.height - 8, 110), row.top + row.height // 2
    x, right = row.left + 12, row.left + row.width - 12
    pen.write(x, middle - 28, f"{place.rank}.", 44, colour=strong, ground=fill)
    icon = TILES.get(worker_icon, place.colour, figure, 1.0, fill)
    pen.paste(icon, x + 50, middle - icon.height // 2)
    x += 62 + figure
    with_bar = row.height >= _WITH_BAR
    y = middle - (58 if with_bar else 43)
    gold = str(place.gold)
    wide = pen.write(right, y - 1, gold, 46, colour=strong, ground=fill, align=1)
    room = right - wide - 14 - x
    pen.write(x, y, place.name, 38, colour=strong, ground=fill, width=room, cut=True)
    told = _told(place.earned, words)
    pen.write(
        *(x, y + 46, told, 31),
        colour=surface.text,
        ground=fill,
        weight="plain",
        width=right - x,
    )
    if with_bar:
        _lay_bar(pen, place.earned, Box(x, y + 92, right - x, 22), most, PLAYER[place.colour])


def _lay_bar(pen: Pen, parts: Sequence[int], box: Box, most: int, colour: RGB) -> None:
    """A bar as long as the gold is much, cut where one sale ends and the next begins."""
    surface = pen.surface
    total = sum(parts)
    pen.fill(box.left, box.top, box.width * total / most, box.height, surface.text)
    done = 0
    for part in parts:
        left, right = (box.width * gold / most for gold in (done, done + part))
        if right - left > 6:
            wide = right - left - 6
            pen.fill(box.left + left + 3, box.top + 3, wide, box.height - 6, colour)
        done += part


def _earned(result: Result, chart: Chart, seat: int) -> list[int]:
    """How a seat's gold came: each banner's sale, then the final one."""
    before = result.gold[seat] - result.sold[seat]
    sales = [sale for sale in chart.sales[seat] if sale] if chart.sales else [before] * (before > 0)
    return [*sales, result.sold[seat]]


def _told(parts: Sequence[int], words: Words) -> str:
    """The sales as a sum: ``20 + 15 + 45 at the end``."""
    final = words("{gold} at the end", gold=parts[-1])
    return " + ".join([*map(str, parts[:-1]), final])
