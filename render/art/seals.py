"""Seals: a shape, a glyph and a letter for each family besides its colour.

Cloth is a disc with a shirt, spice a diamond with a leaf, carpentry a square with a mallet,
silver a hexagon with a goblet. A family without an entry is an octagon with its initial.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from render.art.shapes import LETTER
from render.canvas import Canvas, Point
from render.colours import FAMILY, INK, PAPER, RGB, darker, is_dark
from render.files.raster import Tile, tile_on, tile_over
from render.letters.text import paint_text

Glyph: TypeAlias = Callable[[Canvas, float, float, float, RGB], None]


@dataclass(frozen=True, slots=True)
class Sign:
    """The look of a family's seal besides its colour.

    Attributes:
        letter: the initial of its name in the notation, the same in every language.
        letter_colour: the letter's colour, clear on the seal's colour and on the glyph.
        glyph_colour: the glyph's colour, near to the seal's.
        corners: the corners of the outline round the middle, in radii; none for a disc.
        glyph: the function that paints the goods of the family.
        rimmed: True for a pale line inside the edge, for seals as dark as their edge.
    """

    letter: str
    letter_colour: RGB
    glyph_colour: RGB
    corners: tuple[Point, ...]
    glyph: Glyph
    rimmed: bool = False


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
    """Paint a family's seal with its glyph and letter round a point."""
    colour, sign = FAMILY[family], sign_of(family)
    paint_shape_of(canvas, family, x, y, radius, INK)
    inner = radius - 2
    if sign.rimmed:
        paint_shape_of(canvas, family, x, y, inner, PAPER)
        inner -= 2
    paint_shape_of(canvas, family, x, y, inner, colour)
    sign.glyph(canvas, x, y, radius * 0.78, sign.glyph_colour)
    # The letter is what still tells families apart in grey and on a phone.
    paint_text(canvas, x, y, sign.letter, max(radius * 1.3, LETTER), sign.letter_colour)


def _shirt(canvas: Canvas, x: float, y: float, size: float, colour: RGB) -> None:
    half = [(0.2, -0.8), (0.5, -0.82), (1.02, -0.3), (0.74, 0.04), (0.52, -0.16), (0.52, 0.86)]
    right: list[Point] = [(x + dx * size, y + dy * size) for dx, dy in half]
    left: list[Point] = [(x - dx * size, y + dy * size) for dx, dy in reversed(half)]
    canvas.polygon([*right, *left, (x, y - size * 0.55)], colour)


def _leaf(canvas: Canvas, x: float, y: float, size: float, colour: RGB) -> None:
    rim: list[Point] = []
    for side in (1, -1):
        for step in range(-8, 9):
            share = step / 8
            width = 0.72 * (1 - share * share) ** 0.8
            rim.append((x + side * width * size, y + side * share * size * 1.02))
    canvas.polygon(rim, colour)
    canvas.line([(x, y + size * 0.9), (x, y + size * 1.25)], colour, size * 0.16)


def _mallet(canvas: Canvas, x: float, y: float, size: float, colour: RGB) -> None:
    canvas.box(x - size * 0.92, y - size * 0.95, x + size * 0.92, y - size * 0.3, colour)
    canvas.box(x - size * 0.24, y - size * 0.3, x + size * 0.24, y + size * 1.0, colour)


def _goblet(canvas: Canvas, x: float, y: float, size: float, colour: RGB) -> None:
    canvas.slice(x, y - size * 0.5, size * 0.8, 0, 180, colour)
    canvas.box(x - size * 0.8, y - size * 0.95, x + size * 0.8, y - size * 0.48, colour)
    canvas.box(x - size * 0.14, y, x + size * 0.14, y + size * 0.85, colour)
    canvas.box(x - size * 0.6, y + size * 0.74, x + size * 0.6, y + size, colour)


def _plain(canvas: Canvas, x: float, y: float, size: float, colour: RGB) -> None:
    """Paint no glyph: the letter stands alone."""


def _regular(corners: int, reach: float, turn: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a regular figure, the first ``turn`` radians from three o'clock."""
    angles = [turn + 2 * math.pi * number / corners for number in range(corners)]
    return tuple((reach * math.cos(angle), reach * math.sin(angle)) for angle in angles)


SIGNS: Final[Mapping[str, Sign]] = {
    "red": Sign("R", (255, 250, 244), (150, 26, 34), (), _shirt),
    "olive": Sign("O", (30, 28, 4), (198, 196, 96), _regular(4, 1.22), _leaf),
    "black": Sign(
        "B",
        (255, 248, 230),
        (96, 84, 74),
        _regular(4, 0.86 * math.sqrt(2), math.pi / 4),
        _mallet,
        rimmed=True,
    ),
    "silver": Sign("S", (28, 32, 44), (168, 178, 194), _regular(6, 1.08), _goblet),
}
"""The signs of the families by name; another family's sign is its initial on an octagon."""


def sign_of(family: str) -> Sign:
    """Return the sign of a family."""
    known = SIGNS.get(family)
    if known is not None:
        return known
    colour = darker(FAMILY[family], 0.2)
    octagon = _regular(8, 1.06, math.pi / 8)
    return Sign(family[:1].upper(), (255, 252, 243), colour, octagon, _plain)


def seal(family: str, size: int, scale: float, ground: RGB) -> Tile:
    """Draw a seal of ``size`` units in a square tile, on a ground."""
    return tile_on(_canvas(family, size, scale, ground), ground)


def loose_seal(family: str, size: int, scale: float, ground: RGB) -> Tile:
    """Draw a seal of ``size`` units to lay over something of mostly one colour."""
    return tile_over(_canvas(family, size, scale, ground), ground)


def sold_seal(family: str, count: int, size: int, scale: float, ground: RGB) -> Tile:
    """Draw how many seals of a family were sold: its shape and colour with the number on it."""
    canvas = Canvas(size, size, scale)
    middle, radius, sign = size / 2, size * 0.44, sign_of(family)
    paint_shape_of(canvas, family, middle, middle, radius, PAPER if is_dark(ground) else INK)
    paint_shape_of(canvas, family, middle, middle, radius - 2, FAMILY[family])
    paint_text(canvas, middle, middle, str(count), LETTER, sign.letter_colour)
    return tile_on(canvas, ground)


def _canvas(family: str, size: int, scale: float, ground: RGB) -> Canvas:
    """Return a seal for a ground; on a dark one it has a pale rim."""
    canvas = Canvas(size, size, scale)
    if is_dark(ground):
        paint_shape_of(canvas, family, size / 2, size / 2, size * 0.4 + 1.8, PAPER)
    paint_seal(canvas, family, size / 2, size / 2, size * 0.4)
    return canvas
