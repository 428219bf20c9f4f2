"""A game's past, a turn at a time, as everybody may see it: for replays and for stepping.

Nothing of a turn that is not over is here. What lies behind screens is open once the game is over,
so that the running gold of all can be told then, and not before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.actions import Action, End
from engine.changes import NOTHING_CHANGED, Changes, changes_of
from engine.game import Ply, Turn
from engine.position import Position
from engine.start import Start
from engine.view import Counts, View


@dataclass(frozen=True, slots=True)
class Scene:
    """The board after one turn of a game.

    Attributes:
        number: the turn's number, or 0 for the start of the game.
        total: how many turns were played out.
        view: the public's view after the turn.
        turn: the turn with what happened in it, for the sentences; None at the start.
        values_before: the values before the turn.
        gold: the gold of each seat from sales after the turn; None as long as it is hidden.
    """

    number: int
    total: int
    view: View
    turn: Turn | None
    values_before: Counts
    gold: tuple[int, ...] | None

    @property
    def mover(self) -> int | None:
        """The seat whose turn it was; None at the start."""
        return None if self.turn is None else self.turn.seat

    @property
    def changed(self) -> Changes:
        """What the turn changed on the board."""
        return NOTHING_CHANGED if self.turn is None else changes_of([self.turn])


def scenes(start: Start, actions: Sequence[Action]) -> Iterator[Scene]:
    """The start of a game and each of its turns, one at a time.

    Args:
        start: how the game started.
        actions: the actions that count, in order; those of a turn that is not over are left out.

    Raises:
        IllegalActionError: if an action is not legal.
    """
    total, over = _played(start, actions)
    position = Position(start)
    values = tuple(position.values)
    gold = tuple(position.gold)
    yield Scene(0, total, position.view(), None, values, gold if over else None)
    turn = Turn(position.turn, position.active)
    for action in actions:
        gold = tuple(position.gold)
        turn.plies.append(Ply(action, tuple(position.apply(action))))
        if isinstance(action, End):
            # The final sale is not part of a turn: it comes with the ranking.
            gold = gold if position.over else tuple(position.gold)
            yield Scene(turn.number, total, position.view(), turn, values, gold if over else None)
            turn, values = Turn(position.turn, position.active), tuple(position.values)


def scene_at(start: Start, actions: Sequence[Action], number: int) -> Scene:
    """The scene of one turn; the nearest there is when there is none of that number.

    Args:
        start: how the game started.
        actions: the actions that count, in order.
        number: the turn's number, or 0 for the start of the game.

    Raises:
        IllegalActionError: if an action is not legal.
    """
    found = None
    for scene in scenes(start, actions):
        found = scene
        if scene.number >= number:
            break
    assert found is not None
    return found


def _played(start: Start, actions: Sequence[Action]) -> tuple[int, bool]:
    """How many turns were played out, and whether the game is over."""
    position = Position(start)
    for action in actions:
        position.apply(action)
    return sum(isinstance(action, End) for action in actions), position.over
