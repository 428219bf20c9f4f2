"""How late what people do reaches the bot, by two clocks that need not agree."""

from __future__ import annotations

import time
from typing import Final

IN_TIME_S: Final = 3.0
"""Seconds in which Discord wants a first answer."""

DRIFT: Final = 1e-4
"""Seconds by which two clocks may drift apart in a second, 9 a day."""


def now() -> float:
    """The time of this machine, in seconds since 1970."""
    return time.time()


class Latency:
    """Measures how late an interaction arrives, by how late those before it seemed.

    Discord notes by its clock when something was done, and the machine has its own. What arrived
    fastest is taken for new, so only what comes later than that is old, however wrong a clock is.
    """

    def __init__(self) -> None:
        self._ahead: float | None = None
        self._at = 0.0

    def of(self, made_at: float) -> float:
        """Seconds that have passed since something was done, as far as one can know.

        Args:
            made_at: when it was, by Discord's clock, in seconds since 1970.
        """
        here = now()
        seeming = here - made_at
        if self._ahead is None:
            self._ahead = seeming
        else:
            drifted = self._ahead + DRIFT * max(0.0, here - self._at)
            self._ahead = min(seeming, drifted)
        self._at = here
        return seeming - self._ahead

    def taken(self, made_at: float) -> None:
        """Heed that Discord took an answer just now; so it was in time, whatever it seemed."""
        if self._ahead is not None and now() - made_at - self._ahead > IN_TIME_S:
            self._ahead = None
