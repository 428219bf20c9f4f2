"""What tells the forms of building apart from above: sails, chimneys, a bell tower, stalls."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from render.canvas import Canvas, Point
from render.colours import INK, PAPER, RGB, darker, lighter

_WOOD: Final[RGB] = (134, 88, 52)
_GOLD: Final[RGB] = (240, 196, 72)
_SMOKE: Final[RGB] = (236, 234, 230)
_BRICK: Final[RGB] = (170, 84, 62)


def _house(canvas: Canvas, x: float, y: float, completed: bool) -> None:
    """A brick chimney and a lit dormer window."""
    canvas.box(x - 16, y - 15, x - 4, y - 3, INK, radius=2)
    canvas.box(x - 14.5, y - 13.5, x - 5.5, y - 4.5, _BRICK, radius=1)
    canvas.box(x - 12, y - 11, x - 8, y - 7, INK)
    canvas.polygon([(x + 1, y + 4), (x + 9, y - 4), (x + 17, y + 4)], INK, edge=INK, width=3)
    canvas.box(x + 2, y + 3, x + 16, y + 16, INK, radius=1)
    canvas.box(x + 4, y + 4, x + 14, y + 14, (255, 226, 132))
    canvas.box(x + 8.3, y + 4, x + 9.7, y + 14, INK)


def _farm(canvas: Canvas, x: float, y: float, completed: bool) -> None:
    """A sheaf of corn tied in the middle."""
    straw = (250, 224, 128)
    ends = [(-15, -17), (-8, -20), (0, -21), (8, -20), (15, -17)]
    for wide, colour in ((6.5, INK), (3.6, straw)):
        for dx, dy in ends:
            canvas.line([(x + dx, y + dy + 3), (x, y + 3), (x - dx * 0.6, y + 18)], colour, wide)
    for dx, dy in ends:
        canvas.disc(x + dx, y + dy + 3, 3.6, (246, 206, 88), edge=INK, width=1.2)
    canvas.box(x - 7, y, x + 7, y + 6, (176, 62, 48), radius=2, edge=INK, width=1.4)


def _tavern(canvas: Canvas, x: float, y: float, completed: bool) -> None:
    """A foaming mug."""
    canvas.arc(x + 11, y + 2, 9.5, 0, 360, INK, 6.4)
    canvas.arc(x + 11, y + 2, 8.5, 0, 360, (250, 208, 90), 3)
    canvas.box(x - 14, y - 12, x + 11, y + 18, INK, radius=4)
    canvas.box(x - 12, y - 10, x + 9, y + 16, (244, 184, 62), radius=3)
    for left in (-8.5, -2.5, 3.5):
        canvas.box(x + left, y - 4, x + left + 2.6, y + 13, (255, 224, 140), radius=1)
    for dx, radius in ((-10, 6.4), (-2, 8), (7, 6.4)):
        canvas.disc(x + dx, y - 11, radius + 1.8, INK)
    for dx, radius in ((-10, 6.4), (-2, 8), (7, 6.4)):
        canvas.disc(x + dx, y - 11, radius, PAPER)
    canvas.box(x - 10, y - 12, x + 7, y - 6, PAPER)


def _turned(x: float, y: float, angle: float, along: float, aside: float) -> Point:
    """The point so far along a direction from a point, and so far to its right."""
    ux, uy = math.cos(angle), math.sin(angle)
    return x + ux * along - uy * aside, y + uy * along + ux * aside


def _mill(canvas: Canvas, x: float, y: float, completed: bool) -> None:
    """Four sails on a hub."""
    for quarter in range(4):
        at = partial(_turned, x, y, math.pi / 4 + quarter * math.pi / 2)

        canvas.polygon([at(7, -1), at(29, -1), at(29, 11), at(9, 8)], INK, edge=INK, width=3.4)
        canvas.polygon([at(8, 0.5), at(28, 0.5), at(28, 9.5), at(10, 7)], PAPER)
        for along in (13, 18, 23):
            canvas.line([at(along, 1), at(along, 8.6)], _WOOD, 1.3)
        canvas.line([at(10, 4.6), at(28, 5.4)], _WOOD, 1.3)
        canvas.line([at(0, 0), at(29, 0)], INK, 4.4)
        canvas.line([at(0, 0), at(28.5, 0)], _WOOD, 2.2)
    canvas.disc(x, y, 6.4, INK)
    canvas.disc(x, y, 4.6, (196, 74, 52))


def _smithy(canvas: Canvas, x: float, y: float, completed: bool) -> None:
    """A chimney with glowing fire and a curl of smoke."""
    for dx, dy, radius in ((4, -7, 7.4), (12, -15, 6.2), (19, -21, 4.6)):
        canvas.disc(x + dx, y + dy, radius + 1.6, INK)
    canvas.box(x - 17, y - 5, x + 7, y + 19, INK, radius=3)
    canvas.box(x - 15, y - 3, x + 5, y + 17, (158, 150, 146), radius=2)
    canvas.box(x - 11.5, y + 0.5, x + 1.5, y + 13.5, INK, radius=2)
    canvas.box(x - 10, y + 2, x, y + 12, (226, 76, 30), radius=2)
    canvas.disc(x - 5, y + 7.4, 3.4, (255, 206, 84))
    for dx, dy, radius in ((4, -7, 7.4), (12, -15, 6.2), (19, -21, 4.6)):
        canvas.disc(x + dx, y + dy, radius, _SMOKE)
    canvas.disc(x + 2, y - 3, 5, _SMOKE)


def _trade_centre(canvas: Canvas, x: float, y: float, completed: bool) -> None:
    """A striped market awning over a scale of goods."""
    left, top, right, bottom = x - 20, y - 17, x + 20, y + 12
    canvas.box(left - 2, top - 2, right + 2, bottom + 4, INK, radius=3)
    stripes = 5
    width = (right - left) / stripes
    for number in range(stripes):
        colour = PAPER if number % 2 else (204, 64, 52)
        first = left + number * width
        canvas.box(first, top, first + width, bottom - 4, colour)
        canvas.disc(first + width / 2, bottom - 4, width / 2, colour, height=6)
    canvas.box(left, top, right, top + 4, darker((204, 64, 52), 0.25))
    canvas.disc(x - 9, bottom + 5, 5, _GOLD, edge=INK, width=1.6)
    canvas.disc(x + 9, bottom + 5, 5, _GOLD, edge=INK, width=1.6)
    canvas.disc(x, bottom + 7, 5, lighter(_GOLD, 0.2), edge=INK, width=1.6)


def _monastery(canvas: Canvas, x: float, y: float, completed: bool) -> None:
    """A bell tower: a pale square tower with a pointed roof and a golden bell."""
    canvas.box(x - 20, y - 20, x + 20, y + 20, INK, radius=3)
    canvas.box(x - 18, y - 18, x + 18, y + 18, (238, 230, 214), radius=2)
    for corner in ((-18, -18), (14, -18), (-18, 14), (14, 14)):
        canvas.box(x + corner[0], y + corner[1], x + corner[0] + 4, y + corner[1] + 4, INK)
    canvas.line([(x, y - 15), (x, y - 11)], INK, 5)
    canvas.slice(x, y, 12.4, 180, 360, INK)
    canvas.polygon([(x - 12.4, y - 1), (x + 12.4, y - 1), (x + 15, y + 11), (x - 15, y + 11)], INK)
    canvas.slice(x, y, 10.4, 180, 360, _GOLD)
    canvas.polygon(
        [(x - 10.4, y - 1), (x + 10.4, y - 1), (x + 12.4, y + 8.6), (x - 12.4, y + 8.6)], _GOLD
    )
    canvas.box(x - 12.4, y + 5.2, x + 12.4, y + 8.6, darker(_GOLD, 0.2))
    canvas.box(x - 6, y - 5, x - 3.4, y + 4, lighter(_GOLD, 0.6), radius=1)
    canvas.disc(x, y + 12.6, 3.8, INK)
    canvas.disc(x, y + 12.2, 2.2, darker(_GOLD, 0.2))


CRESTS: Final[Mapping[str, Callable[[Canvas, float, float, bool], None]]] = {
    "house": _house,
    "farm": _farm,
    "tavern": _tavern,
    "mill": _mill,
    "smithy": _smithy,
    "trade-centre": _trade_centre,
    "monastery": _monastery,
}
"""Paints what is characteristic of a form round the middle of its head cell."""
