"""A store in a file, tables on it, and a server of pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from db.database import Place
from db.store import Store
from lab.tables import tables_on
from tabletop.tables import Tables
from tests.tabletop.playing import Clock
from tests.web.server.visiting import Server, serving


@pytest.fixture
async def store(database: Place) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    return tables_on(store, clock, Random(1))


@pytest.fixture
async def server(store: Store, tables: Tables, clock: Clock) -> AsyncIterator[Server]:
    async with serving(store, tables, clock) as server:
        yield server
