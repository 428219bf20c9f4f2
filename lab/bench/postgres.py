"""The same store over PostgreSQL, on a server of its own that keeps its word, beside a file.

The server lies in a temporary folder, so that should be on a disk as the repository is. What it
does itself is not in the processor's time of a command. What of an action's time is PostgreSQL's
anyway is seen by one insert into a table without conditions, which libpq sends and waits for.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import psycopg

from db.store import Store
from lab.bench import turn
from lab.bench.row import Row
from lab.bench.storage import ACTIONS, BUILD, GAMES, ROUNDS, at_once, begun, durable, one_by_one
from lab.postgres import PostgresServer, running
from lab.proxy import Proxy

COMMANDS: Final = 3
"""So often the games are played by commands, on both kinds of database in turns."""


@asynccontextmanager
async def fresh_schema(server: PostgresServer, proxy: Proxy | None = None) -> AsyncIterator[Store]:
    """A store in a schema of its own, reached directly or by a proxy."""
    address = server.fresh()
    store = await Store.open(proxy.address(address) if proxy else address)
    try:
        yield store
    finally:
        await store.close()


async def beside_an_insert(actions: int, server: PostgresServer) -> tuple[list[float], list[float]]:
    """Seconds of each: an insert by libpq alone, an action."""
    alone, ours = [], []
    with psycopg.connect(server.fresh(), autocommit=True) as connection:
        connection.execute("CREATE TABLE log (game bigint, seq bigint, entry text, at bigint)")
        connection.execute("ALTER TABLE log ADD PRIMARY KEY (game, seq)")
        libpq = connection.pgconn
        libpq.prepare(b"insert", b"INSERT INTO log VALUES ($1, $2, $3, $4)")
        async with fresh_schema(server) as store:
            table, still = await begun(store)
            for length in range(actions):
                given = [b"1", b"%d" % length, BUILD.entry.encode(), b"%d" % BUILD.at]
                start = time.perf_counter()
                libpq.exec_prepared(b"insert", given)
                inserted = time.perf_counter()
                await store.games.append(table, length, [BUILD], news=False, seen=still)
                alone.append(inserted - start)
                ours.append(time.perf_counter() - inserted)
    return alone, ours


def by_commands(server: PostgresServer) -> tuple[float, float]:
    """Seconds of the processor for a command: on the server, in a file."""
    runs = [
        (asyncio.run(turn.games_in(server.fresh())), asyncio.run(turn.in_file()))
        for _ in range(COMMANDS)
    ]
    ours, file = (statistics.median(times) for times in zip(*runs, strict=True))
    return ours, file


def rows() -> list[Row]:
    """PostgreSQL beside the floor, beside a commit for each action, and beside a file."""
    with running(careful=True) as server:
        fresh = partial(fresh_schema, server)
        floor, within, ending = asyncio.run(one_by_one(ACTIONS // 5, fresh))
        speed, _ = asyncio.run(at_once(ROUNDS // 4, grouped=True, fresh=fresh))
        alone, _ = asyncio.run(at_once(ROUNDS // 20, grouped=False, fresh=fresh))
        insert, action = asyncio.run(beside_an_insert(ACTIONS // 5, server))
        ours, file = by_commands(server)
    return [
        durable("PostgreSQL: an action durable", within, floor, most=3),
        durable("PostgreSQL: an action durable", action, insert, 1.7, "an insert by libpq"),
        durable("PostgreSQL: the end of a turn durable", ending, floor, most=3),
        Row(
            *(f"PostgreSQL: {GAMES} games at once", speed, "actions/s", "a commit each", alone),
            *(speed / alone, "≥ 5,000", speed >= 5_000),
        ),
        Row(
            *("PostgreSQL: a command, processor time", ours * 1e3, "ms", "with a file"),
            *(file * 1e3, ours / file, "≤ 1.2×", ours <= 1.2 * file),
        ),
    ]
