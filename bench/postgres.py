"""The same store over PostgreSQL, on a server of its own that keeps its word, beside a file.

The server lies in a temporary folder, so that should be on a disk as the repository is. What it
does itself is not in the processor's time of a command.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from bench import turn
from bench.row import Row
from bench.storage import ACTIONS, GAMES, ROUNDS, at_once, durable, one_by_one
from db import Store
from tests.postgres import PostgresServer, running
from tests.proxy import Proxy


@asynccontextmanager
async def fresh_schema(server: PostgresServer, proxy: Proxy | None = None) -> AsyncIterator[Store]:
    """A store in a schema of its own, reached directly or by a proxy."""
    address = server.fresh()
    store = await Store.open(proxy.address(address) if proxy else address)
    try:
        yield store
    finally:
        await store.close()


def rows() -> list[Row]:
    """PostgreSQL beside the floor, beside a commit for each action, and beside a file."""
    with running(careful=True) as server:
        fresh = partial(fresh_schema, server)
        floor, within, ending = asyncio.run(one_by_one(ACTIONS // 5, fresh))
        speed, _ = asyncio.run(at_once(ROUNDS // 4, grouped=True, fresh=fresh))
        alone, _ = asyncio.run(at_once(ROUNDS // 20, grouped=False, fresh=fresh))
        ours = asyncio.run(turn.games_in(server.fresh()))
    file = asyncio.run(turn.in_file())
    return [
        durable("PostgreSQL: an action durable", within, floor, most=3),
        durable("PostgreSQL: the end of a turn durable", ending, floor, most=3),
        Row(
            *(f"PostgreSQL: {GAMES} games at once", speed, "actions/s", "a commit each", alone),
            *(speed / alone, "≥ 5,000", speed >= 5_000),
        ),
        Row(
            *("PostgreSQL: a command, processor time", ours * 1e3, "ms", "with a file"),
            *(file * 1e3, ours / file, "≤ 1.3×", ours <= 1.3 * file),
        ),
    ]
