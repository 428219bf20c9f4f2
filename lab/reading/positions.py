"""Forty positions of games recorded for this test alone, as the person in turn sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.actions import End
from engine.changes import Changes, changes_of
from engine.game import played_turns
from engine.opportunities import opportunities
from engine.position import Position
from engine.record import Record
from engine.view import View
from words.marks import Marks

GAMES: Final = Path(__file__).with_name("games.jsonl")
SHARES: Final = (0.3, 0.45, 0.6, 0.75, 0.9)
"""The shares of a game's turns at which its positions are."""
NAMES: Final = ("Ada", "Bela", "Cleo", "Dora")


@dataclass(frozen=True, slots=True)
class Scene:
    """A position of a game, at the beginning of a turn.

    Attributes:
        number: its number among all, from 1.
        view: the view of the person in turn.
        changed: the others' changes since that person's last turn.
    """

    number: int
    view: View
    changed: Changes

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return NAMES[: len(self.view.seats)]

    @property
    def marks(self) -> Marks:
        """The marks of the first screen of the turn."""
        return Marks(changed=self.changed, chances=opportunities(self.view))


def scenes() -> Iterator[Scene]:
    """Yield all positions, in the order of the games."""
    number = 0
    for line in GAMES.read_text("utf-8").splitlines():
        record = Record.from_json(line)
        turns = played_turns(record.start, record.actions)
        ends = [at for at, action in enumerate(record.actions) if isinstance(action, End)]
        for share in SHARES:
            number += 1
            position = Position(record.start)
            for action in record.actions[: ends[int(share * (len(ends) - 1))] + 1]:
                position.push(action)
            view = position.view(position.active)
            since = [
                turn for turn in turns if view.turn - len(view.seats) < turn.number < view.turn
            ]
            yield Scene(number, view, changes_of(since))
