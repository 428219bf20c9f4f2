"""The stakes of a game in the ranking: what leaving it costs, and how an early end counts.

A game counts from its second round on. A person who then leaves it for good is last, and so is one
who was replaced for lateness and did not come back. The others are ranked by the end that follows,
or as they stand if the game ends early. An end on which all agreed counts for nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from db.games.rows import GameSummary, StoredPause, StoredSeat
from engine.position import Position
from engine.view import proceeds

AGREED: Final = "everybody agreed to cancel it"
"""The reason stored with a game cancelled by votes."""

ALL_LEFT: Final = "everybody resigned"
"""The reason stored with a game that its last person left."""


def is_at_stake(row: GameSummary, turn: int) -> bool:
    """Return whether a game counts in the ranking from this turn on.

    Args:
        turn: the number of the turn, from 1.
    """
    people = not any(seat.is_computer for seat in row.seats)
    second_round = turn > len(row.seats) > 1
    return row.leaving_counts and people and second_round and row.begun_in is None


def replaced_at(seat: StoredSeat, pauses: Sequence[StoredPause]) -> int | None:
    """Return since when a computer has a seat because its owner was late; None if it has not.

    Args:
        pauses: all pauses of the game, in the order of their beginnings.
    """
    last = next((pause for pause in reversed(pauses) if pause.seat == seat.seat), None)
    if seat.status != "away" or last is None or last.kind != "seat":
        return None
    return last.began_at


def gone(row: GameSummary, pauses: Sequence[StoredPause], turn: int) -> frozenset[int]:
    """Return the seats whose people have abandoned a game that counts.

    Args:
        pauses: all pauses of the game.
        turn: the number of the current or last turn.
    """
    if not is_at_stake(row, turn):
        return frozenset()
    return frozenset(
        seat.seat
        for seat in row.seats
        if replaced_at(seat, pauses) is not None
        or (seat.left_turn is not None and seat.left_turn > len(row.seats))
    )


def counts_as_it_stands(row: GameSummary, pauses: Sequence[StoredPause], turn: int) -> bool:
    """Return whether a game that ended early counts: its people ended it after one had left."""
    return row.reason in (AGREED, ALL_LEFT) and bool(gone(row, pauses, turn))


def compared(row: GameSummary, pauses: Sequence[StoredPause], turn: int) -> list[int]:
    """Return the seats of people who neither left nor were replaced, and are ranked together."""
    lost = gone(row, pauses, turn)
    return [
        seat.seat
        for seat in row.seats
        if not seat.is_computer and seat.seat not in lost and seat.left_turn is None
    ]


def worth(position: Position) -> tuple[int, ...]:
    """Return each seat's gold and the present value of its seals, as a final sale would bring."""
    return tuple(
        gold + proceeds(seals, position.values)
        for gold, seals in zip(position.gold, position.seals, strict=True)
    )
