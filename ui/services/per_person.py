"""Mutual exclusion by person: a second attempt at the same time is refused, or waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary


class StillBusyError(Exception):
    """An error for work that is being done for the same person already."""


class OncePerPerson:
    """A guard that refuses long work for a person while the same is being done."""

    def __init__(self) -> None:
        self._people: set[int] = set()

    @contextmanager
    def holding(self, person: int) -> Iterator[None]:
        """Refuse the work for a person while the context is open.

        Raises:
            StillBusyError: if it is open for them already.
        """
        if person in self._people:
            raise StillBusyError
        self._people.add(person)
        try:
            yield
        finally:
            self._people.discard(person)


class LockPerPerson:
    """A lock for each person, which puts simultaneous presses into a sequence."""

    def __init__(self) -> None:
        # Weak, so that a lock goes with the last of those who hold it or wait for it.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def turn(self, person: int) -> asyncio.Lock:
        """Return the lock of a person, to be held during the work."""
        return self._locks.setdefault(person, asyncio.Lock())
