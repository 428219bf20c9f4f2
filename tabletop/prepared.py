"""Turns that people prepare while others play: their choices, and what becomes of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from db.people.rows import StoredPlan
from engine.actions import Action, Build, Workers
from engine.edition import Edition
from engine.errors import NotationError
from engine.game import Game
from engine.position import Position
from engine.resting import Hindrance, hindrance, rests_on
from engine.squares import SquareSet, iter_squares, parse_square, square_name, square_set
from tabletop.errors import TableError


@dataclass(frozen=True, slots=True)
class Choice:
    """An action of a prepared turn, and the squares that it rests on.

    Attributes:
        action: the action.
        rests: the squares that were vacant when it was prepared, and on which it rests.
    """

    action: Action
    rests: SquareSet

    def hindrance(self, position: Position) -> Hindrance | None:
        """Return what keeps it from being played at once; None if nothing does."""
        return hindrance(position, self.action, self.rests)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A prepared turn.

    Attributes:
        choices: its choices, the wanted one first; at least one.
        at_once: whether it is played when its turn comes, if nothing that it rests on has changed.
        turn: the turn in which it was prepared, or once played, its own.
        played: the choice that was played, from 1; 0 for none yet.
    """

    choices: tuple[Choice, ...]
    at_once: bool = False
    turn: int = 0
    played: int = 0

    @classmethod
    def read(cls, plan: StoredPlan, position: Position) -> Prepared | None:
        """Return a stored plan; None if the notation does not read any of it."""
        texts = ((plan.entry, plan.rests), (plan.otherwise, plan.otherwise_rests))
        try:
            choices = tuple(
                Choice(position.parse(entry), _squares(rests, position.start.edition))
                for entry, rests in texts
                if entry is not None
            )
        except NotationError:
            return None
        return cls(choices, plan.at_once, plan.turn, plan.played)

    def stored(self) -> StoredPlan:
        """Return the row that keeps it."""
        first, *others = self.choices
        second = others[0] if others else None
        return StoredPlan(
            self.turn,
            str(first.action),
            _names(first.rests),
            None if second is None else str(second.action),
            "" if second is None else _names(second.rests),
            self.at_once,
            self.played,
        )

    def with_choice(self, action: Action, position: Position) -> Prepared:
        """Return it with another choice: the second one, or a new one of the same action."""
        new = Choice(action, rests_on(position, action))
        first = self.choices[0]
        if first.action == action:
            return replace(self, choices=(new, *self.choices[1:]))
        return replace(self, choices=(first, new))

    def due(self, position: Position) -> int:
        """Return the number of the choice that is to be played at once; 0 for none."""
        if not self.at_once or self.played:
            return 0
        free = (
            number
            for number, choice in enumerate(self.choices, 1)
            if choice.hindrance(position) is None
        )
        return next(free, 0)


def new_plan(action: Action, position: Position) -> Prepared:
    """Return a prepared turn of one choice.

    Raises:
        TableError: if such an action is nothing to prepare.
    """
    if not isinstance(action, Build | Workers):
        raise TableError("not-prepared")
    return Prepared((Choice(action, rests_on(position, action)),))


def with_another(before: Prepared | None, action: Action, position: Position) -> Prepared:
    """Return a prepared turn with one more choice; its second one if there was a first.

    Args:
        before: what was prepared already, if anything.

    Raises:
        TableError: if such an action is nothing to prepare.
    """
    new = new_plan(action, position)
    if before is None or before.played:
        return new
    # Whether another choice may be played at once is for its owner to say anew.
    return replace(before.with_choice(action, position), at_once=False)


def known_plan(game: Game, plan: StoredPlan) -> Prepared | None:
    """Return a stored plan, unless a turn of its owner's has used it up since."""
    seats = len(game.start.colours)
    # One that was played is told until its owner's next turn is over, others until it has begun.
    until = plan.turn + seats + bool(plan.played)
    return None if game.position.turn >= until else Prepared.read(plan, game.position)


def _names(squares: SquareSet) -> str:
    return " ".join(square_name(square) for square in iter_squares(squares))


def _squares(text: str, edition: Edition) -> SquareSet:
    return square_set(parse_square(name) for name in text.split())
