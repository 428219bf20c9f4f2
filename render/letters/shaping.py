"""The packaged fonts, and lines in scripts whose letters change beside each other.

A character comes from the first font that has it; what none has is shown as an empty box. HarfBuzz
chooses and places the glyphs and fills them in, python-bidi tells how deep each character is
embedded: only in what it prints for those who debug it, so that a test says if a new version prints
something else. Both come with the package, so that a line looks the same on every machine. Only the
glyphs' places are kept, and not many of them.
"""

import re
import unicodedata
from functools import cache, lru_cache, partial
from importlib import resources
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

import uharfbuzz as hb
from bidi import get_display
from PIL import Image, ImageFont

_BACKWARD: Final = ("R", "AL")
_LEVEL: Final = re.compile(r"Level\(\s*(\d+),?\s*\)")


def runs_backward(character: str) -> bool:
    """Return whether a character by itself runs from right to left."""
    return unicodedata.bidirectional(character) in _BACKWARD


def levels(text: str) -> list[int]:
    """Return each character's embedding level; odd levels run from right to left."""
    if not any(map(runs_backward, text)):
        return [0] * len(text)
    # The levels are told one for each byte of UTF-8.
    told = get_display(text, debug=True).rpartition("\n    levels: [")[2]
    of_bytes = [int(level) for level in _LEVEL.findall(told.partition("\n    ],")[0])]
    found, at = [], 0
    for character in text:
        found.append(of_bytes[at])
        at += len(character.encode())
    return found


_LETTERS: Final = "DejaVuSans-Bold.ttf"  # greek, Cyrillic, Hebrew, Arabic and many signs
SCRIPTS: Final = tuple(
    f"NotoSans{script}-Bold-subset.ttf"
    for script in (
        "Thai",
        "Devanagari",
        "Bengali",
        "Tamil",
        "Telugu",
        "Gujarati",
        "Gurmukhi",
        "Kannada",
        "Malayalam",
    )
)
"""Scripts whose letters change beside each other, and are tall."""
_LAST: Final = ("NotoSansCJK-Bold-subset.otf", "NotoEmoji-Bold-subset.ttf")
CHAINS: Final = {
    "bold": ("Cabin-Bold.otf", _LETTERS, *SCRIPTS, *_LAST),
    "plain": ("Cabin-SemiBold.otf", _LETTERS, *SCRIPTS, *_LAST),
}
"""The fonts of each weight in the order in which they are asked for a character."""
BOX: Final = "\N{WHITE VERTICAL RECTANGLE}"  # the sign for a character that no font has


def _path(file: str) -> str:
    with resources.as_file(resources.files("render.letters") / "fonts" / file) as path:
        return str(path)


@lru_cache(maxsize=64)
def pillow_font(file: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font for drawing letter by letter, which needs no layout library."""
    # The other engine, Raqm, is missing from some builds of Pillow, and places letters otherwise.
    return ImageFont.truetype(_path(file), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def shaping_font(file: str) -> hb.Font:
    """Return a font for shaping, in the units of its own grid."""
    return hb.Font(hb.Face(hb.Blob.from_file_path(_path(file))))


@lru_cache(maxsize=4096)
def font_of(character: str, weight: str) -> str | None:
    """Return the file of the first font that has a character, or None."""
    for file in CHAINS[weight]:
        if shaping_font(file).get_nominal_glyph(ord(character)):
            return file
    return None


def shown(character: str) -> bool:
    """Return whether any packaged font has a character."""
    return font_of(character, "bold") is not None


def latin_alone() -> bytes:
    """Return the bold font with the letters, digits and marks of Latin script alone, for pages."""
    face = hb.Face(hb.Blob.from_file_path(_path(CHAINS["bold"][0])))
    wanted = hb.SubsetInput()
    wanted.unicode_set.update({*range(0x20, 0x180), *range(0x2010, 0x2040)})
    return bytes(hb.subset(face, wanted).blob.data)


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
