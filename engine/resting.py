"""The squares that a prepared action rests on, and what has changed there since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.actions import Action, Build, Draw, Workers
from engine.position import Position
from engine.squares import SquareSet

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
        gaps = (gap for _, gap in position.worker_sites() if gap & filled)
        beside = 0
        for gap in gaps:
            beside |= gap
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
    if isinstance(action, Build) and not _can_be_drawn(position, action):
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
    """Return the squares that an action fills."""
    match action:
        case Build(squares=squares):
            return squares
        case Workers(own, neutral):
            return own | neutral
    return 0


def _can_be_drawn(position: Position, action: Build) -> bool:
    """Return whether the draw of an action is still there."""
    draws = position.draws()
    if action.draw is Draw.NONE:
        return not draws
    return (None if action.draw is Draw.STACK else action.draw) in draws
