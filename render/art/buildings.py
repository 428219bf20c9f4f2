"""Buildings: seven forms, under construction or completed, cut into tiles of one square.

Completed: a whole roof in the form's own colour. Under construction: pale floor between walls,
rafters instead of a roof, scaffold poles round it; the seal is laid on by the board.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.cards import Cell
from render.art.crests import CRESTS
from render.art.seals import paint_seal
from render.art.shapes import (
    UNIT,
    centre,
    extent,
    head,
    inner_corners,
    neighbours,
    paint_shape,
    ridges,
    roof_faces,
    seal_cell,
    span,
)
from render.canvas import OVERSAMPLING, Canvas, Point
from render.colours import (
    BEAM,
    BEAM_DARK,
    FLOOR,
    GRASS,
    INK,
    PLOT,
    PLOT_EDGE,
    RGB,
    blend,
    darker,
    lighter,
)
from render.frame import Tile, opaque_tile

ROOFS: Final[Mapping[str, RGB]] = {
    "house": (203, 104, 74),
    "farm": (222, 184, 96),
    "tavern": (146, 82, 62),
    "mill": (236, 222, 196),
    "smithy": (92, 92, 100),
    "trade-centre": (62, 146, 138),
    "monastery": (120, 134, 164),
}
_SUN: Final = {"n": 0.16, "w": 0.06, "e": -0.16, "s": -0.3}
_PLOT_INSET: Final = 1
_WALL_INSET: Final = 7
_COURSE: Final = 12
_RAFTER: Final = 20
_SEAL: Final = 21


def _tone(colour: RGB, share: float) -> RGB:
    return lighter(colour, share) if share > 0 else darker(colour, -share)


def _paint_stripes(
    canvas: Canvas,
    corners: Sequence[Point],
    spacing: int,
    width: float,
    colour: RGB,
    *,
    level: bool,
) -> None:
    """Lines across a face, level ones or upright ones, at the same places on all faces."""
    along = [corner[1 if level else 0] for corner in corners]
    first = math.ceil((min(along) - spacing // 2) / spacing) * spacing + spacing // 2
    for start in range(first, math.ceil(max(along)), spacing):
        low, high = span(corners, start, level=level)
        if level:
            canvas.box(low, start, high, start + width, colour)
        else:
            canvas.box(start, low, start + width, high, colour)


def _paint_roof(canvas: Canvas, form: str, cells: tuple[Cell, ...]) -> None:
    colour = ROOFS[form]
    tones = {side: _tone(colour, share) for side, share in _SUN.items()}
    paint_shape(canvas, cells, _WALL_INSET - 2, INK)
    notches = canvas.copied(inner_corners(cells, _WALL_INSET))
    for side, corners in roof_faces(cells, _WALL_INSET):
        canvas.polygon(corners, tones[side])
    for side, corners in roof_faces(cells, _WALL_INSET, ends=False):
        tone = darker(tones[side], 0.2)
        _paint_stripes(canvas, corners, _COURSE, 1, tone, level=side in "ns")
    canvas.restore(notches)
    for first, second in ridges(cells):
        canvas.line([first, second], darker(colour, 0.45), 3)


def _paint_frame(canvas: Canvas, form: str, cells: tuple[Cell, ...]) -> None:
    paint_shape(canvas, cells, _WALL_INSET - 2, INK)
    paint_shape(canvas, cells, _WALL_INSET, blend(FLOOR, ROOFS[form], 0.22))
    notches = canvas.copied(inner_corners(cells, _WALL_INSET))
    for side, corners in roof_faces(cells, _WALL_INSET + 1, ends=False):
        _paint_stripes(canvas, corners, _RAFTER, 3, BEAM, level=side in "ew")
    canvas.restore(notches)
    for first, second in ridges(cells):
        canvas.line([first, second], BEAM_DARK, 4)
    for cell in cells:
        _paint_scaffold(canvas, cells, cell)


def _paint_scaffold(canvas: Canvas, cells: tuple[Cell, ...], cell: Cell) -> None:
    """Poles and ledgers along the sides on which the shape ends."""
    inside = neighbours(cells, cell)
    left, top = cell[0] * UNIT, cell[1] * UNIT
    rail = 4
    runs = {
        "n": ((left, top + rail), (left + UNIT, top + rail)),
        "s": ((left, top + UNIT - rail), (left + UNIT, top + UNIT - rail)),
        "w": ((left + rail, top), (left + rail, top + UNIT)),
        "e": ((left + UNIT - rail, top), (left + UNIT - rail, top + UNIT)),
    }
    for side, (first, second) in runs.items():
        if side in inside:
            continue
        for share in (0.25, 0.75):
            x = first[0] + (second[0] - first[0]) * share
            y = first[1] + (second[1] - first[1]) * share
            canvas.box(x - 3, y - 3, x + 3, y + 3, INK)
            canvas.box(x - 1, y - 1, x + 1, y + 1, lighter(BEAM, 0.5))


def painted_building(
    form: str,
    cells: tuple[Cell, ...],
    completed: bool,
    scale: float,
    oversampling: int = OVERSAMPLING,
) -> Canvas:
    """A whole building on a canvas of its own."""
    columns, rows = extent(cells)
    canvas = Canvas(columns * UNIT, rows * UNIT, scale, oversampling=oversampling)
    paint_shape(canvas, cells, _PLOT_INSET, PLOT_EDGE)
    paint_shape(canvas, cells, _PLOT_INSET + 2, PLOT)
    (_paint_roof if completed else _paint_frame)(canvas, form, cells)
    CRESTS[form](canvas, *centre(head(form, cells)))
    return canvas


@lru_cache(maxsize=16)
def _picture(form: str, cells: tuple[Cell, ...], completed: bool, scale: float) -> Image.Image:
    return painted_building(form, cells, completed, scale).reduced()


@lru_cache(maxsize=16)
def _seal_picture(family: str, scale: float) -> Image.Image:
    canvas = Canvas(UNIT, UNIT, scale)
    paint_seal(canvas, family, UNIT / 2, UNIT / 2, _SEAL)
    return canvas.reduced()


def building_square(
    form: str, cells: tuple[Cell, ...], index: int, family: str | None, scale: float
) -> Tile:
    """The square of a building that covers its cell number ``index``.

    With a family it is under construction, and one of its squares carries that family's seal.
    """
    column, row = cells[index]
    side = round(UNIT * scale)
    box = (column * side, row * side, (column + 1) * side, (row + 1) * side)
    square = Image.new("RGBA", (side, side), (*GRASS, 255))
    square.alpha_composite(_picture(form, cells, family is None, scale).crop(box))
    if family is not None and cells[index] == seal_cell(form, cells):
        square.alpha_composite(_seal_picture(family, scale))
    return opaque_tile(square)
