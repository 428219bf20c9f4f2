"""The castle's building lot as it lies on the board."""

from __future__ import annotations

from typing import NamedTuple

from engine.squares import Square, SquareSet, column_of, row_of, square_at, square_name, square_set


class Lot(NamedTuple):
    """Where the castle's building lot lies. Prints as ``G5:4x3``."""

    corner: Square
    width: int
    height: int

    def __str__(self) -> str:
        return f"{square_name(self.corner)}:{self.width}x{self.height}"

    @property
    def squares(self) -> SquareSet:
        """All its squares, the courtyard included."""
        column, row = column_of(self.corner), row_of(self.corner)
        return square_set(
            square_at(column + x, row + y) for x in range(self.width) for y in range(self.height)
        )

    @property
    def ring(self) -> tuple[Square, ...]:
        """Its border squares clockwise from the top left; ring square 1 comes first."""
        column, row = column_of(self.corner), row_of(self.corner)
        right, bottom = self.width - 1, self.height - 1
        walk = [(x, 0) for x in range(right)]
        walk += [(right, y) for y in range(bottom)]
        walk += [(x, bottom) for x in range(right, 0, -1)]
        walk += [(0, y) for y in range(bottom, 0, -1)]
        return tuple(square_at(column + x, row + y) for x, y in walk)
