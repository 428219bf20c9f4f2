"""The highlights of finished games: the sale, the turn and the comeback of a digest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from engine.events import BannerUsed, BuildingCompleted
from engine.story import story_of
from tabletop.club.feats import furthest_behind
from tabletop.outcome import outcome_of
from tabletop.table import Table

RICH_TURN: Final = 5
"""Seals from which on a turn is worth telling of."""

COMEBACK: Final = 15
"""Gold from which on a victory after having been behind is worth telling of."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """The greatest of a kind in some games.

    Attributes:
        game: the number of the game.
        name: the name of the person.
        amount: the gold of the sale, the seals of the turn, or the gold that the winner was behind.
        turn: the number of the turn; that of the end for a comeback.
    """

    game: int
    name: str
    amount: int
    turn: int


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of some finished games; ``None`` where nothing is worth telling of.

    Attributes:
        sale: the sale with a banner that brought the most gold.
        turn: the turn in which a person gained the most seals.
        comeback: the victory after the greatest distance to the best.
    """

    sale: Highlight | None = None
    turn: Highlight | None = None
    comeback: Highlight | None = None

    @property
    def pictured(self) -> Highlight | None:
        """The one that a picture shows, which the board after its turn can show best."""
        return self.turn or self.sale or self.comeback


NOTHING: Final = Highlights()


def highlights_of(tables: Iterable[Table]) -> Highlights:
    """Return the highlights of finished games, each of a person and the first of several."""
    sales, turns, comebacks = list[Highlight](), list[Highlight](), list[Highlight]()
    for table in tables:
        people = {seat.seat: seat.name for seat in table.seats if not seat.is_computer}
        for turn in table.turns_since(1):
            if turn.seat not in people or table.by_computer(turn.number):
                continue
            sold = sum(event.gold for event in turn.events if isinstance(event, BannerUsed))
            gained = sum(
                event.gains[turn.seat]
                for event in turn.events
                if isinstance(event, BuildingCompleted)
            )
            name = people[turn.seat]
            sales.append(Highlight(table.number, name, sold, turn.number))
            turns.append(Highlight(table.number, name, gained, turn.number))
        comebacks += _comeback(table, people)
    return Highlights(
        _greatest(sales, lambda one: one.amount > 0),
        _greatest(turns, lambda one: one.amount >= RICH_TURN),
        _greatest(comebacks, lambda one: one.amount >= COMEBACK),
    )


def _comeback(table: Table, people: dict[int, str]) -> list[Highlight]:
    outcome, game = outcome_of(table), table.running_game()
    if outcome is None or len(outcome.winners) != 1 or outcome.winners[0] not in people:
        return []
    [winner] = outcome.winners
    if not outcome.is_own(winner):
        return []
    behind = furthest_behind(winner, story_of(game))
    return [Highlight(table.number, people[winner], behind, game.position.turn)]


def _greatest(found: Iterable[Highlight], told: Callable[[Highlight], bool]) -> Highlight | None:
    return max(filter(told, found), key=lambda one: one.amount, default=None)
