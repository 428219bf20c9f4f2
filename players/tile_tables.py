"""Memoized tables of tile placements, shared by all surveys.

Squares are keyed by bit length instead of by their one-bit sets: CPython hashes an int to itself,
and powers of two collide in the low bits of a dictionary's index.
"""

from functools import cache, lru_cache
from typing import TypeAlias

from engine.edition import Orientation
from engine.squares import STRIDE, SquareSet, iter_squares, spread

LaidTile: TypeAlias = tuple[SquareSet, tuple[int, ...], SquareSet, int]
"""A tile: its squares, their bit lengths, the squares round it, the camps it covers."""


@cache
def lying_on(shape: SquareSet, camps: SquareSet) -> dict[int, LaidTile]:
    """Return the table of a shape's placements, keyed by the first square's bit length.

    The table starts empty, and ``lay`` fills it. All surveys share it, as the function is cached.
    """
    # Never evicted: an edition has few shapes, and a board few squares.
    return {}


def lay(lying: dict[int, LaidTile], shape: SquareSet, camps: SquareSet, first: int) -> LaidTile:
    """Compute the placement of a shape at a first square, and add it to its table."""
    squares = shape << first - 1
    moved = squares << STRIDE  # by a row, so that what lies above it has a place
    border = (spread(moved) & ~moved) >> STRIDE
    laid = squares, bit_lengths(squares), border, (squares & camps).bit_count()
    lying[first] = laid
    return laid


def covering(orientation: Orientation, fits: SquareSet, hot: SquareSet) -> SquareSet:
    """Return the first squares in ``fits`` with which the tile covers a square of ``hot``."""
    touched = 0
    for offset in orientation.offsets:
        touched |= hot >> offset
    return fits & touched


def enclosed(orientation: Orientation, fits: SquareSet, vacant: SquareSet) -> SquareSet:
    """Return the first squares in ``fits`` with which no square round the tile is vacant."""
    moved = vacant << STRIDE
    for distance in _round(orientation.squares):
        fits &= ~(moved >> distance)
        if not fits:
            break
    return fits


@cache
def _round(shape: SquareSet) -> tuple[int, ...]:
    """Return the distances of the squares round a shape from the one a row above its first."""
    moved = shape << STRIDE
    return tuple(iter_squares(spread(moved) & ~moved))


@lru_cache(100_000)
def bit_lengths(squares: SquareSet) -> tuple[int, ...]:
    """Return for each square of a set the bit length of its one-bit set."""
    return tuple(square + 1 for square in iter_squares(squares))
