"""A crown for the winner."""

from __future__ import annotations

from render.canvas import Canvas
from render.colours import INK, RGB
from render.files.raster import Tile, tile_on

_GOLD: RGB = (244, 196, 60)
_SHADE: RGB = (206, 150, 36)


def paint_crown(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Paint a crown round a point, two thirds as high as it is wide."""
    unit = width / 6
    points = [(-3, 2), (-2.7, -1.2), (-1.4, 0.3), (0, -2), (1.4, 0.3), (2.7, -1.2), (3, 2)]
    corners = [(x + dx * unit, y + dy * unit) for dx, dy in points]
    canvas.polygon(corners, _GOLD, edge=INK, width=width / 24)
    band = [(x - 2.6 * unit, y + 1.2 * unit), (x + 2.6 * unit, y + 1.2 * unit)]
    canvas.line(band, _SHADE, unit * 0.7)
    for dx, dy in ((-2.7, -1.4), (0, -2.2), (2.7, -1.4)):
        canvas.disc(x + dx * unit, y + dy * unit, unit * 0.5, _GOLD, edge=INK, width=width / 30)


def crown(width: int, scale: float, ground: RGB) -> Tile:
    """Draw a crown in a tile of two thirds the height, on a ground."""
    height = round(width * 0.8)
    canvas = Canvas(width, height, scale)
    paint_crown(canvas, width / 2, height * 0.54, width * 0.86)
    return tile_on(canvas, ground)
