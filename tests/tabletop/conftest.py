"""A store in a file, tables on it, and a clock that stands until it is set."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from db.database import Place
from db.store import Store
from tabletop.service import Tables
from tests.tabletop.playing import Clock


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
    return Tables(store, clock, Random(1))
