"""A server of pages."""

from collections.abc import AsyncIterator

import pytest

from db.store import Store
from tabletop.tables import Tables
from tests.cogs.pages.server.visiting import Server, serving
from tests.tabletop.playing import Clock


@pytest.fixture
async def server(store: Store, tables: Tables, clock: Clock) -> AsyncIterator[Server]:
    async with serving(store, tables, clock) as server:
        yield server
