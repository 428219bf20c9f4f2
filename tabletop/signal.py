"""Telling one listener that something is to be done about a table."""

from __future__ import annotations

from collections.abc import Callable


class Signal:
    """Sends numbers of tables to one listener, or nowhere as long as none is connected.

    So a listener looks for itself at its start, and is told of what comes afterwards.
    """

    def __init__(self) -> None:
        self._listener: Callable[[int], None] | None = None

    def connect(self, listener: Callable[[int], None]) -> None:
        """Send to a listener from now on, which must not wait."""
        self._listener = listener

    def disconnect(self) -> None:
        """Send nowhere any more."""
        self._listener = None

    def send(self, number: int) -> None:
        """Send the number of a table."""
        if self._listener is not None:
            self._listener(number)
