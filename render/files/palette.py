"""The one palette of the whole product, and the way from drawn colours to its indices.

``palette.hex`` is made from the artwork itself by ``python -m lab.drawing.mixing``; a file rather
than a computation at start, so that the same picture has the same bytes everywhere.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from typing import Final

from PIL import Image

from render.colours import RGB, blend

SIZE: Final = 256


@cache
def palette_bytes() -> bytes:
    """Return red, green and blue of every index, 768 bytes."""
    text = (resources.files("render.files") / "palette.hex").read_text("ascii")
    return bytes.fromhex("".join(text.split()))


@cache
def _palette_image() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(palette_bytes())
    return image


def indices(picture: Image.Image) -> Image.Image:
    """Map an RGB picture to palette indices (mode ``L``), without dithering."""
    # Without dithering, which would cost deflate most of its runs.
    mapped = picture.quantize(palette=_palette_image(), dither=Image.Dither.NONE)
    return Image.frombytes("L", mapped.size, mapped.tobytes())


def flat(picture: Image.Image, ground: RGB) -> Image.Image:
    """Lay an RGBA picture on a ground of one colour."""
    whole = Image.new("RGB", picture.size, ground)
    whole.paste(picture, (0, 0), picture)
    return whole


@cache
def mixed_indices(other: RGB, share: float) -> list[int]:
    """Return for every index that of its colour mixed with another one."""
    table = palette_bytes()
    colours = zip(table[::3], table[1::3], table[2::3], strict=True)
    return [index_of(blend(colour, other, share)) for colour in colours]


@lru_cache(maxsize=4096)
def index_of(colour: RGB) -> int:
    """Return the palette index that a colour gets in a picture."""
    return indices(Image.new("RGB", (1, 1), colour)).tobytes()[0]
