"""The castle: ten ring squares that grow floor by floor, and a courtyard.

A square is seen from above and slightly from the south: the higher it is, the taller the wall in
front. A course of windows is a floor.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from render.art.seals import paint_seal
from render.art.shapes import UNIT
from render.canvas import Canvas
from render.colours import (
    COURT,
    GRASS,
    INK,
    RGB,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    STONE_LINE,
    WALL,
    blend,
    darker,
    lighter,
)
from render.frame import Tile, tile_on

_STOREY: Final = 8
_PLINTH: Final = 3
_MERLON: Final = 6
_WINDOW: Final[RGB] = (66, 50, 38)


def paint_block(canvas: Canvas, family: str | None, height: int) -> None:
    """Paints a ring square: its floors, battlements, and the seal on top."""
    front = UNIT - height * _STOREY - (_PLINTH if height else 0)
    if height == 0:
        _paint_foundation(canvas)
    else:
        canvas.box(0, 0, UNIT, UNIT, INK)
        _paint_wall(canvas, front, height)
        _paint_top(canvas, front)
    if family is not None:
        paint_seal(canvas, family, UNIT / 2, front / 2, min(20.0, front / 2 - 1.5))


def _paint_foundation(canvas: Canvas) -> None:
    """Flagstones level with the ground."""
    canvas.box(0, 0, UNIT, UNIT, STONE_DARK)
    for row, cuts in enumerate(((0, 20, 40, 60), (0, 30, 60)) * 2):
        for number, (left, right) in enumerate(pairwise(cuts)):
            tone = COURT if (row + number) % 2 else blend(COURT, STONE, 0.5)
            canvas.box(left + 1, row * 15 + 1, right, row * 15 + 15, tone)


def _paint_wall(canvas: Canvas, front: int, height: int) -> None:
    """The wall in front: a course of windows for each floor."""
    canvas.box(1, UNIT - _PLINTH, UNIT - 1, UNIT, STONE_DARK)
    for floor in range(height):
        top = front + floor * _STOREY
        canvas.box(1, top, UNIT - 1, top + _STOREY, WALL)
        canvas.box(1, top, UNIT - 1, top + 2, darker(WALL, 0.4))
        for number in range(4):
            left = 8 + number * 12
            canvas.box(left, top + 3, left + 5, top + _STOREY - 1, _WINDOW)


def _paint_top(canvas: Canvas, front: int) -> None:
    """The platform with battlements before and behind."""
    canvas.box(1, 1, UNIT - 1, front, STONE)
    canvas.box(5, 5, UNIT - 5, front - 5, STONE_LIGHT)
    light = lighter(STONE_LIGHT, 0.6)
    for number in range(5):
        left = 1 + number * 13
        for top in (1, front - _MERLON + 1):
            canvas.box(left - 1, top, left + _MERLON + 1, top + _MERLON, INK)
            canvas.box(left, top, left + _MERLON, top + _MERLON - 1, light)


def ring_square(family: str | None, height: int, scale: float) -> Tile:
    """A ring square as it is seen from above."""
    canvas = Canvas(UNIT, UNIT, scale)
    paint_block(canvas, family, height)
    return tile_on(canvas, GRASS)


def courtyard(wide: bool, scale: float) -> Tile:
    """The two inner squares, side by side or one above the other."""
    width, height = (2 * UNIT, UNIT) if wide else (UNIT, 2 * UNIT)
    canvas = Canvas(width, height, scale)
    canvas.box(0, 0, width, height, STONE_LINE)
    paving = 15
    for row in range(height // paving):
        for column in range(width // paving):
            tone = blend(COURT, STONE_LIGHT, 0.2 + 0.25 * ((row * 5 + column * 3) % 3 == 0))
            left, top = column * paving, row * paving
            canvas.box(left + 0.6, top + 0.6, left + paving - 0.6, top + paving - 0.6, tone)
    shade = canvas.layer()
    shade.box(0, 0, width, 8, INK)
    shade.box(0, 0, 7, height, INK)
    canvas.add(shade, 0.28)
    x, y = width / 2, height / 2
    well: RGB = (96, 150, 150)
    canvas.disc(x, y, 17, INK)
    canvas.disc(x, y, 15, STONE_LIGHT)
    canvas.disc(x, y, 10.5, INK)
    canvas.disc(x, y, 9, well)
    canvas.arc(x - 1, y - 1, 6, 190, 280, lighter(well, 0.6), 2)
    return tile_on(canvas, GRASS)
