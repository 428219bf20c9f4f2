"""A crown for the winner."""

from __future__ import annotations

from render.art.drawing import paint_drawing
from render.canvas import Canvas
from render.colours import RGB
from render.files.raster import Tile, tile_on


def paint_crown(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Paint a crown round a point, two thirds as high as it is wide."""
    paint_drawing(canvas, "crown", x, y, width / 6)


def crown(width: int, scale: float, ground: RGB) -> Tile:
    """Draw a crown in a tile of two thirds the height, on a ground."""
    height = round(width * 0.8)
    canvas = Canvas(width, height, scale)
    paint_crown(canvas, width / 2, height * 0.54, width * 0.86)
    return tile_on(canvas, ground)
