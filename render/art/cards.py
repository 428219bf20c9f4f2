"""Building cards of a hand, large enough to see the tile as it would lie."""

from __future__ import annotations

from engine.cards import Cell
from render.art.buildings import painted_building
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
    """Paints a building round a point, ``unit`` units a square."""
    columns, rows = extent(cells)
    scale = canvas.scale * unit / UNIT
    building = painted_building(form, cells, completed, scale, canvas.oversampling)
    left = round((x - columns * unit / 2) * canvas.factor)
    top = round((y - rows * unit / 2) * canvas.factor)
    canvas.image.alpha_composite(building.image, (left, top))


def large_card(
    form: str,
    cells: tuple[Cell, ...],
    width: int,
    height: int,
    foot: int,
    scale: float,
    ground: RGB,
) -> Tile:
    """A card of a hand without its family's seal; its foot, so many units high, is left free."""
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


def coin(size: int, scale: float, ground: RGB) -> Tile:
    """A gold coin."""
    canvas = Canvas(size, size, scale)
    paint_coin(canvas, size)
    return tile_on(canvas, ground)


def paint_coin(canvas: Canvas, size: float) -> None:
    """Paints a gold coin in the square of ``size`` units at the top left."""
    middle, gold = size / 2, (244, 196, 60)
    canvas.disc(middle, middle, middle - 1, INK)
    canvas.disc(middle, middle, middle - 3, gold)
    canvas.disc(middle, middle, middle * 0.68, None, edge=(196, 140, 30), width=size * 0.05)
    canvas.arc(middle, middle, middle * 0.84, 190, 280, (255, 240, 180), size * 0.06)
    star = middle * 0.36
    canvas.polygon(
        [
            (middle, middle - star),
            (middle + star, middle),
            (middle, middle + star),
            (middle - star, middle),
        ],
        (196, 140, 30),
    )
