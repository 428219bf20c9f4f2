"""The bot's attendance: an outage, in which no person can play, counts for no player's clock.

The bot records a heartbeat in the database every minute. Where more than a few minutes lie between
two of them it was not there: it was stopped, its computer slept, Discord was out of reach, or the
computer's clock was set on. A person cannot be late then.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Final

from db.store import Store
from tabletop.time_control import MINUTE, SECOND, Span

NOTE_EVERY_S: Final = 60.0
"""Seconds between two heartbeats."""

LONGEST_GAP_MS: Final = 3 * MINUTE
"""Milliseconds between two heartbeats that still count for clocks: a quick restart is no outage."""


class Attendance:
    """The record of the bot's outages, which it computes from its stored heartbeats.

    Args:
        clock: the time in milliseconds UTC.
    """

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._outages: list[Span] = []
        self._seen_at: int | None = None

    async def load(self) -> None:
        """Load the outages, and the last heartbeat before the bot's start."""
        self._outages = list(await self._store.timers.outages())
        self._seen_at = await self._store.timers.seen_at()

    async def note(self) -> bool:
        """Record a heartbeat, and return whether it ends an outage.

        Raises:
            StoreError: if it cannot be recorded; then the bot counts as away.
        """
        now, seen = self._clock(), self._seen_at
        if seen is not None and now < seen - SECOND:
            # Set back, the clock runs through that time again: it must not count as an outage then.
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
        """True if the last heartbeat is recent."""
        return self._seen_at is None or self._clock() - self._seen_at <= LONGEST_GAP_MS

    def outages(self) -> list[Span]:
        """Return the outages by their beginnings; one that still lasts comes last."""
        if self.is_here or self._seen_at is None:
            return self._outages
        # With a margin ahead: a clock read in the next minutes stands still as well.
        return [*self._outages, (self._seen_at, self._clock() + LONGEST_GAP_MS)]
