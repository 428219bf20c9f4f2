"""Workers: small people under hats whose shapes tell the players apart, hooded when neutral.

Yellow wears a broad straw hat, orange a pointed hood, green a feathered cap, violet a tall hat.
"""

from typing import Final

from render.art.drawing import UNIT, has_drawing, paint_drawing
from render.art.land import paint_clearing, paint_tent
from render.canvas import Canvas
from render.colours import GRASS, PAPER, RGB, SHADE, is_dark, player_tones
from render.files.raster import Tile, tile_on, tile_over

TOOLS: Final = 4
"""The ways to stand: of four workers one has a hammer."""
_WHOLE: Final = 44
"""The size below which of a figure only hat, head and shoulders are painted."""


def has_hat(colour: str) -> bool:
    """Return whether a player's colour has a hat of its own; another colour wears a plain cap."""
    return has_drawing(f"hat-{colour}")


def paint_worker(
    canvas: Canvas,
    colour: str,
    x: float,
    y: float,
    size: float = 60,
    rim: RGB | None = None,
    *,
    tool: int = TOOLS - 1,
) -> None:
    """Paint a worker of ``size`` units round a point, with a rim if its colour is given.

    A small one is hat, head and shoulders; a large one with ``tool`` 0 of ``TOOLS`` has a hammer.
    """
    hat = f"hat-{colour}" if has_hat(colour) else "hat-cap"
    if size < _WHOLE:
        unit, parts, down = size / 62, ["bust", "face", hat], 9.0
    else:
        holds = ["hammer"] if not tool else []
        unit, parts, down = size / 60, ["body", *holds, "face", hat], 9.5
    tones = player_tones(colour)
    if rim is not None:
        for part in parts:
            paint_drawing(canvas, part, x, y + down * unit, unit, rim=(rim, 3 * unit))
    for part in parts:
        paint_drawing(canvas, part, x, y + down * unit, unit, tones=tones)


def worker(colour: str, tool: int, camp: bool, scale: float) -> Tile:
    """Draw a worker to be laid over a square of the board; a camp shows behind it."""
    canvas = Canvas(UNIT, UNIT, scale)
    if camp:
        paint_camped(canvas)
    paint_standing(canvas, colour, tool)
    return tile_over(canvas, GRASS)


def paint_standing(canvas: Canvas, colour: str, tool: int = 0) -> None:
    """Paint a worker in the square of the board at the top left."""
    canvas.polygon([(21, 58), (42, 58), (58, 51), (51, 47)], SHADE)
    canvas.disc(30, 57, 14, SHADE, height=2.6)
    paint_worker(canvas, colour, 30, 30, 60, tool=tool)


def paint_camped(canvas: Canvas) -> None:
    """Paint the camp behind a worker in the square at the top left."""
    paint_clearing(canvas, 30, 30)
    paint_tent(canvas, 13, 20, 0.62)


def worker_icon(colour: str, size: int, scale: float, ground: RGB) -> Tile:
    """Draw a worker in a square tile of ``size`` units on a panel's ground."""
    canvas = Canvas(size, size, scale)
    # The figure's edge is ink, which a dark panel would swallow.
    rim = PAPER if is_dark(ground) else None
    paint_worker(canvas, colour, size / 2, size / 2, size - 2, rim)
    return tile_on(canvas, ground)
