"""Seals: a shape, a glyph and a letter for each family besides its colour.

Cloth is a disc with a shirt, spice a diamond with a leaf, carpentry a square with a mallet,
silver a hexagon with a goblet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from render.canvas import Canvas, Point
from render.colours import FAMILY, INK, PAPER, RGB
from render.frame import Tile, tile_on
from render.text import paint_text

LETTERS: Final[Mapping[str, str]] = {"red": "R", "olive": "O", "black": "B", "silver": "S"}
"""The initials of the families' names in the notation, the same in every language."""

_LETTER_COLOURS: Final[Mapping[str, RGB]] = {
    "red": (255, 244, 232),
    "olive": (255, 252, 224),
    "black": (250, 240, 218),
    "silver": (40, 44, 56),
}
_GLYPH_COLOURS: Final[Mapping[str, RGB]] = {
    "red": (222, 112, 96),
    "olive": (170, 176, 74),
    "black": (112, 100, 88),
    "silver": (166, 176, 192),
}

_REACH: Final = {"olive": 1.22, "silver": 1.08}
"""How much further the corners of a shape reach than a disc of equal weight."""


def _outline(family: str, x: float, y: float, radius: float) -> list[Point] | None:
    """The corners of a family's shape, or None for a disc."""
    if family == "olive":
        return [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
    if family == "black":
        side = radius * 0.86
        return [
            (x - side, y - side),
            (x + side, y - side),
            (x + side, y + side),
            (x - side, y + side),
        ]
    if family == "silver":
        return [
            (x + radius * math.cos(math.pi / 3 * step), y + radius * math.sin(math.pi / 3 * step))
            for step in range(6)
        ]
    return None


def paint_shape_of(
    canvas: Canvas, family: str, x: float, y: float, radius: float, fill: RGB
) -> None:
    """Fills a family's plain shape round a point."""
    corners = _outline(family, x, y, radius)
    if corners is None:
        canvas.disc(x, y, radius, fill)
    else:
        canvas.polygon(corners, fill, edge=fill, width=2)


def paint_seal(canvas: Canvas, family: str, x: float, y: float, radius: float) -> None:
    """Paints a family's seal with its glyph and letter round a point."""
    colour = FAMILY[family]
    reach = radius * _REACH.get(family, 1)
    paint_shape_of(canvas, family, x, y, reach, INK)
    if family == "black":
        paint_shape_of(canvas, family, x, y, reach - 2, PAPER)
        paint_shape_of(canvas, family, x, y, reach - 4, colour)
    else:
        paint_shape_of(canvas, family, x, y, reach - 2, colour)
    _GLYPHS[family](canvas, x, y, radius * 0.78, _GLYPH_COLOURS[family])
    paint_text(canvas, x, y, LETTERS[family], radius * 1.3, _LETTER_COLOURS[family])


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


_GLYPHS: Final[Mapping[str, Callable[[Canvas, float, float, float, RGB], None]]] = {
    "red": _shirt,
    "olive": _leaf,
    "black": _mallet,
    "silver": _goblet,
}


def seal(family: str, size: int, scale: float, ground: RGB) -> Tile:
    """A seal of ``size`` units in a square tile, on a ground."""
    canvas = Canvas(size, size, scale)
    paint_seal(canvas, family, size / 2, size / 2, size * 0.4)
    return tile_on(canvas, ground)
