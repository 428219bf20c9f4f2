"""Gold: a coin, alone or within another drawing."""

from __future__ import annotations

from render.canvas import Canvas
from render.colours import INK, RGB
from render.files.raster import Tile, tile_on


def coin(size: int, scale: float, ground: RGB) -> Tile:
    """Draw a gold coin."""
    canvas = Canvas(size, size, scale)
    paint_coin(canvas, size)
    return tile_on(canvas, ground)


def paint_coin(canvas: Canvas, size: float) -> None:
    """Paint a gold coin in the square of ``size`` units at the top left."""
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
