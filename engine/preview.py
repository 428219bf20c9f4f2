"""Look-ahead for previews: the effects of each placement, and positions in another's turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.edition import Edition
from engine.generation import anchors_on, laid_on
from engine.position import Position
from engine.squares import SquareSet, column_of, first_square, row_of
from engine.view import Phase


class Placement(NamedTuple):
    """A legal place of a tile with its effects.

    Attributes:
        squares: the squares of the tile.
        completed: the number of buildings completed, the tile itself included.
        camps: the number of camps covered.
    """

    squares: SquareSet
    completed: int
    camps: int


def placements(position: Position, form: str) -> Sequence[Placement]:
    """Return every legal placement of a form's tile (rules, section 3.1, A), the best first.

    Among equal ones those near the middle of the board come first, where most buildings are.
    """
    vacant, edition = position.vacant, position.start.edition
    size = len(edition.forms[form].shape)
    gaps = (position.buildings[number].border & vacant for number in position.open)
    # A gap larger than the tile cannot be closed by it: most buildings drop out here.
    small = tuple(gap for gap in gaps if gap.bit_count() <= size)
    return _placements(edition, position.start.mirror, form, vacant, small)


# A person presses several times a turn and sees the same places. The sixteen take 0.4 MB at most.
@lru_cache(maxsize=16)
def _placements(
    edition: Edition, mirror: bool, form: str, vacant: SquareSet, gaps: tuple[SquareSet, ...]
) -> Sequence[Placement]:
    border, camps = edition.border, edition.camps
    ways = edition.forms[form].orientations(mirror=mirror)
    found = []
    for squares in laid_on(anchors_on(vacant, edition.board, ways)):
        completed = 0 if border(squares) & vacant else 1
        # A loop, since a generator takes longer to begin than most positions have gaps for.
        for gap in gaps:
            if not gap & ~squares:
                completed += 1
        found.append(Placement(squares, completed, (squares & camps).bit_count()))

    def order(one: Placement) -> tuple[int, int, int, int]:
        first = first_square(one.squares)
        across = 2 * column_of(first) + 1 - edition.columns
        down = 2 * row_of(first) + 1 - edition.rows
        return -one.completed, -one.camps, across * across + down * down, first

    return tuple(sorted(found, key=order))


def in_turn(position: Position, seat: int) -> Position:
    """Return a copy of a position in which a seat's turn begins now, to plan ahead."""
    ahead = position.copy()
    ahead.active = seat
    ahead.phase = Phase.MUST
    ahead.owed = 0
    ahead.banner_used = ahead.passed = False
    return ahead
