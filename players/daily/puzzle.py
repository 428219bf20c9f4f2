"""A position of the day with its answer, as one line of a file; and what a person decides in it.

Actions with one effect are one choice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from engine.actions import Action, Build, Castle, Draw, Workers
from engine.edition_files import first_edition
from engine.packing import unpack
from engine.position import Position
from engine.record import Record
from engine.squares import Square, SquareSet, iter_squares


def choice_of(position: Position, action: Action) -> str:
    """Return the choice that a legal action is: the text of one action of those that are alike.

    The card to draw after a tile is a decision of its own, and left out. Ring squares that show
    the same family are alike, and so are squares beside the same unfinished buildings for an own
    worker and a neutral one that change places.
    """
    match action:
        case Build():
            return str(with_last_draw(position, action))
        case Castle(family, ring):
            return str(Castle(family, alike(position, ring)[0]))
        case Workers(own, neutral):
            return str(_sorted_workers(position, own, neutral))
    return str(action)


def with_last_draw(position: Position, action: Action) -> Action:
    """Return an action with the draw that a search leaves open: the stack while it lasts."""
    if not isinstance(action, Build) or action.draw is Draw.NONE:
        return action
    return replace(action, draw=position.draws()[-1] or Draw.STACK)


def alike(position: Position, ring: int) -> list[int]:
    """Return the ring squares where a piece has the same effect as on a given one, in order."""
    top, taken = position.tops[ring - 1], position.taken
    return [
        place + 1
        for place, other in enumerate(position.tops)
        if other == top and not taken >> place & 1
    ]


def variants(position: Position, action: Workers) -> list[str]:
    """Return the choices that differ from a placement by one worker: gone, or of the other kind."""
    best = choice_of(position, action)
    found = {choice_of(position, each) for each in _changed(action) if position.is_legal(each)}
    return sorted(found - {best})


def _changed(action: Workers) -> Iterator[Workers]:
    for square in iter_squares(action.own):
        bit = 1 << square
        yield Workers(action.own & ~bit, action.neutral)
        yield Workers(action.own & ~bit, action.neutral | bit)
    for square in iter_squares(action.neutral):
        bit = 1 << square
        yield Workers(action.own, action.neutral & ~bit)
        yield Workers(action.own | bit, action.neutral & ~bit)


def _sorted_workers(position: Position, own: SquareSet, neutral: SquareSet) -> Workers:
    """Return the placement in which, of squares that are alike, own workers stand on the first."""
    groups: dict[tuple[int, ...], list[Square]] = {}
    for square in iter_squares(own | neutral):
        groups.setdefault(_beside(position, square), []).append(square)
    first = 0
    for squares in groups.values():
        count = sum(own >> square & 1 for square in squares)
        first |= sum(1 << square for square in squares[:count])
    return Workers(first, (own | neutral) & ~first)


def _beside(position: Position, square: Square) -> tuple[int, ...]:
    """Return the numbers of the unfinished buildings beside a square."""
    return tuple(
        number for number in position.open if position.buildings[number].border >> square & 1
    )


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
