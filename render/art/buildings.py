"""Buildings: seven forms, under construction or completed, cut into tiles of one square.

Completed: a whole roof in the form's own colour. Under construction: pale floor between walls,
rafters instead of a roof, scaffold poles round it; the seal is laid on by the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine.cards import Cell
from render.art.crests import CRESTS
from render.art.shapes import (
    UNIT,
    centre,
    extent,
    head,
    neighbours,
    paint_shape,
    ridges,
    roof_faces,
)
from render.canvas import OVERSAMPLING, Canvas
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
from render.frame import Tile, tile_over

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


def _tone(colour: RGB, share: float) -> RGB:
    return lighter(colour, share) if share > 0 else darker(colour, -share)


def _face_masks(
    canvas: Canvas, cells: tuple[Cell, ...], inset: float, *, ends: bool = True
) -> dict[str, Image.Image]:
    masks = {side: Image.new("L", canvas.image.size) for side in "nesw"}
    pens = {side: ImageDraw.Draw(mask) for side, mask in masks.items()}
    for side, corners in roof_faces(cells, inset, ends=ends):
        pens[side].polygon([(x * canvas.factor, y * canvas.factor) for x, y in corners], fill=255)
    walls = canvas.layer()
    paint_shape(walls, cells, inset, INK)
    within = walls.image.getchannel("A")
    return {side: ImageChops.multiply(mask, within) for side, mask in masks.items()}


def _stripes(canvas: Canvas, side: str, spacing: float, width: float, colour: RGB) -> Canvas:
    """Lines over the whole canvas: along the eaves of the faces that look to that side."""
    layer = canvas.layer()
    level = side in "ns"
    at = float(spacing // 2)
    while at < (canvas.height if level else canvas.width):
        if level:
            layer.box(0, at, canvas.width, at + width, colour)
        else:
            layer.box(at, 0, at + width, canvas.height, colour)
        at += spacing
    return layer


def _paint_roof(canvas: Canvas, form: str, cells: tuple[Cell, ...]) -> None:
    colour = ROOFS[form]
    paint_shape(canvas, cells, _WALL_INSET - 2, INK)
    for side, mask in _face_masks(canvas, cells, _WALL_INSET).items():
        tone = _tone(colour, _SUN[side])
        canvas.image.paste((*tone, 255), (0, 0), mask)
    for side, mask in _face_masks(canvas, cells, _WALL_INSET, ends=False).items():
        courses = _stripes(canvas, side, _COURSE, 1, darker(_tone(colour, _SUN[side]), 0.2))
        courses.image.putalpha(ImageChops.multiply(courses.image.getchannel("A"), mask))
        canvas.add(courses)
    for first, second in ridges(cells):
        canvas.line([first, second], darker(colour, 0.45), 3)


def _paint_frame(canvas: Canvas, form: str, cells: tuple[Cell, ...]) -> None:
    floor = blend(FLOOR, ROOFS[form], 0.22)
    paint_shape(canvas, cells, _WALL_INSET - 2, INK)
    paint_shape(canvas, cells, _WALL_INSET, floor)
    for side, mask in _face_masks(canvas, cells, _WALL_INSET + 1, ends=False).items():
        across = "w" if side in "ns" else "n"
        rafters = _stripes(canvas, across, 20, 3, BEAM)
        rafters.image.putalpha(ImageChops.multiply(rafters.image.getchannel("A"), mask))
        canvas.add(rafters)
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
    paint_shape(canvas, cells, _PLOT_INSET, PLOT_EDGE, radius=2)
    paint_shape(canvas, cells, _PLOT_INSET + 2, PLOT, radius=1)
    (_paint_roof if completed else _paint_frame)(canvas, form, cells)
    CRESTS[form](canvas, *centre(head(form, cells)))
    return canvas


@lru_cache(maxsize=16)
def _picture(form: str, cells: tuple[Cell, ...], completed: bool, scale: float) -> Image.Image:
    return painted_building(form, cells, completed, scale).reduced()


def building_square(
    form: str, cells: tuple[Cell, ...], index: int, completed: bool, scale: float
) -> Tile:
    """The square of a building that covers its cell number ``index``."""
    column, row = cells[index]
    side = round(UNIT * scale)
    box = (column * side, row * side, (column + 1) * side, (row + 1) * side)
    square = _picture(form, cells, completed, scale).crop(box)
    ground = Image.new("RGBA", square.size, (*GRASS, 255))
    ground.alpha_composite(square)
    return tile_over(ground, GRASS)
