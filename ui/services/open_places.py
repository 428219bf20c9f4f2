"""Which channels everybody on their servers saw when that was last known."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from runtime.newest import Newest

MOST_PLACES: Final = 2_000
"""Channels that are remembered; those asked about last are forgotten last."""

LATELY_S: Final = 3_600.0
"""Seconds for which an answer is good enough to show a button, which is checked when it is used."""


class Seen(NamedTuple):
    """An answer of the past: whether everybody saw a channel, and when that was known."""

    by_all: bool
    at: float


class OpenPlaces:
    """A memory of channels' openness: asking Discord costs two requests."""

    def __init__(self) -> None:
        self._known: Newest[int, Seen] = Newest(MOST_PLACES)

    def note(self, channel: int, *, by_all: bool) -> None:
        """Remember whether everybody sees a channel."""
        self._known[channel] = Seen(by_all, time.monotonic())

    def last(self, channel: int) -> bool | None:
        """Return what was known last of a channel, however long ago; None if nothing."""
        seen = self._known.get(channel)
        return None if seen is None else seen.by_all

    def lately(self, channel: int) -> bool | None:
        """Return what was known of a channel within the hour; None if nothing."""
        seen = self._known.get(channel)
        return None if seen is None or time.monotonic() - seen.at > LATELY_S else seen.by_all
