"""Work done by hand for speed: pasting by Pillow's core, and PNG files of palette pictures.

No promise of Pillow's covers its core. Pasting a tile there is one call, past the checks of
``Image.paste`` that cost more than the copying itself; a raster's rows are memory of ours that it
writes into. A test says so if a new Pillow has no such core any more. Pillow's encoder spends most
of a picture's time in zlib; igzip's fastest level deflates the same rows several times as fast at
nearly the same size.
"""

import struct
from collections.abc import Sequence
from typing import Final, Protocol, cast

from isal import isal_zlib
from PIL import Image, _imaging

Box = tuple[int, int, int, int]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LEVEL: Final = 1
_WINDOW: Final = 12  # bits of the window: in rows of differences what repeats lies near


class Core(Protocol):
    """The methods of Pillow's core images that are used here, at 8 bits or 1 bit a pixel."""

    def paste(self, source: "Core | int", box: Box, mask: "Core | None" = None, /) -> None:
        """Copy an image into a box, or fill the box with a value, where a mask allows it."""

    def crop(self, box: Box, /) -> "Core":
        """Return a part of the image, as one of its own."""
        ...

    def point(self, table: Sequence[int], mode: str | None, /) -> "Core":
        """Return the image with each value looked up in a table."""
        ...

    def chop_subtract_modulo(self, other: "Core", /) -> "Core":
        """Return the differences of two images, modulo 256."""
        ...


def core_of(image: Image.Image) -> Core:
    """Return the core of an image."""
    return cast(Core, image.im)


def mapped(memory: bytearray | memoryview, width: int, height: int) -> Core:
    """Return a core image whose pixels are a given buffer: pasting into it writes there.

    It is the core of an ``Image.frombuffer``, without the ``Image``.
    """
    return cast(Core, _imaging.map_buffer(memory, (width, height), "raw", 0, ("L", 0, 1)))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return b"".join(
        (
            struct.pack(">I", len(body)),
            kind,
            body,
            struct.pack(">I", isal_zlib.crc32(body, isal_zlib.crc32(kind))),
        )
    )


def palette_png(scanlines: memoryview, width: int, height: int, palette: bytes) -> bytes:
    """Encode 8-bit palette indices as a PNG.

    Args:
        scanlines: ``height`` rows of one filter byte and ``width`` bytes, filtered by it.
        palette: red, green and blue of each index.
    """
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            # One chunk: decoders take one of any length, and each more costs a CRC.
            _chunk(b"IDAT", isal_zlib.compress(scanlines, _LEVEL, _WINDOW)),
            _chunk(b"IEND", b""),
        )
    )
