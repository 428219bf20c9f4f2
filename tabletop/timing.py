"""What the clock of a table says of the turn that is being played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from db.games.rows import GameSummary, StoredPause, StoredSeat
from tabletop.clock import NEVER, Span, TimeControl, elapsed, reached, read_control

ClockStep: TypeAlias = Literal["warn", "act"]
"""It is told that the time is nearly up; or it is up, and what was agreed for that happens."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How much time somebody has for the turn that they are to take.

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
