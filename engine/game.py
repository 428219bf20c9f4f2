"""A game being played: a start, a log of entries, and the position they lead to.

The log is the game. An entry is an action in the notation or the word ``undo``, which takes back
the last action of the turn; a position is nothing but the replay of the entries.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.actions import Action, End
from engine.errors import UndoError
from engine.events import Event
from engine.position import Position
from engine.start import Start
from engine.view import Phase

UNDO: Final = "undo"


class Ply(NamedTuple):
    """One action of a turn with what it did."""

    action: Action
    events: tuple[Event, ...]


@dataclass(slots=True)
class Turn:
    """One turn as far as it was played, without what was taken back.

    Attributes:
        number: the turn's number, from 1.
        seat: whose turn it is.
        plies: its actions with what they did.
    """

    number: int
    seat: int
    plies: list[Ply] = field(default_factory=list)

    @property
    def events(self) -> list[Event]:
        """All that happened, in order."""
        return [event for ply in self.plies for event in ply.events]


class Game:
    """A position together with how it came about.

    Attributes:
        start: how the game started.
        position: where it stands. Change it through the game only.
        actions: the actions that count, in order; what was taken back is not among them.
        version: how many entries the log has, undone actions and undos included.
        turn: the turn being played.
        last_turn: the turn before it, or None in the first turn.
    """

    def __init__(self, start: Start) -> None:
        self.start = start
        self.position = Position(start)
        self.actions: list[Action] = []
        self.version = 0
        self.turn = Turn(1, 0)
        self.last_turn: Turn | None = None
        self._turn_start = self.position

    @classmethod
    def from_log(cls, start: Start, entries: Iterable[str]) -> Game:
        """The game that a log leads to.

        Raises:
            EngineError: if an entry is not in the notation, not legal, or cannot be taken back.
        """
        game = cls(start)
        for entry in entries:
            game.enter(entry)
        return game

    def copy(self) -> Game:
        """An independent game that is equal to this one."""
        twin = Game.__new__(Game)
        twin.start = self.start
        twin.position = self.position.copy()
        twin.actions = self.actions[:]
        twin.version = self.version
        twin.turn = Turn(self.turn.number, self.turn.seat, self.turn.plies[:])
        twin.last_turn = self.last_turn
        twin._turn_start = self._turn_start
        return twin

    def enter(self, entry: str) -> list[Event]:
        """Carry out one entry of a log: an action in the notation, or ``undo``.

        Raises:
            EngineError: if it is not in the notation, not legal, or cannot be taken back.
        """
        if entry == UNDO:
            self.undo()
            return []
        return self.apply(self.position.parse(entry))

    def apply(self, action: Action) -> list[Event]:
        """Apply an action of the active seat and tell what happened.

        Raises:
            IllegalActionError: if it is not legal; the game is unchanged.
        """
        plies = self.turn.plies
        before = self._turn_start if plies else self.position.copy()
        events = self.position.apply(action)
        self._turn_start = before
        self.actions.append(action)
        self.version += 1
        plies.append(Ply(action, tuple(events)))
        if isinstance(action, End):
            self.last_turn = self.turn
            if self.position.phase is not Phase.OVER:
                self.turn = Turn(self.position.turn, self.position.active)
        return events

    def _before_last_action(self) -> Position:
        """The position before the last action of the turn, which has one."""
        position = self._turn_start.copy()
        for ply in self.turn.plies[:-1]:
            position.push(ply.action)
        return position

    @property
    def before_turn(self) -> Position:
        """The position in which the turn being played began, which is all that others may know.

        What was done since can be taken back until the turn ends.
        """
        begun = self.turn.plies and not self.position.over
        return self._turn_start if begun else self.position

    def undo_refusal(self) -> UndoError | None:
        """Why the last action cannot be taken back, or None when it can."""
        if self.position.over:
            return UndoError("game-over")
        if not self.turn.plies:
            return UndoError("nothing-to-undo")
        if self._before_last_action().drawn != self.position.drawn:
            return UndoError("card-drawn")
        return None

    def undo(self) -> Action:
        """Take back the last action of the turn, and give it.

        Raises:
            UndoError: if it drew from the stack, or nothing was done in this turn.
        """
        reason = self.undo_refusal()
        if reason is not None:
            raise reason
        self.position = self._before_last_action()
        self.turn.plies.pop()
        self.version += 1
        return self.actions.pop()


def played_turns(start: Start, actions: Iterable[Action]) -> list[Turn]:
    """All turns of a game, the one being played included if something was done in it.

    Raises:
        IllegalActionError: if an action is not legal.
    """
    position = Position(start)
    turns = [Turn(1, 0)]
    for action in actions:
        events = position.apply(action)
        turns[-1].plies.append(Ply(action, tuple(events)))
        if isinstance(action, End) and not position.over:
            turns.append(Turn(position.turn, position.active))
    return turns if turns[-1].plies else turns[:-1]
