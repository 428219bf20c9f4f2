"""Workers: a small figure with a hat of its own shape for each colour, bare-headed when neutral.

Yellow wears a broad straw hat, orange a pointed hood, green a feathered cap, violet a tall hat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from render.art.land import paint_clearing, paint_tent
from render.art.shapes import UNIT
from render.canvas import Canvas
from render.colours import (
    GRASS,
    INK,
    NEUTRAL,
    PAPER,
    PLAYER,
    RGB,
    SHADE,
    UNOWNED,
    darker,
    is_dark,
    lighter,
)
from render.files.raster import Tile, tile_on, tile_over

_SKIN: Final[RGB] = (244, 208, 170)
_HAIR: Final[RGB] = (138, 104, 74)

Hat: TypeAlias = Callable[[Canvas, float, float, RGB, float], None]


def _body(canvas: Canvas, x: float, y: float, colour: RGB, grow: float) -> None:
    """Paint a straight coat with round shoulders."""
    canvas.box(x - 14 - grow, y - 4 - grow, x + 14 + grow, y + 21 + grow, colour, radius=8 + grow)
    canvas.box(x - 14 - grow, y + 8, x + 14 + grow, y + 21 + grow, colour)


def _broad(canvas: Canvas, x: float, y: float, colour: RGB, grow: float) -> None:
    canvas.disc(x, y - 15, 19 + grow, colour, height=5 + grow)
    canvas.disc(x, y - 18, 9.5 + grow, colour, height=7.5 + grow)


def _pointed(canvas: Canvas, x: float, y: float, colour: RGB, grow: float) -> None:
    canvas.polygon(
        [(x - 12 - grow, y - 9 + grow), (x, y - 30 - grow * 1.3), (x + 12 + grow, y - 9 + grow)],
        colour,
        edge=colour,
        width=2,
    )


def _feathered(canvas: Canvas, x: float, y: float, colour: RGB, grow: float) -> None:
    canvas.polygon(
        [
            (x - 13 - grow, y - 11 + grow),
            (x - 10 - grow, y - 19 - grow),
            (x + 3, y - 21 - grow),
            (x + 20 + grow, y - 11 + grow),
        ],
        colour,
        edge=colour,
        width=2,
    )
    canvas.line([(x - 7, y - 17), (x - 16, y - 28)], colour, 4 + grow * 2)


def _tall(canvas: Canvas, x: float, y: float, colour: RGB, grow: float) -> None:
    canvas.box(x - 14 - grow, y - 15 - grow, x + 14 + grow, y - 11 + grow, colour, radius=2)
    canvas.box(x - 9.5 - grow, y - 29 - grow, x + 9.5 + grow, y - 11, colour, radius=2)


HATS: Final[Mapping[str, Hat]] = {
    "yellow": _broad,
    "orange": _pointed,
    "green": _feathered,
    "violet": _tall,
}
"""The hats by the player's colour; another colour wears a plain cap."""
_MIDDLE: Final = {UNOWNED: -2.0, "yellow": 1.0}


def _cap(canvas: Canvas, x: float, y: float, colour: RGB, grow: float) -> None:
    canvas.slice(x, y - 10, 11 + grow, 180, 360, colour)
    canvas.box(x - 14 - grow, y - 13 - grow, x + 14 + grow, y - 9, colour, radius=2)


def hat_of(colour: str) -> Hat | None:
    """Return the function that paints the hat of a player's colour; None for neutral workers."""
    return None if colour == UNOWNED else HATS.get(colour, _cap)


def paint_worker(
    canvas: Canvas, colour: str, x: float, y: float, size: float = 60, rim: RGB | None = None
) -> None:
    """Paint a worker of ``size`` units round a point, with a rim if its colour is given."""
    unit = size / 60
    painting = canvas.part(60, 60, unit)
    middle = 30, 34 + _MIDDLE.get(colour, 2.0)
    if rim is not None:
        _paint_outline(painting, colour, *middle, rim, 5.0)
    _paint_worker(painting, colour, *middle)
    canvas.lay(painting, x - size / 2, y - size / 2)


def _paint_outline(canvas: Canvas, colour: str, x: float, y: float, edge: RGB, grow: float) -> None:
    hat = hat_of(colour)
    _body(canvas, x, y, edge, grow)
    canvas.disc(x, y - 9, 9 + grow, edge)
    if hat is not None:
        hat(canvas, x, y, edge, grow)


def _paint_worker(canvas: Canvas, colour: str, x: float, y: float) -> None:
    coat = NEUTRAL if colour == UNOWNED else PLAYER[colour]
    hat = hat_of(colour)
    _paint_outline(canvas, colour, x, y, INK, 2.4)
    _body(canvas, x, y, coat, 0)
    canvas.box(x + 6, y + 4, x + 14, y + 21, darker(coat, 0.22))
    canvas.box(x - 1, y + 4, x + 1, y + 21, darker(coat, 0.35))
    canvas.disc(x, y - 9, 9, _SKIN)
    for side in (-3.4, 3.4):
        canvas.disc(x + side, y - 8, 1.3, INK)
    if hat is not None:
        # Drawn twice: the grown dark hat is the edge of the one above it.
        hat(canvas, x, y, INK, 1.4)
        hat(canvas, x, y, lighter(coat, 0.1), 0)
    else:
        canvas.slice(x, y - 10, 9, 190, 350, _HAIR)


def worker(colour: str, on_camp: bool, scale: float) -> Tile:
    """Draw a worker in a square of the board, to be laid over the land; a camp shows behind it."""
    canvas = Canvas(UNIT, UNIT, scale)
    paint_standing(canvas, colour, on_camp)
    return tile_over(canvas, GRASS)


def paint_standing(canvas: Canvas, colour: str, on_camp: bool) -> None:
    """Paint a worker in the square of the board at the top left; a camp shows behind it."""
    if not on_camp:
        canvas.disc(35, 53, 20, SHADE, height=4)
    if on_camp:
        paint_clearing(canvas, 30, 30)
        paint_tent(canvas, 14, 17, 0.5)
    paint_worker(canvas, colour, 34 if on_camp else 30, 31)


def worker_icon(colour: str, size: int, scale: float, ground: RGB) -> Tile:
    """Draw a worker in a square tile of ``size`` units on a panel's ground."""
    canvas = Canvas(size, size, scale)
    # The figure's edge is ink, which a dark panel would swallow.
    rim = PAPER if is_dark(ground) else None
    paint_worker(canvas, colour, size / 2, size / 2, size, rim)
    return tile_on(canvas, ground)
