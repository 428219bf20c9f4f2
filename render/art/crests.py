"""The looks of the forms of building from above: roofs, sails, chimneys, a bell tower, stalls.

One entry of ``FORM_LOOKS`` says all that is peculiar to a form. A form without an entry has a roof
of a spare colour and its initial on a plaque.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from render.art.shapes import LETTER
from render.canvas import Canvas
from render.colours import INK, PAPER, RGB, darker, lighter, spare_number
from render.letters.text import paint_text

Crest: TypeAlias = Callable[[Canvas, float, float], None]


@dataclass(frozen=True, slots=True)
class FormLook:
    """The look of a form of building.

    Attributes:
        roof: the colour of its roof.
        crest: the function that paints its characteristic detail round a point.
        at_end: True if the crest stands on the first cell instead of where wings meet.
    """

    roof: RGB
    crest: Crest
    at_end: bool = False


_WOOD: Final[RGB] = (134, 88, 52)
_GOLD: Final[RGB] = (240, 196, 72)
_SMOKE: Final[RGB] = (236, 234, 230)
_BRICK: Final[RGB] = (170, 84, 62)


def _house(canvas: Canvas, x: float, y: float) -> None:
    """Paint a brick chimney and a lit dormer window."""
    canvas.box(x - 16, y - 15, x - 4, y - 3, INK, radius=2)
    canvas.box(x - 14.5, y - 13.5, x - 5.5, y - 4.5, _BRICK, radius=1)
    canvas.box(x - 12, y - 11, x - 8, y - 7, INK)
    canvas.polygon([(x + 1, y + 4), (x + 9, y - 4), (x + 17, y + 4)], INK, edge=INK, width=3)
    canvas.box(x + 2, y + 3, x + 16, y + 16, INK, radius=1)
    canvas.box(x + 4, y + 4, x + 14, y + 14, (255, 226, 132))
    canvas.box(x + 8.3, y + 4, x + 9.7, y + 14, INK)


def _farm(canvas: Canvas, x: float, y: float) -> None:
    """Paint a sheaf of corn tied in the middle."""
    straw, deep = (252, 222, 116), (206, 152, 52)
    # The same outline twice: first grown and dark, which leaves an edge round the second.
    for grow, colour in ((2.4, INK), (0.0, straw)):
        fan = [(x - 18, y - 16), (x, y - 20), (x + 18, y - 16), (x + 5, y + 2)]
        fan += [(x + 12, y + 19), (x - 12, y + 19), (x - 5, y + 2)]
        canvas.polygon(fan, colour, edge=colour, width=max(1, 2 * grow))
    canvas.line([(x - 8, y - 13), (x - 2, y - 2)], deep, 2)
    canvas.line([(x + 8, y - 13), (x + 2, y - 2)], deep, 2)
    canvas.box(x - 8, y - 2, x + 8, y + 5, INK)
    canvas.box(x - 6, y, x + 6, y + 3, (196, 62, 46))


def _tavern(canvas: Canvas, x: float, y: float) -> None:
    """Paint a foaming mug."""
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


def _mill(canvas: Canvas, x: float, y: float) -> None:
    """Paint four latticed sails on a hub."""
    for quarter in range(4):
        sail = partial(_quarter_box, canvas, x, y, quarter)
        sail(6, -2, 29, 14, INK)
        sail(8, 2, 27, 12, PAPER)
        for along in (13, 20):
            sail(along, 2, along + 2, 12, _WOOD)
        sail(0, -2, 29, 2, INK)
        sail(0, -1, 28, 1, _WOOD)
    canvas.disc(x, y, 7, INK)
    canvas.disc(x, y, 5, (206, 70, 48))


def _quarter_box(
    canvas: Canvas,
    x: float,
    y: float,
    quarter: int,
    near: float,
    right: float,
    far: float,
    left: float,
    colour: RGB,
) -> None:
    """Paint a box along one of the four directions from a point."""
    corners = [(near, right), (far, left)]
    for _ in range(quarter):
        corners = [(-aside, along) for along, aside in corners]
    (first, second), (third, fourth) = corners
    canvas.box(
        x + min(first, third),
        y + min(second, fourth),
        x + max(first, third),
        y + max(second, fourth),
        colour,
    )


def _smithy(canvas: Canvas, x: float, y: float) -> None:
    """Paint a chimney with glowing fire and a curl of smoke."""
    for dx, dy, radius in ((6, -9, 8), (16, -18, 6)):
        canvas.disc(x + dx, y + dy, radius + 1.6, INK)
    canvas.box(x - 17, y - 5, x + 7, y + 19, INK, radius=3)
    canvas.box(x - 15, y - 3, x + 5, y + 17, (158, 150, 146), radius=2)
    canvas.box(x - 11.5, y + 0.5, x + 1.5, y + 13.5, INK, radius=2)
    canvas.box(x - 10, y + 2, x, y + 12, (226, 76, 30), radius=2)
    canvas.disc(x - 5, y + 7.4, 3.4, (255, 206, 84))
    for dx, dy, radius in ((6, -9, 8), (16, -18, 6)):
        canvas.disc(x + dx, y + dy, radius, _SMOKE)
    canvas.disc(x + 2, y - 3, 5, _SMOKE)


def _trade_centre(canvas: Canvas, x: float, y: float) -> None:
    """Paint a striped market awning over a stall."""
    left, top, right, bottom = x - 20, y - 16, x + 20, y + 16
    canvas.box(left - 2, top - 2, right + 2, bottom + 4, INK)
    stripes = 5
    width = (right - left) / stripes
    for number in range(stripes):
        colour = PAPER if number % 2 else (204, 64, 52)
        first = left + number * width
        canvas.box(first, top, first + width, bottom - 4, colour)
        canvas.disc(first + width / 2, bottom - 4, width / 2, colour, height=6)
    canvas.box(left, top, right, top + 4, darker((204, 64, 52), 0.25))


def _monastery(canvas: Canvas, x: float, y: float) -> None:
    """Paint a bell tower: a pale square tower with a pointed roof and a golden bell."""
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


def _plaque(letter: str, canvas: Canvas, x: float, y: float) -> None:
    """Paint a wooden plaque with a letter, for forms without a drawing of their own."""
    canvas.box(x - 17, y - 17, x + 17, y + 17, INK, radius=5)
    canvas.box(x - 15, y - 15, x + 15, y + 15, PAPER, radius=4)
    paint_text(canvas, x, y, letter, LETTER, INK)


FORM_LOOKS: Final[Mapping[str, FormLook]] = {
    "house": FormLook((203, 104, 74), _house),
    "farm": FormLook((222, 184, 96), _farm),
    "tavern": FormLook((146, 82, 62), _tavern),
    "mill": FormLook((236, 222, 196), _mill),
    "smithy": FormLook((92, 92, 100), _smithy),
    "trade-centre": FormLook((62, 146, 138), _trade_centre),
    "monastery": FormLook((120, 134, 164), _monastery, at_end=True),
}
"""The looks of the forms by name."""

_SPARE_ROOFS: Final[tuple[RGB, ...]] = ((150, 110, 140), (176, 146, 92), (108, 132, 96))


def look_of(form: str) -> FormLook:
    """Return the look of a form."""
    known = FORM_LOOKS.get(form)
    if known is not None:
        return known
    # By the name's hash: an edition's new form has the same roof in every picture and process.
    roof = _SPARE_ROOFS[spare_number(form, len(_SPARE_ROOFS))]
    return FormLook(roof, partial(_plaque, form[:1].upper()))
