"""Series of rematches: turn orders and wins across the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from db.games.rows import StoredSeat
from tabletop.outcome import outcome_of
from tabletop.table import Table

Owner: TypeAlias = int | str
"""A person by their id, or a computer player by its name."""


def owner(seat: StoredSeat) -> Owner:
    """Return a seat's owner as a key that is the same in all games of a series."""
    return seat.name if seat.user_id is None else seat.user_id


def next_order(before: Table, seats: Sequence[StoredSeat]) -> list[int] | None:
    """Return the turn order of a rematch: the same as before, but the second player begins.

    Returns:
        The places in ``seats`` in turn order; None if the people are not the same as before.
    """
    sitting = [owner(seat) for seat in seats]
    order = [owner(seat) for seat in before.seats]
    if Counter(sitting) != Counter(order):
        return None
    return [sitting.index(one) for one in (*order[1:], order[0])]


def wins(before: Table) -> dict[Owner, int]:
    """Return the wins of each owner in a series up to a finished game, which is included."""
    outcome = None if before.game is None else outcome_of(before)
    winners = () if outcome is None else outcome.winners
    return {owner(seat): seat.won + (seat.seat in winners) for seat in before.seats}


def score(table: Table) -> list[tuple[int, int]]:
    """Return each seat with its number of wins in the series, the most first."""
    won = wins(table)
    pairs = [(seat.seat, won[owner(seat)]) for seat in table.seats]
    return sorted(pairs, key=lambda pair: -pair[1])
