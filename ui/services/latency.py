"""Estimate how late interactions arrive, from two clocks that need not agree."""

from __future__ import annotations

import time
from typing import Final

IN_TIME_S: Final = 3.0
"""Seconds in which Discord wants a first response."""

DRIFT: Final = 1e-4
"""Seconds by which two clocks may drift apart in a second, 9 a day."""


def now() -> float:
    """Return the time of this machine, in seconds since 1970."""
    return time.time()


class Latency:
    """An estimate of how late interactions arrive, relative to the fastest one so far.

    Discord stamps an interaction by its clock, and the machine has its own. The smallest difference
    of the two so far counts as no delay, so a wrong clock does no harm: only an interaction that
    comes later than that is old.
    """

    def __init__(self) -> None:
        self._ahead: float | None = None
        self._at = 0.0

    def age_of(self, made_at: float) -> float:
        """Return the estimated age of an interaction in seconds.

        Args:
            made_at: its time by Discord's clock, in seconds since 1970.
        """
        here = now()
        seeming = here - made_at
        if self._ahead is None:
            self._ahead = seeming
        else:
            # The smallest difference may grow as clocks drift apart, or every interaction would
            # look old in the end.
            drifted = self._ahead + DRIFT * max(0.0, here - self._at)
            self._ahead = min(seeming, drifted)
        self._at = here
        return seeming - self._ahead

    def note_in_time(self, made_at: float) -> None:
        """Drop the estimate if an interaction that was in time disproves it."""
        if self._ahead is not None and now() - made_at - self._ahead > IN_TIME_S:
            # The estimate is proved wrong, for example by a clock that was set: begin anew.
            self._ahead = None
