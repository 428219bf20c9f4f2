"""Text in pictures: the packaged fonts, a glyph atlas, and lines put together from it.

A character comes from the first packaged font that has it, so that a name in any script shows.
Pillow's basic layout is used on purpose: its result does not depend on what libraries the machine
has, so the same line has the same pixels everywhere.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from render.canvas import Canvas
from render.colours import RGB, blend
from render.frame import TILES, Frame, Tile
from render.palette import index_of

ELLIPSIS: Final = "…"
_CHAINS: Final = {
    "bold": ("Cabin-Bold.otf", "DejaVuSans-Bold.ttf", "unifont.otf", "unifont_upper.otf"),
    "plain": ("Cabin-SemiBold.otf", "DejaVuSans-Bold.ttf", "unifont.otf", "unifont_upper.otf"),
}
_THIN: Final = "Unifont"
"""A font of one weight only, which is printed twice to look bold."""
_NOWHERE: Final = "\U0010fffe"
_MISSING: Final = "\N{REPLACEMENT CHARACTER}"


class Style(NamedTuple):
    """How a line of text looks: weight (bold or plain), size in pixels, colour, and the ground."""

    weight: str
    size: int
    colour: RGB
    ground: RGB


class _Glyph(NamedTuple):
    coverage: Image.Image
    left: int
    top: int
    advance: float


@lru_cache(maxsize=128)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    with resources.as_file(resources.files("render") / "fonts" / file) as path:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


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
    """Paints letters that belong to a drawing, ``size`` units large.

    Args:
        canvas: the drawing.
        x: where the text lies; which part of it, the anchor says.
        y: the same downwards.
        text: digits and Latin letters.
        size: how large they are.
        colour: theirs.
        anchor: Pillow's letters for it; "mm" is the middle.
        weight: bold or plain.
    """
    font = _font(_CHAINS[weight][0], round(size * canvas.factor))
    place = (x * canvas.factor, y * canvas.factor)
    ImageDraw.Draw(canvas.image).text(place, text, fill=colour, font=font, anchor=anchor)


def _font_with(character: str, weight: str, size: int) -> ImageFont.FreeTypeFont | None:
    for file in _CHAINS[weight]:
        font = _font(file, size)
        glyph, nothing = font.getmask(character), font.getmask(_NOWHERE)
        if glyph.size != nothing.size or bytes(glyph) != bytes(nothing):
            return font
    return None


@lru_cache(maxsize=2048)
def _glyph(character: str, weight: str, size: int) -> _Glyph:
    font = _font_with(character, weight, size)
    if font is None:
        return _glyph(_MISSING, weight, size)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(character, anchor="ls"))
    thicker = size // 16 if font.getname()[0] == _THIN else 0
    image = Image.new("L", (max(1, right - left + thicker), max(1, bottom - top)))
    pen = ImageDraw.Draw(image)
    for shift in (0, thicker):
        pen.text((shift - left, -top), character, fill=255, font=font, anchor="ls")
    return _Glyph(image, left, top, font.getlength(character))


def text_width(text: str, style: Style) -> int:
    """How many pixels wide a line is."""
    total = sum(_glyph(character, style.weight, style.size).advance for character in text)
    return round(total + 0.499)


def fitted(text: str, style: Style, width: int) -> str:
    """The text, or as much of its beginning as fits a width, with an ellipsis."""
    if text_width(text, style) <= width:
        return text
    room = width - text_width(ELLIPSIS, style)
    used, kept = 0.0, 0
    for character in text:
        used += _glyph(character, style.weight, style.size).advance
        if used > room:
            break
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS


def baseline(size: int) -> int:
    """How far below the top of a line of that size its letters stand."""
    return round(size * 0.94)


def line_height(size: int) -> int:
    """The height of a line's tile."""
    return round(size * 1.24)


@lru_cache(maxsize=256)
def _shades(colour: RGB, ground: RGB) -> list[int]:
    steps = [index_of(blend(ground, colour, step / 2)) for step in range(3)]
    return [steps[(value + 63) // 128] for value in range(256)]


def _line(text: str, style: Style, width: int) -> Tile:
    shown = fitted(text, style, width) if width else text
    coverage = Image.new("L", (max(1, text_width(shown, style)), line_height(style.size)))
    pen, foot = 0.0, baseline(style.size)
    for character in shown:
        glyph = _glyph(character, style.weight, style.size)
        coverage.paste(255, (round(pen) + glyph.left, foot + glyph.top), glyph.coverage)
        pen += glyph.advance
    pixels = coverage.point(_shades(style.colour, style.ground))
    return Tile(pixels.width, pixels.height, pixels.im, None)


def line(text: str, style: Style, width: int = 0) -> Tile:
    """A line of text as a tile on its ground, cut with an ellipsis where a width is given."""
    return TILES.get(_line, text, style, width)


def write(
    frame: Frame,
    x: int,
    y: int,
    text: str,
    style: Style,
    *,
    align: float = 0,
    width: int = 0,
) -> int:
    """Writes a line into a frame and gives its width in pixels.

    Args:
        frame: the picture.
        x: its left end, middle or right end, by ``align`` 0, 0.5 or 1.
        y: its top.
        text: the words.
        style: how they look.
        align: which part of the line lies at ``x``.
        width: pixels it may take, or 0 for any number.
    """
    tile = line(text, style, width)
    frame.paste(tile, x - round(tile.width * align), y)
    return tile.width
