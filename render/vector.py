"""A canvas that writes SVG instead of pixels, so that a page has the art of the pictures.

The functions that paint a thing take any canvas: one art, two painters.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from render.canvas import Canvas, Colour, Font, Point
from render.colours import RGB

_ANCHORS: Final = {"l": "start", "m": "middle", "r": "end"}


class VectorCanvas(Canvas):
    """A canvas whose painting is SVG elements, in units. It has no pixels to reduce or to mask."""

    def __init__(self, width: float, height: float) -> None:
        # Not the pixels of a canvas: there are none.
        self.width, self.height = width, height
        self.scale = self.factor = 1.0
        self.oversampling = 1
        self._elements: list[str] = []
        self._unit = 1.0

    @property
    def svg(self) -> str:
        """The elements, in the order in which they were painted."""
        return "".join(self._elements)

    def part(self, width: float, height: float, unit: float = 1) -> VectorCanvas:
        """Return an empty canvas to be laid on this one."""
        part = VectorCanvas(width, height)
        part._unit = unit
        return part

    def lay(self, part: Canvas, x: float, y: float) -> None:
        """Lay a part with its top left corner at a point."""
        assert isinstance(part, VectorCanvas)
        scale = "" if part._unit == 1 else f" scale({_number(part._unit, 3)})"
        place = f"translate({_number(x)} {_number(y)}){scale}"
        self._elements.append(f'<g transform="{place}">{part.svg}</g>')

    def polygon(
        self, points: Sequence[Point], fill: Colour, *, edge: Colour | None = None, width: float = 2
    ) -> None:
        """Paint a filled polygon, with an edge drawn round it."""
        stroke = "" if edge is None else f'{_stroke(edge, width)} stroke-linejoin="round"'
        self._draw("polygon", f'points="{_points(points)}"', f"{_fill(fill)}{stroke}")

    def line(self, points: Sequence[Point], colour: Colour, width: float = 2) -> None:
        """Paint a line with round corners and round ends."""
        round_ends = ' stroke-linejoin="round" stroke-linecap="round"'
        look = f'fill="none"{_stroke(colour, width)}{round_ends}'
        self._draw("polyline", f'points="{_points(points)}"', look)

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
        # Pillow draws an edge inside the figure, SVG on both sides of its outline.
        inside = 0.0 if edge is None else width / 2
        across, down = radius - inside, (radius if height is None else height) - inside
        look = _fill(fill) + ("" if edge is None else _stroke(edge, width))
        place = f'cx="{_number(x)}" cy="{_number(y)}"'
        if across == down:
            self._draw("circle", f'{place} r="{_number(across)}"', look)
        else:
            self._draw("ellipse", f'{place} rx="{_number(across)}" ry="{_number(down)}"', look)

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
        if right <= left or bottom <= top:
            return
        inside = 0.0 if edge is None else width / 2
        place = f'x="{_number(left + inside)}" y="{_number(top + inside)}"'
        size = (right - left - 2 * inside, bottom - top - 2 * inside)
        corners = f' rx="{_number(radius - inside)}"' if radius else ""
        look = _fill(fill) + ("" if edge is None else _stroke(edge, width))
        extent = f'width="{_number(size[0])}" height="{_number(size[1])}"'
        self._draw("rect", f"{place} {extent}{corners}", look)

    def text(
        self, x: float, y: float, text: str, size: float, colour: RGB, anchor: str, font: Font
    ) -> None:
        """Paint letters in the page's own typeface, their middle at the height of ``y``."""
        # Capitals and digits reach 0.72 of their size above the line they stand on.
        place = f'x="{_number(x)}" y="{_number(y + 0.36 * size)}" font-size="{_number(size)}"'
        self._elements.append(
            f'<text {place} text-anchor="{_ANCHORS[anchor[0]]}" font-weight="700" {_fill(colour)}>'
            f"{escape(text)}</text>"
        )

    def _draw(self, name: str, shape: str, look: str) -> None:
        self._elements.append(f"<{name} {shape} {look}/>")


def _number(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{value:02x}" for value in colour)


def _fill(colour: Colour | None) -> str:
    return 'fill="none"' if colour is None else f'fill="{_hex(colour)}"'


def _stroke(colour: Colour, width: float) -> str:
    return f' stroke="{_hex(colour)}" stroke-width="{_number(width)}"'
