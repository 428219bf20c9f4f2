"""Tokens: workers under their hats, seals with their signs, gold, and all as small pictures.

Yellow wears a broad straw hat, orange a pointed hood, green a feathered cap, violet a tall hat;
neutral workers are hooded. Cloth is a disc with a shirt, spice a diamond with a leaf, carpentry a
square with a mallet, silver a hexagon with a goblet; another family is an octagon with its initial.
"""

import io
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

from render.art.drawing import DIGIT, LETTER, UNIT, has_drawing, paint_drawing
from render.art.land import paint_clearing, paint_tent
from render.canvas import Canvas, Point
from render.colours import FAMILY, GRASS, INK, PAPER, RGB, SHADE, is_dark, lighter, player_tones
from render.files.raster import Tile, tile_on, tile_over
from render.letters.text import paint_text

TOOLS: Final = 4  # the ways to stand: of four workers one has a hammer
_WHOLE: Final = 44  # the size below which of a figure only hat, head and shoulders are painted


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


@dataclass(frozen=True, slots=True)
class Sign:
    """The look of a family's seal besides its colour; its goods are the drawing ``sign-…``."""

    colour: RGB  # the sign's colour, clear on the seal's
    # the corners of the outline round the middle, in radii; none for a disc
    corners: tuple[Point, ...]
    letter: str = ""  # the initial of a family that has no drawing


def paint_shape_of(
    canvas: Canvas, family: str, x: float, y: float, radius: float, fill: RGB
) -> None:
    """Fill a family's plain shape round a point."""
    corners = sign_of(family).corners
    if corners:
        outline = [(x + dx * radius, y + dy * radius) for dx, dy in corners]
        canvas.polygon(outline, fill, edge=fill, width=2)
    else:
        canvas.disc(x, y, radius, fill)


def paint_seal(canvas: Canvas, family: str, x: float, y: float, radius: float) -> None:
    """Paint a family's seal with its sign round a point."""
    colour, sign = FAMILY[family], sign_of(family)
    paint_shape_of(canvas, family, x, y, radius, INK)
    if is_dark(colour):
        # A pale line inside the edge, for seals nearly as dark as it.
        paint_shape_of(canvas, family, x, y, radius - 1.6, lighter(colour, 0.5))
        paint_shape_of(canvas, family, x, y, radius - 3.4, colour)
    else:
        paint_shape_of(canvas, family, x, y, radius - 2.2, colour)
    if sign.letter:
        paint_text(canvas, x, y, sign.letter, max(radius * 1.3, LETTER), sign.colour)
    else:
        tones = {"sign": sign.colour, "face": colour}
        paint_drawing(canvas, f"sign-{family}", x, y, radius / 20, tones=tones)


def _regular(corners: int, reach: float, turn: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a regular figure, the first ``turn`` radians from three o'clock."""
    angles = [turn + 2 * math.pi * number / corners for number in range(corners)]
    return tuple((reach * math.cos(angle), reach * math.sin(angle)) for angle in angles)


SIGNS: Final[Mapping[str, Sign]] = {
    "red": Sign((255, 250, 240), ()),
    "olive": Sign((30, 30, 8), _regular(4, 1.15)),
    "black": Sign((255, 248, 230), _regular(4, 0.92 * math.sqrt(2), math.pi / 4)),
    "silver": Sign((27, 39, 54), _regular(6, 1.12)),
}
"""The signs of the families by name; another family's sign is its initial on an octagon."""


def sign_of(family: str) -> Sign:
    """Return the sign of a family."""
    known = SIGNS.get(family)
    return known or Sign((255, 252, 243), _regular(8, 1.06, math.pi / 8), family[:1].upper())


def seal(family: str, size: int, scale: float, ground: RGB) -> Tile:
    """Draw a seal of ``size`` units in a square tile, on a ground."""
    return tile_on(_canvas(family, size, scale, ground), ground)


def loose_seal(family: str, size: int, scale: float, ground: RGB) -> Tile:
    """Draw a seal of ``size`` units to lay over something of mostly one colour."""
    return tile_over(_canvas(family, size, scale, ground), ground)


def sold_seal(family: str, count: int, size: int, scale: float, ground: RGB) -> Tile:
    """Draw how many seals of a family were sold: its shape and colour with the number on it."""
    canvas = Canvas(size, size, scale)
    middle, radius, sign = size / 2, size * 0.46, sign_of(family)
    paint_shape_of(canvas, family, middle, middle, radius, PAPER if is_dark(ground) else INK)
    paint_shape_of(canvas, family, middle, middle, radius - 2, FAMILY[family])
    paint_text(canvas, middle, middle, str(count), DIGIT, sign.colour)
    return tile_on(canvas, ground)


def _canvas(family: str, size: int, scale: float, ground: RGB) -> Canvas:
    """Return a seal for a ground; on a dark one it has a pale rim."""
    canvas = Canvas(size, size, scale)
    if is_dark(ground):
        paint_shape_of(canvas, family, size / 2, size / 2, size * 0.4 + 1.8, PAPER)
    paint_seal(canvas, family, size / 2, size / 2, size * 0.4)
    return canvas


def coin(size: int, scale: float, ground: RGB) -> Tile:
    """Draw a gold coin."""
    canvas = Canvas(size, size, scale)
    paint_coin(canvas, size)
    return tile_on(canvas, ground)


def paint_coin(canvas: Canvas, size: float) -> None:
    """Paint a gold coin in the square of ``size`` units at the top left."""
    paint_drawing(canvas, "coin", size / 2, size / 2, size / 24)


IconKind: TypeAlias = Literal["seal", "worker", "gold"]

SIDE: Final = 96  # pixels of a side: emojis are shown at 48 and less


@cache
def draw_icon(kind: IconKind, which: str = "") -> bytes:
    """Draw a seal, a worker or gold as a PNG that is clear on light and dark backgrounds.

    Args:
        which: the family of a seal; the colour of a worker, or ``neutral``.

    >>> draw_icon("seal", "red")[1:4]
    b'PNG'
    """
    canvas = Canvas(SIDE, SIDE, 1)
    middle = SIDE / 2
    match kind:
        case "seal":
            # A pale rim: Discord shows emojis on dark and on light grounds alike.
            paint_shape_of(canvas, which, middle, middle, SIDE * 0.4 + 3, PAPER)
            paint_seal(canvas, which, middle, middle, SIDE * 0.4)
        case "worker":
            paint_worker(canvas, which, middle, middle + 2, SIDE - 6, PAPER)
        case "gold":
            paint_coin(canvas, SIDE)
    file = io.BytesIO()
    canvas.reduced().save(file, "PNG", optimize=True)
    return file.getvalue()
