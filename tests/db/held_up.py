"""Small changes, and holding them up, so that what is asked for meanwhile arrives together."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from db.database import Database
from db.sql import Connection
from db.store import Store


@asynccontextmanager
async def held_up(store: Store | Database) -> AsyncIterator[asyncio.Task[None]]:
    """Has what is asked for meanwhile wait for a change, given here, and so share a group."""
    entered, released = threading.Event(), threading.Event()

    def gate(connection: Connection) -> None:
        entered.set()
        assert released.wait(10)

    first = asyncio.create_task(store.change(gate))
    assert await asyncio.to_thread(entered.wait, 10)
    yield first
    await asyncio.sleep(0)
    released.set()
    await asyncio.wait([first])


def put(*keys: str, fails: bool = False) -> Callable[[Connection], str]:
    def change(connection: Connection) -> str:
        for key in keys:
            connection.execute("INSERT INTO settings VALUES ('test', :key, '')", {"key": key})
        if fails:
            raise LookupError(keys[0])
        return keys[0]

    return change


def kept(connection: Connection) -> list[str]:
    rows = connection.execute("SELECT key FROM settings WHERE scope = 'test' ORDER BY key")
    return [key for [key] in rows]
