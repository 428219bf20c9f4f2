"""GIF files written a frame at a time: each frame holds only what differs from the one before.

All frames have the product's one palette. Where nothing has changed, a frame is transparent; long
runs of one index are what GIF packs best. Nothing is kept but the frame before.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import IO, Final

from PIL import GifImagePlugin, Image, ImageChops

from render.files.palette import SIZE, palette_bytes

# The Netscape extension, which all viewers read: play for ever.
_FOR_EVER: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_TRAILER: Final = b";"
_CHANGED: Final = [0] + [255] * 255


class GifWriter:
    """A writer of an animation that runs for ever."""

    def __init__(self, file: IO[bytes], width: int, height: int) -> None:
        self._file = file
        self._before: Image.Image | None = None
        colours = SIZE.bit_length() - 2
        file.write(b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF0 | colours, 0, 0))
        file.write(palette_bytes())
        file.write(_FOR_EVER)

    def add(self, picture: Image.Image, milliseconds: int) -> None:
        """Append a frame.

        Args:
            picture: the whole frame, a picture of the product's palette.
            milliseconds: how long it is shown.
        """
        spare, like = spare_index()
        # As grey values, so that Pillow takes indices for numbers and not for colours.
        picture = Image.frombytes("L", picture.size, picture.tobytes())
        picture = picture.point([like if index == spare else index for index in range(SIZE)])
        if self._before is None:
            self._write(picture, (0, 0), milliseconds)
        else:
            # Against the frame before, as it was given: the decoder has just that on its screen.
            differs = ImageChops.difference(self._before, picture)
            # A frame in which nothing changes still takes its time.
            box = differs.getbbox() or (0, 0, 1, 1)
            changed = Image.new("L", (box[2] - box[0], box[3] - box[1]), spare)
            changed.paste(picture.crop(box), (0, 0), differs.crop(box).point(_CHANGED))
            self._write(changed, box[:2], milliseconds)
        self._before = picture

    def _write(self, part: Image.Image, corner: tuple[int, int], milliseconds: int) -> None:
        blocks = GifImagePlugin.getdata(
            part, corner, duration=milliseconds, disposal=1, transparency=spare_index()[0]
        )
        for block in blocks:
            self._file.write(block)

    def close(self) -> None:
        """End the animation; the file stays open."""
        self._file.write(_TRAILER)


@cache
def spare_index() -> tuple[int, int]:
    """Return a palette index that animations can do without, and the one that takes its place.

    They are the two that are most alike: a colour that occurs twice, as a rule.
    """
    table = palette_bytes()
    colours = [table[at : at + 3] for at in range(0, len(table), 3)]
    _, spare, like = min(
        (
            sum((one - two) ** 2 for one, two in zip(colours[first], colours[second], strict=True)),
            second,
            first,
        )
        for second in range(SIZE)
        for first in range(second)
    )
    return spare, like
