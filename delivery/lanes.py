"""Turns for speaking: a message that waits for Discord holds its place in the queue only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

AT_ONCE: Final = 32
"""Messages that are made or changed at the same time. Each holds its game, what was read of the
place and its pictures; more would not be faster, since the pace of requests is one for all."""


IN_A_PLACE: Final = 4
"""The same in one place: while one waits for an answer, another is made."""


class Lanes:
    """Turns at places: few messages at a time in a place, and a limited number in all places.

    Discord takes few messages a second in a channel, and many games may end in one. They wait here
    before anything is read or drawn for them.
    """

    def __init__(self, most: int = AT_ONCE) -> None:
        self._room = asyncio.Semaphore(most)
        # Weak, so that a lane lives as long as its users and the dictionary does not grow.
        self._places: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, place: int) -> AsyncIterator[None]:
        """Wait for a turn at a place, and hold it; within one there must be no second.

        Args:
            place: the id of the channel or thread.
        """
        # The place first: those that wait for one channel leave the room to other channels.
        async with self._places.setdefault(place, asyncio.Semaphore(IN_A_PLACE)), self._room:
            yield
