"""The same store over PostgreSQL, on a server of its own with durable commits, beside a file.

The server lies in a temporary folder, so that should be on a disk as the repository is. It reports
the time of its flushes (``pg_stat_wal``): the rest of an action's time is PostgreSQL's and ours.
The server's own work is not in the processor's time of a command.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import psycopg

from db.store import Store
from lab.bench import turn
from lab.bench.beside import in_turns
from lab.bench.row import Row
from lab.bench.storage import ACTIONS, GAMES, ROUNDS, at_once, durable, one_by_one
from lab.postgres import PostgresServer, running
from lab.proxy import Proxy


@asynccontextmanager
async def fresh_schema(server: PostgresServer, proxy: Proxy | None = None) -> AsyncIterator[Store]:
    """Open a store in a schema of its own, reached directly or by a proxy."""
    address = server.fresh()
    store = await Store.open(proxy.address(address) if proxy else address)
    try:
        yield store
    finally:
        await store.close()


def flushed(server: PostgresServer) -> tuple[int, float]:
    """Return the number of the server's flushes so far, and their seconds."""
    with psycopg.connect(server.address(), autocommit=True) as connection:
        bots = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'arkadia'"
        while connection.execute(bots).fetchone():  # a connection reports its figures at its end
            time.sleep(0.01)
        row = connection.execute("SELECT wal_sync, wal_sync_time FROM pg_stat_wal").fetchone()
    assert row is not None
    return row[0], row[1] / 1e3


def beside_flushes(server: PostgresServer) -> tuple[float, float, float]:
    """Measure the mean seconds of an action, of one that ends a turn, and of a flush to disk."""
    count, seconds = flushed(server)
    _, within, ending = asyncio.run(one_by_one(ACTIONS // 5, partial(fresh_schema, server)))
    count_after, seconds_after = flushed(server)
    flush = max(1e-6, (seconds_after - seconds) / (count_after - count))  # in memory it takes none
    return statistics.fmean(within), statistics.fmean(ending), flush


def by_commands(server: PostgresServer) -> tuple[float, float]:
    """Measure the processor seconds of a command: with PostgreSQL, and with a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.sqlite3"
        return in_turns(
            partial(turn.in_games, server.fresh()), partial(turn.in_games, file), turn.GAMES
        )


def rows() -> list[Row]:
    """Measure PostgreSQL beside its disk, beside a commit for each action, and beside a file."""
    with running(careful=True) as server:
        fresh = partial(fresh_schema, server)
        within, ending, flush = beside_flushes(server)
        speed, slowest = asyncio.run(at_once(ROUNDS // 4, grouped=True, fresh=fresh))
        alone, waiting = asyncio.run(at_once(ROUNDS // 20, grouped=False, fresh=fresh))
        ours, file = by_commands(server)
    disk = "the server's flushes"
    return [
        durable("PostgreSQL: an action durable", [within], [flush], 4, disk),
        durable("PostgreSQL: the end of a turn durable", [ending], [flush], 4, disk),
        Row(
            f"PostgreSQL: {GAMES} games at once",
            speed,
            "actions/s",
            "a commit each",
            alone,
            speed / alone,
            "≥ 500",
            speed >= 500,
        ),
        Row(
            f"PostgreSQL: {GAMES} games at once, p99",
            slowest * 1e3,
            "ms",
            "a commit each",
            waiting * 1e3,
            waiting / slowest,
            "< 250 ms",
            slowest < 0.25,
        ),
        Row(
            "PostgreSQL: a command, processor time",
            ours * 1e3,
            "ms",
            "with a file",
            file * 1e3,
            ours / file,
            "≤ 1.4×",
            ours <= 1.4 * file,
        ),
    ]
