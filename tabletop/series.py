"""Series: games that repeat each other, their turn orders and their wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from db.games.rows import StoredSeat
from tabletop.table import Table

Owner: TypeAlias = int | str
"""A person by their id, or a computer player by its name."""


def owner(seat: StoredSeat) -> Owner:
    """Return the owner of a seat, the same in all games of a series."""
    return seat.name if seat.user_id is None else seat.user_id


def next_order(before: Table, seats: Sequence[StoredSeat]) -> list[int] | None:
    """Return the turn order after a game of the same people, which the second then begins.

    Returns:
        The places of those who sit now, in turn order; None if they are not the same.
    """
    sitting = [owner(seat) for seat in seats]
    order = [owner(seat) for seat in before.seats]
    if Counter(sitting) != Counter(order):
        return None
    return [sitting.index(one) for one in (*order[1:], order[0])]


def wins(before: Table) -> dict[Owner, int]:
    """Return the wins of each owner in a series up to a finished game, with that game."""
    result = None if before.game is None else before.game.position.result
    winners = () if result is None else result.winners
    return {owner(seat): seat.won + (seat.seat in winners) for seat in before.seats}


def score(table: Table) -> list[tuple[int, int]]:
    """Return the seats with their wins in the series by now, most first."""
    won = wins(table)
    pairs = [(seat.seat, won[owner(seat)]) for seat in table.seats]
    return sorted(pairs, key=lambda pair: -pair[1])
