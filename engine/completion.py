"""What the completion of a building lacks and would pay: what one counts on the board."""

from __future__ import annotations

from engine.squares import SquareSet
from engine.view import Building, View


def occupied(view: View) -> SquareSet:
    """The squares with a building or a worker; the castle lot is left out."""
    squares = view.neutral
    for building in view.buildings:
        squares |= building.squares
    for seat in view.seats:
        squares |= seat.workers
    return squares


def vacant(view: View) -> SquareSet:
    """The squares with nothing on them but perhaps a camp."""
    return view.edition.board & ~occupied(view) & ~view.lot.squares


def gap(view: View, squares: SquareSet) -> SquareSet:
    """The vacant squares round a building: what its completion still lacks."""
    return view.edition.border(squares) & vacant(view)


def completed_by(view: View, squares: SquareSet) -> SquareSet:
    """The squares of all buildings that a tile there would complete, its own included."""
    completed = 0 if gap(view, squares) & ~squares else squares
    for building in view.buildings:
        if not building.completed and not gap(view, building.squares) & ~squares:
            completed |= building.squares
    return completed


def earned(view: View, squares: SquareSet) -> tuple[int, ...]:
    """For each seat the seals that its workers would earn if a building were completed now.

    The seal on the building is not counted: whoever completes it gains that one.
    """
    border = view.edition.border(squares)
    return tuple((seat.workers & border).bit_count() for seat in view.seats)


def brings_a_piece(view: View) -> bool:
    """Whether a building completed now would bring a castle piece (rules, section 3.2)."""
    return any(view.placeable)


def under_construction(view: View) -> tuple[Building, ...]:
    """The buildings that are not completed, those that lack least first."""
    unfinished = (building for building in view.buildings if not building.completed)
    border, free = view.edition.border, vacant(view)
    return tuple(
        sorted(unfinished, key=lambda building: (border(building.squares) & free).bit_count())
    )
