"""The effect of a change of a table on its clock: turn, banks, pauses and the next timer.

The clock is saved in the same transaction as the log entries that change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from db.games.rows import ClockChange, GameSummary, StoredEntry, StoredPause, StoredSeat
from db.timers.rows import StoredDue
from engine.game import Game
from tabletop.cache import END
from tabletop.table import Table
from tabletop.turn_time import TurnTime, TurnTimes

CLOCK: Final = "clock"
"""The kind of due at which a table's clock is looked at: a turn's time is nearly up, or is up."""

RETURN: Final = "return"
"""The kind of due at which a person is back for whom a computer has played."""


@dataclass(frozen=True, slots=True)
class ClockAfter:
    """A table's clock after a change.

    Attributes:
        row: the table's row after the change, with the banks of its seats.
        began_at: the begin of the turn that is current after the change.
        pauses: the pauses after the change.
        change: the part to be saved, if any.
    """

    row: GameSummary
    began_at: int
    pauses: tuple[StoredPause, ...]
    change: ClockChange | None


def clock_after(
    turn_times: TurnTimes,
    table: Table,
    game: Game,
    entries: Sequence[StoredEntry],
    seats: tuple[StoredSeat, ...],
    pauses: tuple[StoredPause, ...],
) -> ClockAfter:
    """Return the clock of a table after a change; ``game`` is the game after that change."""
    row, began_at, bank = table.row, table.turn_began_at, None
    ends = [entry for entry in entries if entry.entry == END]
    # Most entries end no turn: they change no clock and cost no statement for it.
    if not ends and seats == table.seats and pauses == table.pauses:
        return ClockAfter(row, began_at, pauses, None)
    if ends:
        turn_time = turn_times.of_table(table)
        began_at = ends[-1].at
        if (row.warned_at, row.warned_news, row.expired_at) != (None, None, None):
            row = replace(row, warned_at=None, warned_news=None, expired_at=None)
        # A turn that a computer has ended neither uses nor refills a person's bank.
        if turn_time is not None and ends[0].author is not None:
            left = turn_time.bank_after(ends[0].at)
            if left != turn_time.seat.bank:
                bank = turn_time.seat.seat, left
                seats = tuple(
                    replace(seat, bank=left) if seat.seat == bank[0] else seat for seat in seats
                )
        quiet = None if game.position.over else turn_times.hours_of(seats[game.position.active])
        if quiet != row.quiet:
            row = replace(row, quiet=quiet)
    if seats is not row.seats:
        row = replace(row, seats=seats)
    new = tuple(pause for pause in pauses if pause not in table.pauses)
    dues = _returns(table, new)
    if not game.position.over:
        active = seats[game.position.active]
        dues += clock_dues(row, turn_times.of_seat(row, active, began_at, pauses))
    change = ClockChange(
        warned_at=row.warned_at,
        warned_news=row.warned_news,
        expired_at=row.expired_at,
        quiet=row.quiet,
        banks=(bank,) if bank else (),
        pauses=new,
        dues=tuple(dues),
    )
    return ClockAfter(row, began_at, pauses, change)


def clock_dues(row: GameSummary, turn_time: TurnTime | None) -> list[StoredDue]:
    """Return the timer for the next check of a table's clock, if one is needed."""
    step = turn_time.next_step(row) if turn_time else None
    return [StoredDue(CLOCK, step[1], game_id=row.game_id)] if step else []


def with_pause(pauses: tuple[StoredPause, ...], pause: StoredPause) -> tuple[StoredPause, ...]:
    """Return the pauses with a pause added, or replaced if it only has a new end."""
    key = pause.seat, pause.began_at
    others = [other for other in pauses if (other.seat, other.began_at) != key]
    return tuple(sorted([*others, pause], key=lambda each: (each.began_at, each.seat)))


def _returns(table: Table, pauses: Iterable[StoredPause]) -> list[StoredDue]:
    """Return the due things of people for whom a computer plays until a day."""
    return [
        StoredDue(
            RETURN,
            pause.until_at,
            game_id=table.number,
            user_id=table.seats[pause.seat].user_id or 0,
        )
        for pause in pauses
        if pause.kind == "away" and pause.until_at is not None
    ]
