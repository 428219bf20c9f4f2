"""Large paintings, painted band by band: the canvas of a whole one would take up to 40 MB.

Each band has the same pixels as that part of the whole, since Pillow is given the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, cast

from PIL import Image

from render.canvas import Canvas, Colour, Font, Point
from render.colours import RGB
from render.files.core import Lifted
from render.files.palette import flat, indices

Paint: TypeAlias = Callable[[Canvas], None]
"""Paints the whole of a drawing; what lies beyond the canvas's edges is left out."""

BAND_BYTES: Final = 2_000_000
"""The most bytes of a band's canvas: below the size from which the allocator asks the system."""

_PIXEL: Final = 4
"""The bytes of a pixel of a canvas."""


class _Band(Canvas):
    """Some rows of a canvas, painted with the coordinates of the whole."""

    def __init__(self, whole: tuple[float, float], scale: float, finer: int, rows: range) -> None:
        width, height = whole
        super().__init__(width, len(rows) / scale, scale, oversampling=finer)
        self.height = height
        self._above = rows.start * finer
        if self._above:
            core = Lifted(self.draw.draw, self._above)
            self.draw.draw = cast(Any, core)

    def lay(self, part: Canvas, x: float, y: float) -> None:
        """Lay as much of a part as the band shows."""
        across, down = round(x * self.factor), round(y * self.factor) - self._above
        hidden = max(0, -down)
        if hidden < part.image.height and down < self.image.height:
            shown = part.image.crop((0, hidden, *part.image.size))
            self.image.alpha_composite(shown, (across, max(0, down)))

    def line(self, points: Sequence[Point], colour: Colour, width: float = 2) -> None:
        """Paint a line, if the band shows any of it: its joints are dear."""
        heights = [y for _, y in points]
        if self._shows(min(heights) - width, max(heights) + width):
            super().line(points, colour, width)

    def text(
        self, x: float, y: float, text: str, size: float, colour: RGB, anchor: str, font: Font
    ) -> None:
        """Paint letters, if the band shows any of them."""
        if self._shows(y - 2 * size, y + 2 * size):
            super().text(x, y, text, size, colour, anchor, font)

    def _shows(self, top: float, bottom: float) -> bool:
        """Return whether the band has any height between two."""
        high = self._above + self.image.height
        return bottom * self.factor >= self._above and top * self.factor <= high


def painted(
    width: float,
    height: float,
    paint: Paint,
    *,
    scale: float = 1.0,
    oversampling: int = 2,
    ground: RGB = (0, 0, 0),
) -> Image.Image:
    """Return a painting as palette indices (mode ``L``).

    Args:
        width, height: its size in units.
        paint: paints it; called for each band.
        scale: pixels a unit at the end.
        oversampling: how many times too large it is painted.
        ground: the colour under it.
    """
    across, down = round(width * scale), round(height * scale)
    rows = max(1, BAND_BYTES // (across * oversampling**2 * _PIXEL))
    whole = Image.new("L", (across, down))
    for top in range(0, down, rows):
        band = _Band((width, height), scale, oversampling, range(top, min(down, top + rows)))
        paint(band)
        whole.paste(indices(flat(band.reduced(), ground)), (0, top))
    return whole
