"""Tables are kept in memory, only so many at a time, and never two of the same."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from db.store import Store
from engine.actions import End
from engine.random_play import random_action
from lab.tables import tables_on
from tabletop.errors import TableError
from tabletop.table import LEAST_MEMORY
from tabletop.tables import Tables
from tests.tabletop.playing import ADA, BELA, begun, play_turn

TURNS = 6


async def test_only_so_many_bytes_of_tables_are_kept(store: Store) -> None:
    tables = tables_on(store, lambda: 0, Random(1), cached=3 * LEAST_MEMORY)
    numbers = [await begun(tables) for _ in range(8)]
    assert len(tables.cache) == 3
    for number in numbers:
        await play_turn(tables, number)
        assert 0 < tables.cache.memory <= tables.cache.limit
    assert len(tables.cache) == 2, "a game that goes on takes more"
    for number in numbers:
        assert (await tables.cache.get(number)).running_game().position.turn == 2


async def test_what_is_used_stays(store: Store) -> None:
    tables = tables_on(store, lambda: 0, Random(1), cached=2 * LEAST_MEMORY)
    first, second = await begun(tables), await begun(tables)
    kept = await tables.cache.get(first)
    await begun(tables)
    again = await tables.cache.get(first)
    assert (await tables.cache.get(second)).number == second
    assert kept.number == again.number


async def test_many_people_at_many_tables_at_once_with_a_small_cache(store: Store) -> None:
    tables = tables_on(store, lambda: 0, Random(1), cached=1)
    numbers = [await begun(tables) for _ in range(6)]
    counts = await asyncio.gather(
        *(one_player(tables, number, user) for number in numbers for user in (ADA, BELA))
    )
    fresh = tables_on(store, lambda: 0, Random(1))
    total = 0
    for number in numbers:
        table = await fresh.cache.get(number)
        entries = await fresh.log_entries(number)
        assert table.version == len(entries)
        total += entries.count("end")
    assert total == sum(counts)
    assert total == len(numbers) * TURNS


async def one_player(tables: Tables, number: int, user: int) -> int:
    """Plays whenever it is this person's turn, for a while; gives how many turns it ended."""
    rng = Random(number * 100 + user)
    ended = 0
    while True:
        table = await tables.cache.get(number)
        position = table.running_game().position
        if table.active is None or position.turn > TURNS:
            return ended
        if table.active.user_id != user:
            await asyncio.sleep(0)
            continue
        action = random_action(position, rng)
        await tables.turns.act(number, user, action, table.version)
        ended += isinstance(action, End)


async def test_of_two_who_load_at_once_both_get_the_same_table(store: Store) -> None:
    tables = tables_on(store, lambda: 0, Random(1))
    number = await begun(tables)
    tables.cache.forget(number)
    one, other = await asyncio.gather(tables.cache.get(number), tables.cache.get(number))
    assert one is other


async def test_a_table_that_could_not_be_saved_is_loaded_anew(store: Store) -> None:
    tables = tables_on(store, lambda: 0, Random(1))
    number = await begun(tables)
    before = await tables.cache.get(number)

    async def fail() -> None:
        async with tables.cache.locked(number) as table:
            table.votes = frozenset({("cancel", ADA)})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    after = await tables.cache.get(number)
    assert after is not before
    assert after.votes == frozenset()


async def test_another_process_at_the_same_log_is_noticed(store: Store) -> None:
    ours, theirs = (tables_on(store, lambda: 0, Random(1)) for _ in range(2))
    number = await begun(ours)
    await play_turn(theirs, number)
    table = await ours.cache.get(number)
    assert table.active is not None
    assert table.active.user_id is not None
    action = random_action(table.running_game().position, Random(0))
    with pytest.raises(TableError) as caught:
        await ours.turns.act(number, table.active.user_id, action)
    assert caught.value.code == "outdated"
    assert (await ours.cache.get(number)).version == (await theirs.cache.get(number)).version


async def test_there_is_no_such_table(tables: Tables) -> None:
    for number in (0, -1, 10**18):
        with pytest.raises(TableError) as caught:
            await tables.cache.get(number)
        assert caught.value.code == "unknown-table"
