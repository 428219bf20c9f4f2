"""Gold: a coin, alone or within another drawing."""

from __future__ import annotations

from render.art.drawing import paint_drawing
from render.canvas import Canvas
from render.colours import RGB
from render.files.raster import Tile, tile_on


def coin(size: int, scale: float, ground: RGB) -> Tile:
    """Draw a gold coin."""
    canvas = Canvas(size, size, scale)
    paint_coin(canvas, size)
    return tile_on(canvas, ground)


def paint_coin(canvas: Canvas, size: float) -> None:
    """Paint a gold coin in the square of ``size`` units at the top left."""
    paint_drawing(canvas, "coin", size / 2, size / 2, size / 24)
