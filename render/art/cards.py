"""Building cards of a hand, large enough to see the tile as it would lie."""

from __future__ import annotations

from engine.cards import Cell
from render.art.buildings import paint_whole
from render.art.shapes import UNIT, extent
from render.canvas import Canvas
from render.colours import GRASS, GRASS_LINE, INK, PAPER, RGB
from render.files.raster import Tile, tile_on


def paint_building(
    canvas: Canvas,
    form: str,
    cells: tuple[Cell, ...],
    x: float,
    y: float,
    unit: float,
    *,
    completed: bool,
) -> None:
    """Paint a building round a point, ``unit`` units a square."""
    columns, rows = extent(cells)
    building = canvas.part(columns * UNIT, rows * UNIT, unit / UNIT)
    paint_whole(building, form, cells, completed)
    canvas.lay(building, x - columns * unit / 2, y - rows * unit / 2)


def large_card(
    form: str,
    cells: tuple[Cell, ...],
    width: int,
    height: int,
    foot: int,
    scale: float,
    ground: RGB,
) -> Tile:
    """Draw a card of a hand without its family's seal; ``foot`` units at the bottom stay free."""
    # Two samples each way: at this size edges are smooth enough.
    canvas = Canvas(width, height, scale, oversampling=2)
    columns, rows = extent(cells)
    foot = height - foot
    unit = min(width - 28, foot - 70) / 4
    canvas.box(0, 0, width, height, INK, radius=14)
    canvas.box(2, 2, width - 2, height - 2, PAPER, radius=12)
    canvas.box(12, 12, width - 12, foot, INK)
    canvas.box(14, 14, width - 14, foot - 2, GRASS)
    left = width / 2 - columns * unit / 2
    top = 76 + (foot - 76) / 2 - rows * unit / 2
    for column in range(-4, 9):
        x = round(left + column * unit)
        if 14 < x < width - 14:
            canvas.box(x, 14, x + 1, foot - 2, GRASS_LINE)
    for row in range(-6, 9):
        y = round(top + row * unit)
        if 14 < y < foot - 2:
            canvas.box(14, y, width - 14, y + 1, GRASS_LINE)
    middle = top + rows * unit / 2
    paint_building(canvas, form, cells, width / 2, middle, unit, completed=True)
    return tile_on(canvas, ground)
