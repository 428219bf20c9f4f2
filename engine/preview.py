"""Look-ahead: the effects of each placement, positions in another's turn, and prepared actions.

A prepared action rests on squares; what has changed there since may hinder it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.actions import Action, Build, Workers
from engine.edition import Edition
from engine.legality import anchors_on, laid_on
from engine.position import Position
from engine.squares import SquareSet, column_of, first_square, row_of, union
from engine.view import Phase


class Placement(NamedTuple):
    """A legal place of a tile with its effects."""

    squares: SquareSet
    completed: int  # the number of buildings completed, the tile itself included
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


HindranceCode = Literal["taken", "beside", "draw", "completes", "end", "impossible"]


@dataclass(frozen=True, slots=True)
class Hindrance:
    """A reason why a prepared action is not what it was when it was prepared.

    Attributes:
        code: one of its squares is taken, or one beside them; the card to be drawn is gone; it
            completes a building, so that its player has to choose castle pieces; the end has begun;
            the rules forbid it for another reason.
        squares: the squares that are no longer vacant.
    """

    code: HindranceCode
    squares: SquareSet = 0


def rests_on(position: Position, action: Action) -> SquareSet:
    """Return the vacant squares that an action rests on: those that it fills, and those beside.

    Beside a tile are the squares round it; beside workers those round the buildings they touch.
    """
    filled = _filled_by(action)
    if isinstance(action, Workers):
        beside = union(gap for _, gap in position.worker_sites() if gap & filled)
    else:
        beside = position.start.edition.border(filled) if filled else 0
    return (filled | beside) & position.vacant


def hindrance(position: Position, action: Action, resting: SquareSet) -> Hindrance | None:
    """Return what keeps a prepared action from being what it was; None if nothing does.

    Args:
        position: a position in which the player who prepared it has to act.
        resting: what ``rests_on`` returned when it was prepared.
    """
    taken = _filled_by(action) & ~position.vacant
    if taken:
        return Hindrance("taken", taken)
    if isinstance(action, Build) and action.draw not in position.draws():
        return Hindrance("draw")
    if not position.is_legal(action):
        return Hindrance("impossible")
    if position.completions(action):
        return Hindrance("completes")
    if position.turns_left is not None:
        return Hindrance("end")
    beside = resting & ~position.vacant
    return Hindrance("beside", beside) if beside else None


def _filled_by(action: Action) -> SquareSet:
    return action.squares if isinstance(action, Build | Workers) else 0
