"""Pictures for before a game: who has a seat in it, and all buildings with their cards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.edition import Edition, Orientation
from engine.squares import column_of, row_of
from i18n.formats import capital
from i18n.translation import ENGLISH, Words
from render.art.buildings import paint_building
from render.art.castle import castle
from render.art.drawing import UNIT, extent
from render.art.land import land, paint_clearing, paint_tent
from render.art.tokens import paint_worker, seal
from render.canvas import Canvas
from render.colours import GRASS, PAPER, RGB
from render.end import lay_ribbon
from render.files.raster import Tile, plain_raster, tile_on, tile_over
from render.files.tile_cache import PASSING, TILES
from render.layout import GAP, SMALL, WIDTH, Box, Pen, Theme
from render.letters.text import legible

_HIGH: Final = 640  # with the width in the proportion of 1200 to 630, which link previews have
_SCALE: Final = 1.5  # how much larger than on a board land and castle are
_CASTLE: Final = 270  # the upper edge of the castle's lot
_FOOT: Final = 588  # where the land ends, and the strip with the names begins
_FIGURE: Final = 170
_SIDE: Final = round(UNIT * _SCALE)


def draw_gathering(
    edition: Edition,
    *,
    players: Sequence[tuple[str, str | None]],
    seats: int,
    title: str,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw a game that has not begun as a PNG: who has a seat, and a tent for each free one.

    Args:
        edition: the game's; its castle stands as it will be.
        players: the name of each who has a seat, in any script and of any length, and the colour;
            until the game has given them out, None.
    """
    surface, lot = theme.surface, edition.first_lot
    pen = Pen(plain_raster(WIDTH, _HIGH, surface.panel), surface, 1.0)
    # Whole squares, so that the castle stands where it does on the board.
    wide = -(-WIDTH // _SIDE // 2) * 2 + lot.width % 2
    left, top = column_of(lot.corner) + (lot.width - wide) // 2, row_of(lot.corner) - 3
    x = (WIDTH - lot.width * _SIDE) // 2
    ground = PASSING.get(land, edition, lot, left, top, wide + 1, 7, False, _SCALE)
    pen.paste(ground, x - (column_of(lot.corner) - left) * _SIDE, _CASTLE - 3 * _SIDE)
    count = edition.ring_size
    tops = tuple(edition.families[number % len(edition.families)] for number in range(count))
    highest = (len(edition.floors),) * count
    whole = PASSING.get(castle, lot, tops, highest, (False,) * count, _SCALE, False)
    pen.raster.lay(whole, x, _CASTLE)
    pen.fill(0, _FOOT, WIDTH, _HIGH - _FOOT, surface.panel)
    pen.fill(0, _FOOT, WIDTH, 3, surface.panel_edge)
    lay_ribbon(pen, title, "Arkadia")
    for number, (left, wide) in enumerate(_places(seats, x - _SIDE // 2)):
        taken = number < len(players)
        name, colour = players[number] if taken else ("", "")
        figure = PASSING.get(_standing, edition.colours[number] if colour is None else colour)
        pen.paste(figure, left + (wide - _FIGURE) // 2, _FOOT - _FIGURE - 8)
        pen.write(
            left + wide / 2,
            _FOOT + 4,
            # Translators: below an empty seat in a picture.
            legible(name) if taken else words.context("seat", "free"),
            SMALL,
            colour=surface.strong if taken else surface.quiet,
            align=0.5,
            width=wide - 12,
            cut=True,
        )
    return pen.raster.png()


def _places(seats: int, room: int) -> Iterator[tuple[int, int]]:
    """Yield where each seat begins and how wide it is: the first half left of the castle."""
    half = (seats + 1) // 2
    for number in range(seats):
        wide = room // (half if number < half else seats - half)
        yield (number * wide if number < half else WIDTH - (seats - number) * wide), wide


def _standing(colour: str) -> Tile:
    """Draw a player's figure, or the tent of a free seat."""
    canvas = Canvas(_FIGURE, _FIGURE, 1.0)
    middle = _FIGURE / 2
    if colour:
        paint_worker(canvas, colour, middle, middle, _FIGURE - 8, PAPER, tool=0)
    else:
        big = canvas.part(UNIT, UNIT, 2.2)
        paint_clearing(big, UNIT / 2, UNIT / 2)
        paint_tent(big, UNIT / 2, UNIT / 2)
        canvas.lay(big, middle - UNIT * 1.1, _FIGURE - UNIT * 2.2 + 4)
    return tile_over(canvas, GRASS)


_UNIT: Final = 28  # the side of a square of a tile, where there is room for it
_HEAD: Final = 66
_ROW: Final = 171
"""The height of a form's panel: with seven forms the picture is as high as a board."""
_PAD: Final = 12
_LEFT: Final = 246  # what the name and the cards take of a panel; the rest is for the tiles
_COUNT: Final = 40
_BETWEEN: Final = 12
_AT_LEAST: Final = 10


def _rows(ways: Sequence[Orientation], width: int, height: int) -> tuple[float, int]:
    """Return the side of a square, and the negative number of rows (one or two) that allows it."""

    def unit(rows: int) -> float:
        found = float(_UNIT)
        for row in _parted(ways, rows):
            sides = [extent(way.cells) for way in row]
            across = (width - _BETWEEN * len(row)) / sum(columns for columns, _ in sides)
            found = min(found, across, (height / rows - _AT_LEAST) / max(high for _, high in sides))
        return found

    # The larger squares win, and of equal ones the single row.
    return max((unit(rows), -rows) for rows in (1, 2))


def _parted(ways: Sequence[Orientation], rows: int) -> list[Sequence[Orientation]]:
    most = -(-len(ways) // rows)
    return [ways[at : at + most] for at in range(0, len(ways), most)]


def _ways(edition: Edition, form: str, mirror: bool, width: int, height: int, fill: RGB) -> Tile:
    """Draw all orientations of a form, as they would lie on the board."""
    canvas = Canvas(width, height, 1.0, oversampling=2)
    ways = edition.forms[form].orientations(mirror=mirror)
    unit, negative = _rows(ways, width, height)
    rows = _parted(ways, -negative)
    for number, row in enumerate(rows):
        widths = [extent(way.cells)[0] * unit for way in row]
        gap = min(34.0, (width - sum(widths)) / len(row))
        x, middle = 0.0, height * (number + 0.5) / len(rows)
        for way, wide in zip(row, widths, strict=True):
            paint_building(canvas, form, way.cells, x + wide / 2, middle, unit, completed=True)
            x += wide + gap
    return tile_on(canvas, fill)


def draw_forms(
    edition: Edition, *, mirror: bool = False, theme: Theme = Theme.DARK, words: Words = ENGLISH
) -> bytes:
    """Draw all forms with their orientations and their cards as a PNG, as wide as a board.

    Args:
        mirror: whether tiles may be mirrored, so that more orientations are shown.
    """
    surface = theme.surface
    forms = list(edition.forms)
    height = _HEAD + -(-len(forms) // 2) * (_ROW + GAP)
    pen = Pen(plain_raster(WIDTH, height, surface.page), surface, 1.0)
    title = words("Buildings: their cards, and every way to lay the tiles")
    width = WIDTH - 40
    pen.write(20, 11, title, SMALL, colour=surface.strong, ground=surface.page, width=width)
    half = (WIDTH - 3 * GAP) // 2
    for number, form in enumerate(forms):
        left, top = GAP + number % 2 * (half + GAP), _HEAD + number // 2 * (_ROW + GAP)
        _lay_form(pen, edition, form, mirror, Box(left, top, half, _ROW), words)
    return pen.raster.png()


def _lay_form(pen: Pen, edition: Edition, form: str, mirror: bool, box: Box, words: Words) -> None:
    surface = pen.surface
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    left, right = box.left + 18, box.left + box.width - _PAD
    name = capital(words.name(form))
    pen.write(left, box.top + 8, name, SMALL, colour=surface.strong, width=_LEFT + 40)
    tiles = words.plural("{n} tile", "{n} tiles", edition.forms[form].tiles)
    top, room = box.top + 8, right - left - _LEFT - 40 - _BETWEEN
    pen.write(right, top, tiles, SMALL, colour=surface.quiet, align=1, width=room)
    width, height = right - left - _LEFT, box.height - _COUNT - 2 * _PAD
    tile = TILES.get(_ways, edition, form, mirror, width, height, surface.panel)
    pen.paste(tile, left + _LEFT, box.top + _COUNT + _PAD)
    cards = Counter(card.family for card in edition.cards if card.form == form)
    for number, family in enumerate(edition.families):
        x, y = left + number % 2 * 112, box.top + 62 + number // 2 * 50
        pen.paste(TILES.get(seal, family, 44, 1.0, surface.panel), x, y)
        pen.digits(x + 50, y + 22, f"×{cards[family]}", colour=surface.text)
