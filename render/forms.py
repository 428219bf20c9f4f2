"""The sheet of cards and forms for ``/arkadia rules``: every tile, every way it can lie."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.edition import Edition
from naming import capital
from render.art.cards import paint_building
from render.art.seals import seal
from render.art.shapes import extent
from render.canvas import Canvas
from render.colours import RGB
from render.layout import GAP, WIDTH, Box
from render.options import Theme
from render.pen import Pen
from render.raster import TILES, Raster, Tile, plain_backdrop, tile_on
from translation import ENGLISH, Words

_UNIT: Final = 40
_HEAD: Final = 74
_PAD: Final = 14
_NAME: Final = 250
_CARDS: Final = 230


def _row_height(edition: Edition, form: str, mirror: bool) -> int:
    ways = edition.forms[form].orientations(mirror=mirror)
    return max(max(extent(way.cells)[1] for way in ways) * _UNIT, 84) + 2 * _PAD


def _ways(edition: Edition, form: str, mirror: bool, width: int, height: int, fill: RGB) -> Tile:
    """All orientations of a form in one row, as they would lie on the board."""
    canvas = Canvas(width, height, 1.0, oversampling=2)
    ways = edition.forms[form].orientations(mirror=mirror)
    widths = [extent(way.cells)[0] for way in ways]
    gap = min(34.0, (width - sum(widths) * _UNIT) / (len(ways) + 1))
    unit = _UNIT if gap >= 8 else (width - 8 * (len(ways) + 1)) / sum(widths)
    x = gap = max(gap, 8.0)
    for way, columns in zip(ways, widths, strict=True):
        middle = x + columns * unit / 2
        paint_building(canvas, form, way.cells, middle, height / 2, unit, completed=True)
        x += columns * unit + gap
    return tile_on(canvas, fill)


def draw_forms(
    edition: Edition, *, mirror: bool = False, theme: Theme = Theme.DARK, words: Words = ENGLISH
) -> bytes:
    """All forms with their orientations and their cards as a PNG, as wide as a board.

    Args:
        edition: the component data.
        mirror: whether tiles may be mirrored, so that more orientations are shown.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.

    Raises:
        TypeError: if it is no edition.
    """
    if not isinstance(edition, Edition):
        raise TypeError(f"the forms of an Edition are drawn, not {type(edition).__name__}")
    surface = theme.surface
    heights = {form: _row_height(edition, form, mirror) for form in edition.forms}
    height = _HEAD + sum(heights.values()) + GAP * len(heights)
    pen = Pen(Raster(plain_backdrop(WIDTH, height, surface.page)), surface, 1.0)
    title = words("Buildings: how they can lie, and their cards")
    width = WIDTH - 40
    pen.write(20, 16, title, 38, colour=surface.strong, ground=surface.page, width=width)
    top = _HEAD
    for form, row in heights.items():
        _lay_row(pen, edition, form, mirror, Box(GAP, top, WIDTH - 2 * GAP, row), words)
        top += row + GAP
    return pen.raster.png()


def _lay_row(pen: Pen, edition: Edition, form: str, mirror: bool, box: Box, words: Words) -> None:
    surface = pen.surface
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    middle = box.top + box.height // 2
    name = capital(words.name(form))
    pen.write(box.left + 22, middle - 44, name, 36, colour=surface.strong, width=_NAME - 30)
    tiles = words.plural("{n} tile", "{n} tiles", edition.forms[form].tiles)
    pen.write(box.left + 22, middle + 2, tiles, 30, colour=surface.quiet, width=_NAME - 30)
    width, height = box.width - _NAME - _CARDS, box.height - 2 * _PAD
    tile = TILES.get(_ways, edition, form, mirror, width, height, surface.panel)
    pen.paste(tile, box.left + _NAME, box.top + _PAD)
    cards = Counter(card.family for card in edition.cards if card.form == form)
    for number, family in enumerate(edition.families):
        x = box.left + box.width - _CARDS + 8 + (number % 2) * 108
        y = middle - 46 + (number // 2) * 48
        pen.paste(TILES.get(seal, family, 44, 1.0, surface.panel), x, y)
        pen.write(x + 50, y + 2, f"×{cards[family]}", 30, colour=surface.text)
