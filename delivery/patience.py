"""A limit on the time for which a request to Discord waits on a silent connection."""

from __future__ import annotations

from typing import Any, Final

import aiohttp
from discord.http import HTTPClient, Route

PATIENCE: Final = aiohttp.ClientTimeout(total=None, sock_connect=10.0, sock_read=30.0)
"""The seconds for a connection, and for an answer once a request is sent.

aiohttp's own five minutes would hold back a message that long, with all that wait for the same
rate limit, and no line of the log would say so. There is no limit in total, since the wait for a
place in the queue of requests would count."""


def bound_waits(http: HTTPClient) -> None:
    """Have each request of a client fail once the connection has been silent for too long.

    discord.py passes what it does not know itself on to aiohttp.
    """
    request = http.request

    async def bounded(route: Route, **sent: Any) -> Any:
        return await request(route, timeout=PATIENCE, **sent)

    http.request = bounded  # type: ignore[method-assign]
