"""What goes wrong on Discord's side, and with the connection."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final

from lab.soak.places import now

BEFORE: Final = (
    *("500", "503", "502 without JSON", "429", "429 without JSON", "403"),
    *("reset before", "hang-up before"),
)
"""Discord did not do it: it says so, or the connection breaks first."""

AFTER: Final = ("reset after", "hang-up after", "500 after", "503 after")
"""Discord did it, and the bot does not hear of it."""

SLOW: Final = ("slow",)
"""Discord does it, and takes its time."""

NO_THREADS: Final = ("no more threads",)
"""There are as many threads as there may be."""

KINDS: Final = (*BEFORE, *AFTER, *SLOW, *NO_THREADS)


@dataclass(slots=True)
class Faults:
    """Which requests fail.

    Attributes:
        rate: the share of the requests that do.
        kinds: what may happen to them.
        count: how often each has happened, with what it happened to.
        happened: the same, each with its time in milliseconds.
    """

    rng: Random
    rate: float = 0.0
    kinds: tuple[str, ...] = KINDS
    count: Counter[str] = field(default_factory=Counter)
    happened: list[tuple[int, str]] = field(default_factory=list)

    def pick(self, what: str) -> str:
        """What goes wrong with a request; empty if nothing does."""
        if self.rng.random() >= self.rate:
            return ""
        threads = what.endswith("/threads")
        fitting = [kind for kind in self.kinds if threads or kind not in NO_THREADS]
        if not fitting:
            return ""
        kind = self.rng.choice(fitting)
        self.count[f"{kind}: {what}"] += 1
        self.happened.append((now(), f"{kind}: {what}"))
        return kind
