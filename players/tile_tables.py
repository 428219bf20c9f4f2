"""Where a tile can lie, in tables that all looks at a board share.

Squares are told by the bit lengths of their sets, since powers of two make a dictionary slow.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

from engine.cards import Orientation
from engine.squares import STRIDE, SquareSet, iter_squares, spread

LaidTile: TypeAlias = tuple[SquareSet, tuple[int, ...], SquareSet, int]
"""A tile: its squares, their bit lengths, the squares round it, the camps it covers."""


@cache
def lying_on(shape: SquareSet, camps: SquareSet) -> dict[int, LaidTile]:
    """A shape laid with its first square on the squares of these bit lengths.

    All who ask share it: an edition has few shapes, and a board few squares. Squares are looked up
    by the bit length, since powers of two make a dictionary slow.
    """
    return {}


def lay(lying: dict[int, LaidTile], shape: SquareSet, camps: SquareSet, first: int) -> LaidTile:
    """Add where a shape's first square is that of this bit length."""
    squares = shape << first - 1
    moved = squares << STRIDE  # by a row, so that what lies above it has a place
    border = (spread(moved) & ~moved) >> STRIDE
    laid = squares, bit_lengths(squares), border, (squares & camps).bit_count()
    lying[first] = laid
    return laid


def covering(orientation: Orientation, fits: SquareSet, hot: SquareSet) -> SquareSet:
    """Those first squares of a tile with which it covers a hot square."""
    touched = 0
    for offset in orientation.offsets:
        touched |= hot >> offset
    return fits & touched


def enclosed(orientation: Orientation, fits: SquareSet, vacant: SquareSet) -> SquareSet:
    """Those first squares of a tile with which nothing round it is vacant."""
    moved = vacant << STRIDE
    for distance in _round(orientation.squares):
        fits &= ~(moved >> distance)
        if not fits:
            break
    return fits


@cache
def _round(shape: SquareSet) -> tuple[int, ...]:
    """How far the squares round a shape are from the one a row above its first."""
    moved = shape << STRIDE
    return tuple(iter_squares(spread(moved) & ~moved))


@lru_cache(100_000)
def bit_lengths(squares: SquareSet) -> tuple[int, ...]:
    """The bit lengths of a set's squares, each by itself."""
    return tuple(square + 1 for square in iter_squares(squares))
