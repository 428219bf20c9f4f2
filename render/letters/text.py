"""Text in pictures: what of a name can be written, a glyph atlas, and lines put together from it.

A name is written in one line, in plain letters, without what no font can show. A line is put
together letter by letter from an atlas of glyphs; only where its script asks for more is it shaped.
Pillow's basic layout is used on purpose: its result does not depend on what libraries the machine
has, so the same line has the same pixels everywhere.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import groupby
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Canvas
from render.colours import RGB, blend
from render.files.core import core_of
from render.files.raster import Raster, Tile, index_of
from render.files.tile_cache import TILES
from render.letters import shaping
from render.letters.shaping import coverage

_LONGEST: Final = 200  # characters of a line that are looked at; no picture is wide enough for more
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_VARIANTS: Final = range(0xFE00, 0xFE10)
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)
_SHAPELESS: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Me")
_JOINERS: Final = "\u200c\u200d"
_JOINED: Final = range(0x0600, 0x0E00)
"""Scripts in which it is written whether a letter joins the next one."""
_MOST_MARKS: Final = 3  # what a letter may carry; more is decoration


@lru_cache(maxsize=1024)
def legible(text: str) -> str:
    """Return a person's text as one line that the fonts can show, or an empty one.

    Decorative letters become plain ones, flags the letters of their country; what has no shape
    of its own is left out. What no font has becomes a box, one for each run of it.

    >>> legible("𝓐𝓭𝓪  of   Arkadia")
    'Ada of Arkadia'
    """
    # NFKC turns mathematical and circled letters, which names are dressed in, into plain ones.
    plain = unicodedata.normalize("NFKC", text[:_LONGEST])
    kept: list[str] = []
    base, marks = " ", 0
    for character in plain:
        if character.isspace():
            kept.append(" ")
        elif character in _JOINERS:
            # In Arabic and Indic scripts a joiner changes letters; elsewhere it only hides.
            if ord(base) in _JOINED:
                kept.append(character)
        elif (category := unicodedata.category(character)) == "Mn":
            # Stacked marks (“zalgo”) would run over the lines above and below.
            # In Europe a letter keeps one besides those of whole letters.
            marks += not _is_decoration(character)
            most = 1 if ord(base) < 0x0590 else _MOST_MARKS
            if marks <= most and not _is_decoration(character):
                kept.append(character)
        elif category not in _SHAPELESS and ord(character) not in _SKIN_TONES:
            base, marks = character, 0
            if ord(character) in _FLAG_LETTERS:
                character = chr(ord("A") + ord(character) - _FLAG_LETTERS.start)
            kept.append(character)
    line = " ".join("".join(kept).split())
    if not any(map(_tells, line)):
        return ""
    # One box for each run of characters that no font has.
    known = groupby(line, lambda character: character in _JOINERS or shaping.shown(character))
    return "".join("".join(run) if has else shaping.BOX for has, run in known)


def _is_decoration(mark: str) -> bool:
    """Return whether a mark chooses a variant, or strikes its letter through."""
    return ord(mark) in _VARIANTS or unicodedata.combining(mark) == 1


def _tells(character: str) -> bool:
    """Return whether a character can be shown by itself."""
    return shaping.shown(character) and unicodedata.category(character)[0] not in "ZMC"


ELLIPSIS: Final = "…"
_SPACES: Final = {"\N{NO-BREAK SPACE}": 1.0, "\N{NARROW NO-BREAK SPACE}": 0.6}
"""The widths of spaces that our font lacks, as shares of its own: other fonts' are too wide."""
_DIGITS: Final = "0123456789"
_WIDEST_DIGIT: Final = "8"
"""The digit whose width all have, so that numbers stand under each other and none moves."""
_WORD: Final = 0.4  # the least share of what fits that is kept when a text is cut between two words
_ENDS_WORD: Final = " -_./|"


class Style(NamedTuple):
    """The style of a line.

    Attributes:
        weight: bold or plain.
        size: the size of the letters in pixels.
        colour, ground: the colour of the letters, and the one under them.
        narrow: the width of the letters in hundredths of their own.
    """

    weight: str
    size: int
    colour: RGB
    ground: RGB
    narrow: int = 100


class _Glyph(NamedTuple):
    coverage: Image.Image
    left: int
    top: int
    advance: float


def paint_text(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    size: float,
    colour: RGB,
    *,
    anchor: str = "mm",
    weight: str = "bold",
) -> None:
    """Paint letters that belong to a drawing, ``size`` units large.

    Args:
        x: the distance of the text's anchor from the left.
        y: the distance of the anchor from the top.
        text: digits and Latin letters.
        size: the size of the letters in units.
        anchor: Pillow's code for a point of the text; "mm" is the middle.
    """
    canvas.text(
        x, y, text, size, colour, anchor, partial(shaping.pillow_font, shaping.CHAINS[weight][0])
    )


@lru_cache(maxsize=2048)
def _glyph(character: str, weight: str, size: int) -> _Glyph:
    if character in _SPACES:
        space = _glyph(" ", weight, size)
        return space._replace(advance=space.advance * _SPACES[character])
    file = shaping.font_of(character, weight)
    if file is None:
        return _glyph(shaping.BOX, weight, size)
    found = _drawn(character, file, size)
    return _as_wide(found, _drawn(_WIDEST_DIGIT, file, size)) if character in _DIGITS else found


def _drawn(character: str, file: str, size: int) -> _Glyph:
    """Draw a character of a font."""
    font = shaping.pillow_font(file, size)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(character, anchor="ls"))
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    pen = ImageDraw.Draw(image)
    for _ in range(2):  # Printed twice, edges are stronger: small letters would be too thin.
        pen.text((-left, -top), character, fill=255, font=font, anchor="ls")
    return _Glyph(image, left, top, font.getlength(character))


def _as_wide(digit: _Glyph, other: _Glyph) -> _Glyph:
    """Return a digit in the middle of another one's width, made narrower if it is wider."""
    image, wide = digit.coverage, other.coverage.width
    if image.width > wide:
        image = image.resize((wide, image.height), Image.Resampling.BOX)
    return _Glyph(image, round((other.advance - image.width) / 2), digit.top, other.advance)


@lru_cache(maxsize=2048)
def text_width(text: str, style: Style) -> int:
    """Return the width of a line in pixels."""
    if shaping.needs_shaping(text, style.weight):
        total = shaping.shaped(text, style.weight).width * style.size
    else:
        total = sum(_glyph(character, style.weight, style.size).advance for character in text)
    # Rounded up, or the last letter of many a line would lose its edge.
    return round(total * style.narrow / 100 + 0.499)


def fitted(text: str, style: Style, width: int) -> str:
    """Return the text, or as much of its beginning as fits a width, with an ellipsis.

    The text of any script is in reading order: its end is cut. It ends between two words, unless
    too little of what fits would be left.
    """
    if text_width(text, style) <= width:
        return text
    ends = _ends(text)
    low, high = 0, len(ends) - 1
    # A binary search, since measuring a line of shaped script takes far longer than a cut.
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[: ends[middle]] + ELLIPSIS, style) <= width:
            low = middle
        else:
            high = middle - 1
    end = ends[low]
    word = next((at for at in range(end, 0, -1) if text[at] in _ENDS_WORD), 0)
    if word >= end * _WORD:
        end = word
    return text[:end].rstrip(_ENDS_WORD) + ELLIPSIS


def _ends(text: str) -> Sequence[int]:
    """Return the places to cut a text: not between a letter and its marks or joiners."""
    inside = ("M", "Cf")
    return [0] + [
        at
        for at in range(1, len(text))
        if not unicodedata.category(text[at]).startswith(inside)
        and unicodedata.category(text[at - 1]) != "Cf"
    ]


def baseline(size: int) -> int:
    """Return the distance of the baseline from the top of a line of a size."""
    return round(size * 0.94)


@lru_cache(maxsize=256)
def _shades(colour: RGB, ground: RGB) -> list[int]:
    # Three shades: more would hardly be seen at these sizes, and deflate worse.
    steps = [index_of(blend(ground, colour, step / 2)) for step in range(3)]
    return [steps[(value + 63) // 128] for value in range(256)]


def _line(text: str, style: Style, width: int) -> Tile:
    text = fitted(text, style, width) if width else text
    wide, high = max(1, text_width(text, style)), round(style.size * 1.24)
    size = max(1, text_width(text, style._replace(narrow=100))), high
    if shaping.needs_shaping(text, style.weight):
        covered = coverage(
            shaping.shaped(text, style.weight), style.size, *size, baseline(style.size)
        )
    else:
        covered = _spelled(text, style, *size)
    if wide < size[0]:
        covered = covered.resize((wide, high), Image.Resampling.BOX)
    _, top, _, bottom = covered.getbbox() or (0, 0, wide, high)
    # Empty rows above and below would hide letters of the lines there.
    covered = covered.crop((0, top, wide, bottom))
    # Pillow's own point() rounds the whole table anew for each line.
    pixels = core_of(covered).point(_shades(style.colour, style.ground), None)
    return Tile(*covered.size, pixels, None, top=top)


def _spelled(text: str, style: Style, width: int, height: int) -> Image.Image:
    """Draw a line put together from the atlas."""
    image = Image.new("L", (width, height))
    pen, foot, core = 0.0, baseline(style.size), core_of(image)
    for character in text:
        glyph = _glyph(character, style.weight, style.size)
        left, top = round(pen) + glyph.left, foot + glyph.top
        across, down = glyph.coverage.size
        core.paste(255, (left, top, left + across, top + down), core_of(glyph.coverage))
        pen += glyph.advance
    return image


def line(text: str, style: Style, width: int = 0) -> Tile:
    """Draw a line of text as a tile on its ground, cut with an ellipsis where a width is given."""
    return TILES.get(_line, text, style, width)


def write(
    frame: Raster, x: int, y: int, text: str, style: Style, *, align: float = 0, width: int = 0
) -> int:
    """Write a line into a frame and return its width in pixels.

    Args:
        x: its left end, middle or right end, by ``align`` 0, 0.5 or 1.
        align: which part of the line lies at ``x``.
        width: pixels it may take, or 0 for any number.
    """
    tile = line(text, style, width)
    frame.paste(tile, x - round(tile.width * align), y)
    return tile.width
