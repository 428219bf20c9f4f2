"""Several processes share a PostgreSQL: servers of shards, and one transaction for each change."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from db.errors import ConflictError, InUseError, StoreError, TakenError
from db.outbox import Topic, strip
from db.postgres.server import SCHEMA, SET_UP
from db.preferences import Preferences
from db.sql import ALONE, Connection, Shards
from db.store import Store, opened
from db.timers import StoredDue
from lab.postgres import PostgresServer
from tests.db.held_up import kept, put
from tests.db.samples import entry, running, whole

FIRST, SECOND = Shards(4, (0, 1)), Shards(4, (2, 3))
HERE, THERE = 1 << 22, 2 << 22  # servers of the first process, and of the second


@pytest.fixture
async def first(address: str) -> AsyncIterator[Store]:
    async with opened(address, FIRST) as store:
        yield store


@pytest.fixture
async def second(first: Store, address: str) -> AsyncIterator[Store]:
    async with opened(address, SECOND) as store:
        yield store


def test_a_share_knows_its_servers() -> None:
    assert ALONE.alone
    assert [one.leads for one in (ALONE, FIRST, SECOND)] == [True, True, False]
    assert [one.owns(THERE) for one in (ALONE, FIRST, SECOND)] == [True, False, True]
    assert FIRST.owns(HERE)
    assert SECOND.owns(THERE + 4 * (1 << 22))


@pytest.mark.parametrize(
    ("shards", "why"),
    [
        (ALONE, "another running bot"),
        (Shards(4, (1, 2)), "Shard 1 of .* ARKADIA_SHARDS"),
        (Shards(8, (4, 5)), "ARKADIA_SHARDS is 4, and here it is 8"),
    ],
)
async def test_who_wants_what_another_has_is_refused(
    first: Store, address: str, shards: Shards, why: str
) -> None:
    with pytest.raises(InUseError, match=why):
        await Store.open(address, shards)
    await first.admin.set_setting("a", "b", "c")
    with pytest.raises(InUseError, match="another running bot"):
        await Store.open(address)


async def test_a_process_alone_leaves_no_room(address: str) -> None:
    async with opened(address):
        with pytest.raises(InUseError, match="serves all servers"):
            await Store.open(address, SECOND)
    async with opened(address, SECOND):
        pass


async def test_a_file_is_not_shared(tmp_path: Path) -> None:
    with pytest.raises(InUseError, match="PostgreSQL"):
        await Store.open(tmp_path / "arkadia.sqlite3", FIRST)


async def test_another_number_of_shards_is_set_when_all_have_stopped(address: str) -> None:
    for count in (4, 8, 2):
        async with opened(address, Shards(count, (0,))) as store:
            assert await store.admin.setting("shards", "count") == str(count)


async def test_many_start_at_the_same_time_in_an_empty_database(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    shares = [Shards(5, (shard,)) for shard in range(5)]
    stores = await asyncio.gather(*(Store.open(address, shards) for shards in shares))
    for number, store in enumerate(stores):
        await store.admin.set_setting("shard", str(number), "here")
    for store in stores:
        await store.close()


async def test_who_starts_while_another_makes_tables_waits(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    with psycopg.connect(address, autocommit=True) as maker:
        maker.execute(f"SELECT pg_advisory_lock{SET_UP}, pg_advisory_lock{SCHEMA}".encode())
        starting = asyncio.create_task(Store.open(address, FIRST))
        await asyncio.to_thread(_await_who_waits, maker)
        maker.execute("SELECT pg_advisory_unlock_all()")
        await (await starting).close()
        maker.execute(f"SELECT pg_advisory_lock{SCHEMA}".encode())
        with pytest.raises(InUseError):
            await Store.open(address, FIRST)


def _await_who_waits(connection: psycopg.Connection[Any]) -> None:
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    while connection.execute(waiting).fetchone() == (0,):
        time.sleep(0.01)


async def test_each_is_told_what_is_to_be_done_on_its_servers(first: Store, second: Store) -> None:
    here, there = await running(first, HERE), await running(first, THERE)
    await first.games.hand_over(here, 0, "away", "pupil", at=5)
    await first.timers.put(
        StoredDue("clock", 7, game_id=here),
        StoredDue("clock", 5, game_id=there),
        StoredDue("digest", 6, guild_id=THERE),
    )
    await first.outbox.put(strip(THERE, there, 8, 9))
    await first.games.set_aside(there, "damaged")
    told = [Topic("game", 0, here)], [Topic("game", 0, there), Topic("strip", THERE, there)]
    for store, unshown, computers, times, topics, states in (
        (first, (here,), (here,), [7], told[0], {"running": 1}),
        (second, (there,), (), [5, 6], told[1], {"aside": 1}),
    ):
        assert await store.outbox.unshown() == unshown
        assert await store.games.with_computers() == computers
        dues = await store.timers.next(["clock", "digest"], limit=9)
        assert [due.at for due in dues] == times
        assert await store.outbox.unsaid(0) == tuple(topics)
        assert (await store.counts()).games == states
    assert await first.timers.games_without("other") == (here,)
    assert (await whole(second, here)).guild_id == HERE


async def test_each_notes_when_it_was_not_there(first: Store, second: Store, address: str) -> None:
    await first.timers.note_seen(first.shards, 100)
    await second.timers.note_seen(second.shards, 70)
    await second.timers.note_seen(second.shards, 90, outage_since=70)
    assert (await first.timers.seen_at(), await second.timers.seen_at()) == (100, 90)
    assert (await first.timers.outages(), await second.timers.outages()) == ((), ((70, 90),))
    await second.timers.note_clock_set_back(second.shards, 80)
    for store in (first, second):
        await store.close()
    async with opened(address) as alone:
        assert await alone.timers.outages() == ((70, 80),)


async def test_what_two_change_of_preferences_is_all_kept(first: Store, second: Store) -> None:
    before = Preferences()
    await asyncio.gather(
        first.people.set_preferences(1, Preferences(theme="light"), before=before),
        second.people.set_preferences(1, Preferences(confirm=False), before=before),
    )
    chosen = await first.people.preferences_of([1, 2])
    assert chosen == {1: Preferences(theme="light", confirm=False)}
    assert await second.people.set_preferences(1, before, before=chosen[1]) == before
    assert await first.people.preferences_of([1]) == {}


async def test_what_is_done_one_after_another_has_its_times(first: Store, second: Store) -> None:
    slots = await asyncio.gather(
        *(store.admin.next_slot("identify", "0", 1_000, 50) for store in (first, second, first))
    )
    assert sorted(slots) == [1_000, 1_050, 1_100]
    assert await first.admin.next_slot("identify", "0", 2_000, 50) == 2_000
    assert await second.admin.next_slot("identify", "0", 1_990, 50) == 2_050
    # No clock is so late.
    assert await second.admin.next_slot("identify", "0", -9_000, 50) == -9_000


@pytest.mark.parametrize(
    ("shards", "in_use", "taken"),
    [
        (ALONE, "another running bot", "another running bot"),
        (FIRST, "Shard 0 of .* ARKADIA_SHARDS", "is served by another"),
    ],
)
async def test_who_lost_all_or_its_shards_to_another_does_not_write(
    postgres: PostgresServer, address: str, shards: Shards, in_use: str, taken: str
) -> None:
    async with opened(address, shards) as one:
        game = await running(one)
        with pytest.raises(InUseError, match=in_use):
            await Store.open(address, shards)
        postgres.stop()
        postgres.start()
        async with opened(address, shards) as other:
            with pytest.raises(TakenError, match=taken):
                await one.games.append(game, 0, [entry(0)], news=True)
            assert await other.games.append(game, 0, [entry(1)], news=True) == 3
        # For good: what it knows of the game is out of date.
        for late in (one.games.append(game, 1, [entry(0)], news=True), one.timers.seen_at()):
            with pytest.raises(TakenError):
                await late


async def test_who_loses_the_connection_alone_goes_on(
    postgres: PostgresServer, first: Store, second: Store
) -> None:
    postgres.stop()
    postgres.start()
    assert (await first.timers.seen_at(), await second.timers.seen_at()) == (None, None)
    await first.admin.set_setting("a", "b", "1")
    assert await second.admin.setting("a", "b") == "1"


async def test_a_share_follows_a_process_that_served_all_servers(address: str) -> None:
    async with opened(address):
        opening = asyncio.create_task(Store.open(address, FIRST))
        await asyncio.sleep(0.2)  # it waits for the lock on all servers
    await (await opening).close()


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with opened(address) as store:
        yield store


def pid(connection: Connection) -> int:
    return int(connection.execute("SELECT pg_backend_pid()").fetchone()[0])


def ended(number: int) -> Callable[[Connection], object]:
    query = "SELECT pg_terminate_backend(:pid)"
    return lambda connection: connection.execute(query, {"pid": number}).fetchone()


async def test_what_is_refused_at_the_commit_is_not_kept(store: Store, address: str) -> None:
    with pytest.raises(StoreError) as caught:
        await store.change(put("zero\0"))
    assert type(caught.value) is StoreError  # the server was not at fault
    with psycopg.connect(address, autocommit=True) as other:
        other.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'late' USING ERRCODE = '23000'; END $$"
        )
        other.execute(
            "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON settings DEFERRABLE INITIALLY"
            " DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
        connection = await store.change(pid)
        with pytest.raises(ConflictError):
            await store.change(put("a"))
        other.execute("DROP FUNCTION refuse CASCADE")
    assert await store.ask(kept) == []
    assert await store.change(put("a")) == "a"
    assert await store.change(pid) == connection  # which holds the schema all the time


async def test_a_lost_connection_for_questions_is_replaced(store: Store) -> None:
    await store.admin.set_setting("colour", "tile", "red")
    reading, writing = await store.ask(pid), await store.change(pid)
    assert reading != writing
    await store.change(ended(reading))
    assert await store.admin.setting("colour", "tile") == "red"
    assert await store.ask(pid) not in (reading, writing)
    assert await store.change(pid) == writing


async def test_questions_follow_the_connection_that_writes(store: Store) -> None:
    reading, writing = await store.ask(pid), await store.change(pid)
    await store.ask(ended(writing))
    await store.admin.set_setting("colour", "tile", "red")
    assert await store.admin.setting("colour", "tile") == "red"
    assert await store.change(pid) != writing
    assert await store.ask(pid) != reading
