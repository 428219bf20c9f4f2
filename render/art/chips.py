"""Chips that answer by a number: how many squares are vacant, who gained how many seals."""

from __future__ import annotations

from typing import Final

from render.art.coins import paint_coin
from render.art.figures import paint_worker
from render.art.shapes import DIGIT, LETTER, UNIT
from render.canvas import Canvas
from render.colours import FLOOR, GRASS, GROUND, INK, MARK, MARK_DARK, PAPER, PLAYER
from render.files.raster import Tile, tile_over
from render.letters.text import paint_text

CHIP: Final = 48
"""The side of the square in which a vacancy chip lies."""
_NEARLY: Final = 3
"""So few vacant squares are nearly none: the chip is strong."""
GAIN: Final = (60, 36)
"""Width and height of the plaque that says what somebody gained."""
PAYOUT: Final = (46, 34)
"""The same of the plaque that says what somebody would gain."""
HAT: Final = 36
"""The side of the square in which a hat's disc lies."""
PILL: Final = 34
"""The height of what offers something."""


def vacancy_chip(vacant: int, scale: float) -> Tile:
    """Draw the number of vacant squares round a building: pale, but strong if they are few."""
    canvas = Canvas(CHIP, CHIP, scale)
    # Two digits need a wider chip.
    middle, wide = CHIP / 2, 4 if vacant > 9 else 0
    strong = vacant <= _NEARLY
    rings = ((20, PAPER), (18, INK)) if strong else ((19, GROUND), (17.4, PAPER))
    for radius, colour in rings:
        canvas.box(
            middle - radius - wide,
            middle - radius,
            middle + radius + wide,
            middle + radius,
            colour,
            radius=radius,
        )
    paint_text(canvas, middle, middle, str(vacant), DIGIT, PAPER if strong else INK)
    return tile_over(canvas, FLOOR)


def gain_plaque(colour: str, count: int, scale: float) -> Tile:
    """Draw the seals a player gained at a completed building: ``+4`` beside the player's figure."""
    width, height = GAIN
    canvas = Canvas(width, height, scale)
    canvas.box(0, 0, width, height, INK, radius=7)
    canvas.box(1.6, 1.6, width - 1.6, height - 1.6, PLAYER[colour], radius=6)
    canvas.box(4.6, 4.6, width - 4.6, height - 4.6, PAPER, radius=4)
    paint_worker(canvas, colour, 16, height / 2 + 1, 34)
    paint_text(canvas, width - 22, height / 2, f"+{count}", LETTER, INK)
    return tile_over(canvas, FLOOR)


def payout_plaque(colour: str, count: int, scale: float) -> Tile:
    """Draw the seals a player would gain at a building: the figure and how many, without a plus."""
    width, height = PAYOUT
    canvas = Canvas(width, height, scale)
    # Round ends and no plus: a promise must not look like a gain.
    canvas.box(0, 0, width, height, INK, radius=16)
    canvas.box(1.6, 1.6, width - 1.6, height - 1.6, FLOOR, radius=14)
    paint_worker(canvas, colour, 16, height / 2, 30)
    paint_text(canvas, width - 15, height / 2, str(count), LETTER, INK)
    return tile_over(canvas, FLOOR)


def missing_square(scale: float) -> Tile:
    """Draw a vacant square that a building lacks for its completion: an empty frame."""
    canvas = Canvas(UNIT, UNIT, scale)
    canvas.box(13, 13, 47, 47, INK, radius=9)
    canvas.box(14.6, 14.6, 45.4, 45.4, PAPER, radius=7.6)
    canvas.box(18.6, 18.6, 41.4, 41.4, INK, radius=5)
    canvas.box(20, 20, 40, 40, GRASS, radius=4)
    return tile_over(canvas, GRASS)


def hat_badge(colour: str, scale: float) -> Tile:
    """Draw the owner of a mark: a player's figure on a disc ringed with the player's colour."""
    canvas = Canvas(HAT, HAT, scale)
    middle = HAT / 2
    canvas.disc(middle, middle, middle - 1, INK)
    canvas.disc(middle, middle, middle - 2.2, PLAYER[colour])
    canvas.disc(middle, middle, middle - 4.6, PAPER)
    paint_worker(canvas, colour, middle, middle, 29)
    return tile_over(canvas, PAPER)


def chance_pill(number: int, gold: str, scale: float) -> Tile:
    """Draw a possible action: its number on blue, and beside a coin the gold, such as ``2–8``."""
    width, height = pill_width(number, gold), PILL
    canvas = Canvas(width, height, scale)
    canvas.box(0, 0, width, height, MARK_DARK, radius=height / 2)
    canvas.box(1.4, 1.4, width - 1.4, height - 1.4, PAPER, radius=height / 2 - 1.4)
    middle = height / 2
    canvas.disc(middle, middle, middle - 2.8, MARK)
    paint_text(canvas, middle, middle, str(number), LETTER, PAPER)
    painted_coin = canvas.part(24, 24)
    paint_coin(painted_coin, 24)
    canvas.lay(painted_coin, height + 1, middle - 12)
    paint_text(canvas, height + 27, middle, gold, LETTER, INK, anchor="lm")
    return tile_over(canvas, PAPER)


def pill_width(number: int, gold: str) -> int:
    """Return the width of a chance's pill."""
    return PILL + 36 + 17 * len(gold)
