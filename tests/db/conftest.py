"""A store of its own for each test, on each kind of database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.database import Place
from db.store import Store, opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file is when the database is one of SQLite's."""
    return tmp_path / "arkadia.sqlite3"


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    async with opened(place) as store:
        yield store
