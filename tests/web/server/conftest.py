"""A server of pages."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from db.store import Store
from tabletop.tables import Tables
from tests.tabletop.playing import Clock
from tests.web.server.visiting import Server, serving


@pytest.fixture
async def server(store: Store, tables: Tables, clock: Clock) -> AsyncIterator[Server]:
    async with serving(store, tables, clock) as server:
        yield server
