"""The fixtures of the tests of leagues."""

from collections.abc import AsyncIterator

import pytest

from tabletop.tables import Tables
from tests.cogs.leagues.playing import Club


@pytest.fixture
async def club(tables: Tables) -> AsyncIterator[Club]:
    club = Club(tables)
    await club.start()
    yield club
    await club.close()
