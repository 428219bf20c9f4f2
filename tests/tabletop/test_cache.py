"""Tables in memory: what is kept and forgotten, who is told, and two who write the same games."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from random import Random

import pytest

from db.database import Place
from db.sql import ALONE, Shards
from db.store import Store, opened
from engine.actions import End
from engine.random_play import random_action
from lab.tables import due, tables_on
from tabletop.cache import Signal
from tabletop.errors import TableError
from tabletop.rematch import REMATCH
from tabletop.table import LEAST_MEMORY
from tabletop.tables import Tables
from tests.db.samples import whole
from tests.tabletop.playing import ADA, BELA, CHIARA, begun, finish, hosted, play_turn, refused

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
    kept, gone = await tables.cache.get(second), await tables.cache.get(first)
    await begun(tables)
    assert await tables.cache.get(first) is gone
    assert await tables.cache.get(second) is not kept


async def test_many_people_at_many_tables_at_once_with_a_small_cache(store: Store) -> None:
    tables = tables_on(store, lambda: 0, Random(1), cached=1)
    numbers = [await begun(tables) for _ in range(6)]
    counts = await asyncio.gather(
        *(one_player(tables, number, user) for number in numbers for user in (ADA, BELA))
    )
    fresh = tables_on(store, lambda: 0, Random(1))
    logs = {number: await fresh.log_entries(number) for number in numbers}
    for number, entries in logs.items():
        assert (await fresh.cache.get(number)).version == len(entries)
    ended = sum(entries.count("end") for entries in logs.values())
    assert ended == sum(counts) == len(numbers) * TURNS


async def one_player(tables: Tables, number: int, user: int) -> int:
    """Plays whenever it is this person's turn, for a while; gives how many turns it ended."""
    rng, ended = Random(number * 100 + user), 0
    while (table := await tables.cache.get(number)).running_game().position.turn <= TURNS:
        if due(table) != user:
            await asyncio.sleep(0)
            continue
        action = random_action(table.running_game().position, rng)
        await tables.turns.act(number, user, action, table.version)
        ended += isinstance(action, End)
    return ended


async def test_of_two_who_load_at_once_both_get_the_same_table(tables: Tables) -> None:
    number = await begun(tables)
    tables.cache.forget(number)
    one, other = await asyncio.gather(tables.cache.get(number), tables.cache.get(number))
    assert one is other


async def test_a_table_that_could_not_be_saved_is_loaded_anew(tables: Tables) -> None:
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


async def test_another_process_at_the_same_log_is_noticed(tables: Tables, others: Tables) -> None:
    number = await begun(tables)
    await play_turn(others, number)
    await refused("outdated", play_turn(tables, number))
    assert (await tables.cache.get(number)).version == (await others.cache.get(number)).version


async def test_there_is_no_such_table(tables: Tables) -> None:
    await refused("unknown-table", *(tables.cache.get(number) for number in (0, -1, 10**18)))


def test_numbers_are_sent_to_all_listeners_that_are_connected() -> None:
    signal, first, second = Signal(), list[int](), list[int]()
    signal.send(1)
    signal.connect(first.append)
    signal.send(2)
    signal.connect(second.append)
    signal.send(3)
    signal.disconnect(first.append)
    signal.disconnect(first.append)
    signal.send(4)
    assert (first, second) == ([2, 3], [3, 4])


async def test_a_table_is_sent_when_it_is_a_computers_turn(tables: Tables) -> None:
    due: list[int] = []
    tables.computer_due.connect(due.append)
    number = (await hosted(tables, seat_limit=2, computers=("journeyman",))).number
    table = await tables.lobby.begin(number, ADA)
    if not table.computer_due:
        assert due == []
        table = await play_turn(tables, number)
    assert table.computer_due
    assert due == [number]


@pytest.fixture
async def others(tables: Tables, database: Place) -> AsyncIterator[Tables]:
    """The tables once more, as somebody else knows them; in PostgreSQL, another process."""
    if isinstance(database, Path):
        yield tables_on(tables.store, tables.now, Random(2))
        return
    async with opened(database, Shards(2, (1,))) as other:
        yield tables_on(other, tables.now, Random(2))


@pytest.fixture
async def store(database: Place) -> AsyncIterator[Store]:
    """A store that another process may share, where that is possible."""
    shards = ALONE if isinstance(database, Path) else Shards(2, (0,))
    async with opened(database, shards) as store:
        yield store


async def race(*doing: Awaitable[object]) -> list[bool]:
    """Does things at the same time; which of them were done, and not refused as outdated."""
    done = await asyncio.gather(*doing, return_exceptions=True)
    errors = [one for one in done if isinstance(one, BaseException)]
    assert [getattr(one, "code", one) for one in errors] == ["outdated"] * len(errors)
    return [not isinstance(one, TableError) for one in done]


@pytest.mark.databases
async def test_nobody_loses_a_seat_to_who_leaves_comes_or_begins(
    tables: Tables, others: Tables
) -> None:
    number = (await hosted(tables)).number
    await others.get(number)
    await tables.lobby.join(number, BELA, "Bela")
    assert await race(others.lobby.leave(number, ADA)) == [False], "it is not given up"
    assert (await others.lobby.leave(number, ADA)).row.host_id == BELA
    tables.cache.forget(number)
    await tables.get(number)
    done = await race(
        tables.lobby.join(number, ADA, "Ada"), others.lobby.join(number, CHIARA, "Chiara")
    )
    assert sum(done) == 1
    if not done[0]:
        await tables.lobby.join(number, ADA, "Ada")  # pressed again
    if not done[1]:
        await others.lobby.join(number, CHIARA, "Chiara")
    for each in (tables, others):
        each.cache.forget(number)
        seats = (await each.get(number)).seats
        assert {seat.user_id for seat in seats} == {ADA, BELA, CHIARA}
    joining, beginning = tables.lobby.join(number, 99, "D"), others.lobby.begin(number, BELA)
    assert sum(await race(joining, beginning)) == 1, "who begins takes everybody along"


@pytest.mark.databases
async def test_no_vote_is_lost(tables: Tables, others: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await others.get(number)
    await race(tables.closing.cancel(number, BELA), others.closing.cancel(number, CHIARA))
    for each, user in ((tables, BELA), (others, CHIARA)):
        each.cache.forget(number)
        await each.closing.cancel(number, user)
    votes = (await whole(tables.store, number)).votes
    assert {user for _, user in votes} == {BELA, CHIARA}


@pytest.mark.databases
async def test_no_wish_for_a_rematch_is_lost(tables: Tables, others: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await finish(tables, number)
    await others.get(number)
    await tables.store.games.set_wishes(number, REMATCH, {BELA}, before=())
    assert await race(others.rematch.wish(number, CHIARA, "P13")) == [False]
    again = await others.rematch.wish(number, CHIARA, "P13")
    assert again is not None
    assert {seat.user_id for seat in again.seats} == {BELA, CHIARA}


@pytest.mark.databases
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
