"""A signal to one listener that a table needs work."""

from __future__ import annotations

from collections.abc import Callable


class Signal:
    """A sender of tables' numbers to one listener; without one they are dropped.

    So a listener looks for itself at its start, and hears of later tables by the signal.
    """

    def __init__(self) -> None:
        self._listener: Callable[[int], None] | None = None

    def connect(self, listener: Callable[[int], None]) -> None:
        """Send to a listener from now on, which must not wait."""
        self._listener = listener

    def disconnect(self) -> None:
        """Drop all numbers from now on."""
        self._listener = None

    def send(self, number: int) -> None:
        """Send the number of a table."""
        if self._listener is not None:
            self._listener(number)
