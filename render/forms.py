"""The sheet of cards and forms for ``/arkadia rules``: every tile, every way it can lie."""

from __future__ import annotations

from typing import Final

from engine.edition import Edition
from render.art.cards import paint_building
from render.art.shapes import extent
from render.board import surface_of
from render.canvas import Canvas
from render.frame import TILES, Frame, Tile, plain_ground, tile_over
from render.layout import WIDTH, Box
from render.options import Theme
from render.pen import Pen
from translation import ENGLISH, Words

_ROW: Final = 132
_HEAD: Final = 78
_COLUMN: Final = 300


def _tiles(
    edition: Edition, form: str, mirror: bool, width: int, fill: tuple[int, int, int]
) -> Tile:
    canvas = Canvas(width, _ROW - 12, 1.0, oversampling=2)
    ways = edition.forms[form].orientations(mirror=mirror)
    unit = min(34.0, *((_ROW - 20) / extent(way.cells)[1] for way in ways))
    room = sum(extent(way.cells)[0] for way in ways) * unit
    gap = min(26.0, (width - room) / (len(ways) + 1))
    x = gap
    for way in ways:
        columns, _ = extent(way.cells)
        middle = x + columns * unit / 2
        paint_building(canvas, form, way.cells, middle, (_ROW - 12) / 2, unit, completed=True)
        x += columns * unit + gap
    return tile_over(canvas, fill)


def draw_forms(
    edition: Edition, *, mirror: bool = False, theme: Theme = Theme.DARK, words: Words = ENGLISH
) -> bytes:
    """All forms with their orientations, and how many tiles and cards there are, as a PNG."""
    surface = surface_of(theme)
    height = _HEAD + _ROW * len(edition.forms) + 10
    pen = Pen(Frame(plain_ground(WIDTH, height, surface.page)), surface, 1.0)
    title = words("The buildings and every way they can lie")
    pen.write(20, 16, title, 38, colour=surface.strong, ground=surface.page, width=WIDTH - 40)
    for number, (name, form) in enumerate(edition.forms.items()):
        box = Box(10, _HEAD + number * _ROW, WIDTH - 20, _ROW - 8)
        pen.box(box, fill=surface.panel, edge=surface.panel_edge)
        pen.write(30, box.top + 12, words.name(name), 36, colour=surface.strong, width=270)
        cards = words.plural("{n} card", "{n} cards", form.tiles)
        pen.write(30, box.top + 62, cards, 30, colour=surface.quiet, width=270)
        tile = TILES.get(_tiles, edition, name, mirror, WIDTH - _COLUMN - 40, surface.panel)
        pen.paste(tile, _COLUMN, box.top + 2)
    return pen.frame.png()
