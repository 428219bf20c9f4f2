"""How often Discord is asked: a little less than it takes of a bot, whatever is to be done."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Final

import aiohttp

REQUESTS_A_SECOND: Final = 38.0
"""Requests a second in the long run, of all processes of the bot."""

BURST: Final = 11.0
"""Requests that wait for nothing, of all processes. Both together are less than the 50 in any
second that Discord takes, since what is sent evenly does not arrive evenly."""

LEAST_A_SECOND: Final = 2.0
"""Requests a second of a process that is one of very many. Of more than two dozen Discord would
refuse some, were all to ask as much as they may; it takes more of a bot that is so large."""

ANSWERS: Final = re.compile(r"/api(?:/v\d+)?/(?:interactions|webhooks)/")
"""What Discord does not count: answers to what people do."""


class Pace:
    """Lets requests wait for their turn, in the order in which they come.

    discord.py heeds the limits of each route by itself, but the one of the whole bot only once it
    is exceeded; then all requests that are under way are refused, and count against the bot.

    Args:
        share: the share of the bot's requests that is this process's.
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
        """Wait until a request may be made; aiohttp asks before each one.

        One waits at a time: after a moment in which the machine did something else, those behind
        it are no more than may be made at once.
        """
        if ANSWERS.match(request.url.path):
            return
        time = asyncio.get_running_loop().time
        async with self._turn:
            if (early := self._next - time()) > 0:
                await asyncio.sleep(early)
            self._next = max(self._next, time() - self._ahead) + self._between
