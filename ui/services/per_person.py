"""Work that is done for one person once at a time: the second is refused, or waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary


class StillBusyError(Exception):
    """The same is being done for that person."""


class OncePerPerson:
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


class LockPerPerson:
    """Lets what a person has done twice at the same moment be done one after the other."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def turn(self, person: int) -> asyncio.Lock:
        """What is to be held while something is done for a person."""
        return self._locks.setdefault(person, asyncio.Lock())
