"""A store in a file, tables on it, and a clock that stands until it is set."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from db.database import Place
from db.ledger.rows import Limits
from db.store import Store
from lab.tables import tables_on
from tabletop.tables import Tables
from tests.tabletop.playing import Clock

LIMITS = Limits(hosted=20, seated=50, lobbies=40, unfinished=500)


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
    return tables_on(store, clock, Random(1), limits=LIMITS)
