"""Vacant squares and payouts of buildings, computed from a view alone."""

from __future__ import annotations

from engine.squares import SquareSet
from engine.view import Building, View


def occupied(view: View) -> SquareSet:
    """Return the squares with a building or a worker; the castle lot is left out."""
    squares = view.neutral
    for building in view.buildings:
        squares |= building.squares
    for seat in view.seats:
        squares |= seat.workers
    return squares


def vacant(view: View) -> SquareSet:
    """Return the board squares without building, worker and lot; a camp leaves one vacant."""
    return view.edition.board & ~occupied(view) & ~view.lot.squares


def gap(view: View, squares: SquareSet) -> SquareSet:
    """Return the vacant squares round a building; filling all of them completes it."""
    return view.edition.border(squares) & vacant(view)


def completed_by(view: View, squares: SquareSet) -> SquareSet:
    """Return the squares of all buildings that a tile on ``squares`` would complete.

    The tile's own building is among them if it would be complete at once.
    """
    completed = 0 if gap(view, squares) & ~squares else squares
    for building in view.buildings:
        if not building.completed and not gap(view, building.squares) & ~squares:
            completed |= building.squares
    return completed


def earned(view: View, squares: SquareSet) -> tuple[int, ...]:
    """Return the seals that each seat's workers would earn if a building were completed now.

    The seal on the building is not counted; the seat that completes it gains that one.
    """
    border = view.edition.border(squares)
    return tuple((seat.workers & border).bit_count() for seat in view.seats)


def brings_a_piece(view: View) -> bool:
    """Return whether a completion now would bring a castle piece (rules, section 3.2)."""
    return any(view.placeable)


def under_construction(view: View) -> tuple[Building, ...]:
    """Return the unfinished buildings, those with the fewest vacant squares first."""
    unfinished = (building for building in view.buildings if not building.completed)
    border, free = view.edition.border, vacant(view)
    return tuple(
        sorted(unfinished, key=lambda building: (border(building.squares) & free).bit_count())
    )
