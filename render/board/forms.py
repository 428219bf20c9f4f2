"""The sheet of cards and forms for ``/arkadia rules``: every tile, every way it can lie."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.edition import Edition, Orientation
from i18n.formats import capital
from i18n.translation import ENGLISH, Words
from render.art.buildings import paint_building
from render.art.drawing import extent
from render.art.tokens import seal
from render.canvas import Canvas
from render.colours import RGB
from render.files.raster import Tile, plain_raster, tile_on
from render.files.tile_cache import TILES
from render.layout import GAP, SMALL, WIDTH, Box, Theme
from render.pen import Pen

_UNIT: Final = 28
"""The side of a square of a tile, where there is room for it."""
_HEAD: Final = 66
_ROW: Final = 171
"""The height of a form's panel: with seven forms the picture is as high as a board."""
_PAD: Final = 12
_LEFT: Final = 246
"""What the name and the cards take of a panel; the rest is for the tiles."""
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
        edition: the component data.
        mirror: whether tiles may be mirrored, so that more orientations are shown.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.
    """
    if not isinstance(edition, Edition):
        raise TypeError(f"the forms of an Edition are drawn, not {type(edition).__name__}")
    surface = theme.surface
    forms = list(edition.forms)
    height = _HEAD + -(-len(forms) // 2) * (_ROW + GAP)
    pen = Pen(plain_raster(WIDTH, height, surface.page), surface, 1.0)
    title = words("Buildings: how they can lie, and their cards")
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
