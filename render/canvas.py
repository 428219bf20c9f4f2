"""A canvas in the drawing's own units, painted several times too large and then reduced.

Nothing here knows the game. Reducing is what makes edges smooth; Pillow draws without.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFont

from render.colours import RGB

Point: TypeAlias = tuple[float, float]
Sides: TypeAlias = tuple[float, float, float, float]  # left, top, right and bottom of a rectangle

Colour: TypeAlias = RGB | tuple[int, int, int, int]
Font: TypeAlias = Callable[[int], ImageFont.FreeTypeFont]
"""A typeface: returns its letters of a size in pixels."""

OVERSAMPLING: Final = 4


class Canvas:
    """A transparent canvas of ``width`` by ``height`` units, ``scale`` pixels a unit at the end."""

    def __init__(
        self, width: float, height: float, scale: float, *, oversampling: int | None = None
    ) -> None:
        self.width, self.height, self.scale = width, height, scale
        # Edges of a large drawing are smooth enough with fewer samples.
        usual = OVERSAMPLING if scale < 1.5 else OVERSAMPLING // 2
        self.oversampling = oversampling = oversampling or usual
        self.factor = scale * oversampling
        self.pixels = (round(width * scale), round(height * scale))
        size = (self.pixels[0] * oversampling, self.pixels[1] * oversampling)
        self.image = Image.new("RGBA", size, (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def part(self, width: float, height: float, unit: float = 1) -> "Canvas":
        """Return an empty canvas to be laid on this one.

        Args:
            width, height: its size in its own units.
            unit: the size of one of its units in units of this canvas.
        """
        return Canvas(width, height, self.scale * unit, oversampling=self.oversampling)

    def lay(self, part: "Canvas", x: float, y: float) -> None:
        """Lay a part with its top left corner at a point."""
        at = round(x * self.factor), round(y * self.factor)
        self.image.alpha_composite(part.image, at)

    def _scaled(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self.factor, y * self.factor) for x, y in points]

    def _width(self, width: float) -> int:
        return max(1, round(width * self.factor))

    def polygon(
        self, points: Sequence[Point], fill: Colour, *, edge: Colour | None = None, width: float = 2
    ) -> None:
        """Paint a filled polygon, with an edge drawn round it."""
        scaled = self._scaled(points)
        self.draw.polygon(scaled, fill=fill)
        if edge is not None:
            # On past the first corner, or Pillow would leave the last joint open.
            outline, thick = [*scaled, *scaled[:2]], self._width(width)
            self.draw.line(outline, fill=edge, width=thick, joint="curve")

    def line(self, points: Sequence[Point], colour: Colour, width: float = 2) -> None:
        """Paint a line with round corners and round ends."""
        scaled = self._scaled(points)
        thick = self._width(width)
        self.draw.line(scaled, fill=colour, width=thick, joint="curve")
        radius = thick / 2
        for x, y in (scaled[0], scaled[-1]):
            self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None,
        *,
        edge: Colour | None = None,
        width: float = 2,
        height: float | None = None,
    ) -> None:
        """Paint a disc, or an ellipse when it has a half height of its own."""
        self._disc((x, y), (radius, radius if height is None else height), fill, edge, width)

    def _disc(
        self, middle: Point, half: Point, fill: Colour | None, edge: Colour | None, width: float
    ) -> None:
        (x, y), (across, down) = middle, half
        box = [value * self.factor for value in (x - across, y - down, x + across, y + down)]
        self.draw.ellipse(box, fill=fill, outline=edge, width=self._width(width))

    def box(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        fill: Colour | None,
        *,
        radius: float = 0,
        edge: Colour | None = None,
        width: float = 2,
    ) -> None:
        """Paint a rectangle, with round corners when it has a radius."""
        self._box((left, top, right, bottom), fill, radius, edge, width)

    def _box(
        self, sides: Sides, fill: Colour | None, radius: float, edge: Colour | None, width: float
    ) -> None:
        box = [value * self.factor for value in sides]
        # Pillow's rectangles include their last pixel; ours end before it.
        box[2] = max(box[0], box[2] - 1)
        box[3] = max(box[1], box[3] - 1)
        self.draw.rounded_rectangle(
            box,
            radius=radius * self.factor,
            fill=fill,
            outline=edge,
            width=self._width(width) if edge is not None else 1,
        )

    def text(
        self, x: float, y: float, text: str, size: float, colour: RGB, anchor: str, font: Font
    ) -> None:
        """Paint letters: their size, in units, goes into ``font`` in pixels.

        The anchor is Pillow's code for the point of the text that lies at (x, y).
        """
        letters = font(round(size * self.factor))
        place = (x * self.factor, y * self.factor)
        self.draw.text(place, text, fill=colour, font=letters, anchor=anchor)

    def reduced(self) -> Image.Image:
        """Return the painting at its final size, RGBA.

        Two samples of each pixel are mixed, a quarter from its opposite corners: edges are smooth
        enough, and with one shade between two colours they deflate far better than with many.
        """
        # With premultiplied alpha: else transparent black would darken the edges.
        first, second = (self._sampled(share).convert("RGBa") for share in (0.25, 0.75))
        return ImageChops.add(first, second, scale=2).convert("RGBA")

    def _sampled(self, share: float) -> Image.Image:
        """Return one sample a pixel, ``share`` of it down and to the right."""
        step = self.oversampling
        start = step * share - step / 2
        return self.image.transform(
            self.pixels,
            Image.Transform.AFFINE,
            (step, 0, start, 0, step, start),
            Image.Resampling.NEAREST,
        )
