"""Seals: a shape, a glyph and a letter for each family besides its colour.

Cloth is a disc with a spool, spice a diamond with a leafy twig, carpentry a square with a saw,
silver a hexagon with a goblet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from PIL import ImageDraw

from render.canvas import Canvas, Point
from render.colours import FAMILY, INK, PAPER, RGB
from render.frame import Tile, tile_on
from render.text import packaged_font

LETTERS: Final[Mapping[str, str]] = {"red": "R", "olive": "O", "black": "B", "silver": "S"}
"""The initials of the families' names in the notation, the same in every language."""

_GLYPH_COLOURS: Final[Mapping[str, RGB]] = {
    "red": (255, 236, 222),
    "olive": (255, 248, 205),
    "black": (244, 232, 206),
    "silver": (52, 58, 70),
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
    colour = _GLYPH_COLOURS[family]
    _GLYPHS[family](canvas, x - radius * 0.33, y, radius * 0.5, colour)
    _letter(canvas, LETTERS[family], x + radius * 0.36, y, radius * 1.12, colour)


def _letter(canvas: Canvas, letter: str, x: float, y: float, size: float, colour: RGB) -> None:
    font = packaged_font("bold", round(size * canvas.factor))
    draw = ImageDraw.Draw(canvas.image)
    middle = (x * canvas.factor, y * canvas.factor)
    draw.text(middle, letter, fill=colour, font=font, anchor="mm")


def _spool(canvas: Canvas, x: float, y: float, size: float, colour: RGB) -> None:
    half = size * 0.5
    canvas.box(x - half, y - size, x + half, y - size * 0.66, colour)
    canvas.box(x - half, y + size * 0.66, x + half, y + size, colour)
    for step in range(3):
        top = y - size * 0.5 + step * size * 0.37
        canvas.box(x - half * 0.7, top, x + half * 0.7, top + size * 0.25, colour)


def _twig(canvas: Canvas, x: float, y: float, size: float, colour: RGB) -> None:
    canvas.line([(x, y + size), (x, y - size * 0.5)], colour, size * 0.18)
    for side, height in ((-1, -0.45), (1, -0.1), (-1, 0.3), (1, 0.6), (0, -0.9)):
        canvas.disc(x + side * size * 0.36, y + height * size, size * 0.27, colour)


def _saw(canvas: Canvas, x: float, y: float, size: float, colour: RGB) -> None:
    blade: list[Point] = [(x - size * 0.5, y - size), (x + size * 0.1, y - size)]
    teeth = 5
    for tooth in range(teeth):
        top = y - size + tooth * size * 1.3 / teeth
        blade += [(x + size * 0.5, top + size * 0.2), (x + size * 0.1, top + size * 1.3 / teeth)]
    blade.append((x - size * 0.5, y + size * 0.3))
    canvas.polygon(blade, colour)
    canvas.box(
        x - size * 0.5, y + size * 0.45, x + size * 0.25, y + size, colour, radius=size * 0.2
    )


def _goblet(canvas: Canvas, x: float, y: float, size: float, colour: RGB) -> None:
    canvas.slice(x, y - size * 0.8, size * 0.62, 0, 180, colour)
    canvas.box(x - size * 0.62, y - size, x + size * 0.62, y - size * 0.72, colour)
    canvas.box(x - size * 0.12, y - size * 0.3, x + size * 0.12, y + size * 0.8, colour)
    canvas.box(x - size * 0.45, y + size * 0.72, x + size * 0.45, y + size, colour)


_GLYPHS: Final[Mapping[str, Callable[[Canvas, float, float, float, RGB], None]]] = {
    "red": _spool,
    "olive": _twig,
    "black": _saw,
    "silver": _goblet,
}


def seal(family: str, size: int, scale: float, ground: RGB) -> Tile:
    """A seal of ``size`` units in a square tile, on a ground."""
    canvas = Canvas(size, size, scale)
    paint_seal(canvas, family, size / 2, size / 2, size * 0.4)
    return tile_on(canvas, ground)
