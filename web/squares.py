"""Squares as the pages count them: row by row from the top left, without the engine's gap."""

from __future__ import annotations

from engine.edition import Edition
from engine.lot import Lot
from engine.squares import Square, SquareSet, column_of, iter_squares, row_of


def number_of(edition: Edition, square: Square) -> int:
    """Return a square's number on the pages."""
    return row_of(square) * edition.columns + column_of(square)


def numbers_of(edition: Edition, squares: SquareSet) -> list[int]:
    """Return the numbers of a set's squares, in order."""
    return [number_of(edition, square) for square in iter_squares(squares)]


def lot_numbers(edition: Edition, lot: Lot) -> list[int]:
    """Return a lot as the number of its corner, its width and its height."""
    return [number_of(edition, lot.corner), lot.width, lot.height]
