"""Squares of the board, the castle's lot, and bitboards: sets of squares as bits of an integer.

A square is a bit number, ``row * STRIDE + column``, counted from zero at A1, the top left
corner. A set of squares is an integer with those bits set, so that "all free squares" or
"all squares that touch something" is one value, and shifting it moves all of them at once.
The stride is one more than the sixteen columns the notation can name: the column in between
is never part of a board, so a shift to the left or right cannot wrap into the next row.

>>> square_names(square_set([parse_square("F7"), parse_square("A1")]))
['A1', 'F7']
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from operator import or_
from typing import Final, NamedTuple, TypeAlias

from engine.errors import NotationError

Square: TypeAlias = int  # a bit number: ``row * STRIDE + column``, both from zero

SquareSet: TypeAlias = int  # squares as set bits of an integer; ``0`` is the empty set

COLUMN_LETTERS: Final = "ABCDEFGHIJKLMNOP"
STRIDE: Final = len(COLUMN_LETTERS) + 1
MAX_ROWS: Final = 99

_COLUMN_SIGNS = COLUMN_LETTERS + "?"  # the column between the rows has no letter
_SQUARE = re.compile(r"([A-P])([1-9][0-9]?)")


def square_at(column: int, row: int) -> Square:
    """Return the square in a column and row, both counted from zero."""
    return row * STRIDE + column


def column_of(square: Square) -> int:
    """Return the column of a square, counted from zero."""
    return square % STRIDE


def row_of(square: Square) -> int:
    """Return the row of a square, counted from zero."""
    return square // STRIDE


def square_name(square: Square) -> str:
    """Return the name of a square, such as ``F7``."""
    return f"{_COLUMN_SIGNS[square % STRIDE]}{square // STRIDE + 1}"


_NAMES: Final = tuple(map(square_name, range(MAX_ROWS * STRIDE)))


def parse_square(text: str) -> Square:
    """Parse a square's name; the edition knows whether the square lies on its board.

    Raises:
        NotationError: if the text is not a column letter A-P and a row number.
    """
    match = _SQUARE.fullmatch(text)
    if match is None:
        raise NotationError("bad-square", token=text)
    return (int(match[2]) - 1) * STRIDE + COLUMN_LETTERS.index(match[1])


def iter_squares(squares: SquareSet) -> Iterator[Square]:
    """Yield the squares of a set, row by row from the top, in a row from the left."""
    while squares:
        # The lowest set bit, by two's complement: far faster than testing every square.
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def first_square(squares: SquareSet) -> Square:
    """Return the first square of a set that is not empty, row by row from the top."""
    return (squares & -squares).bit_length() - 1


def square_names(squares: SquareSet) -> list[str]:
    """Return the names of a set's squares in canonical order."""
    return [_NAMES[square] for square in iter_squares(squares)]


def square_set(squares: Iterable[Square]) -> SquareSet:
    """Return the set of the given squares."""
    return union(1 << square for square in squares)


def union(sets: Iterable[SquareSet]) -> SquareSet:
    """Return the squares of all the given sets."""
    return reduce(or_, sets, 0)


def spread(squares: SquareSet) -> SquareSet:
    """Return every square orthogonally next to a square of the set, off-board bits included."""
    return squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE


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
