"""A server of pages at a port that a browser finds."""

from collections.abc import AsyncIterator
from random import Random

import pytest_asyncio
from aiohttp.test_utils import unused_port

from db.database import Place
from db.store import Store
from lab.tables import tables_on
from tests.cogs.pages.server.visiting import Server, serving
from tests.tabletop.playing import Clock


@pytest_asyncio.fixture(loop_scope="session")
async def server(database: Place) -> AsyncIterator[Server]:
    store, clock, port = await Store.open(database), Clock(), unused_port()
    tables = tables_on(store, clock, Random(1))
    async with serving(store, tables, clock, url=f"http://127.0.0.1:{port}", port=port) as server:
        yield server
    await store.close()
