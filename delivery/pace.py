"""Limits on how fast the bot speaks: requests a second, and messages at a time in a place."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

import aiohttp

REQUESTS_A_SECOND: Final = 38.0  # requests a second in the long run, of all processes of the bot

BURST: Final = 11.0
"""Requests without a wait, of all processes. Both together are below the 50 in any second that
Discord takes, since requests that are sent evenly do not arrive evenly."""

LEAST_A_SECOND: Final = 2.0
"""Requests a second of a process that is one of very many. Of more than two dozen Discord would
refuse some, were all to ask as much as they may; it takes more of a bot that is so large."""

ANSWERS: Final = re.compile(r"/api(?:/v\d+)?/(?:interactions|webhooks)/")
"""Requests that Discord's global limit does not count: answers to interactions."""


class Pace:
    """A token bucket that limits requests to Discord, first come first served.

    discord.py heeds the limits of each route by itself, but the global one only once it is
    exceeded; then all requests under way are refused, and count towards a ban.

    Args:
        share: the fraction of the bot's requests that this process may make.
    """

    def __init__(self, share: float = 1.0) -> None:
        self._between = 1 / max(REQUESTS_A_SECOND * share, LEAST_A_SECOND)
        self._ahead = max(BURST * share - 1, 0.0) * self._between
        self._next = 0.0
        self._turn = asyncio.Lock()

    async def wait(self, _: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
        """Wait until a request may be made; aiohttp calls this before each one.

        Only the first request in the queue waits for a token. If all did, a moment in which the
        machine is busy would be followed by a burst of requests.
        """
        if ANSWERS.match(request.url.path):
            return
        time = asyncio.get_running_loop().time
        async with self._turn:
            if (early := self._next - time()) > 0:
                await asyncio.sleep(early)
            self._next = max(self._next, time() - self._ahead) + self._between


AT_ONCE: Final = 32
"""Messages that are made or changed at the same time. Each holds its game, what was read of the
place and its pictures; more would not be faster, since the pace of requests is one for all."""

IN_A_PLACE: Final = 4  # the same in one place: while one waits for an answer, another is made


class PlaceLimits:
    """Turns at places: few messages at a time in a place, and a limited number in all places.

    Discord takes few messages a second in a channel, and many games may end in one. They wait here
    before anything is read or drawn for them.
    """

    def __init__(self, most: int = AT_ONCE) -> None:
        self._room = asyncio.Semaphore(most)
        # Weak, so that a limit lives as long as its users and the dictionary does not grow.
        self._places: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, place: int) -> AsyncIterator[None]:
        """Wait for a turn at a place, and hold it; within one there must be no second."""
        # The place first: those that wait for one channel leave the room to other channels.
        async with self._places.setdefault(place, asyncio.Semaphore(IN_A_PLACE)), self._room:
            yield
