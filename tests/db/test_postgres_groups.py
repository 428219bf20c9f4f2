"""Groups in PostgreSQL: one transaction in a pipeline, in which nobody hurts a neighbour."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import psycopg
import pytest

from db.connection import Connection
from db.errors import ConflictError, StaleError, StaleLogError, StoreError
from db.games.rows import StoredEntry
from db.postgres.link import PostgresLink
from db.postgres.session import Answer, Session
from db.store import Store
from db.writer import Writer
from lab.postgres import PostgresServer
from tests.db.samples import entry, running


@pytest.fixture
async def writer(postgres: PostgresServer) -> AsyncIterator[Writer]:
    with postgres.lent() as address:
        writer = Writer(await PostgresLink.open(address), "the database")
        yield writer
        await writer.close()


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
    """What comes of changes that share a group, which waits for a change before it."""
    entered, released = threading.Event(), threading.Event()

    def gate(connection: Connection) -> None:
        entered.set()
        assert released.wait(10)

    first = asyncio.create_task(writer.change(gate))
    assert await asyncio.to_thread(entered.wait, 10)
    tasks = [asyncio.create_task(writer.change(change)) for change in changes]
    await asyncio.sleep(0)
    released.set()
    await first
    return list(await asyncio.gather(*tasks, return_exceptions=True))


async def test_a_group_is_one_transaction(writer: Writer) -> None:
    outcomes = await at_once(writer, *(transaction for _ in range(20)))
    assert len(set(outcomes)) == 1


async def test_one_that_fails_does_not_hurt_its_neighbours(writer: Writer) -> None:
    outcomes = await at_once(writer, put("a"), put("b", fails=True), put("a"), put("c"))
    assert [outcomes[0], outcomes[3]] == ["a", "c"]
    assert [type(outcome) for outcome in outcomes[1:3]] == [LookupError, ConflictError]
    assert await writer.read(kept) == ["a", "c"]


async def test_what_nobody_asked_about_fails_all_the_same(writer: Writer) -> None:
    with pytest.raises(ConflictError):
        await writer.change(put("a", "a"))
    assert await writer.read(kept) == []
    assert await writer.change(put("a")) == "a"


async def test_a_statement_that_is_none_spoils_nothing(writer: Writer) -> None:
    for _ in range(2):
        with pytest.raises(StoreError, match="syntax error"):
            await writer.read(lambda c: c.execute("SELECT FROM WHERE").fetchall())
        with pytest.raises(StoreError, match="syntax error"):
            await writer.change(lambda c: c.execute("SELECT FROM WHERE"))
    assert await writer.change(put("a")) == "a"
    assert await writer.read(kept) == ["a"]


async def test_a_statement_first_met_after_a_failure_is_understood_later(writer: Writer) -> None:
    def fails_before_another(connection: Connection) -> None:
        put("a", "a")(connection)
        connection.execute("DELETE FROM settings WHERE key = :key", {"key": "a"})

    for _ in range(2):
        with pytest.raises(ConflictError):
            await writer.change(fails_before_another)
    await writer.change(lambda c: c.execute("DELETE FROM settings WHERE key = :key", {"key": "a"}))


@pytest.mark.parametrize("stale", [False, True])
async def test_games_of_a_group_are_asked_together_and_each_sees_what_came_before(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch, stale: bool
) -> None:
    with postgres.lent() as address:
        store = await Store.open(address)
        games = [await running(store) for _ in range(9)]
        asked: list[int] = []
        ask = Session.ask_ahead

        def counted(session: Session, statement: str, given: Mapping[str, Any]) -> None:
            asked.append(given["game_id"])
            ask(session, statement, given)

        monkeypatch.setattr(Session, "ask_ahead", counted)
        first, second = entry(0), entry(1)
        outcomes = await asyncio.gather(
            store.outbox.mark_shown(games[0], 1),  # these wait for the one before
            *(store.games.append(game, 0, [first], news=True) for game in games),
            store.games.append(games[0], 0 if stale else 1, [second], news=True),
            store.games.append(games[1], 1, [second], news=True),
            return_exceptions=True,
        )
        logs = [
            stored.log for game in games if (stored := await store.games.load(game)) is not None
        ]
        await store.close()
    assert asked == [*games, *games[:2]]
    assert [type(outcome) for outcome in outcomes[10:]] == [StaleLogError if stale else int, int]
    assert logs[0] == ((first,) if stale else (first, second))
    assert logs[1:] == [(first, second), *[(first,)] * 7]
    assert outcomes[1:10] == [3] * 9


async def test_who_knows_the_game_waits_once_and_who_is_mistaken_is_told(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[Answer] = []
    wait = Session._wait_for

    def counted(session: Session, answer: Answer) -> object:
        waits.append(answer)
        return wait(session, answer)

    monkeypatch.setattr(Session, "_wait_for", counted)
    with postgres.lent() as address:
        store = await Store.open(address)
        one, two = await running(store), await running(store)
        waits.clear()
        assert await store.games.append(one, 0, [entry(0)], news=True, seen=2) == 3
        assert waits == []
        for length, seen in ((0, 3), (1, 2)):
            with pytest.raises(StaleError):
                await store.games.append(one, length, [entry(1)], news=True, seen=seen)
        outcomes = await asyncio.gather(
            store.games.append(one, 1, [entry(1)], news=False, seen=3),
            store.games.append(two, 0, [entry(0)], news=True, seen=9),
            store.games.append(one, 2, [entry(2)], news=True, seen=3),
            return_exceptions=True,
        )
        logs = [stored.log for game in (one, two) if (stored := await store.games.load(game))]
        await store.close()
    assert [outcomes[0], type(outcomes[1]), outcomes[2]] == [3, StaleError, 4]
    assert logs == [(entry(0), entry(1), entry(2)), ()]


@pytest.fixture
async def known(postgres: PostgresServer) -> AsyncIterator[tuple[Store, int, str]]:
    """A store, a game there with an entry of which nothing was waited for, and its address."""
    with postgres.lent() as address:
        store = await Store.open(address)
        game = await running(store)
        for number in range(2):  # what an action says is understood by now
            await store.games.append(game, number, [entry(number)], news=False, seen=2)
        yield store, game, address
        await store.close()


async def log(store: Store, game: int) -> list[str]:
    stored = await store.games.load(game)
    assert stored is not None
    return [one.entry for one in stored.log]


async def test_who_knows_the_game_needs_no_thread(
    known: tuple[Store, int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, game, _ = known
    threads: list[str] = []
    answer = Session.arrive

    def heard(session: Session) -> bool:
        threads.append(threading.current_thread().name)
        return answer(session)

    monkeypatch.setattr(Session, "arrive", heard)
    monkeypatch.setattr(PostgresLink, "_run", None)
    assert await store.games.append(game, 2, [entry(2)], news=False, seen=2) == 2
    monkeypatch.undo()
    assert set(threads) == {"MainThread"}
    assert await log(store, game) == [entry(number).entry for number in range(3)]


async def test_who_leaves_while_waiting_takes_nothing_back(known: tuple[Store, int, str]) -> None:
    store, game, _ = known
    leaving = asyncio.create_task(store.games.append(game, 2, [entry(2)], news=False, seen=2))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await store.games.append(game, 3, [entry(3)], news=False, seen=2) == 2
    assert leaving.cancelled()
    assert await log(store, game) == [entry(number).entry for number in range(4)]


async def test_what_fails_only_at_the_end_is_not_kept(known: tuple[Store, int, str]) -> None:
    store, game, address = known
    with psycopg.connect(address, autocommit=True) as other:
        other.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'late' USING ERRCODE = '23000'; END $$"
        )
        other.execute(
            "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
        for seen in (2, None):
            with pytest.raises(ConflictError, match="late"):
                await store.games.append(game, 2, [entry(2)], news=True, seen=seen)
        other.execute("DROP FUNCTION refuse CASCADE")
    assert len(await log(store, game)) == 2
    assert await store.games.append(game, 2, [entry(2)], news=True, seen=2) == 3


async def test_what_has_no_room_on_the_way_is_kept_too(known: tuple[Store, int, str]) -> None:
    store, game, _ = known
    long = [StoredEntry("x" * 1_000_000, None, 1) for _ in range(3)]
    assert await store.games.append(game, 2, long, news=False, seen=2) == 2
    assert [len(text) for text in (await log(store, game))[2:]] == [1_000_000] * 3


async def test_text_that_postgresql_does_not_keep_is_refused(writer: Writer) -> None:
    outcomes = await at_once(writer, put("a"), put("zero\0"), put("b"))
    assert [outcomes[0], outcomes[2]] == ["a", "b"]
    assert isinstance(outcomes[1], StoreError)
    assert await writer.read(kept) == ["a", "b"]


async def test_thousands_of_statements_of_which_nobody_asks(writer: Writer) -> None:
    await writer.change(put(*(f"{number:05}" for number in range(3_000))))
    assert len(await writer.read(kept)) == 3_000


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
