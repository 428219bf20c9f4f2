"""A game being played, event-sourced: a start, a log of entries, and the position they lead to.

The log is the game. An entry is an action in the notation; the word ``undo``, which takes back the
last action of the turn; or ``takeback 12``, after which the game stands at the start of turn 12
again. A position is only ever the replay of the entries.
"""

from __future__ import annotations

import re
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
TAKEBACK: Final = "takeback"
_TAKEBACK: Final = re.compile(rf"{TAKEBACK} ([1-9][0-9]{{0,3}})")


class Ply(NamedTuple):
    """One action of a turn with its events."""

    action: Action
    events: tuple[Event, ...]


@dataclass(slots=True)
class Turn:
    """A turn, finished or being played, without the actions that were taken back."""

    number: int
    seat: int
    plies: list[Ply] = field(default_factory=list)

    @property
    def events(self) -> list[Event]:
        """All events of the turn, in order."""
        return [event for ply in self.plies for event in ply.events]


class Game:
    """A position with its history.

    Attributes:
        position: the present position. Change it through the game only.
        actions: the actions that count, in order, without those taken back.
        version: the number of entries in the log, undone actions and undos included. It is the
            version of optimistic concurrency: a caller compares it before it appends.
        last_turn: the turn before it, or None in the first turn.
        taken_back: the numbers of the turns to which the game went back.

    >>> from engine import load_edition
    >>> edition = load_edition()
    >>> deck = edition.deck(first_game=True)
    >>> game = Game(Start.create(edition, "first-game", edition.colours[:2], deck))
    >>> action = next(a for a in game.position.legal_actions() if not hasattr(a, "draw"))
    >>> events = game.enter(str(action))
    >>> game.undo() == action, game.version, len(game.actions)
    (True, 2, 0)
    """

    def __init__(self, start: Start) -> None:
        self.start = start
        self.position = Position(start)
        self.actions: list[Action] = []
        self.version = 0
        self.turn = Turn(1, 0)
        self.last_turn: Turn | None = None
        self.taken_back: frozenset[int] = frozenset()
        self._turn_start = self.position

    @classmethod
    def from_log(cls, start: Start, entries: Iterable[str]) -> Game:
        """Replay a log.

        Raises:
            EngineError: if an entry is not in the notation, not legal, or cannot be taken back.
        """
        game = cls(start)
        for entry in entries:
            game.enter(entry)
        return game

    def copy(self) -> Game:
        """Return an independent game that is equal to this one."""
        # By hand: ``copy.deepcopy`` would also copy the immutable actions and events, and the
        # snapshot of the turn's start, which never changes.
        twin = Game.__new__(Game)
        twin.start = self.start
        twin.position = self.position.copy()
        twin.actions = self.actions[:]
        twin.version = self.version
        twin.turn = Turn(self.turn.number, self.turn.seat, self.turn.plies[:])
        twin.last_turn = self.last_turn
        twin.taken_back = self.taken_back
        twin._turn_start = self._turn_start
        return twin

    def enter(self, entry: str) -> list[Event]:
        """Apply one entry of a log: an action in the notation, ``undo`` or ``takeback 12``.

        Raises:
            EngineError: if it is not in the notation, not legal, or cannot be taken back.
        """
        if entry == UNDO:
            self.undo()
            return []
        if goes_back := _TAKEBACK.fullmatch(entry):
            self.take_back(int(goes_back[1]))
            return []
        return self.apply(self.position.parse(entry))

    def apply(self, action: Action) -> list[Event]:
        """Apply an action of the active seat, and return its events.

        Raises:
            IllegalActionError: if the action is not legal; the game is unchanged.
        """
        plies = self.turn.plies
        # One snapshot a turn is enough for undo, since it reaches back to the turn's start at most.
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
        """Rebuild the position before the last action of the turn, which must have one."""
        position = self._turn_start.copy()
        for ply in self.turn.plies[:-1]:
            position.push(ply.action)
        return position

    @property
    def before_turn(self) -> Position:
        """The position at the start of the current turn, or the final one of a finished game.

        Other seats are shown this position, since later actions can be taken back until the turn
        ends.
        """
        begun = self.turn.plies and not self.position.over
        return self._turn_start if begun else self.position

    def undo_refusal(self) -> UndoError | None:
        """Return the reason why the last action cannot be taken back, or None if it can."""
        if self.position.over:
            return UndoError("game-over")
        if not self.turn.plies:
            return UndoError("nothing-to-undo")
        # Compared by the stack, not by the kind of action: taking an open card turns up the next
        # one of the stack too, unless the stack is empty.
        if self._before_last_action().drawn != self.position.drawn:
            return UndoError("card-drawn")
        return None

    def undo(self) -> Action:
        """Take back the last action of the turn, and return it.

        Raises:
            UndoError: if the action revealed a card of the stack, there is none in this turn, or
                the game is over.
        """
        reason = self.undo_refusal()
        if reason is not None:
            raise reason
        self.position = self._before_last_action()
        self.turn.plies.pop()
        self.version += 1
        return self.actions.pop()

    def take_back_refusal(self, turn: int) -> UndoError | None:
        """Return the reason why the game cannot go back to a turn's start, or None if it can.

        Whether the people at the table agree is not asked here.
        """
        if self.position.over:
            return UndoError("game-over")
        if not 1 <= turn <= self.turn.number or (turn == self.turn.number and not self.turn.plies):
            return UndoError("no-such-turn", turn=turn)
        if turn in self.taken_back:
            return UndoError("taken-back", turn=turn)
        return None

    def take_back(self, turn: int) -> list[Action]:
        """Go back to the start of a turn, and return the actions that are undone by it.

        The stack is as it was: cards that became known since come again in the same order.

        Raises:
            UndoError: if there was no such turn, it was taken back before, or the game is over.
        """
        reason = self.take_back_refusal(turn)
        if reason is not None:
            raise reason
        ends = [at for at, action in enumerate(self.actions, start=1) if isinstance(action, End)]
        kept = ends[turn - 2] if turn > 1 else 0
        undone = self.actions[kept:]
        again = Game(self.start)
        for action in self.actions[:kept]:
            again.apply(action)
        self.position, self.actions, self.turn = again.position, again.actions, again.turn
        self.last_turn, self._turn_start = again.last_turn, again._turn_start
        self.taken_back |= {turn}
        self.version += 1
        return undone


def kept(entries: Iterable[str]) -> list[int]:
    """Return the places of those entries of a log that count: the actions not taken back.

    The entries are read as text, so that this holds for a log that does not replay, too.

    >>> kept(["pass", "undo", "pass", "end", "pass", "end", "takeback 2", "pass"])
    [2, 3, 7]
    """
    places, ends = list[int](), list[int]()
    for place, entry in enumerate(entries):
        if entry == UNDO:
            # Only within a turn; a log that takes back more does not replay.
            del places[max(len(places) - 1, ends[-1] if ends else 0) :]
        elif goes_back := _TAKEBACK.fullmatch(entry):
            del ends[int(goes_back[1]) - 1 :]
            del places[ends[-1] if ends else 0 :]
        else:
            places.append(place)
            if entry == str(End()):
                ends.append(len(places))
    return places


def begins_turn(entry: str) -> bool:
    """Return whether a turn begins after an entry of a log: an end, or a way back to its start."""
    return entry == str(End()) or _TAKEBACK.fullmatch(entry) is not None


def played_turns(start: Start, actions: Iterable[Action]) -> list[Turn]:
    """Replay actions and return their turns; an unfinished last turn is included."""
    position = Position(start)
    turns = [Turn(1, 0)]
    for action in actions:
        events = position.apply(action)
        turns[-1].plies.append(Ply(action, tuple(events)))
        if isinstance(action, End) and not position.over:
            turns.append(Turn(position.turn, position.active))
    return turns if turns[-1].plies else turns[:-1]
