"""A rate limit for the bot's requests to Discord, a little below Discord's own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Final

import aiohttp

REQUESTS_A_SECOND: Final = 38.0
"""Requests a second in the long run, of all processes of the bot."""

BURST: Final = 11.0
"""Requests without a wait, of all processes. Both together are below the 50 in any second that
Discord takes, since requests that are sent evenly do not arrive evenly."""

LEAST_A_SECOND: Final = 2.0
"""Requests a second of a process that is one of very many. Of more than two dozen Discord would
refuse some, were all to ask as much as they may; it takes more of a bot that is so large."""

ANSWERS: Final = re.compile(r"/api(?:/v\d+)?/(?:interactions|webhooks)/")
"""Requests that Discord's global limit does not count: answers to interactions."""


class Requests:
    """A count of the requests that a task and the tasks begun by it have made.

    Attributes:
        count: the requests so far, without answers to interactions.
    """

    def __init__(self) -> None:
        self.count = 0


_counting: ContextVar[Requests | None] = ContextVar("requests to Discord", default=None)


@contextmanager
def counted_requests() -> Iterator[Requests]:
    """Count the requests that the present task makes within the context."""
    requests = Requests()
    token = _counting.set(requests)
    try:
        yield requests
    finally:
        _counting.reset(token)


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

    async def wait(
        self,
        _: aiohttp.ClientSession,
        __: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        """Wait until a request may be made; aiohttp calls this before each one.

        Only the first request in the queue waits for a token. If all did, a moment in which the
        machine is busy would be followed by a burst of requests.
        """
        if ANSWERS.match(request.url.path):
            return
        if (requests := _counting.get()) is not None:
            requests.count += 1
        time = asyncio.get_running_loop().time
        async with self._turn:
            if (early := self._next - time()) > 0:
                await asyncio.sleep(early)
            self._next = max(self._next, time() - self._ahead) + self._between
