"""What changed between two positions of a game, as marks for the picture of the later one."""

from __future__ import annotations

from engine.squares import SquareSet
from engine.view import View
from render.check import DrawError
from render.options import Marks


def occupied(view: View) -> SquareSet:
    """The squares with a building or a worker; the castle lot is left out."""
    squares = view.neutral
    for building in view.buildings:
        squares |= building.squares
    for seat in view.seats:
        squares |= seat.workers
    return squares


def changes(before: View, after: View) -> Marks:
    """Marks of everything that came onto the board between two views of one game.

    Args:
        before: the position when the turn began.
        after: the position that is to be drawn.

    Raises:
        DrawError: if the views are not of the same game.
    """
    if before.edition is not after.edition or before.lot != after.lot:
        raise DrawError("the two views are not of the same game")
    heights = zip(before.heights, after.heights, strict=True)
    return Marks(
        last=occupied(after) & ~occupied(before),
        last_ring=frozenset(
            number for number, (old, new) in enumerate(heights, start=1) if new > old
        ),
        values_before=before.values,
    )
