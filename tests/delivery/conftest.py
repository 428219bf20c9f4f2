"""A store in a file, and a clock that stands until it is set."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from db.database import Place
from db.store import Store
from tests.tabletop.playing import Clock


@pytest.fixture
async def store(database: Place) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()
