"""The pieces of an edition as SVG, for pages that draw a board by themselves.

The functions that paint a thing take any canvas; one writes SVG instead of pixels, so that a page
has the art of the pictures. A sprite is named by what it shows, such as ``worker-green`` or
``house-0-done``; one unit is a sixtieth of a square's side, as in the pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Any, Final, NamedTuple, TypeAlias

from engine.edition import Cell, Edition
from render.art.buildings import paint_whole, seal_size, spots_of
from render.art.castle import MARGIN, paint_block, paint_courtyard, paint_tower
from render.art.drawing import UNIT, extent
from render.art.land import paint_clearing, paint_land, paint_tent
from render.art.tokens import paint_camped, paint_coin, paint_seal, paint_standing
from render.canvas import Canvas, Colour, Font, Point, Sides
from render.colours import RGB, UNOWNED

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
        corners = "" if edge is None else ' stroke-linejoin="round"'
        self._draw("polygon", f'points="{_points(points)}"', f"{_look(fill, edge, width)}{corners}")

    def line(self, points: Sequence[Point], colour: Colour, width: float = 2) -> None:
        """Paint a line with round corners and round ends."""
        round_ends = ' stroke-linejoin="round" stroke-linecap="round"'
        look = f"{_look(None, colour, width)}{round_ends}"
        self._draw("polyline", f'points="{_points(points)}"', look)

    def _disc(
        self, middle: Point, half: Point, fill: Colour | None, edge: Colour | None, width: float
    ) -> None:
        # Pillow draws an edge inside the figure, SVG on both sides of its outline.
        inside = 0.0 if edge is None else width / 2
        (x, y), (across, down) = middle, (value - inside for value in half)
        look = _look(fill, edge, width)
        place = f'cx="{_number(x)}" cy="{_number(y)}"'
        if across == down:
            self._draw("circle", f'{place} r="{_number(across)}"', look)
        else:
            self._draw("ellipse", f'{place} rx="{_number(across)}" ry="{_number(down)}"', look)

    def _box(
        self, sides: Sides, fill: Colour | None, radius: float, edge: Colour | None, width: float
    ) -> None:
        left, top, right, bottom = sides
        if right <= left or bottom <= top:
            return
        inside = 0.0 if edge is None else width / 2
        place = f'x="{_number(left + inside)}" y="{_number(top + inside)}"'
        size = (right - left - 2 * inside, bottom - top - 2 * inside)
        corners = f' rx="{_number(radius - inside)}"' if radius else ""
        look = _look(fill, edge, width)
        extent = f'width="{_number(size[0])}" height="{_number(size[1])}"'
        self._draw("rect", f"{place} {extent}{corners}", look)

    def text(
        self, x: float, y: float, text: str, size: float, colour: RGB, anchor: str, font: Font
    ) -> None:
        """Paint letters in the page's own typeface, their middle at the height of ``y``."""
        # Capitals and digits reach 0.72 of their size above the line they stand on.
        place = f'x="{_number(x)}" y="{_number(y + 0.36 * size)}" font-size="{_number(size)}"'
        self._elements.append(
            f'<text {place} text-anchor="{_ANCHORS[anchor[0]]}" font-weight="700" {_look(colour)}>'
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


def _look(fill: Colour | None, edge: Colour | None = None, width: float = 0) -> str:
    inside = "none" if fill is None else _hex(fill)
    stroke = "" if edge is None else f' stroke="{_hex(edge)}" stroke-width="{_number(width)}"'
    return f'fill="{inside}"{stroke}'


Painter: TypeAlias = Callable[[Canvas], None]

SEAL: Final = 52  # the side of the square in which a seal lies
_FLOORS: Final = 4  # the heights of a castle's square, the foundation included


class Piece(NamedTuple):
    """A piece to be drawn: its width and height in units, and the function that paints it."""

    width: int
    height: int
    paint: Painter


Sprite: TypeAlias = tuple[int, int, str]  # width and height in units, and SVG elements


def draw_sprites(edition: Edition) -> dict[str, Sprite]:
    """Draw every piece of an edition, its land included."""
    drawn: dict[str, Sprite] = {}
    for name, (width, height, paint) in pieces(edition).items():
        canvas = VectorCanvas(width, height)
        paint(canvas)
        # People and towers stand out of their drawings, but hills end with the board: what is
        # nested is cut at its edges.
        cut = f'<svg width="{width}" height="{height}">{canvas.svg}</svg>'
        drawn[name] = width, height, cut if name == "land" else canvas.svg
    return drawn


def pieces(edition: Edition) -> dict[str, Piece]:
    """Return every piece of an edition by its sprite's name."""
    long, short = edition.lot_sides
    heights, colours = range(_FLOORS), (*edition.colours, UNOWNED)
    board, square = (edition.columns * UNIT, edition.rows * UNIT), partial(Piece, UNIT, UNIT)
    return {
        "land": Piece(*board, partial(paint_land, edition=edition)),
        "camp": square(_paint_camp),
        "coin": Piece(24, 24, partial(paint_coin, size=24)),
        "courtyard": Piece((long - 2) * UNIT, (short - 2) * UNIT, paint_courtyard),
        **{
            f"tower-{n}": square(partial(paint_tower, height=n, x=UNIT / 2, y=UNIT / 2))
            for n in heights
        },
        **{f"block-{n}": square(partial(_paint_block, n, False)) for n in heights},
        **{f"block-{n}-lacking": square(partial(_paint_block, n, True)) for n in heights},
        **{f"seal-{one}": Piece(SEAL, SEAL, partial(_paint_seal, one)) for one in edition.families},
        **{f"worker-{one}": square(partial(_paint_worker, one, False)) for one in colours},
        **{f"camped-{one}": square(partial(_paint_worker, one, True)) for one in colours},
        **dict(_buildings(edition)),
    }


def sprite_spots(edition: Edition) -> dict[str, dict[str, Any]]:
    """Return the middles of each building's seal and chip and the seal's size, by sprite."""
    return {
        name: {"seal": places.seal, "chip": places.chip, "size": seal_size(cells)}
        for name, form, cells in _orientations(edition)
        for places in [spots_of(form, cells)]
    }


def _paint_camp(canvas: Canvas) -> None:
    paint_clearing(canvas, UNIT / 2, UNIT / 2)
    paint_tent(canvas, UNIT / 2, UNIT / 2)


def _paint_block(height: int, lacking: bool, canvas: Canvas) -> None:
    # From the square's corner on: what rises over it is painted above the drawing's edge.
    part = canvas.part(UNIT, UNIT + MARGIN)
    paint_block(part, height, lacking)
    canvas.lay(part, 0, -MARGIN)


def _paint_seal(family: str, canvas: Canvas) -> None:
    paint_seal(canvas, family, SEAL / 2, SEAL / 2, SEAL * 0.4)


def _paint_worker(colour: str, on_camp: bool, canvas: Canvas) -> None:
    if on_camp:
        paint_camped(canvas)
    paint_standing(canvas, colour)


def _orientations(edition: Edition) -> Iterator[tuple[str, str, tuple[Cell, ...]]]:
    """Yield each way in which each form may lie: the sprite's name, the form, the cells."""
    for name, form in edition.forms.items():
        for number, orientation in enumerate(form.orientations(mirror=True)):
            yield f"{name}-{number}", name, orientation.cells


def _buildings(edition: Edition) -> Iterator[tuple[str, Piece]]:
    """Yield every building under construction and, with ``-done``, completed."""
    for name, form, cells in _orientations(edition):
        columns, rows = extent(cells)
        for completed, ending in ((False, ""), (True, "-done")):
            paint = partial(paint_whole, form=form, cells=cells, completed=completed)
            yield name + ending, Piece(columns * UNIT, rows * UNIT, paint)
