"""Outlines and roofs of tiles: geometry that all forms of building share.

A shape is its cells (column, row). Roofs are hipped: over every outline made of squares the face
of a point looks to the nearest side, which divides each cell along its diagonals and middles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards import Cell
from render.canvas import Canvas, Point
from render.colours import RGB

UNIT: Final = 60
"""The side of a square of the board."""
LETTER: Final = 35
"""The size of the smallest letters: capitals are 7 pixels high when a board is 350 wide."""

_OPPOSITE: Final = {"n": "s", "e": "w", "s": "n", "w": "e"}
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


def bounds(cells: tuple[Cell, ...], cell: Cell, inset: float) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom of a cell, drawn in where the shape ends."""
    inside = neighbours(cells, cell)
    left, top = cell[0] * UNIT, cell[1] * UNIT
    return (
        left + (0 if "w" in inside else inset),
        top + (0 if "n" in inside else inset),
        left + UNIT - (0 if "e" in inside else inset),
        top + UNIT - (0 if "s" in inside else inset),
    )


def paint_shape(canvas: Canvas, cells: tuple[Cell, ...], inset: float, fill: RGB) -> None:
    """Fill a shape, drawn in by an inset on all its sides."""
    for left, top, right, bottom in shape_boxes(cells, inset):
        canvas.box(left, top, right, bottom, fill)


def shape_boxes(
    cells: tuple[Cell, ...], inset: float
) -> Iterator[tuple[float, float, float, float]]:
    """Yield boxes (left, top, right, bottom) that together fill a shape drawn in by an inset."""
    for column, row in cells:
        left, top = column * UNIT + inset, row * UNIT + inset
        right, bottom = (column + 1) * UNIT - inset, (row + 1) * UNIT - inset
        inside = neighbours(cells, (column, row))
        yield left, top, right, bottom
        if "e" in inside:
            yield right, top, right + 2 * inset, bottom
        if "s" in inside:
            yield left, bottom, right, bottom + 2 * inset


def roof_faces(
    cells: tuple[Cell, ...], inset: float, *, ends: bool = True
) -> Iterator[tuple[str, list[Point]]]:
    """Yield the faces of a hipped roof: the side each looks to, and its corners.

    Without ``ends`` the small triangles at the ends of a wing are left out.
    """
    for cell in cells:
        left, top, right, bottom = bounds(cells, cell, inset)
        inside = neighbours(cells, cell)
        x, y = centre(cell)
        corners = {"n": (left, top), "e": (right, top), "s": (right, bottom), "w": (left, bottom)}
        order = "nesw"
        for number, side in enumerate(order):
            first, second = corners[side], corners[order[(number + 1) % 4]]
            if side not in inside:
                if not ends and inside == {_OPPOSITE[side]}:
                    continue
                yield side, [first, second, (x, y)]
                continue
            middle = (x, first[1]) if side in "ns" else (first[0], y)
            yield order[number - 1], [first, middle, (x, y)]
            yield order[(number + 1) % 4], [middle, second, (x, y)]


def span(corners: Sequence[Point], at: float, *, level: bool) -> tuple[float, float]:
    """Return the two ends of the part of a level or upright line that lies in a convex face.

    Args:
        corners: the face.
        at: the line's height when it is level, else how far to the right it stands.
        level: True for a level line, False for an upright one.
    """
    across, along = (0, 1) if level else (1, 0)
    met = [
        one[across] + (two[across] - one[across]) * (at - one[along]) / (two[along] - one[along])
        for one, two in zip(corners, [*corners[1:], corners[0]], strict=True)
        if min(one[along], two[along]) <= at <= max(one[along], two[along])
        # An edge along the line meets it everywhere; its neighbours give the same ends.
        and one[along] != two[along]
    ]
    return min(met), max(met)


def inner_corners(
    cells: tuple[Cell, ...], inset: float
) -> Iterator[tuple[float, float, float, float]]:
    """Yield boxes (left, top, right, bottom) in the corners where a shape bends inwards."""
    for column, row in cells:
        inside = neighbours(cells, (column, row))
        for upright, level in (("n", "w"), ("n", "e"), ("s", "w"), ("s", "e")):
            x, y = _SIDES[level][0], _SIDES[upright][1]
            if inside >= {upright, level} and (column + x, row + y) not in cells:
                left = column * UNIT if x < 0 else (column + 1) * UNIT - inset
                top = row * UNIT if y < 0 else (row + 1) * UNIT - inset
                yield left, top, left + inset, top + inset


def ridges(cells: tuple[Cell, ...]) -> Iterator[tuple[Point, Point]]:
    """Yield the level ridges of the roof: lines between the middles of neighbouring cells."""
    for cell in cells:
        for side in neighbours(cells, cell) & {"e", "s"}:
            x, y = _SIDES[side]
            yield centre(cell), centre((cell[0] + x, cell[1] + y))


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
