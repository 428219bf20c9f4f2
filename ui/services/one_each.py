"""Long work that one person may have done once at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class StillBusyError(Exception):
    """The same is being done for that person."""


class OneEach:
    """For whom something long is being done."""

    def __init__(self) -> None:
        self._people: set[int] = set()

    @contextmanager
    def holding(self, person: int) -> Iterator[None]:
        """Let nothing more of it be done for a person meanwhile.

        Raises:
            StillBusyError: if it is being done for them.
        """
        if person in self._people:
            raise StillBusyError
        self._people.add(person)
        try:
            yield
        finally:
            self._people.discard(person)
