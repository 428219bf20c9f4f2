"""A position of the day with its answer, as one line of a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property

from engine.actions import Action
from engine.edition_files import first_edition
from engine.packing import unpack
from engine.position import Position
from engine.record import Record
from players.daily.choices import choice_of


@dataclass(frozen=True)
class Puzzle:
    """A decision of one seat in a game that players of this project played for it.

    Attributes:
        day: its day, counted from the first of January 1970 in UTC.
        packed: the game up to the decision, as ``engine.packing`` packs it.
        best: the best choice, as an action in the game's notation.
        behind: other choices with the gold by which the best one is ahead, the nearest first.
        margins: the gold by which it is ahead of the second, by each seed.
        found: the levels of computer players that find it.
    """

    day: int
    packed: str
    best: str
    behind: tuple[tuple[str, float], ...]
    margins: tuple[float, ...]
    found: tuple[str, ...]

    @cached_property
    def record(self) -> Record:
        """The game up to the decision."""
        return unpack(self.packed, (first_edition(),))

    @cached_property
    def position(self) -> Position:
        """The position in which to decide; it is not to be changed."""
        return self.record.replay()

    @property
    def action(self) -> Action:
        """The best action."""
        return self.position.parse(self.best)

    def found_by(self, action: Action) -> bool:
        """Return whether a legal action is the best choice."""
        return choice_of(self.position, action) == self.best

    def to_json(self) -> str:
        """Return the puzzle as one line of JSON."""
        data = {
            "day": self.day,
            "record": self.packed,
            "best": self.best,
            "behind": dict(self.behind),
            "margins": self.margins,
            "found": self.found,
        }
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Puzzle:
        """Read a line that ``to_json`` wrote.

        Raises:
            ValueError: if it is no such line.
        """
        try:
            data = json.loads(text)
            return cls(
                int(data["day"]),
                str(data["record"]),
                str(data["best"]),
                tuple((str(choice), float(gold)) for choice, gold in data["behind"].items()),
                tuple(float(margin) for margin in data["margins"]),
                tuple(str(name) for name in data["found"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no position of the day: {text[:60]}") from error
