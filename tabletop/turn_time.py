"""The time of a turn: its deadline, its warning, and what a change of the table does to its clock.

The clock is saved in the same transaction as the log entries that change it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import merge
from typing import Final, Literal, TypeAlias

from db.games.rows import EVERYBODY, ClockChange, GameSummary, StoredEntry, StoredPause, StoredSeat
from db.timers import StoredDue
from engine.game import Game, begins_turn
from tabletop import time_control
from tabletop.cache import END
from tabletop.personal import Personal
from tabletop.quiet import Uptime, read_hours
from tabletop.table import Clock, Table

CORRESPONDENCE_MS: Final = 6 * time_control.HOUR
"""The time of a turn from which on a game is played by correspondence, and quiet hours stop its
clock.  Where a turn has less, people agreed to sit down together."""

ClockStep: TypeAlias = Literal["warn", "act"]
"""The next step: to warn that the time is nearly up, or to take the table's agreed measure."""


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The time allowed for a person's current turn."""

    control: time_control.TimeControl
    seat: StoredSeat
    began_at: int
    # the spans that do not count, ordered by beginning; may be infinite
    stopped: Callable[[], Iterable[time_control.Span]]

    @property
    def deadline(self) -> int | None:
        """The moment at which the turn's time and the bank are used up; None for never."""
        return self._after(self.control.allowance(self.seat.bank))

    @property
    def bank_from(self) -> int | None:
        """The moment from which the bank is used; None for never."""
        return self._after(self.control.turn or 0)

    @property
    def warning(self) -> int | None:
        """The moment of the warning that the time is nearly up; None for never."""
        return self._after(self.control.allowance(self.seat.bank) - self.control.notice)

    def notice_from(self, warned_at: int) -> int:
        """Return the earliest end of the time, if the warning came at this moment."""
        return time_control.reached(warned_at, self.control.notice, self.stopped())

    def bank_after(self, now: int) -> int:
        """Return the seat's bank if its owner ends the turn now."""
        return self.control.bank_after(
            self.seat.bank, time_control.elapsed(self.began_at, now, self.stopped())
        )

    def next_step(self, row: GameSummary) -> tuple[ClockStep, int] | None:
        """Return the next automatic step of the clock and its time; None for none."""
        deadline, warning = self.deadline, self.warning
        if deadline is None or warning is None or row.late == "nothing" or row.expired_at:
            return None
        if row.warned_at is None:
            return "warn", warning
        # Not before the full notice, even if the warning was late: after an outage, say.
        return "act", max(deadline, self.notice_from(row.warned_at))

    def _after(self, length: int) -> int | None:
        if self.control.turn is None:
            return None
        at = time_control.reached(self.began_at, length, self.stopped())
        return at if at < time_control.NEVER else None


class TurnTimes:
    """A service that computes the time of turns, and the spans in which clocks stand still."""

    def __init__(self, uptime: Uptime, personal: Personal, now: Clock) -> None:
        self._uptime = uptime
        self._personal = personal
        self._now = now

    def hours_of(self, seat: StoredSeat) -> str | None:
        """Return the quiet hours that stop the clock of a seat's turn if it begins now, as text."""
        return self._personal.clock_hours(seat.user_id)

    def of_table(self, table: Table) -> TurnTime | None:
        """Return the time of the current turn; None if no person's clock runs."""
        active = table.active
        if active is None:
            return None
        return self.of_seat(table.row, active, table.turn_began_at, table.pauses)

    def of_seat(
        self, row: GameSummary, seat: StoredSeat, began_at: int, pauses: Sequence[StoredPause]
    ) -> TurnTime | None:
        """Return the time of a seat's turn; None if no person plays the seat or waits for it."""
        # A turn cannot begin in the future: the computer's clock was set back since.
        user, began = seat.user_id, min(began_at, self._now())
        people = [one for one in row.seats if one.user_id is not None and one.status != "resigned"]
        # The only person at a table keeps no other waiting, and so has no deadline.
        if user is None or seat.level is not None or len(people) < 2:
            return None

        control = control_of(row)
        slow = control.turn is not None and control.turn >= CORRESPONDENCE_MS

        def quiet() -> Iterator[time_control.Span]:
            # Those of the turn's begin: a change in the middle of it would move the deadline.
            hours = read_hours(row.quiet if slow else None)
            return time_control.at_most(hours.spans(began), control.quiet)

        def stopped() -> Iterable[time_control.Span]:
            away = pause_spans(pauses, seat.seat, time_control.NEVER)
            # Lazily: quiet hours go on for ever.
            return merge(self._uptime.outages(), away, quiet())

        return TurnTime(control, seat, began, stopped)


def pause_spans(pauses: Iterable[StoredPause], seat: int, never: int) -> list[time_control.Span]:
    """Return the spans in which a seat's clock does not run, ordered by beginning."""
    return sorted(
        (pause.began_at, never if pause.until_at is None else pause.until_at)
        for pause in pauses
        if pause.seat in (seat, EVERYBODY)
    )


def control_of(row: GameSummary) -> time_control.TimeControl:
    """Return the time control with which a table was opened."""
    return _control(row.clock)


# Few clocks are in use, and each action asks for its table's.
@lru_cache(maxsize=256)
def _control(text: str) -> time_control.TimeControl:
    return time_control.read_control(text)


CLOCK: Final = "clock"
"""The kind of due at which a table's clock is looked at: a turn's time is nearly up, or is up."""

RETURN: Final = "return"  # the kind of due at which a person is back for whom a computer has played


@dataclass(frozen=True, slots=True)
class ClockAfter:
    """A table's clock after a change."""

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
    begins = [entry for entry in entries if begins_turn(entry.entry)]
    ends = [entry for entry in begins if entry.entry == END]
    if begins:
        turn_time = turn_times.of_table(table)
        began_at = begins[-1].at
        if (row.warned_at, row.warned_news, row.expired_at) != (None, None, None):
            row = replace(row, warned_at=None, warned_news=None, expired_at=None)
        # A turn that a computer has ended neither uses nor refills a person's bank.
        if ends and turn_time is not None and ends[0].author is not None:
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
    change = clock_change(row, dues, new, (bank,) if bank else ())
    return ClockAfter(row, began_at, pauses, change)


def clock_change(
    row: GameSummary,
    dues: Iterable[StoredDue],
    pauses: tuple[StoredPause, ...] = (),
    banks: tuple[tuple[int, int], ...] = (),
) -> ClockChange:
    """Return the change that saves the clock of a table's row, with what has changed beside it."""
    return ClockChange(
        warned_at=row.warned_at,
        warned_news=row.warned_news,
        expired_at=row.expired_at,
        quiet=row.quiet,
        banks=banks,
        pauses=pauses,
        dues=tuple(dues),
    )


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
