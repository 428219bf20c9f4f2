"""Mutual exclusion by person: a second attempt at the same time is refused, or waits."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary


class StillBusyError(Exception):
    """An error raised when the same work is running for a person already."""


class OncePerPerson:
    """A guard that refuses work for a person while the same work runs for them."""

    def __init__(self) -> None:
        self._people: set[int] = set()

    @contextmanager
    def holding(self, person: int) -> Iterator[None]:
        """Mark a person as busy while the context is open.

        Raises:
            StillBusyError: if the person is busy already.
        """
        if person in self._people:
            raise StillBusyError
        self._people.add(person)
        try:
            yield
        finally:
            self._people.discard(person)


class LockPerPerson:
    """A set of locks, one per person or pair of people, which serialize simultaneous presses."""

    def __init__(self) -> None:
        # Weak, so that a lock goes with the last of those who hold it or wait for it.
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def turn(self, who: Hashable) -> asyncio.Lock:
        """Return the lock of a person or pair, to be held during the work."""
        return self._locks.setdefault(who, asyncio.Lock())
