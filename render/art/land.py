"""The land: hills and paths under the board's squares, its camps, and what grows between them.

Few tones close together, so that what players put there stands out. Hills and growth come from a
sequence that the edition's name begins, paths lead to the castle's lot.
"""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine import Edition, squares
from render.art.drawing import UNIT, oval, paint_drawing
from render.canvas import Canvas, Point
from render.colours import FLOOR, GRASS, GRASS_BANDS, GRASS_LINE, PATH, PATH_EDGE, RGB, SHADE
from render.files.raster import Tile, painted, tile_of, tile_over
from render.files.tile_cache import TILES

CLOSE: Final = 1.5
"""Up to this scale the land is painted whole and cut; larger squares are painted one by one."""
_HILLS: Final = (
    (0.12, 0.15, 3.6, 2.5),
    (0.88, 0.86, 3.8, 2.7),
    (0.84, 0.13, 3.6, 2.2),
    (0.13, 0.87, 3.6, 2.3),
    (0.5, 0.47, 4.4, 2.9),
    (0.47, 1.02, 2.2, 1.3),
    (0.46, -0.02, 2.0, 1.2),
)
"""The middles of the hills in shares of the board, and how far they reach in squares."""
_LEVELS: Final = ((1.0, 2, 0), (0.7, 3, 2))
"""Of each terrace: its part of the hill, its tone, and the tone of the shade that it throws."""
_LIFE: Final = (
    ("tree-1", 0.06),
    ("tree-2", 0.06),
    ("tree-3", 0.05),
    ("flowers-1", 0.04),
    ("flowers-2", 0.03),
    ("flowers-3", 0.02),
    ("tuft", 0.1),
    ("sheep", 0.03),
)
"""The drawings of what grows, and how often each stands at a corner of squares."""


def _smooth(points: Sequence[Point], closed: bool = True) -> list[Point]:
    """Return a curve through points (Catmull and Rom's)."""
    count, found = len(points), []
    for number in range(count if closed else count - 1):
        near = [
            points[(number + k) % count if closed else min(max(number + k, 0), count - 1)]
            for k in (-1, 0, 1, 2)
        ]
        for step in range(8):
            t = step / 8
            a, b, c, d = (
                -0.5 * t + t * t - 0.5 * t**3,
                1 - 2.5 * t * t + 1.5 * t**3,
                0.5 * t + 2 * t * t - 1.5 * t**3,
                -0.5 * t * t + 0.5 * t**3,
            )
            weights = list(zip((a, b, c, d), near, strict=True))
            found.append((sum(w * x for w, (x, _) in weights), sum(w * y for w, (_, y) in weights)))
    return found if closed else [*found, points[-1]]


def _blob(chance: random.Random, x: float, y: float, across: float, down: float) -> list[Point]:
    """Return an uneven round outline."""
    round_ = oval(0, 0, 1, 1, 9)
    shares = [1 + chance.uniform(-0.16, 0.16) for _ in range(9)]
    return [
        (x + dx * k * across, y + dy * k * down) for (dx, dy), k in zip(round_, shares, strict=True)
    ]


def paint_land(
    canvas: Canvas, edition: Edition, x: float = 0, y: float = 0, lot: squares.Lot | None = None
) -> None:
    """Paint the empty land of a board whose top left corner lies at a point.

    Args:
        canvas: the drawing; what lies beyond its edges is not painted.
        x, y: the corner.
        lot: where the castle stands, to which the paths lead; None for that of a first game.
    """
    width, height = edition.columns * UNIT, edition.rows * UNIT
    canvas.box(x, y, x + width, y + height, GRASS)
    for outline, wide, colour in _outlines(edition, lot or edition.first_lot):
        across, down = zip(*outline, strict=True)
        # A single square shows few of them.
        if (
            -wide < max(across) + x
            and min(across) + x < canvas.width + wide
            and -wide < max(down) + y
            and min(down) + y < canvas.height + wide
        ):
            placed = [(a + x, b + y) for a, b in outline]
            if wide:
                canvas.line(placed, colour, wide)
            else:
                canvas.polygon(placed, colour)
    for column in range(1, edition.columns):
        canvas.box(x + column * UNIT, y, x + column * UNIT + 1, y + height, GRASS_LINE)
    for row in range(1, edition.rows):
        canvas.box(x, y + row * UNIT, x + width, y + row * UNIT + 1, GRASS_LINE)


@lru_cache(maxsize=16)
def _outlines(edition: Edition, lot: squares.Lot) -> list[tuple[list[Point], int, RGB]]:
    """Return hills and paths from below: points, a line's width or 0 for an area, colour."""
    width, height = edition.columns * UNIT, edition.rows * UNIT
    found: list[tuple[list[Point], int, RGB]] = []
    for share, tone, shade in _LEVELS:
        # Terrace by terrace, so that hills which meet become one; a higher one is nearer the sun.
        chance = random.Random(edition.id)
        hills = []
        for across, down, wide, high in _HILLS:
            middle = across * width - 26 * (1 - share), down * height - 20 * (1 - share)
            reach = wide * share * UNIT, high * share * UNIT
            hills.append(_smooth(_blob(chance, *middle, *reach)))
        found += [([(a + 10, b + 12) for a, b in hill], 0, GRASS_BANDS[shade]) for hill in hills]
        found += [(hill, 0, GRASS_BANDS[tone]) for hill in hills]
    for line, colour in ((22, PATH_EDGE), (18, PATH)):
        for way in _paths(edition, lot):
            points = _smooth([(a * UNIT, b * UNIT) for a, b in way], False)
            found.append((points, line, colour))
    return found


def _paths(edition: Edition, lot: squares.Lot) -> Iterator[list[Point]]:
    """Yield the paths from the middles of the castle's sides to the edges, in squares."""
    left, top = squares.column_of(lot.corner), squares.row_of(lot.corner)
    x, y = left + lot.width / 2, top + lot.height / 2
    for start, step, far in (
        ((x, top), (0, -1), top),
        ((x, top + lot.height), (0, 1), edition.rows - top - lot.height),
        ((left, y), (-1, 0), left),
        ((left + lot.width, y), (1, 0), edition.columns - left - lot.width),
    ):
        # To and fro, the more the further it is.
        sway = (0.0, 0.5, -0.45, 0.25)
        yield [
            (start[0] + step[0] * far * k - step[1] * s, start[1] + step[1] * far * k + step[0] * s)
            for k, s in zip((0, 0.3, 0.7, 1.0), sway, strict=True)
        ]


class Growth(NamedTuple):
    """A drawing that grows at a corner of four squares, in units from the board's corner."""

    name: str
    x: int
    y: int


@lru_cache(maxsize=8)
def growth_of(edition: Edition) -> tuple[squares.SquareSet, dict[squares.Square, Growth]]:
    """Return what grows on a board by the square north-west of its corner of four squares."""
    chance, found = random.Random(f"{edition.id} growth"), {}
    for row in range(1, edition.rows):
        for column in range(1, edition.columns):
            dx, dy, left = chance.randint(-4, 4), chance.randint(-4, 4), chance.random()
            for name, often in _LIFE:
                left -= often
                if left < 0:
                    one = Growth(name, column * UNIT + dx, row * UNIT + dy)
                    found[squares.square_at(column - 1, row - 1)] = one
                    break
    return squares.square_set(found), found


GROWTH: Final = 52  # the side of the square in whose middle a growth is drawn


def growth(name: str, scale: float) -> Tile:
    """Draw something that grows, to be laid over the land."""
    canvas = Canvas(GROWTH, GROWTH, scale)
    paint_drawing(canvas, name, GROWTH / 2, GROWTH / 2, tones={"shade": SHADE})
    return tile_over(canvas, GRASS)


def paint_clearing(canvas: Canvas, x: float, y: float) -> None:
    """Paint the trodden ground of a camp round a square's middle."""
    for grow, colour in ((2, PATH_EDGE), (0, FLOOR)):
        canvas.disc(x, y + 7, 27 + grow, colour, height=20 + grow)


def paint_tent(canvas: Canvas, x: float, y: float, size: float = 1) -> None:
    """Paint a striped tent with a pennant round a point."""
    paint_drawing(canvas, "tent", x, y + 2 * size, size)


def paint_camps(canvas: Canvas, camps: squares.SquareSet, x: float, y: float) -> None:
    """Paint every camp of a board whose top left corner lies at a point."""
    for square in squares.iter_squares(camps):
        middle = (
            x + (squares.column_of(square) + 0.5) * UNIT,
            y + (squares.row_of(square) + 0.5) * UNIT,
        )
        paint_clearing(canvas, *middle)
        paint_drawing(canvas, "tent-shade", *middle, tones={"shade": SHADE})
        paint_tent(canvas, *middle)


def land(
    edition: Edition,
    lot: squares.Lot,
    left: int,
    top: int,
    columns: int,
    rows: int,
    camps: bool,
    scale: float,
) -> Tile:
    """Draw a part of a board's empty land, some columns and rows from a square, with its camps."""
    x, y = -left * UNIT, -top * UNIT

    def paint(canvas: Canvas) -> None:
        paint_land(canvas, edition, x, y, lot)
        if camps:
            here = edition.camps
            # Of a single square only its own camp can show.
            if columns == rows == 1:
                here &= 1 << squares.square_at(left, top)
            paint_camps(canvas, here, x, y)

    return tile_of(painted(columns * UNIT, rows * UNIT, paint, scale=scale))


def land_square(
    edition: Edition, lot: squares.Lot, square: squares.Square, camps: bool, scale: float
) -> Tile:
    """Draw one square of a board's empty land."""
    column, row = squares.column_of(square), squares.row_of(square)
    if scale > CLOSE:
        return land(edition, lot, column, row, 1, 1, camps, scale)
    # Cut from the whole, so that hills and paths go on across the squares.
    whole = TILES.get(land, edition, lot, 0, 0, edition.columns, edition.rows, camps, scale)
    side = round(UNIT * scale)
    box = (column * side, row * side, (column + 1) * side, (row + 1) * side)
    return Tile(side, side, whole.pixels.crop(box), None)
