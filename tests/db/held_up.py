"""Holding up a store, so that what is asked of it meanwhile arrives together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from db.connection import Connection
from db.writer import Writer


@asynccontextmanager
async def held_up(writer: Writer) -> AsyncIterator[None]:
    """Has what is asked for meanwhile wait for a change before it, and so share a group."""
    entered, released = threading.Event(), threading.Event()

    def gate(connection: Connection) -> None:
        entered.set()
        assert released.wait(10)

    first = asyncio.create_task(writer.change(gate))
    assert await asyncio.to_thread(entered.wait, 10)
    yield
    await asyncio.sleep(0)
    released.set()
    await first
