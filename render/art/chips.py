"""Chips that answer by a number: how many squares are vacant, who gained how many seals."""

from __future__ import annotations

from typing import Final

from render.art.figures import paint_worker
from render.art.shapes import LETTER
from render.canvas import Canvas
from render.colours import FLOOR, INK, MARK, PAPER, PLAYER
from render.files.raster import Tile, tile_over
from render.letters.text import paint_text

CHIP: Final = 44
"""The side of the square in which a vacancy chip lies."""
_NEARLY: Final = 3
"""So few vacant squares are nearly none: the chip is strong."""
GAIN: Final = (66, 36)
"""Width and height of the plaque that says what somebody gained."""


def vacancy_chip(vacant: int, scale: float) -> Tile:
    """How many squares round a building are vacant; dark with a pale rim when only few are."""
    canvas = Canvas(CHIP, CHIP, scale)
    middle, wide = CHIP / 2, 5 if vacant > 9 else 0
    strong = vacant <= _NEARLY
    for radius, colour in ((17, PAPER), (15.4, INK)) if strong else ((17, INK), (15.4, PAPER)):
        canvas.box(
            middle - radius - wide,
            middle - radius,
            middle + radius + wide,
            middle + radius,
            colour,
            radius=radius,
        )
    paint_text(canvas, middle, middle, str(vacant), LETTER, PAPER if strong else INK)
    return tile_over(canvas, FLOOR)


def gain_plaque(colour: str, count: int, scale: float) -> Tile:
    """The seals a player gained at a completed building: ``+4`` beside the player's figure."""
    width, height = GAIN
    canvas = Canvas(width, height, scale)
    canvas.box(0, 0, width, height, INK, radius=7)
    canvas.box(1.6, 1.6, width - 1.6, height - 1.6, PLAYER[colour], radius=6)
    canvas.box(4.6, 4.6, width - 4.6, height - 4.6, PAPER, radius=4)
    paint_worker(canvas, colour, 18, height / 2 + 1, 36)
    paint_text(canvas, width - 24, height / 2, f"+{count}", LETTER, INK)
    return tile_over(canvas, FLOOR)


def hat_badge(colour: str, scale: float) -> Tile:
    """Whose mark it is: a player's figure on a disc with a blue rim."""
    canvas = Canvas(38, 38, scale)
    canvas.disc(19, 19, 18, PAPER)
    canvas.disc(19, 19, 16.6, MARK)
    canvas.disc(19, 19, 14.4, PAPER)
    paint_worker(canvas, colour, 19, 19, 30)
    return tile_over(canvas, PAPER)
