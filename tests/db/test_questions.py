"""Finding tables without loading their games."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from db import ConflictError, Store, StoredMessage, StoredSeat
from tests.db.samples import CHANNEL, GUEST, GUILD, HOST, LOBBY, NEW, SEATS, entry, running


async def test_tables_of_a_server_the_newest_first(store: Store) -> None:
    first = await running(store)
    second = await store.create_table(NEW, LOBBY)
    await store.create_table(replace(NEW, guild_id=GUILD + 1), LOBBY)
    found = await store.tables_in(GUILD, states=["lobby", "running"])
    assert [table.table_id for table in found] == [second, first]
    assert [table.seats for table in found] == [LOBBY, SEATS]
    assert [table.mirror for table in found] == [True, True]
    [table] = await store.tables_in(GUILD, states=["running"])
    assert (table.table_id, table.state, table.news) == (first, "running", 2)
    assert await store.tables_in(GUILD, states=[]) == ()


async def test_tables_of_a_channel_or_thread(store: Store) -> None:
    here = await store.create_table(NEW)
    threaded = await store.create_table(replace(NEW, thread_id=21))
    await store.create_table(replace(NEW, channel_id=CHANNEL + 5))
    in_channel = await store.tables_in(GUILD, states=["lobby"], channel_or_thread=CHANNEL)
    assert [table.table_id for table in in_channel] == [threaded, here]
    in_thread = await store.tables_in(GUILD, states=["lobby"], channel_or_thread=21)
    assert [table.table_id for table in in_thread] == [threaded]


async def test_tables_of_a_person(store: Store) -> None:
    seated = await store.create_table(replace(NEW, host_id=1), [StoredSeat(0, GUEST, "Grace")])
    hosted = await store.create_table(replace(NEW, host_id=GUEST))
    await store.create_table(NEW, [StoredSeat(0, HOST, "Ada")])
    found = await store.tables_in(GUILD, states=["lobby"], user=GUEST)
    assert [table.table_id for table in found] == [hosted, seated]


async def test_at_most_so_many(store: Store) -> None:
    for _ in range(5):
        await store.create_table(NEW, LOBBY)
    found = await store.tables_in(GUILD, states=["lobby"], limit=2)
    assert [(table.table_id, table.seats) for table in found] == [(5, LOBBY), (4, LOBBY)]


async def test_running_games(store: Store) -> None:
    first, second, third = [await running(store) for _ in range(3)]
    await store.create_table(NEW, LOBBY)
    await store.set_state(second, "cancelled", at=9_000)
    assert await store.running_ids() == (first, third)


async def test_what_was_not_shown(store: Store) -> None:
    table, other = await running(store), await store.create_table(NEW, LOBBY)
    assert await store.unshown() == (table, other)
    turn = StoredMessage("turn", CHANNEL, 100, turn=0)
    await store.mark_shown(table, 2, [turn])
    await store.mark_shown(other, 1)
    assert await store.unshown() == ()
    stored = await store.load(table)
    assert stored is not None
    assert stored.message("turn") == turn
    await store.append(table, 0, [entry(0)], news=False)
    assert await store.unshown() == ()
    news = await store.append(table, 1, [entry(1)], news=True)
    assert await store.unshown() == (table,)
    await store.mark_shown(table, news)
    await store.mark_shown(table, 1)
    assert await store.unshown() == ()
    with pytest.raises(ConflictError):
        await store.mark_shown(table, news + 1)


async def test_ten_thousand_tables_can_be_listed(store: Store) -> None:
    people = [StoredSeat(0, 1_000 + index, f"person {index}") for index in range(10_000)]
    await asyncio.gather(*(store.create_table(NEW, [person]) for person in people))
    found = await store.tables_in(GUILD, states=["lobby"])
    assert len(found) == 10_000
    assert all(len(table.seats) == 1 for table in found)
    assert len(await store.unshown()) == 10_000
