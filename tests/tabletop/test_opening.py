"""Opening games: within the limits, however many are opened at once."""

from __future__ import annotations

import asyncio

import pytest

from db.store import Store
from tabletop.errors import TableError
from tabletop.opening import Opening
from tabletop.tables import Tables
from tests.tabletop.playing import (
    ADA,
    CHANNEL,
    GUILD,
    begun,
)


async def test_a_host_has_only_so_many_games(tables: Tables) -> None:
    for _ in range(20):
        await begun(tables)
    with pytest.raises(TableError) as caught:
        await begun(tables)
    assert caught.value.code == "too-many-hosted"


async def test_of_many_that_are_opened_at_once_only_so_many_are(
    tables: Tables, store: Store
) -> None:
    outcomes = await asyncio.gather(
        *(tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada")) for _ in range(60)),
        return_exceptions=True,
    )
    refusals = [outcome for outcome in outcomes if isinstance(outcome, TableError)]
    assert {refusal.code for refusal in refusals} == {"too-many-hosted"}
    assert len(outcomes) - len(refusals) == 20
    assert len(await store.games.find(GUILD, states=["lobby"])) == 20
