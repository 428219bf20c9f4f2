"""Games that repeat each other: who begins the next one, and who has won how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from db.games.rows import StoredSeat
from tabletop.table import Table

Owner: TypeAlias = int | str
"""A person by their id, or a computer player by its name."""


def owner(seat: StoredSeat) -> Owner:
    """Whose seat it is, from one game of a series to the next."""
    return seat.name if seat.user_id is None else seat.user_id


def next_order(before: Table, seats: Sequence[StoredSeat]) -> list[int] | None:
    """The turn order after a game of the same people: who came second begins.

    Returns:
        The places of those who sit now, in turn order; None if they are not the same.
    """
    sitting = [owner(seat) for seat in seats]
    order = [owner(seat) for seat in before.seats]
    if Counter(sitting) != Counter(order):
        return None
    return [sitting.index(one) for one in (*order[1:], order[0])]


def wins(before: Table) -> dict[Owner, int]:
    """How many games of the series everybody has won up to a finished game, with that game."""
    result = None if before.game is None else before.game.position.result
    winners = () if result is None else result.winners
    return {owner(seat): seat.won + (seat.seat in winners) for seat in before.seats}


def score(table: Table) -> list[tuple[int, int]]:
    """The seats with how many games of the series each has won by now, most first."""
    won = wins(table)
    pairs = [(seat.seat, won[owner(seat)]) for seat in table.seats]
    return sorted(pairs, key=lambda pair: -pair[1])
