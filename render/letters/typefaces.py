"""The packaged fonts: which of them has a character, and its face for shaping.

A character comes from the first font that has it. What none of them has is not pretended: it is
shown as an empty box.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from typing import Final

import uharfbuzz as hb
from PIL import ImageFont

_LETTERS: Final = "DejaVuSans-Bold.ttf"
"""Greek, Cyrillic, Hebrew, Arabic and many signs."""
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
BOX: Final = "\N{WHITE VERTICAL RECTANGLE}"
"""The sign for a character that no font has."""


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
