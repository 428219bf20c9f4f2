"""PNG files of palette pictures, written by hand: signature, IHDR, PLTE, IDAT, IEND.

Pillow's encoder spends most of a picture's time in zlib; igzip's fastest level deflates the same
scanlines several times as fast at nearly the same size.
"""

from __future__ import annotations

import struct
from typing import Final

from isal import isal_zlib

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LEVEL: Final = 1
_WINDOW: Final = 12
"""Bits of the window: in rows of differences what repeats lies near."""


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
        width: pixels in a row.
        height: rows.
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
