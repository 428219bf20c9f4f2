"""The podium of a finished game: stone blocks with the players on them, and the winner's ribbon."""

from __future__ import annotations

from typing import Final

from render.art.coins import paint_coin
from render.art.crown import paint_crown
from render.art.figures import paint_worker
from render.canvas import Canvas
from render.colours import (
    FAMILY,
    INK,
    PAPER,
    PLAYER,
    RGB,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    STONE_LINE,
    darker,
)
from render.files.raster import Tile, tile_over

RIBBON: Final[RGB] = FAMILY["red"]
"""The ground of the ribbon's letters."""
GILT: Final[RGB] = (244, 196, 60)
_COURSE: Final = 30
"""The height of a course of stones."""
_TEETH: Final = 14
_SHADE: Final = 12
"""How far a block's shadow falls to the east and south."""
PLATE: Final = (150, 62)
"""The width and height of the plate for a player's gold."""


def standing(width: int, stone: int, figure: int, colour: str, crowned: bool, ground: RGB) -> Tile:
    """Draw a player on a block of the podium, to be laid by its upper left corner.

    Args:
        width, stone: the block's width and height without its battlements, in units.
        figure: the height of the figure.
        colour: the player's.
        crowned: whether the player has won.
        ground: the usual colour behind it.
    """
    above = _TEETH + figure + (figure // 3 if crowned else 0)
    canvas = Canvas(width + _SHADE, above + stone, 1.0)
    canvas.box(_SHADE, above + _SHADE, width + _SHADE, above + stone, darker(ground, 0.45))
    canvas.box(0, above - _TEETH, width, above + stone, INK)
    for left in range(0, width, 52):
        canvas.box(left + 26, above - _TEETH - 1, left + 52, above - 2, ground)
    canvas.box(2, above, width - 2, above + stone, STONE)
    canvas.box(2, above, 12, above + stone, STONE_LIGHT)
    canvas.box(width - 16, above, width - 2, above + stone, STONE_DARK)
    for left in range(0, width, 52):
        right = min(left + 26, width)
        canvas.box(left + 2, above - _TEETH + 2, right - 2, above + 6, STONE_LIGHT)
    for number, y in enumerate(range(above + 34, above + stone, _COURSE)):
        canvas.line([(4, y), (width - 4, y)], STONE_LINE, 1.6)
        for x in range(30 + number % 2 * 30, width - 8, 60):
            canvas.line([(x, y), (x, min(y + _COURSE, above + stone))], STONE_LINE, 1.6)
    paint_worker(canvas, colour, width / 2, above - figure / 2 + 4, figure, PAPER, tool=0)
    if crowned:
        paint_crown(canvas, width / 2, figure * 0.22, figure * 0.46)
    _paint_plate(canvas, colour, (width - PLATE[0]) / 2, above + 14)
    return tile_over(canvas, ground).moved(0, -above)


def _paint_plate(canvas: Canvas, colour: str, x: float, y: float) -> None:
    """Paint the plate for a player's gold, with a coin, the number still missing."""
    right, low = x + PLATE[0], y + PLATE[1]
    canvas.box(x, y, right, low, INK, radius=13)
    canvas.box(x + 2, y + 2, right - 2, low - 2, PLAYER[colour], radius=12)
    canvas.box(x + 7, y + 7, right - 7, low - 7, PAPER, radius=8)
    coin = canvas.part(34, 34)
    paint_coin(coin, 34)
    canvas.lay(coin, x + 13, y + 14)


def ribbon(width: int, height: int, ground: RGB) -> Tile:
    """Draw the ribbon for the winner's name, with a tail at each end."""
    tail, low = 46, 12
    canvas = Canvas(width, height + low, 1.0)
    deep = darker(RIBBON, 0.42)
    for side in (1, -1):
        near, far = (0, tail + 34) if side > 0 else (width, width - tail - 34)
        middle = low + height / 2
        outline = [(near, low), (far, low), (far, low + height), (near, low + height)]
        canvas.polygon([*outline, (near + side * 26, middle)], deep, edge=INK, width=2)
    canvas.box(tail, 0, width - tail, height, INK)
    canvas.box(tail + 2, 2, width - tail - 2, height - 2, GILT)
    canvas.box(tail + 2, 8, width - tail - 2, height - 8, RIBBON)
    return tile_over(canvas, ground)
