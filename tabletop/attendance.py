"""When the bot was there: time in which nobody could play counts for no clock.

The bot notes every minute that it is there, in the database. Where more than a few minutes lie
between two such notes it was not: it was stopped, its computer slept, Discord was out of reach, or
the computer's clock was set on. Nobody can be late then.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Final

from db.store import Store
from tabletop.time_control import MINUTE, SECOND, Span

NOTE_EVERY_S: Final = 60.0
"""Seconds between two notes."""

LONGEST_GAP_MS: Final = 3 * MINUTE
"""So much between two of them is as usual, and counts; a quick restart is no outage."""


class Attendance:
    """Knows when the bot was not there.

    Args:
        clock: the time in milliseconds UTC.

    Attributes:
        left_at: when the bot was last there before its start; None if it never was.
    """

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self.left_at: int | None = None
        self._store = store
        self._clock = clock
        self._outages: list[Span] = []
        self._seen_at: int | None = None

    async def load(self) -> None:
        """Read what was noted before the bot's start."""
        self._outages = list(await self._store.timers.outages())
        self.left_at = self._seen_at = await self._store.timers.seen_at()

    async def note(self) -> bool:
        """Note that the bot is there; gives whether it was not, just before.

        Raises:
            StoreError: if that is not possible; then it was not there.
        """
        now, seen = self._clock(), self._seen_at
        if seen is not None and now < seen - SECOND:
            await self._store.timers.note_clock_set_back(now)
            self._outages = [
                (began, min(ended, now)) for began, ended in self._outages if began < now
            ]
        elif seen is not None and now - seen > LONGEST_GAP_MS:
            await self._store.timers.note_seen(now, outage_since=seen)
            insort(self._outages, (seen, now))
        else:
            await self._store.timers.note_seen(now)
            self._seen_at = now
            return False
        self._seen_at = now
        return True

    @property
    def is_here(self) -> bool:
        """Whether the bot is there now, as far as was noted."""
        return self._seen_at is None or self._clock() - self._seen_at <= LONGEST_GAP_MS

    def outages(self) -> list[Span]:
        """When the bot was not there, in the order of the beginnings.

        If it is not there now, that lasts.
        """
        if self.is_here or self._seen_at is None:
            return self._outages
        return [*self._outages, (self._seen_at, self._clock() + LONGEST_GAP_MS)]
