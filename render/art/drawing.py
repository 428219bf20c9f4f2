"""Drawings kept as data, and the outlines and roofs that all forms of building share.

``drawings.txt`` has strokes like the paths of SVG, painted on any canvas at any size. A line ``name
= #rrggbb`` names a colour, ``[name]`` begins a drawing, and each line below is a stroke: fill, edge
(``-`` for none), the edge's width, and a path of the commands ``M L H V C Q Z`` in both cases, ``O
rx,ry`` for an ellipse and ``R w,h,r`` for a box.

A shape is its cells (column, row). Roofs are hipped and seen a little from the south: a face looks
to each side on which the shape ends, and they meet north of the middles of the cells.
"""

import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from engine.edition import Cell
from render.canvas import Canvas, Point
from render.colours import INK, PAPER, RGB

UNIT: Final = 60  # the side of a square of the board
LETTER: Final = 35
"""The size of the smallest letters: capitals are 7 pixels high when a board is 350 wide."""

_SIDES: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def extent(cells: tuple[Cell, ...]) -> tuple[int, int]:
    """Return columns and rows a shape takes."""
    return 1 + max(column for column, _ in cells), 1 + max(row for _, row in cells)


def neighbours(cells: tuple[Cell, ...], cell: Cell) -> set[str]:
    """Return the sides (n, e, s, w) on which a cell borders another cell of its shape."""
    column, row = cell
    return {side for side, (x, y) in _SIDES.items() if (column + x, row + y) in cells}


def centre(cell: Cell) -> Point:
    """Return the middle of a cell."""
    return (cell[0] + 0.5) * UNIT, (cell[1] + 0.5) * UNIT


Inset: TypeAlias = tuple[float, float, float, float]
"""Where a shape ends within a square: left, top, right, bottom."""


def paint_shape(
    canvas: Canvas, cells: tuple[Cell, ...], inset: Inset, fill: RGB, grow: float = 0
) -> None:
    """Fill a shape, drawn in on its four sides, and grown again by an edge."""
    for left, top, right, bottom in shape_boxes(cells, inset):
        canvas.box(left - grow, top - grow, right + grow, bottom + grow, fill)


def shape_boxes(cells: tuple[Cell, ...], inset: Inset) -> Iterator[Inset]:
    """Yield boxes (left, top, right, bottom) that together fill a shape that is drawn in."""
    left, top, right, bottom = inset
    for column, row in cells:
        x, y = column * UNIT, row * UNIT
        inside = neighbours(cells, (column, row))
        yield x + left, y + top, x + right, y + bottom
        if "e" in inside:
            yield x + right, y + top, x + UNIT + left, y + bottom
        if "s" in inside:
            yield x + left, y + bottom, x + right, y + UNIT + top


DIGIT: Final = 42  # the size of the digits that are read first: 12 pixels when a board is 350 wide
NUMBER: Final = 52  # the size of numbers for a glance: on the castle, and in a column with room

RIDGE: Final = 17
"""How far south of its square's upper edge a ridge lies: it is high, so north of the middle."""


def roof_faces(cells: tuple[Cell, ...], inset: Inset) -> Iterator[tuple[str, list[Point]]]:
    """Yield the faces of a hipped roof: the side each looks to, and its corners."""
    for column, row in cells:
        x, y = column * UNIT, row * UNIT
        inside = neighbours(cells, (column, row))
        ridge = x + UNIT / 2, y + RIDGE
        whole = {"w": x, "n": y, "e": x + UNIT, "s": y + UNIT}
        end = {
            side: whole[side] if side in inside else base + at
            for side, base, at in zip("wnes", (x, y, x, y), inset, strict=True)
        }
        for side in "nesw":
            level = side in "ns"
            for other in "we" if level else "ns":
                corner = (end[other], end[side]) if level else (end[side], end[other])
                # To the middle of the neighbour's side, where its ridge goes on.
                beside = (whole[other], ridge[1]) if level else (ridge[0], whole[other])
                if side not in inside:
                    foot = (ridge[0], end[side]) if level else (end[side], ridge[1])
                    over = [beside] if other in inside else []
                    yield side, [ridge, *over, corner, foot]
                elif other in inside:
                    yield side, [ridge, beside, corner]


def head(cells: tuple[Cell, ...]) -> Cell:
    """Return the cell where most wings meet, at a bend rather than on a straight."""

    def rank(cell: Cell) -> tuple[int, bool, int]:
        sides = neighbours(cells, cell)
        straight = sides in ({"n", "s"}, {"e", "w"})
        return len(sides), not straight, -cells.index(cell)

    return max(cells, key=rank)


def furthest(cells: tuple[Cell, ...], cell: Cell) -> Cell:
    """Return the cell of a shape that lies furthest from a given cell."""
    x, y = cell
    return max(cells, key=lambda other: (abs(other[0] - x) + abs(other[1] - y), cells.index(other)))


def rectangles(cells: tuple[Cell, ...]) -> list[tuple[int, int, int, int]]:
    """Return a shape as few rectangles: left column, top row, columns, rows of each."""
    runs: list[list[int]] = []
    for column, row in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        if runs and runs[-1][1] == row and runs[-1][0] + runs[-1][2] == column:
            runs[-1][2] += 1
        else:
            runs.append([column, row, 1, 1])
    merged: list[list[int]] = []
    for run in runs:
        above = next(
            (
                one
                for one in merged
                if one[0] == run[0] and one[2] == run[2] and one[1] + one[3] == run[1]
            ),
            None,
        )
        if above is not None:
            above[3] += 1
        else:
            merged.append(run)
    return [(left, top, columns, rows) for left, top, columns, rows in merged]


_TOKEN: Final = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
_NEEDS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "O": 2, "R": 3}
"""How many numbers follow each command."""
NO_TONES: Final[Mapping[str, RGB]] = {}
_STEPS: Final = 8  # the straight pieces of a curve


class Line(NamedTuple):
    """A line of a path, closed or open."""

    points: tuple[Point, ...]
    closed: bool


class Stroke(NamedTuple):
    """A part of a drawing: the names of its fill and edge, and its lines."""

    fill: str
    edge: str
    width: float
    lines: tuple[Line, ...]


@cache
def _read() -> tuple[dict[str, RGB], dict[str, list[Stroke]]]:
    """Return the named colours and all drawings."""
    tones: dict[str, RGB] = {"ink": INK, "paper": PAPER}
    drawings: dict[str, list[Stroke]] = {}
    strokes: list[Stroke] = []
    for line in (resources.files("render.art") / "drawings.txt").read_text("utf-8").splitlines():
        if match := re.fullmatch(r"(\w+) = #(..)(..)(..)", line):
            red, green, blue = (int(part, 16) for part in match.group(2, 3, 4))
            tones[match[1]] = red, green, blue
        elif line.startswith("["):
            drawings[line[1:-1]] = strokes = []
        elif line and not line.startswith("#"):
            fill, edge, width, path = line.split(maxsplit=3)
            strokes.append(Stroke(fill, edge, float(width), tuple(lines_of(path))))
    return tones, drawings


def has_drawing(name: str) -> bool:
    """Return whether there is a drawing of a name."""
    return name in _read()[1]


def lines_of(path: str) -> Iterator[Line]:
    """Yield the lines of a path, its curves as straight pieces."""
    tokens = _TOKEN.findall(path)
    points: list[Point] = []
    at, command, x, y = 0, "", 0.0, 0.0
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        upper = command.upper()
        if upper == "Z":
            yield Line(tuple(points), True)
            points = []
            continue
        numbers = [float(token) for token in tokens[at : at + _NEEDS[upper]]]
        at += len(numbers)
        if upper == "O":
            yield Line(tuple(oval(x, y, numbers[0], numbers[1])), True)
            points = []
            continue
        if upper == "R":
            yield Line(tuple(_box(x, y, *numbers)), True)
            points = []
            continue
        if command.islower():
            base = (y,) if upper == "V" else (x, y)
            numbers = [number + base[n % len(base)] for n, number in enumerate(numbers)]
        if upper in "HV":
            numbers = [numbers[0], y] if upper == "H" else [x, numbers[0]]
        if upper == "M":
            if len(points) > 1:
                yield Line(tuple(points), False)
            points = []
        if upper in "CQ":
            points += _curve([(x, y), *zip(numbers[::2], numbers[1::2], strict=True)])
        else:
            points.append((numbers[-2], numbers[-1]))
        x, y = numbers[-2:]
        # Further numbers after a move are lines.
        command = {"M": "L", "m": "l"}.get(command, command)
    if len(points) > 1:
        yield Line(tuple(points), False)


def _curve(corners: list[Point]) -> Iterator[Point]:
    """Yield the points of a Bézier curve but its first."""
    for step in range(1, _STEPS + 1):
        share, left = step / _STEPS, corners
        while len(left) > 1:
            left = [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in pairwise(left)]
        yield left[0]


def oval(x: float, y: float, across: float, down: float, count: int = 24) -> Iterator[Point]:
    """Yield the points of an ellipse."""
    for step in range(count):
        angle = 2 * math.pi * step / count
        yield x + across * math.cos(angle), y + down * math.sin(angle)


def _box(x: float, y: float, width: float, height: float, round_: float) -> Iterator[Point]:
    """Yield the corners of a box, each cut twice where it is round."""
    right, low, r = x + width, y + height, round_
    cut = 0.3 * r
    if not r:
        yield from ((x, y), (right, y), (right, low), (x, low))
        return
    yield from ((x + r, y), (right - r, y), (right - cut, y + cut), (right, y + r))
    yield from ((right, low - r), (right - cut, low - cut), (right - r, low), (x + r, low))
    yield from ((x + cut, low - cut), (x, low - r), (x, y + r), (x + cut, y + cut))


def paint_drawing(
    canvas: Canvas,
    name: str,
    x: float,
    y: float,
    size: float = 1,
    *,
    turn: float = 0,
    rim: tuple[RGB, float] | None = None,
    tones: Mapping[str, RGB] = NO_TONES,
) -> None:
    """Paint a drawing.

    Args:
        x, y: where its origin comes to lie.
        size: units of the canvas for one of its own.
        turn: degrees by which it is turned clockwise.
        rim: only its outline, in a colour and so much wider on each side.
        tones: colours of the names that a drawing leaves open.
    """
    named, drawings = _read()
    named = {**named, **tones}
    cos, sin = size * math.cos(math.radians(turn)), size * math.sin(math.radians(turn))
    for stroke in drawings[name]:
        for line in stroke.lines:
            points = [(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in line.points]
            if rim is not None:
                wide = size * stroke.width * (stroke.edge != "-") + 2 * rim[1]
                if line.closed:
                    canvas.polygon(points, rim[0], edge=rim[0], width=wide)
                else:
                    canvas.line(points, rim[0], wide)
                continue
            if stroke.fill != "-":
                edge = named.get(stroke.edge) if line.closed else None
                fill = named[stroke.fill]
                canvas.polygon(points, fill, edge=edge, width=size * stroke.width)
            elif line.closed:
                canvas.line([*points, points[0]], named[stroke.edge], size * stroke.width)
            if not line.closed and stroke.edge != "-":
                canvas.line(points, named[stroke.edge], size * stroke.width)
