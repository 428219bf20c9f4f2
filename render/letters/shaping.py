"""Lines in scripts whose letters change beside each other or run from right to left.

HarfBuzz chooses and places the glyphs and fills them in, python-bidi puts what runs from right to
left into the order of the eye and mirrors its brackets. Both come with the package, so that a line
looks the same on every machine. Only the glyphs' places are kept, and not many of them.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

import uharfbuzz as hb
from PIL import Image

from render.letters.direction import levels, runs_backward
from render.letters.typefaces import CHAINS, SCRIPTS, font_of, shaping_font

_TALL: Final = 0.9
"""How much smaller scripts are written whose letters would not stay within a line."""
_STRONGER: Final = [255 - (255 - value) ** 2 // 255 for value in range(256)]
"""Coverage with stronger edges, as the letters of the atlas have them."""


class PlacedGlyph(NamedTuple):
    """A glyph of a font and where its origin lies, in sizes of the text, y upwards."""

    file: str
    glyph: int
    x: float
    y: float


class ShapedLine(NamedTuple):
    """A line as it is seen from left to right, and how wide it is, in sizes of the text."""

    glyphs: tuple[PlacedGlyph, ...]
    width: float


class _Run(NamedTuple):
    """Neighbouring characters that are embedded equally deep among their directions."""

    level: int
    text: str


@lru_cache(maxsize=4096)
def is_intricate(character: str, weight: str) -> bool:
    """Return whether a character cannot simply be drawn behind the one before it."""
    return (
        runs_backward(character)
        or unicodedata.category(character).startswith(("M", "Cf"))
        or font_of(character, weight) in SCRIPTS
    )


def needs_shaping(text: str, weight: str) -> bool:
    """Return whether a line cannot be put together letter by letter."""
    return any(is_intricate(character, weight) for character in text)


@lru_cache(maxsize=512)
def shaped(text: str, weight: str) -> ShapedLine:
    """Choose and place the glyphs of a line in any scripts."""
    glyphs: list[PlacedGlyph] = []
    pen = 0.0
    for run, backward in _runs(text):
        for file, part in _by_font(run, weight, backward):
            placed, pen = _shaped_part(part, file, backward, pen)
            glyphs += placed
    return ShapedLine(tuple(glyphs), pen)


def _runs(text: str) -> list[tuple[str, bool]]:
    """Return the parts of a line from left to right, each in reading order with its direction."""
    runs = [
        _Run(level, "".join(character for character, _ in group))
        for level, group in groupby(zip(text, levels(text), strict=True), itemgetter(1))
    ]
    # Rule L2 of Unicode's bidirectional algorithm: reverse from the deepest level up.
    for depth in range(max((run.level for run in runs), default=0), 0, -1):
        turned: list[_Run] = []
        for deep, group in groupby(runs, partial(_is_deep, depth)):
            some = list(group)
            turned += reversed(some) if deep else some
        runs = turned
    return [(run.text, run.level % 2 == 1) for run in runs]


def _is_deep(depth: int, run: _Run) -> bool:
    return run.level >= depth


def _by_font(run: str, weight: str, backward: bool) -> list[tuple[str, str]]:
    """Return a run cut where its font changes, in the order of the eye."""
    parts: list[tuple[str, str]] = []
    for character in run:
        file = font_of(character, weight)
        if parts and (file is None or _goes_with_any(character)):
            before = parts[-1][0]
            if file is None or shaping_font(before).get_nominal_glyph(ord(character)):
                file = before
        file = file or CHAINS[weight][0]
        if parts and parts[-1][0] == file:
            parts[-1] = (file, parts[-1][1] + character)
        else:
            parts.append((file, character))
    return parts[::-1] if backward else parts


def _goes_with_any(character: str) -> bool:
    """Return whether a character is taken from the font of the one before it, if that has it."""
    return character == " " or unicodedata.category(character).startswith(("M", "Cf"))


def _unit(file: str) -> float:
    """Return a unit of a font's grid in sizes of the text."""
    upem: int = shaping_font(file).face.upem
    return (_TALL if file in SCRIPTS else 1.0) / upem


def _shaped_part(
    text: str, file: str, backward: bool, pen: float
) -> tuple[list[PlacedGlyph], float]:
    font = shaping_font(file)
    unit = _unit(file)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    # Told, not guessed: a run of digits or spaces has no direction of its own.
    buffer.direction = "rtl" if backward else "ltr"
    hb.shape(font, buffer)
    placed = []
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        x, y = pen + place.x_offset * unit, place.y_offset * unit
        placed.append(PlacedGlyph(file, glyph.codepoint, x, y))
        pen += place.x_advance * unit
    return placed, pen


def coverage(line: ShapedLine, size: int, width: int, height: int, foot: int) -> Image.Image:
    """Return a grey image of how much of each pixel a line covers.

    Args:
        line: the glyphs.
        size: the size of the text in pixels.
        width: the pixels of the picture, at which the line is cut.
        height: the same downwards.
        foot: the distance of the baseline from the top.
    """
    image = Image.new("L", (width, height))
    drawn = hb.RasterDraw()
    for glyph in line.glyphs:
        scale = size * _unit(glyph.file)
        drawn.transform = (scale, 0, 0, scale, glyph.x * size, glyph.y * size)
        drawn.draw_glyph(shaping_font(glyph.file), glyph.glyph)
    raster = drawn.render()
    extents = raster.extents
    if extents.width and extents.height:
        extent = extents.width, extents.height
        pixels = Image.frombytes("L", extent, raster.buffer, "raw", "L", extents.stride, -1)
        pixels = pixels.point(_STRONGER)
        image.paste(pixels, (extents.x_origin, foot - extents.y_origin - extents.height))
    return image
