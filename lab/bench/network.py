"""The same store over a network: the cost of a database server some distance away.

Each way is as long as the proxy's delay makes it; the server is on the same machine.
"""

from __future__ import annotations

import asyncio
import statistics
from contextlib import closing
from functools import partial
from typing import Final

from lab.bench.postgres import fresh_schema
from lab.bench.row import Row
from lab.bench.storage import GAMES, at_once, one_by_one
from lab.postgres import PostgresServer, running
from lab.proxy import Proxy

DELAY: Final = 0.001
"""Seconds there and back, to a machine in the same place."""

ACTIONS: Final = 100
ROUNDS: Final = 10

WAITS: Final = 7
"""The round trips an action may wait for: its statements and its commit, and each time the proxy
has to wake up."""

LEAST: Final = 100
"""The goal in actions a second of many games; Discord lets a bot show 25 turns a second."""


def rows() -> list[Row]:
    """Measure an action over a delayed connection, and the actions a second of many games there."""
    with running(careful=True) as server:
        near, speed = asyncio.run(_measured(server, 0.0))
        far, slower = asyncio.run(_measured(server, DELAY))
    way, waits = f"{DELAY * 1e3:g} ms there and back", (far - near) / DELAY
    return [
        Row(
            f"PostgreSQL, {way}: an action durable",
            far * 1e3,
            "ms",
            "no delay",
            near * 1e3,
            waits,
            f"≤ {WAITS} delays more",
            waits <= WAITS,
        ),
        Row(
            f"PostgreSQL, {way}: {GAMES} games at once",
            slower,
            "actions/s",
            "no delay",
            speed,
            slower / speed,
            f"≥ {LEAST}",
            slower >= LEAST,
        ),
    ]


async def _measured(server: PostgresServer, delay: float) -> tuple[float, float]:
    """Measure the seconds of a lone action, and the actions a second of many games."""
    with closing(Proxy(server.folder, delay)) as proxy:
        fresh = partial(fresh_schema, server, proxy)
        _, within, _ = await one_by_one(ACTIONS, fresh)
        speed, _ = await at_once(ROUNDS, grouped=True, fresh=fresh)
    return statistics.median(within), speed
