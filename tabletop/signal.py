"""Telling one listener that something is to be done about a table."""

from __future__ import annotations

from collections.abc import Callable


class Signal:
    """Tells whoever listens the number of a table; without a listener it is told to nobody.

    So a listener looks at its start for what is to be done, and afterwards is told.
    """

    def __init__(self) -> None:
        self._listener: Callable[[int], None] | None = None

    def connect(self, listener: Callable[[int], None]) -> None:
        """Tell a listener from now on, which must not wait."""
        self._listener = listener

    def disconnect(self) -> None:
        """Tell nobody any more."""
        self._listener = None

    def send(self, number: int) -> None:
        """Tell the number of a table."""
        if self._listener is not None:
            self._listener(number)
