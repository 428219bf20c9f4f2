"""The castle: ten ring squares that grow floor by floor, and a courtyard.

A square is seen from above and slightly from the south: the higher it is, the taller the wall in
front and the longer its shadow on the court. A course of windows is a floor.
"""

from __future__ import annotations

from typing import Final

from render.art.seals import paint_seal
from render.art.shapes import UNIT
from render.canvas import Canvas
from render.colours import (
    COURT,
    FAMILY,
    GRASS,
    INK,
    RGB,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    STONE_LINE,
    blend,
    darker,
    lighter,
)
from render.frame import Tile, tile_over

_STOREY: Final = 7.5


def paint_block(canvas: Canvas, family: str | None, height: int) -> None:
    """Paints a ring square: its floors, battlements, and the seal on top."""
    edge = UNIT
    wall = height * _STOREY
    if height == 0:
        _paint_foundation(canvas)
        if family is not None:
            paint_seal(canvas, family, edge / 2, edge / 2, 19)
        return
    canvas.box(0, 0, edge, edge, STONE_LINE)
    front = edge - 1.5 - wall
    canvas.box(1.5, front - 2, edge - 1.5, edge - 1.5, STONE_DARK)
    for floor in range(height):
        top = front + floor * _STOREY
        canvas.box(1.5, top, edge - 1.5, top + 1.4, INK)
        for number in range(4):
            left = 8 + number * 13 + (3 if floor % 2 else 0)
            canvas.box(left, top + 3, left + 3.4, top + _STOREY - 0.6, darker(STONE_DARK, 0.5))
    canvas.box(1.5, 1.5, edge - 1.5, front, STONE_LIGHT)
    _paint_battlements(canvas, front)
    tint = blend(FAMILY[family], STONE_LIGHT, 0.3) if family else STONE
    canvas.box(7, 7, edge - 7, front - 5.5, INK, radius=2)
    canvas.box(8.4, 8.4, edge - 8.4, front - 7, tint, radius=1)
    canvas.box(8.4, 8.4, edge - 8.4, 11.4, darker(tint, 0.3))
    if family is not None:
        radius = min(19.0, (front - 5.5) / 2 - 1)
        paint_seal(canvas, family, edge / 2, (front + 2) / 2, radius)


def _paint_foundation(canvas: Canvas) -> None:
    canvas.box(0, 0, UNIT, UNIT, STONE_LINE)
    rows = ((0, 20, 42), (12, 34, 60), (0, 24, 44), (16, 36, 60))
    for number, cuts in enumerate(rows):
        left = 0.0
        for cut in (*cuts, UNIT):
            if cut > left:
                tone = blend(STONE, COURT, 0.35 + 0.12 * ((number * 3 + int(cut)) % 3))
                canvas.box(left + 0.8, number * 15 + 0.8, cut - 0.8, number * 15 + 14.2, tone)
                left = cut
    return


def _paint_battlements(canvas: Canvas, front: float) -> None:
    merlon = 6.0
    for number in range(5):
        left = 2 + number * 12.5
        canvas.box(left, 1.5, left + merlon, 1.5 + 4.5, lighter(STONE_LIGHT, 0.35))
        canvas.box(left, front - 4, left + merlon, front + 0.4, lighter(STONE_LIGHT, 0.35))
        canvas.box(left, front + 0.4, left + merlon, front + 1.6, INK)
    rows = max(2, int((front - 8) / 12))
    for number in range(rows):
        top = 4 + number * 12.5
        canvas.box(1.5, top, 6, top + merlon, lighter(STONE_LIGHT, 0.35))
        canvas.box(UNIT - 6, top, UNIT - 1.5, top + merlon, lighter(STONE_LIGHT, 0.1))


def ring_square(family: str | None, height: int, scale: float) -> Tile:
    """A ring square as it is seen from above."""
    canvas = Canvas(UNIT, UNIT, scale)
    paint_block(canvas, family, height)
    return tile_over(canvas, GRASS)


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
    return tile_over(canvas, GRASS)
