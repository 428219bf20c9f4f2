"""Outlines and roofs of tiles: geometry that all forms of building share.

A shape is its cells (column, row). Roofs are hipped and seen a little from the south: a face looks
to each side on which the shape ends, and ridges run through the cells north of their middles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from engine.cards import Cell
from render.canvas import Canvas, Point
from render.colours import RGB

UNIT: Final = 60
"""The side of a square of the board."""
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


DIGIT: Final = 42
"""The size of the digits that are read first: 12 pixels when a board is 350 wide."""

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


def ridges(cells: tuple[Cell, ...]) -> Iterator[tuple[Point, Point]]:
    """Yield the level ridges of the roof: lines between neighbouring cells."""
    for column, row in cells:
        x, y = (column + 0.5) * UNIT, row * UNIT + RIDGE
        for side in neighbours(cells, (column, row)) & {"e", "s"}:
            across, down = _SIDES[side]
            yield (x, y), (x + across * UNIT, y + down * UNIT)


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
