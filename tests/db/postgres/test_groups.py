"""Groups in PostgreSQL: one transaction, in which nobody hurts a neighbour."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import psycopg
import pytest

from db.connection import Connection
from db.errors import ConflictError, StaleLogError, StoreError
from db.postgres.link import MOST_AT_ONCE, PostgresLink
from db.store import Store
from db.writer import Writer
from lab.postgres import PostgresServer
from tests.db.held_up import held_up
from tests.db.samples import entry, running


@pytest.fixture
async def writer(postgres: PostgresServer) -> AsyncIterator[Writer]:
    with postgres.lent() as address:
        writer = Writer(await PostgresLink.open(address), "the database")
        yield writer
        await writer.close()


@pytest.fixture
async def store(postgres: PostgresServer) -> AsyncIterator[Store]:
    with postgres.lent() as address:
        store = await Store.open(address)
        yield store
        await store.close()


def put(*keys: str, fails: bool = False) -> Callable[[Connection], str]:
    def change(connection: Connection) -> str:
        for key in keys:
            connection.execute("INSERT INTO settings VALUES ('test', :key, '')", {"key": key})
        if fails:
            raise LookupError
        return keys[0]

    return change


def kept(connection: Connection) -> list[str]:
    return [key for [key] in connection.execute("SELECT key FROM settings ORDER BY key")]


def transaction(connection: Connection) -> int:
    [number] = connection.execute("SELECT txid_current()").fetchone()
    return int(number)


async def at_once(writer: Writer, *changes: Callable[[Connection], object]) -> list[object]:
    """What comes of changes that arrive together."""
    async with held_up(writer):
        tasks = [asyncio.create_task(writer.change(change)) for change in changes]
    return list(await asyncio.gather(*tasks, return_exceptions=True))


async def test_a_group_is_one_transaction(writer: Writer) -> None:
    outcomes = await at_once(writer, *(transaction for _ in range(20)))
    assert len(set(outcomes)) == 1


async def test_one_that_fails_does_not_hurt_its_neighbours(writer: Writer) -> None:
    outcomes = await at_once(writer, put("a"), put("b", fails=True), put("a"), put("c"))
    assert [outcomes[0], outcomes[3]] == ["a", "c"]
    assert [type(outcome) for outcome in outcomes[1:3]] == [LookupError, ConflictError]
    assert await writer.read(kept) == ["a", "c"]


async def test_what_fails_late_in_a_change_takes_back_all_of_it(writer: Writer) -> None:
    with pytest.raises(ConflictError):
        await writer.change(put("a", "b", "a"))
    assert await writer.read(kept) == []
    outcomes = await at_once(writer, put("a", "b", "a"), put("a"))
    assert [type(outcomes[0]), outcomes[1]] == [ConflictError, "a"]
    assert await writer.read(kept) == ["a"]


async def test_a_group_has_a_limit_and_everybody_is_answered(writer: Writer) -> None:
    outcomes = await at_once(writer, *(transaction for _ in range(2 * MOST_AT_ONCE + 1)))
    assert len(outcomes) == 2 * MOST_AT_ONCE + 1
    assert len(set(outcomes)) == 3


async def test_a_statement_that_is_none_spoils_nothing(writer: Writer) -> None:
    for _ in range(2):
        with pytest.raises(StoreError, match="syntax error"):
            await writer.read(lambda c: c.execute("SELECT FROM WHERE").fetchall())
        with pytest.raises(StoreError, match="syntax error"):
            await writer.change(lambda c: c.execute("SELECT FROM WHERE"))
    assert await writer.change(put("a")) == "a"
    assert await writer.read(kept) == ["a"]


async def test_changes_of_one_game_each_see_what_came_before(store: Store) -> None:
    game = await running(store)
    async with held_up(store._writer):
        tasks = [
            asyncio.create_task(store.games.append(game, 0, [entry(0)], news=True, seen=2)),
            asyncio.create_task(store.games.append(game, 0, [entry(9)], news=True)),
            asyncio.create_task(store.games.append(game, 1, [entry(1)], news=True, seen=3)),
        ]
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [outcomes[0], type(outcomes[1]), outcomes[2]] == [3, StaleLogError, 4]
    assert await log(store, game) == [entry(0).entry, entry(1).entry]


async def log(store: Store, game: int) -> list[str]:
    stored = await store.games.load(game)
    assert stored is not None
    return [one.entry for one in stored.log]


async def test_who_leaves_while_waiting_takes_nothing_back(store: Store) -> None:
    game = await running(store)
    leaving = asyncio.create_task(store.games.append(game, 0, [entry(0)], news=False))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await store.games.append(game, 1, [entry(1)], news=False) == 2
    assert leaving.cancelled()
    assert await log(store, game) == [entry(0).entry, entry(1).entry]


@pytest.mark.parametrize("others", [0, 2])
async def test_what_is_refused_at_the_commit_is_not_kept(
    postgres: PostgresServer, others: int
) -> None:
    with postgres.lent() as address, psycopg.connect(address, autocommit=True) as other:
        writer = Writer(await PostgresLink.open(address), "the database")
        other.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'late' USING ERRCODE = '23000'; END $$"
        )
        other.execute(
            "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON settings DEFERRABLE INITIALLY"
            " DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
        connection = await writer.read(backend)
        outcomes = await at_once(writer, *(put(str(number)) for number in range(1 + others)))
        assert [type(outcome) for outcome in outcomes] == [ConflictError] * (1 + others)
        other.execute("DROP FUNCTION refuse CASCADE")
        assert await writer.read(kept) == []
        assert await writer.change(put("a")) == "a"
        assert await writer.read(backend) == connection  # which holds the schema all the time
        await writer.close()


def backend(connection: Connection) -> int:
    [number] = connection.execute("SELECT pg_backend_pid()").fetchone()
    return int(number)


async def test_text_that_postgresql_does_not_keep_is_refused(writer: Writer) -> None:
    outcomes = await at_once(writer, put("a"), put("zero\0"), put("b"))
    assert [outcomes[0], outcomes[2]] == ["a", "b"]
    assert type(outcomes[1]) is StoreError  # the server was not at fault
    assert await writer.read(kept) == ["a", "b"]


async def test_closing_keeps_what_was_asked_for(postgres: PostgresServer) -> None:
    with postgres.lent() as address:
        writer = Writer(await PostgresLink.open(address), "the database")
        tasks = [asyncio.create_task(writer.change(put(key))) for key in "abc"]
        await asyncio.sleep(0)
        await writer.close()
        assert await asyncio.gather(*tasks) == ["a", "b", "c"]
        again = Writer(await PostgresLink.open(address), "the database")
        assert await again.read(kept) == ["a", "b", "c"]
        await again.close()
