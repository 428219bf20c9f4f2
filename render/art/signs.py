"""Signs: the crown, the looks of the forms of building, marks, and chips that count.

Most marks are blue. One entry of ``FORM_LOOKS`` and a drawing ``crest-…`` say all that is peculiar
to a form. A form without an entry has a roof of a spare colour and its initial on a plaque.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from render import colours
from render.art.drawing import DIGIT, LETTER, UNIT, has_drawing, paint_drawing
from render.art.land import paint_tent
from render.art.tokens import paint_coin, paint_worker
from render.canvas import Canvas
from render.files.raster import Tile, tile_on, tile_over
from render.letters.text import paint_text


def paint_crown(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Paint a crown round a point, two thirds as high as it is wide."""
    paint_drawing(canvas, "crown", x, y, width / 6)


def crown(width: int, scale: float, ground: colours.RGB) -> Tile:
    """Draw a crown in a tile of two thirds the height, on a ground."""
    height = round(width * 0.8)
    canvas = Canvas(width, height, scale)
    paint_crown(canvas, width / 2, height * 0.54, width * 0.86)
    return tile_on(canvas, ground)


@dataclass(frozen=True, slots=True)
class FormLook:
    """The look of a form of building."""

    roof: colours.RGB
    plaster: colours.RGB  # the colour of its south wall
    at_end: bool = False  # True if the crest stands on the first cell instead of where wings meet


FORM_LOOKS: Final[Mapping[str, FormLook]] = {
    "house": FormLook((201, 103, 74), (242, 220, 196)),
    "farm": FormLook((220, 181, 96), (227, 196, 146)),
    "tavern": FormLook((143, 82, 64), (217, 183, 143)),
    "mill": FormLook((204, 156, 150), (246, 239, 224)),
    "smithy": FormLook((91, 91, 100), (170, 163, 156)),
    "trade-centre": FormLook((62, 146, 138), (252, 246, 230)),
    "monastery": FormLook((120, 134, 166), (217, 215, 210), at_end=True),
}
"""The looks of the forms by name."""

SPARE_ROOFS: Final[tuple[colours.RGB, ...]] = ((150, 110, 140), (176, 146, 92), (108, 132, 96))


def look_of(form: str) -> FormLook:
    """Return the look of a form."""
    known = FORM_LOOKS.get(form)
    if known is not None:
        return known
    # By the name's hash: an edition's new form has the same roof in every picture and process.
    roof = SPARE_ROOFS[colours.spare_number(form, len(SPARE_ROOFS))]
    return FormLook(roof, colours.lighter(roof, 0.6))


def paint_crest(canvas: Canvas, form: str, x: float, y: float, size: float = 1) -> None:
    """Paint the detail that tells a form round a point."""
    if form == "mill":
        for turn in (12, 102, 192, 282):
            paint_drawing(canvas, "sail", x, y, size, turn=turn)
        canvas.disc(x, y, 6 * size, (204, 70, 60), edge=colours.INK, width=2)
    elif has_drawing(f"crest-{form}"):
        paint_drawing(canvas, f"crest-{form}", x, y, size)
    else:
        # Forms without a drawing of their own have a plaque with a letter.
        canvas.box(x - 17, y - 17, x + 17, y + 17, colours.INK, radius=5)
        canvas.box(x - 15, y - 15, x + 15, y + 15, colours.PAPER, radius=4)
        paint_text(canvas, x, y, form[:1].upper(), LETTER, colours.INK)


def place_dot(scale: float) -> Tile:
    """Draw the dot of a square on which the tile may come to lie."""
    canvas = Canvas(UNIT, UNIT, scale)
    canvas.disc(30, 30, 8, colours.PAPER)
    canvas.disc(30, 30, 5.5, colours.MARK)
    return tile_over(canvas, colours.GRASS)


def number_badge(number: int, size: int, scale: float) -> Tile:
    """Draw a number on a blue disc."""
    canvas = Canvas(size, size, scale)
    middle = size / 2
    # On a disc as small as a pill's number there is no room for a digit that a phone still shows.
    corner = middle if size > PILL else 9
    for inset, tone in ((1, colours.MARK_DARK), (2, colours.PAPER), (3.6, colours.MARK)):
        far = size - inset
        canvas.box(inset, inset, far, far, tone, radius=corner - inset)
    text = str(number)
    size = max(round(DIGIT / max(1, scale)), round(size * (0.7 if len(text) == 1 else 0.6)))
    paint_text(canvas, middle, middle, text, size, colours.PAPER)
    return tile_over(canvas, colours.GRASS)


def would_be_worker(colour: str, scale: float) -> Tile:
    """Draw a worker that would be placed: on a pale blue ground with a rim."""
    canvas = Canvas(UNIT, UNIT, scale)
    canvas.box(1, 1, 59, 59, colours.MARK_DARK, radius=10)
    canvas.box(2.4, 2.4, 57.6, 57.6, colours.PAPER, radius=9)
    canvas.box(4.4, 4.4, 55.6, 55.6, colours.MARK_LIGHT, radius=7)
    paint_worker(canvas, colour, 30, 30)
    return tile_over(canvas, colours.GRASS)


def completes_badge(scale: float) -> Tile:
    """Draw a tick on a building that would be completed."""
    canvas = Canvas(30, 30, scale)
    canvas.disc(15, 15, 14, colours.MARK_DARK)
    canvas.disc(15, 15, 12.8, colours.PAPER)
    canvas.disc(15, 15, 11, colours.MARK)
    canvas.line([(9, 15.5), (13.5, 20), (21.5, 10.5)], colours.PAPER, 4)
    return tile_over(canvas, colours.GRASS)


def camp_badge(scale: float) -> Tile:
    """Draw a camp that a tile would cover: it brings a neutral worker."""
    canvas = Canvas(30, 30, scale)
    canvas.disc(15, 15, 14, colours.MARK_DARK)
    canvas.disc(15, 15, 12.8, colours.PAPER)
    paint_tent(canvas, 15, 17, 0.42)
    return tile_over(canvas, colours.GRASS)


def camp_sign(size: int, scale: float, ground: colours.RGB) -> Tile:
    """Draw a camp on a panel's ground, before the number of those that are left."""
    canvas = Canvas(size, size, scale)
    paint_tent(canvas, size / 2, size / 2 + 1, size / 60)
    return tile_on(canvas, ground)


CHIP: Final = 54  # the side of the square in which a vacancy chip lies
_VACANT: Final = 48  # the size of a chip's digit
_NEARLY: Final = 3  # so few vacant squares are nearly none: the chip is strong
GAIN: Final = (60, 36)  # width and height of the plaque that says what somebody gained
PAYOUT: Final = (48, 36)  # the same of the plaque that says what somebody would gain
HAT: Final = 36  # the side of the square in which a hat's disc lies
PILL: Final = 36  # the height of what offers something


def vacancy_chip(vacant: int, scale: float) -> Tile:
    """Draw the number of vacant squares round a building: pale, but strong if they are few."""
    canvas = Canvas(CHIP, CHIP, scale)
    # Two digits need a wider chip.
    middle, wide = CHIP / 2, 4 if vacant > 9 else 0
    strong = vacant <= _NEARLY
    rings = (
        ((24, colours.PAPER), (22, colours.INK))
        if strong
        else ((23, colours.GROUND), (21.4, colours.PAPER))
    )
    for radius, colour in rings:
        canvas.box(
            middle - radius - wide,
            middle - radius,
            middle + radius + wide,
            middle + radius,
            colour,
            radius=radius,
        )
    tone, size = colours.PAPER if strong else colours.INK, DIGIT if wide else _VACANT
    paint_text(canvas, middle, middle, str(vacant), size, tone)
    return tile_over(canvas, colours.FLOOR)


def gain_plaque(colour: str, count: int, scale: float) -> Tile:
    """Draw the seals a player gained at a completed building: ``+4`` beside the player's figure."""
    width, height = GAIN
    canvas = Canvas(width, height, scale)
    canvas.box(0, 0, width, height, colours.INK, radius=7)
    canvas.box(1.6, 1.6, width - 1.6, height - 1.6, colours.PLAYER[colour], radius=6)
    canvas.box(4.6, 4.6, width - 4.6, height - 4.6, colours.PAPER, radius=4)
    paint_worker(canvas, colour, 14, height / 2 + 1, 32)
    text = str(count)
    if count < 10:
        paint_text(canvas, width - 31, height / 2, "+", LETTER, colours.INK)
    paint_text(canvas, width - 4, height / 2, text, DIGIT, colours.INK, anchor="rm")
    return tile_over(canvas, colours.FLOOR)


def payout_plaque(colour: str, count: int, scale: float) -> Tile:
    """Draw the seals a player would gain at a building: the figure and how many, without a plus."""
    width, height = PAYOUT
    canvas = Canvas(width, height, scale)
    # Round ends and no plus: a promise must not look like a gain.
    canvas.box(0, 0, width, height, colours.INK, radius=17)
    canvas.box(2, 2, width - 2, height - 2, colours.PLAYER[colour], radius=15)
    canvas.box(25, 2, width - 16, height - 2, colours.PAPER)
    canvas.box(25, 2, width - 2, height - 2, colours.PAPER, radius=14)
    paint_worker(canvas, colour, 14, height / 2, 28)
    paint_text(canvas, width - 13, height / 2, str(count), DIGIT, colours.INK)
    return tile_over(canvas, colours.FLOOR)


def missing_square(scale: float) -> Tile:
    """Draw a vacant square that a building lacks for its completion: an empty frame."""
    canvas = Canvas(UNIT, UNIT, scale)
    canvas.box(13, 13, 47, 47, colours.INK, radius=5)
    canvas.box(14.6, 14.6, 45.4, 45.4, colours.PAPER, radius=4)
    canvas.box(18.6, 18.6, 41.4, 41.4, colours.INK)
    canvas.box(20, 20, 40, 40, colours.GRASS)
    return tile_over(canvas, colours.GRASS)


def hat_badge(colour: str, scale: float) -> Tile:
    """Draw the owner of a mark: a player's figure on a disc ringed with the player's colour."""
    canvas = Canvas(HAT, HAT, scale)
    middle = HAT / 2
    canvas.disc(middle, middle, middle - 1, colours.INK)
    canvas.disc(middle, middle, middle - 2.2, colours.PLAYER[colour])
    canvas.disc(middle, middle, middle - 4.6, colours.PAPER)
    paint_worker(canvas, colour, middle, middle, 29)
    return tile_over(canvas, colours.PAPER)


def chance_pill(number: int, gold: str, scale: float) -> Tile:
    """Draw a possible action: its number on blue, and beside a coin the gold, such as ``2–8``."""
    width, height = pill_width(number, gold), PILL
    canvas = Canvas(width, height, scale)
    canvas.box(0, 0, width, height, colours.MARK_DARK, radius=10)
    canvas.box(1.4, 1.4, width - 1.4, height - 1.4, colours.PAPER, radius=9)
    canvas.box(2.8, 2.8, height - 2.8, height - 2.8, colours.MARK, radius=8)
    middle = height / 2
    paint_text(canvas, middle, middle, str(number), DIGIT, colours.PAPER)
    painted_coin = canvas.part(24, 24)
    paint_coin(painted_coin, 24)
    canvas.lay(painted_coin, height + 1, middle - 12)
    paint_text(canvas, height + 27, middle, gold, DIGIT, colours.INK, anchor="lm")
    return tile_over(canvas, colours.PAPER)


def pill_width(number: int, gold: str) -> int:
    """Return the width of a chance's pill."""
    return PILL + 38 + 21 * len(gold)
