"""How much time a turn has, and what the clock does next of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from db.games.rows import GameSummary, StoredPause, StoredSeat
from tabletop.attendance import Attendance
from tabletop.personal import Personal
from tabletop.table import Table
from tabletop.time_control import (
    HOUR,
    NEVER,
    Span,
    TimeControl,
    elapsed,
    reached,
    read_control,
    together,
)

Clock: TypeAlias = Callable[[], int]
"""The time in milliseconds since 1970, UTC."""

CORRESPONDENCE_MS: Final = 6 * HOUR
"""From so much a turn on a game is played by correspondence, and quiet hours stop its clock.

Where a turn has less, people agreed to sit down together."""

ClockStep: TypeAlias = Literal["warn", "act"]
"""It is told that the time is nearly up; or it is up, and what was agreed for that happens."""


@dataclass(frozen=True, slots=True)
class TurnTime:
    """How much time a person has for the turn that they are to take.

    Attributes:
        control: what the table agreed on.
        seat: whose turn it is.
        began_at: since when it has been.
        stopped: the time that does not count, in the order of its beginnings; may go on for ever.
        quiet: whether quiet hours are among it.
    """

    control: TimeControl
    seat: StoredSeat
    began_at: int
    stopped: Callable[[], Iterable[Span]]
    quiet: bool = False

    @property
    def deadline(self) -> int | None:
        """When turn and bank are used up; None if that never is."""
        return self._after(self.control.allowance(self.seat.bank))

    @property
    def bank_from(self) -> int | None:
        """From when on the bank is used; None for never."""
        return self._after(self.control.turn or 0)

    @property
    def warning(self) -> int | None:
        """When it is to be told that the time is nearly up; None for never."""
        return self._after(self.control.allowance(self.seat.bank) - self.control.notice)

    def notice_from(self, warned_at: int) -> int:
        """When the time may be up at the earliest that was told then to be nearly up."""
        return reached(warned_at, self.control.notice, self.stopped())

    def bank_after(self, now: int) -> int:
        """What the seat's bank holds once its owner has ended the turn."""
        return self.control.bank_after(self.seat.bank, elapsed(self.began_at, now, self.stopped()))

    def next_step(self, row: GameSummary) -> tuple[ClockStep, int] | None:
        """What happens next by the clock alone, and when; None for nothing."""
        deadline, warning = self.deadline, self.warning
        if deadline is None or warning is None or row.late == "nothing" or row.expired_at:
            return None
        if row.warned_at is None:
            return "warn", warning
        return "act", max(deadline, self.notice_from(row.warned_at))

    def _after(self, length: int) -> int | None:
        if self.control.turn is None:
            return None
        at = reached(self.began_at, length, self.stopped())
        return at if at < NEVER else None


class TurnTimes:
    """Knows how much time turns have: their tables' clocks, and when these stand still.

    Args:
        attendance: when the bot was there.
        personal: the quiet hours of people, in which their clocks do not run.
        now: the time.
    """

    def __init__(self, attendance: Attendance, personal: Personal, now: Clock) -> None:
        self._attendance = attendance
        self._personal = personal
        self._now = now

    def of_table(self, table: Table) -> TurnTime | None:
        """How much time the turn has that is being played; None if nobody's clock runs."""
        active = table.active
        if active is None:
            return None
        return self.of_seat(table.row, active, table.turn_began_at, table.pauses)

    def of_seat(
        self, row: GameSummary, seat: StoredSeat, began_at: int, pauses: Sequence[StoredPause]
    ) -> TurnTime | None:
        """How much time a seat's turn has; None if no person plays it or waits for it."""
        user, began = seat.user_id, min(began_at, self._now())
        people = [one for one in row.seats if one.user_id is not None and one.status != "resigned"]
        if user is None or seat.level is not None or len(people) < 2:
            return None

        control = control_of(row)
        slow = control.turn is not None and control.turn >= CORRESPONDENCE_MS

        def quiet() -> Iterator[Span]:
            return iter(self._personal.quiet_spans(user, began) if slow else ())

        def stopped() -> Iterable[Span]:
            away = pause_spans(pauses, seat.seat, NEVER)
            return together(self._attendance.outages(), away, quiet())

        return TurnTime(control, seat, began, stopped, quiet=next(quiet(), None) is not None)


def pause_spans(pauses: Iterable[StoredPause], seat: int, never: int) -> list[Span]:
    """When a seat's clock does not run, in the order of the beginnings."""
    return sorted(
        (pause.began_at, never if pause.until_at is None else pause.until_at)
        for pause in pauses
        if pause.seat == seat
    )


def control_of(row: GameSummary) -> TimeControl:
    """The clock that a table was opened with."""
    return _control(row.clock)


@lru_cache(maxsize=256)
def _control(text: str) -> TimeControl:
    return read_control(text)
