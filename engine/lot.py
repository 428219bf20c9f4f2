"""The castle's building lot on the board."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.squares import Square, SquareSet, column_of, row_of, square_at, square_name, square_set


class Lot(NamedTuple):
    """The position and size of the castle's building lot. Prints as ``G5:4x3``."""

    corner: Square
    width: int
    height: int

    def __str__(self) -> str:
        return f"{square_name(self.corner)}:{self.width}x{self.height}"

    @property
    def squares(self) -> SquareSet:
        """All squares of the lot, the courtyard included."""
        return _squares(self)

    @property
    def ring(self) -> tuple[Square, ...]:
        """The lot's border squares clockwise from the top left; ring square 1 comes first."""
        return _ring(self)


# Cached functions instead of cached properties, which a NamedTuple cannot have.
@cache
def _squares(lot: Lot) -> SquareSet:
    column, row = column_of(lot.corner), row_of(lot.corner)
    return square_set(
        square_at(column + x, row + y) for x in range(lot.width) for y in range(lot.height)
    )


@cache
def _ring(lot: Lot) -> tuple[Square, ...]:
    column, row = column_of(lot.corner), row_of(lot.corner)
    right, bottom = lot.width - 1, lot.height - 1
    # Each side leaves its last corner to the next one, so that no corner comes twice.
    walk = [(x, 0) for x in range(right)]
    walk += [(right, y) for y in range(bottom)]
    walk += [(x, bottom) for x in range(right, 0, -1)]
    walk += [(0, y) for y in range(bottom, 0, -1)]
    return tuple(square_at(column + x, row + y) for x, y in walk)
