"""The time of a turn: its deadline, its warning, and the next step of its clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from db.games.rows import GameSummary, StoredPause, StoredSeat
from tabletop.attendance import Attendance
from tabletop.personal import Personal
from tabletop.quiet import read_hours
from tabletop.table import Table
from tabletop.time_control import (
    HOUR,
    NEVER,
    Span,
    TimeControl,
    at_most,
    elapsed,
    reached,
    read_control,
    together,
)

Clock: TypeAlias = Callable[[], int]
"""The time in milliseconds since 1970, UTC."""

CORRESPONDENCE_MS: Final = 6 * HOUR
"""The time of a turn from which on a game is played by correspondence, and quiet hours stop its
clock.  Where a turn has less, people agreed to sit down together."""

ClockStep: TypeAlias = Literal["warn", "act"]
"""The next step: to warn that the time is nearly up, or to take the table's agreed measure."""


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The time allowed for a person's current turn.

    Attributes:
        control: the table's time control.
        seat: the active seat.
        began_at: the time at which the turn began.
        stopped: the spans that do not count, ordered by beginning; may be infinite.
    """

    control: TimeControl
    seat: StoredSeat
    began_at: int
    stopped: Callable[[], Iterable[Span]]

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
        return reached(warned_at, self.control.notice, self.stopped())

    def bank_after(self, now: int) -> int:
        """Return the seat's bank if its owner ends the turn now."""
        return self.control.bank_after(self.seat.bank, elapsed(self.began_at, now, self.stopped()))

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
        at = reached(self.began_at, length, self.stopped())
        return at if at < NEVER else None


class TurnTimes:
    """A service that computes the time of turns, and the spans in which clocks stand still.

    Args:
        attendance: the bot's outages.
        personal: the service for people's quiet hours, in which their clocks do not run.
        now: returns the current time.
    """

    def __init__(self, attendance: Attendance, personal: Personal, now: Clock) -> None:
        self._attendance = attendance
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

        def quiet() -> Iterator[Span]:
            # Those of the turn's begin: a change in the middle of it would move the deadline.
            hours = read_hours(row.quiet if slow else None)
            return at_most(hours.spans(began), control.quiet)

        def stopped() -> Iterable[Span]:
            away = pause_spans(pauses, seat.seat, NEVER)
            return together(self._attendance.outages(), away, quiet())

        return TurnTime(control, seat, began, stopped)


def pause_spans(pauses: Iterable[StoredPause], seat: int, never: int) -> list[Span]:
    """Return the spans in which a seat's clock does not run, ordered by beginning."""
    return sorted(
        (pause.began_at, never if pause.until_at is None else pause.until_at)
        for pause in pauses
        if pause.seat == seat
    )


def control_of(row: GameSummary) -> TimeControl:
    """Return the time control with which a table was opened."""
    return _control(row.clock)


# Few clocks are in use, and each action asks for its table's.
@lru_cache(maxsize=256)
def _control(text: str) -> TimeControl:
    return read_control(text)
