"""Cancelling games: the host alone at first, then all who play."""

from __future__ import annotations

from db.store import Store
from tabletop.closing import lapses_at, voters_to_cancel
from tabletop.tables import Tables
from tests.tabletop.playing import (
    ADA,
    BELA,
    CHIARA,
    DENIZ,
    begun,
    play_turn,
    refused,
)


async def test_the_host_cancels_alone_before_the_first_turn_ended(tables: Tables) -> None:
    number = await begun(tables)
    assert (await tables.closing.cancel(number, ADA)).row.state == "cancelled"
    other = await begun(tables)
    await play_turn(tables, other)
    assert (await tables.closing.cancel(other, ADA)).row.state == "running"


async def test_later_all_who_play_must_agree(tables: Tables, store: Store) -> None:
    number = await begun(tables, BELA, CHIARA)
    await play_turn(tables, number)
    await tables.closing.cancel(number, ADA)
    news = (await tables.closing.cancel(number, BELA)).row.news
    assert (await tables.closing.cancel(number, BELA)).row.news == news
    await tables.closing.cancel(number, BELA, agree=False)
    assert (await tables.closing.cancel(number, CHIARA)).row.state == "running"
    tables.cache.forget(number)
    assert (await tables.closing.cancel(number, BELA)).row.state == "cancelled"
    stored = await store.games.load(number)
    assert stored is not None
    assert stored.reason == "everybody agreed to cancel it"


async def test_votes_to_cancel_lapse_after_a_round(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await play_turn(tables, number)
    table = await tables.closing.cancel(number, ADA)
    assert lapses_at(table) == table.running_game().position.turn + 3
    for _ in range(2):
        await play_turn(tables, number)
    table = await tables.closing.cancel(number, BELA)
    assert voters_to_cancel(table) == {ADA, BELA}, "of the same round"
    await play_turn(tables, number)
    tables.cache.forget(number)
    assert voters_to_cancel(await tables.cache.get(number)) == frozenset()
    table = await tables.closing.cancel(number, CHIARA)
    assert table.row.state == "running"
    assert voters_to_cancel(table) == {CHIARA}
    await tables.closing.cancel(number, BELA)
    assert (await tables.closing.cancel(number, ADA)).row.state == "cancelled"


async def test_who_leaves_is_not_asked_any_more(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA, DENIZ)
    await play_turn(tables, number)
    for user in (ADA, BELA):
        await tables.closing.cancel(number, user)
    assert (await tables.seats.resign(number, CHIARA)).row.state == "running"
    assert (await tables.seats.resign(number, DENIZ)).row.state == "cancelled"


async def test_a_vote_of_somebody_who_left_does_not_count(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await play_turn(tables, number)
    await tables.closing.cancel(number, ADA)
    assert (await tables.seats.resign(number, ADA)).row.state == "running"
    assert (await tables.closing.cancel(number, BELA)).row.state == "running"
    assert (await tables.closing.cancel(number, CHIARA)).row.state == "cancelled"


async def test_a_host_who_resigned_cancels_nothing(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    table = await tables.cache.get(number)
    if table.active == table.host:
        return
    await tables.seats.resign(number, ADA)
    await refused("resigned", tables.closing.cancel(number, ADA))
