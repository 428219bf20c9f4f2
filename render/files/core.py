"""The one door to Pillow's core, which no promise of Pillow's covers.

Pasting a tile there is one call, past the checks of ``Image.paste`` that cost more than the copying
itself; a raster's rows are memory of ours that it writes into; two operations over a whole picture
make differences of its rows. A test says so if a new Pillow has no such core any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

from PIL import Image, ImagePath, _imaging

Box = tuple[int, int, int, int]


class Core(Protocol):
    """The methods of Pillow's core images that are used here, at 8 bits or 1 bit a pixel."""

    def paste(self, source: Core | int, box: Box, mask: Core | None = None, /) -> None:
        """Copy an image into a box, or fill the box with a value, where a mask allows it."""

    def crop(self, box: Box, /) -> Core:
        """Return a part of the image, as one of its own."""
        ...

    def point(self, table: Sequence[int], mode: str | None, /) -> Core:
        """Return the image with each value looked up in a table."""
        ...

    def chop_subtract_modulo(self, other: Core, /) -> Core:
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


class Lifted:
    """The core of a drawing on which everything lies some rows higher.

    Pillow cuts fractions off towards 0. So they are cut before the rows are taken away: what begins
    above the picture would lie elsewhere otherwise.
    """

    def __init__(self, core: Any, rows: int) -> None:
        self._core, self._rows = core, rows

    def __getattr__(self, name: str) -> Callable[..., Any]:
        act: Callable[..., Any] = getattr(self._core, name)
        if name == "draw_ink":
            return act

        def lifted(points: Any, *how: Any) -> None:
            rows = self._rows
            act([(int(x), int(y) - rows) for x, y in ImagePath.Path(points).tolist()], *how)

        return lifted
