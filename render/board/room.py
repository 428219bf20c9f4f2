"""The room for marks, so that none covers a hat, a seal, a figure's head or another mark.

A board is divided into small cells, ten to the side of a square, with a square's width all round
for marks that stand out over the edge. The taken cells are the bits of one number, so that one
operation tells whether a mark fits somewhere.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from engine import squares as grid
from engine.edition import Cell, Edition
from engine.view import Building, View
from render.art.buildings import spots_of
from render.art.castle import rise_of, seal_spot, tower_foot, tower_spots
from render.art.drawing import UNIT
from render.board.pieces import cells_of
from render.layout import COLUMNS

CELL: Final = 6  # the side of a cell in units
HIGH: Final = 6  # the height of a mark in cells
_SIDE: Final = UNIT // CELL
_WIDE: Final = (COLUMNS + 2) * _SIDE  # cells in a row, with the margin on both sides

Spot: TypeAlias = int  # where a mark begins: the number of its first cell, counted along the rows


def spot_at(x: int, y: int) -> Spot:
    """Return the cell ``x`` to the right of the board's corner and ``y`` down."""
    return (y + _SIDE) * _WIDE + x + _SIDE


def units_of(spot: Spot) -> tuple[int, int]:
    """Return how far to the right and down of the board's corner a cell begins, in units."""
    y, x = divmod(spot, _WIDE)
    return (x - _SIDE) * CELL, (y - _SIDE) * CELL


def step(across: int, down: int) -> int:
    """Return the difference between two spots that are ``across`` and ``down`` cells apart."""
    return down * _WIDE + across


@lru_cache(maxsize=64)
def block(width: int, height: int) -> int:
    """Return the bits of a full rectangle of cells, the first cell at bit 0."""
    row = (1 << width) - 1
    return sum(row << line * _WIDE for line in range(height))


DISC: Final = sum(
    ((1 << wide) - 1) << line * _WIDE + (6 - wide) // 2
    for line, wide in enumerate((4, 6, 6, 6, 6, 4))
)
"""A disc six cells wide at the corner."""

_SEAL: Final = sum(
    ((1 << wide) - 1) << line * _WIDE + (7 - wide) // 2
    for line, wide in enumerate((5, 7, 7, 7, 7, 7, 5))
)
"""The disc of a building's seal or number, seven cells wide at the corner."""


def corner(square: grid.Square) -> Spot:
    """Return the first cell of a square."""
    return spot_at(grid.column_of(square) * _SIDE, grid.row_of(square) * _SIDE)


def cells(units: float) -> int:
    """Return the number of cells that cover a length in units."""
    return -int(-units // CELL)


def _box(left: float, top: float, right: float, bottom: float) -> int:
    """Return the cells of a box, which is given in units from the board's corner."""
    x, y = round(left / CELL), round(top / CELL)
    wide, high = round(right / CELL) - x, round(bottom / CELL) - y
    return block(wide, high) << spot_at(x, y)


@lru_cache(maxsize=512)
def _squares(squares: grid.SquareSet, left: int, top: int, width: int, height: int) -> int:
    """Return the same part of each of some squares, in cells."""
    part, found, at = block(width, height), 0, step(left, top)
    for square in grid.iter_squares(squares):
        found |= part << corner(square) + at
    return found


_HEAD: Final = (3, 0, 4, 6)
"""Where in its square a worker's hat and head are: left, top, width and height in cells."""


@lru_cache(maxsize=1024)
def _signs(form: str, shape: tuple[Cell, ...], completed: bool) -> int:
    """Return the cells of a building's crest, or of its seal and chip, its box at the corner."""
    spots, found = spots_of(form, shape), 0
    if completed:
        x, y = spots.crest
        return DISC << spot_at(round(x / CELL) - 3, round(y / CELL) - 3)
    for x, y in (spots.seal, spots.chip):
        found |= _SEAL << spot_at(round(x / CELL - 3.5), round(y / CELL - 3.5))
    return found


@lru_cache(maxsize=64)
def _castle(lot: grid.Lot, heights: tuple[int, ...]) -> int:
    """Return the cells of the ring squares' seals, and of the towers."""
    found = 0
    for square, height in zip(lot.ring, heights, strict=True):
        left = grid.column_of(square) * UNIT
        middle = grid.row_of(square) * UNIT + seal_spot(height)[1]
        wide = 2 if height else 12
        found |= _box(left + wide, middle - 18, left + UNIT - wide, middle + 18)
    left, top = grid.column_of(lot.corner), grid.row_of(lot.corner)
    for column, row, height in tower_spots(lot, heights):
        foot = tower_foot(column, row)
        across, down = left * UNIT + foot[0], top * UNIT + foot[1]
        found |= _box(across - 12, down - 24 - rise_of(height), across + 12, down + 6)
    return found


@lru_cache(maxsize=16)
def _beyond(edition: Edition) -> int:
    """Return the cells beyond the board's edge, where the coordinates and the panels are."""
    wide, high = edition.columns * _SIDE, edition.rows * _SIDE
    whole = block(_WIDE, high + 2 * _SIDE)
    return whole & ~(block(wide + 3, high + 3) << spot_at(-1, -1))


@lru_cache(maxsize=1024)
def shape_at(edition: Edition, form: str, squares: grid.SquareSet) -> tuple[tuple[Cell, ...], Spot]:
    """Return the cells of a building, and the first cell of the box round it."""
    first = grid.first_square(squares)
    shape = cells_of(edition, form, squares >> first)
    return shape, corner(first) - shape[0][0] * _SIDE


# A position is drawn for everybody, for each person and in both themes.
@lru_cache(maxsize=64)
def _taken(
    edition: Edition,
    lot: grid.Lot,
    heights: tuple[int, ...],
    buildings: tuple[Building, ...],
    workers: grid.SquareSet,
) -> int:
    """Return the cells of what stands on a board and no mark may cover."""
    found = _beyond(edition) | _castle(lot, heights) | _squares(workers, *_HEAD)
    for building in buildings:
        shape, spot = shape_at(edition, building.card.form, building.squares)
        signs = _signs(building.card.form, shape, building.completed)
        found |= signs << spot - spot_at(0, 0)
    return found


_BACK: Final = step(2 * _SIDE, _SIDE)
"""Marks begin no further to the left of what they belong to, or above it."""
_NEAR: Final = (1 << 8 * _SIDE * _WIDE) - 1
"""A part of the board as high as the largest tile with what may lie round it."""

Places: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""Spots to be tried in their order, in groups: all spots of one as bits, then how far each is."""
_GROUP: Final = 12  # the spots of a group: a full group is passed over at once


def places(steps: Iterable[int]) -> Places:
    """Return spots, given by their distances from where a mark belongs, for ``Room.find_wide``."""
    left, groups = list(steps), []
    while left:
        some, left = left[:_GROUP], left[_GROUP:]
        groups.append((sum(1 << one + _BACK for one in some), tuple(some)))
    return tuple(groups)


class Room:
    """The taken cells of a board: those of things that no mark may cover, and of laid marks.

    Attributes:
        taken: a bit for each cell.
    """

    def __init__(self, view: View) -> None:
        workers = view.neutral | grid.union(seat.workers for seat in view.seats)
        self.taken = _taken(view.edition, view.lot, view.heights, view.buildings, workers)

    def keep(self, squares: grid.SquareSet, inset: int) -> None:
        """Mark squares as taken, each less an inset of some cells on all sides."""
        self.taken |= _squares(squares, inset, inset, _SIDE - 2 * inset, _SIDE - 2 * inset)

    def find(self, first: Spot, steps: Iterable[int], shape: int) -> Spot | None:
        """Take the first spot at which a mark fits, and return it; None if there is none.

        Args:
            first: the spot where the mark belongs.
            steps: the distances of the possible spots from it, the best first.
        """
        taken = self.taken << _BACK >> first & _NEAR
        for one in steps:
            if not shape << one + _BACK & taken:
                self.taken |= shape << one + first
                return first + one
        return None

    def find_wide(self, first: Spot, places: Places, wide: int) -> Spot | None:
        """Take the first spot for a rectangle ``wide`` cells wide and as high as all marks.

        The blocked spots are computed for the whole board at once, so that many can be tried.
        """
        blocked = self.taken << _BACK >> first & _NEAR
        for length, pitch in ((wide, 1), (HIGH, _WIDE)):
            done = 1
            while done < length:
                # Doubling: a run of n cells takes log n shifts rather than n.
                more = min(done, length - done)
                blocked |= blocked >> more * pitch
                done += more
        free = ~blocked
        for group, some in places:
            found = free & group
            if found:
                one = next(one for one in some if found >> one + _BACK & 1)
                self.taken |= block(wide, HIGH) << one + first
                return first + one
        return None
