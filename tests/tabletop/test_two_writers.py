"""Two who keep the same games in memory and write them: whoever comes second is told to look."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from random import Random

import pytest

from db.database import Place
from db.share import ALONE, Share
from db.store import Store
from lab.tables import tables_on
from tabletop.errors import TableError
from tabletop.opening import Opening
from tabletop.rematch import REMATCH
from tabletop.tables import Tables
from tests.tabletop.playing import (
    ADA,
    BELA,
    CHANNEL,
    CHIARA,
    DENIZ,
    GUILD,
    Clock,
    begun,
    finish,
)

pytestmark = pytest.mark.databases


@pytest.fixture
async def others(store: Store, database: Place, clock: Clock) -> AsyncIterator[Tables]:
    """The tables once more, as somebody else knows them; in PostgreSQL, another process."""
    if isinstance(database, Path):
        yield tables_on(store, clock, Random(2))
        return
    other = await Store.open(database, Share(2, (1,)))
    yield tables_on(other, clock, Random(2))
    await other.close()


@pytest.fixture
async def store(database: Place) -> AsyncIterator[Store]:
    """A store that another process may share, where that is possible."""
    store = await Store.open(database, ALONE if isinstance(database, Path) else Share(2, (0,)))
    yield store
    await store.close()


async def lobby(tables: Tables, others: Tables) -> int:
    """A lobby of Ada's that both know."""
    number = (await tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada"))).number
    await others.get(number)
    return number


async def race(*doing: Awaitable[object]) -> list[bool]:
    """Does things at the same time; which of them were done, and not refused as outdated."""
    done = await asyncio.gather(*doing, return_exceptions=True)
    for one in done:
        if isinstance(one, BaseException):
            assert isinstance(one, TableError), one
            assert one.code == "outdated"
    return [not isinstance(one, TableError) for one in done]


async def test_nobody_loses_a_seat_in_a_lobby(tables: Tables, others: Tables) -> None:
    number = await lobby(tables, others)
    done = await race(
        tables.lobby.join(number, BELA, "Bela"), others.lobby.join(number, CHIARA, "Chiara")
    )
    assert sum(done) == 1
    if not done[0]:
        await tables.lobby.join(number, BELA, "Bela")  # pressed again
    if not done[1]:
        await others.lobby.join(number, CHIARA, "Chiara")
    for each in (tables, others):
        each.cache.forget(number)
        seats = (await each.get(number)).seats
        assert {seat.user_id for seat in seats} == {ADA, BELA, CHIARA}


async def test_who_begins_takes_everybody_along(tables: Tables, others: Tables) -> None:
    number = await lobby(tables, others)
    await tables.lobby.join(number, BELA, "Bela")
    others.cache.forget(number)
    await others.get(number)
    assert (
        sum(
            await race(tables.lobby.join(number, CHIARA, "Chiara"), others.lobby.begin(number, ADA))
        )
        == 1
    )


async def test_a_lobby_is_not_given_up_with_somebody_in_it(tables: Tables, others: Tables) -> None:
    number = await lobby(tables, others)
    await tables.lobby.join(number, BELA, "Bela")
    assert await race(others.lobby.leave(number, ADA)) == [False]
    assert (await others.lobby.leave(number, ADA)).row.host_id == BELA


async def test_no_vote_is_lost(tables: Tables, others: Tables) -> None:
    number = await begun(tables, BELA, CHIARA, DENIZ)
    await others.get(number)
    await race(tables.closing.cancel(number, BELA), others.closing.cancel(number, CHIARA))
    for each, user in ((tables, BELA), (others, CHIARA)):
        each.cache.forget(number)
        await each.closing.cancel(number, user)
    stored = await tables.store.games.load(number)
    assert stored is not None
    assert {user for _, user in stored.votes} == {BELA, CHIARA}


async def test_no_wish_for_a_rematch_is_lost(tables: Tables, others: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await finish(tables, number)
    await others.get(number)
    await tables.store.games.set_wishes(number, REMATCH, {BELA}, before=())
    assert await race(others.rematch.wish(number, CHIARA, "P13")) == [False]
    again = await others.rematch.wish(number, CHIARA, "P13")
    assert again is not None
    assert {seat.user_id for seat in again.seats} == {BELA, CHIARA}


async def test_a_seat_changes_hands_once(tables: Tables, others: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await others.get(number)
    own = (await tables.get(number)).own_seat(BELA)
    await tables.seats.leave_to_computer(number, BELA, own.seat, "pupil")
    assert await race(others.seats.resign(number, CHIARA)) == [False]
    await others.seats.resign(number, CHIARA)
    tables.cache.forget(number)
    seats = {seat.user_id: seat.status for seat in (await tables.get(number)).seats}
    assert seats == {ADA: "playing", BELA: "away", CHIARA: "resigned"}
