"""A signal that tells one listener which tables need work."""

from __future__ import annotations

from collections.abc import Callable


class Signal:
    """A channel that passes tables' numbers to one listener; without one they are dropped.

    At its start a listener therefore searches for tables itself; the signal names later ones.
    """

    def __init__(self) -> None:
        self._listener: Callable[[int], None] | None = None

    def connect(self, listener: Callable[[int], None]) -> None:
        """Pass numbers to a listener from now on; the listener must not block."""
        self._listener = listener

    def disconnect(self) -> None:
        """Remove the listener; numbers are dropped from now on."""
        self._listener = None

    def send(self, number: int) -> None:
        """Pass the number of a table to the listener."""
        if self._listener is not None:
            self._listener(number)
