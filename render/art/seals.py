"""Seals: a shape and a sign of the goods for each family besides its colour.

Cloth is a disc with a shirt, spice a diamond with a leaf, carpentry a square with a mallet,
silver a hexagon with a goblet. A family without an entry is an octagon with its initial.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from render.art.drawing import DIGIT, LETTER, paint_drawing
from render.canvas import Canvas, Point
from render.colours import FAMILY, INK, PAPER, RGB, is_dark, lighter
from render.files.raster import Tile, tile_on, tile_over
from render.letters.text import paint_text


@dataclass(frozen=True, slots=True)
class Sign:
    """The look of a family's seal besides its colour; its goods are the drawing ``sign-…``.

    Attributes:
        colour: the sign's colour, clear on the seal's.
        corners: the corners of the outline round the middle, in radii; none for a disc.
        letter: the initial of a family that has no drawing.
    """

    colour: RGB
    corners: tuple[Point, ...]
    letter: str = ""


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
