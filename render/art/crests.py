"""The looks of the forms of building: roof, plaster, and the detail that tells each.

One entry of ``FORM_LOOKS`` and a drawing ``crest-…`` say all that is peculiar to a form. A form
without an entry has a roof of a spare colour and its initial on a plaque.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from render.art.drawing import has_drawing, paint_drawing
from render.art.shapes import LETTER
from render.canvas import Canvas
from render.colours import INK, PAPER, RGB, lighter, spare_number
from render.letters.text import paint_text


@dataclass(frozen=True, slots=True)
class FormLook:
    """The look of a form of building.

    Attributes:
        roof: the colour of its roof.
        plaster: the colour of its south wall.
        at_end: True if the crest stands on the first cell instead of where wings meet.
    """

    roof: RGB
    plaster: RGB
    at_end: bool = False


FORM_LOOKS: Final[Mapping[str, FormLook]] = {
    "house": FormLook((201, 103, 74), (242, 220, 196)),
    "farm": FormLook((220, 181, 96), (227, 196, 146)),
    "tavern": FormLook((143, 82, 64), (217, 183, 143)),
    "mill": FormLook((233, 220, 194), (246, 239, 224)),
    "smithy": FormLook((91, 91, 100), (170, 163, 156)),
    "trade-centre": FormLook((62, 146, 138), (252, 246, 230)),
    "monastery": FormLook((120, 134, 166), (217, 215, 210), at_end=True),
}
"""The looks of the forms by name."""

SPARE_ROOFS: Final[tuple[RGB, ...]] = ((150, 110, 140), (176, 146, 92), (108, 132, 96))


def look_of(form: str) -> FormLook:
    """Return the look of a form."""
    known = FORM_LOOKS.get(form)
    if known is not None:
        return known
    # By the name's hash: an edition's new form has the same roof in every picture and process.
    roof = SPARE_ROOFS[spare_number(form, len(SPARE_ROOFS))]
    return FormLook(roof, lighter(roof, 0.6))


def paint_crest(canvas: Canvas, form: str, x: float, y: float, size: float = 1) -> None:
    """Paint the detail that tells a form round a point."""
    if form == "mill":
        for turn in (12, 102, 192, 282):
            paint_drawing(canvas, "sail", x, y, size, turn=turn)
        canvas.disc(x, y, 6 * size, (204, 70, 60), edge=INK, width=2)
    elif has_drawing(f"crest-{form}"):
        paint_drawing(canvas, f"crest-{form}", x, y, size)
    else:
        # Forms without a drawing of their own have a plaque with a letter.
        canvas.box(x - 17, y - 17, x + 17, y + 17, INK, radius=5)
        canvas.box(x - 15, y - 15, x + 15, y + 15, PAPER, radius=4)
        paint_text(canvas, x, y, form[:1].upper(), LETTER, INK)
