"""Rasters of palette indices: the one palette, tiles, and what they are pasted into.

``palette.hex`` is made from the artwork itself by ``python -m lab.drawing.mixing``.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, wraps
from importlib import resources
from typing import Final, ParamSpec, TypeAlias

from PIL import Image

from render.canvas import Canvas
from render.colours import RGB, SHADOW, SHADOW_SHARE, blend
from render.files.core import Box, Core, core_of, mapped, palette_png

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


_UP: Final = 2  # PNG's number of the filter that stores differences from the row above
_FILTERS: Final = bytes(range(0, 256, _UP))
"""The filter bytes of a picture's first rows; those of the further ones are the same again."""
_SOLID: Final = 20  # coverage (of 255) from which a pixel of a tile hides what lies under it


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A small picture of palette indices; with a mask only where it is not a full rectangle.

    Attributes:
        pixels: Pillow's core image of its indices.
        mask: the pixels that hide the ground, or None for all.
        left, top: the distance of its pixels from the place where it is laid.
    """

    width: int
    height: int
    pixels: Core
    mask: Core | None
    left: int = 0
    top: int = 0

    @property
    def memory(self) -> int:
        """The number of bytes that the tile's pixels and mask take."""
        return self.width * self.height * (1 if self.mask is None else 2)

    def moved(self, across: int, down: int) -> "Tile":
        """Return the tile moved by some pixels from the place where it is laid."""
        return replace(self, left=self.left + across, top=self.top + down)


Part: TypeAlias = tuple[Core, Box] | tuple[Core, Box, Core]


def _moved(part: Part, across: int, down: int) -> Part:
    """Return a part of a sprite at another place."""
    left, top, right, bottom = part[1]
    return (part[0], (left + across, top + down, right + across, bottom + down), *part[2:])


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """Rectangles of palette indices that together show one thing.

    Attributes:
        parts: Pillow's core image of each, the box it fills, from the sprite's corner, and what it
            hides there if that is not all.
        memory: bytes its pixels take.
    """

    parts: tuple[Part, ...]
    memory: int

    def moved(self, across: int, down: int = 0) -> "Sprite":
        """Return the sprite moved by some pixels from the corner from which it is laid."""
        return Sprite(tuple(_moved(part, across, down) for part in self.parts), self.memory)


def joined(tiles: Iterable[Tile]) -> Sprite:
    """Return a sprite of tiles, each of them laid from its corner on."""
    kept = tuple(tiles)
    return Sprite(tuple(_part(tile, 0, 0) for tile in kept), sum(tile.memory for tile in kept))


def _part(tile: Tile, x: int, y: int) -> Part:
    """Return a tile laid at a pixel as a part of a sprite."""
    left, top = x + tile.left, y + tile.top
    box = (left, top, left + tile.width, top + tile.height)
    return (tile.pixels, box) if tile.mask is None else (tile.pixels, box, tile.mask)


def tile_of(mapped: Image.Image) -> Tile:
    """Return a tile of palette indices (mode ``L``), which hides everything under it."""
    return Tile(mapped.width, mapped.height, core_of(mapped), None)


def painted(
    width: float,
    height: float,
    paint: Callable[[Canvas], None],
    *,
    scale: float = 1.0,
    oversampling: int = 2,
    ground: RGB = (0, 0, 0),
) -> Image.Image:
    """Return a painting of some units on a ground of one colour, as palette indices."""
    canvas = Canvas(width, height, scale, oversampling=oversampling)
    paint(canvas)
    return indices(flat(canvas.reduced(), ground))


def tile_on(canvas: Canvas, ground: RGB) -> Tile:
    """Return a tile that shows a painting on a ground of one colour."""
    return tile_of(indices(flat(canvas.reduced(), ground)))


def tile_over(canvas: Canvas, ground: RGB) -> Tile:
    """Return a tile to lay over anything; its soft edges are mixed with its usual ground.

    Raises:
        ValueError: if nothing is painted on the canvas.
    """
    picture = canvas.reduced()
    mask = picture.getchannel("A").point([0] * _SOLID + [255] * (256 - _SOLID), "1")
    box = mask.getbbox()
    if box is None:
        raise ValueError("nothing is painted on the canvas")
    mapped, cut = indices(flat(picture, ground).crop(box)), mask.crop(box)
    hides = None if cut.getextrema() == (255, 255) else core_of(cut)
    return Tile(mapped.width, mapped.height, core_of(mapped), hides, box[0], box[1])


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """The beginning of a picture: its size, and the rows of everything that never changes.

    The rows are a raster's memory: one empty row, then ``height`` rows of one filter byte and
    ``width`` palette indices. The filter bytes grow by two from row to row, so that the difference
    of two neighbouring rows begins with PNG's number for just that filter, "up".
    """

    width: int
    height: int
    rows: bytes

    @property
    def memory(self) -> int:
        """The number of bytes that the rows take."""
        return len(self.rows)


def backdrop(mapped: Image.Image) -> Backdrop:
    """Return the backdrop of a picture of palette indices (mode ``L``)."""
    width, height = mapped.size
    # A column for the filter bytes and a row above, so that the difference of rows needs no copy.
    wide = Image.new("L", (width + 1, height + 1), 0)
    wide.paste(mapped, (1, 1))
    for row in range(height + 1):
        wide.putpixel((0, row), row * _UP % 256)
    return Backdrop(width, height, wide.tobytes())


class Raster:
    """A picture being put together; coordinates are pixels from the top left corner."""

    __slots__ = ("_core", "_rows", "_stride", "height", "width")

    def __init__(self, base: Backdrop) -> None:
        self._begin(base.width, base.height, bytearray(base.rows))

    def _begin(self, width: int, height: int, rows: bytearray) -> None:
        self.width = width
        self.height = height
        self._stride = width + 1
        self._rows = rows
        self._core = mapped(rows, self._stride, height + 1)

    def paste(self, tile: Tile, x: int, y: int) -> None:
        """Lay a tile with its top left corner at a pixel."""
        left, top = x + tile.left + 1, y + tile.top + 1
        box = (left, top, left + tile.width, top + tile.height)
        # Column 0 has the filter bytes, and row 0 is empty: Pillow would clip only before them.
        if left < 1 or top < 1:
            self._paste_cut(tile, box)
        elif tile.mask is None:
            self._core.paste(tile.pixels, box)
        else:
            self._core.paste(tile.pixels, box, tile.mask)

    def _paste_cut(self, tile: Tile, box: tuple[int, int, int, int]) -> None:
        """Lay as much of a tile as lies right of and below the picture's corner."""
        left, top = max(0, 1 - box[0]), max(0, 1 - box[1])
        if left < tile.width and top < tile.height:
            rest = (left, top, tile.width, tile.height)
            box = (box[0] + left, box[1] + top, box[2], box[3])
            pixels = tile.pixels.crop(rest)
            if tile.mask is None:
                self._core.paste(pixels, box)
            else:
                self._core.paste(pixels, box, tile.mask.crop(rest))

    def lay(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its corner at a pixel."""
        x, y = x + 1, y + 1
        paste = self._core.paste
        for pixels, (left, top, right, bottom), *mask in sprite.parts:
            box = (x + left, y + top, x + right, y + bottom)
            if box[0] < 1 or box[1] < 1:
                cut = Tile(right - left, bottom - top, pixels, *(mask or (None,)))
                self._paste_cut(cut, box)
            else:
                paste(pixels, box, *mask)

    def fill(self, x: int, y: int, width: int, height: int, colour: RGB) -> None:
        """Fill a rectangle, as much of it as lies within the picture."""
        self.fill_all(((x, y, x + width, y + height),), colour)

    def fill_all(self, boxes: Iterable[tuple[int, int, int, int]], colour: RGB) -> None:
        """Fill boxes (left, top, right, bottom), as much of each as lies within the picture."""
        index, paste, wide, high = index_of(colour), self._core.paste, self.width, self.height
        for left, top, right, bottom in boxes:
            if left < 0 or top < 0 or right > wide or bottom > high:
                left, top = max(left, 0), max(top, 0)
                right, bottom = min(right, wide), min(bottom, high)
            if left < right and top < bottom:
                paste(index, (left + 1, top + 1, right + 1, bottom + 1))

    def backdrop(self) -> Backdrop:
        """Return the picture so far as the backdrop of further pictures."""
        return Backdrop(self.width, self.height, bytes(self._rows))

    def tile(self) -> Tile:
        """Return the picture so far as a tile."""
        whole = (1, 1, self.width + 1, self.height + 1)
        return Tile(self.width, self.height, self._core.crop(whole), None)

    def masked_tile(self, clear: RGB, box: tuple[int, int, int, int]) -> Tile:
        """Return a box (left, top, right, bottom) of the picture so far, laid from its corner on.

        What lies under it shows where it is clear.
        """
        left, top, right, low = box
        pixels = self._core.crop((left + 1, top + 1, right + 1, low + 1))
        hides = [255] * 256
        hides[index_of(clear)] = 0
        return Tile(right - left, low - top, pixels, pixels.point(hides, "1"), left, top)

    def shade(self, shadow: Tile, x: int, y: int) -> None:
        """Darken what lies under a tile's mask, as a shadow does that falls on all sorts."""
        left, top = x + shadow.left + 1, y + shadow.top + 1
        right, low = min(left + shadow.width, self.width), min(top + shadow.height, self.height)
        if left >= 1 and top >= 1 and right > left and low > top:
            lit, size = self._core.crop((left, top, right, low)), (0, 0, right - left, low - top)
            mask = (shadow.mask.crop(size),) if shadow.mask else ()
            self._core.paste(
                lit.point(mixed_indices(SHADOW, SHADOW_SHARE), None), (left, top, right, low), *mask
            )

    def veil(self, colour: RGB, share: float) -> None:
        """Mix the whole picture so far with a colour."""
        whole = (1, 1, self.width + 1, self.height + 1)
        veiled = self._core.crop(whole).point(mixed_indices(colour, share), None)
        self._core.paste(veiled, whole)

    def sprite(self, boxes: Iterable[tuple[int, int, int, int]]) -> Sprite:
        """Return some rectangles (left, top, width, height) of the picture so far as a sprite."""
        parts, memory = [], 0
        for left, top, width, height in boxes:
            box = (left, top, left + width, top + height)
            shifted = (left + 1, top + 1, left + width + 1, top + height + 1)
            parts.append((self._core.crop(shifted), box))
            memory += width * height
        return Sprite(tuple(parts), memory)

    def pixels(self, milliseconds: int = 0) -> Image.Image:
        """Return the picture as a palette image of Pillow's; in an animation, shown so long."""
        wide = Image.frombytes("L", (self._stride, self.height + 1), bytes(self._rows))
        image = wide.crop((1, 1, self.width + 1, self.height + 1))
        image.putpalette(palette_bytes())
        image.info["duration"] = milliseconds
        return image

    def scanlines(self) -> memoryview:
        """Return the rows as a PNG stores them, each as its difference from the row above.

        Two operations of Pillow's core over the whole picture: what stands upright costs nothing
        then, and deflating is the faster for it. They take the place of the picture itself, in
        memory that is at hand already: nothing can be laid or read afterwards.
        """
        rows, size = memoryview(self._rows), (self._stride, self.height)
        below = rows[self._stride :]
        here = mapped(below, *size)
        here.paste(here.chop_subtract_modulo(mapped(rows, *size)), (0, 0, *size))
        # The rows are differences now; a paste would spoil them without a sign.
        del self._core
        return below

    def png(self) -> bytes:
        """Encode the picture as a PNG file; this uses the raster up, as ``scanlines`` does."""
        return palette_png(self.scanlines(), self.width, self.height, palette_bytes())


P = ParamSpec("P")


def as_png(draw: Callable[P, Raster]) -> Callable[P, bytes]:
    """Return the drawing of the same picture as a PNG."""

    @wraps(draw)
    def drawn(*what: P.args, **how: P.kwargs) -> bytes:
        return draw(*what, **how).png()

    return drawn


class Recorded(Raster):
    """A raster that notes what is laid on it, so that it can be laid again at once.

    Attributes:
        parts: all that was laid since the beginning.
        own: bytes of what was painted for it alone; the rest is kept elsewhere.
    """

    __slots__ = ("own", "parts")

    def __init__(self, base: Backdrop) -> None:
        super().__init__(base)
        self.parts: list[Part] = []
        self.own = 0

    def paste(self, tile: Tile, x: int, y: int) -> None:
        """Lay a tile, and note it."""
        super().paste(tile, x, y)
        self.parts.append(_part(tile, x, y))

    def lay(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite, and note its parts."""
        super().lay(sprite, x, y)
        self.parts += [_moved(part, x, y) for part in sprite.parts]

    def shade(self, shadow: Tile, x: int, y: int) -> None:
        """Darken what lies under a mask, and note how it looks then."""
        super().shade(shadow, x, y)
        place = x + shadow.left, y + shadow.top, shadow.width, shadow.height
        shaded = self.sprite([place])
        self.parts += shaded.parts
        self.own += shaded.memory

    def noted(self) -> Sprite:
        """Return all that was laid as one sprite, from the raster's corner on."""
        return Sprite(tuple(self.parts), self.own + 200 * len(self.parts))


def plain_raster(width: int, height: int, colour: RGB) -> Raster:
    """Return a picture of one colour; making it costs no more than copying a kept one."""
    stride = width + 1
    rows = bytearray((index_of(colour),)) * (stride * (height + 1))
    rows[:stride] = bytes(stride)
    rows[::stride] = (_FILTERS * (height // len(_FILTERS) + 1))[: height + 1]
    raster = Raster.__new__(Raster)
    raster._begin(width, height, rows)
    return raster
