"""A connection to PostgreSQL that is lost: what was kept, what was not, and who is told what."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import psycopg
import pytest

from db.errors import StaleLogError, UnreachableError, UnsureError
from db.games.rows import StoredEntry
from db.postgres import database, server
from db.store import Store, opened
from lab.postgres import PostgresServer
from tests.db.held_up import held_up
from tests.db.samples import entry, running, whole
from tests.proxy import Cut, Proxy


@pytest.fixture
def proxy(postgres: PostgresServer) -> Iterator[Proxy]:
    proxy = Proxy(postgres.folder)
    yield proxy
    proxy.close()


@pytest.fixture
async def store(proxy: Proxy, address: str) -> AsyncIterator[Store]:
    async with opened(proxy.address(address)) as store:
        yield store


@pytest.fixture
async def game(store: Store) -> int:
    """A game with one entry; all statements of an action have been prepared."""
    game = await running(store)
    await store.games.append(game, 0, [entry(0)], news=True)
    return game


async def log(store: Store, game: int) -> tuple[StoredEntry, ...]:
    return (await whole(store, game)).log


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("arrives", [False, True])
@pytest.mark.parametrize("cut", ["BEGIN", "SELECT", "INSERT", "UPDATE", "COMMIT"])
async def test_what_a_cut_leaves_at_each_statement_of_an_action(
    store: Store, proxy: Proxy, game: int, cut: str, arrives: bool, half: bool
) -> None:
    """Each statement is sent once that before it is answered."""
    proxy.cut = Cut(0, arrives, half, saying=cut.encode())
    kept = [entry(0)]
    if cut == "BEGIN":  # nobody notices
        assert await store.games.append(game, 1, [entry(1)], news=True) == 4
        kept.append(entry(1))
    elif cut == "COMMIT":  # nobody knows
        with pytest.raises(UnsureError, match="may be there or not"):
            await store.games.append(game, 1, [entry(1)], news=True)
        kept += [entry(1)] if arrives else []
    else:
        with pytest.raises(UnreachableError, match="nothing was done"):
            await store.games.append(game, 1, [entry(1)], news=True)
    assert await log(store, game) == tuple(kept)
    assert await store.games.append(game, len(kept), [entry(9)], news=True) == 3 + len(kept)


@pytest.mark.parametrize("late", ["", "DEFERRABLE INITIALLY DEFERRED"])
async def test_a_server_that_says_nothing_is_not_waited_for_in_vain(
    address: str, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    monkeypatch.setattr(database, "SILENCE_S", 0.2)
    async with opened(address) as store:
        game = await running(store)
        with psycopg.connect(address, autocommit=True) as other:
            other.execute(
                "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$"
            )
            other.execute(
                f"CREATE CONSTRAINT TRIGGER late AFTER INSERT ON log {late}"
                " FOR EACH ROW EXECUTE FUNCTION wait()".encode()
            )
            with pytest.raises(UnsureError if late else UnreachableError, match="did not answer"):
                await store.games.append(game, 0, [entry(0)], news=True)
            assert await log(store, game) == ()
            other.execute("DROP FUNCTION wait CASCADE")
        assert await store.games.append(game, 0, [entry(0)], news=True) == 3


async def test_of_many_at_once_one_under_way_alone_is_unsure(store: Store, proxy: Proxy) -> None:
    games = [await running(store) for _ in range(3)]
    async with held_up(store):
        tasks = [
            asyncio.create_task(store.games.append(one, 0, [entry(0)], news=True)) for one in games
        ]
        proxy.cut = Cut(1, arrives=True, saying=b"COMMIT")
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [UnsureError, int, int]
    assert [len(await log(store, one)) for one in games] == [1, 1, 1]


async def test_a_question_is_asked_again(store: Store, proxy: Proxy, game: int) -> None:
    proxy.cut = Cut(0, arrives=True)
    assert await log(store, game) == (entry(0),)


async def test_a_connection_that_the_server_ended_while_nothing_happened(
    store: Store, proxy: Proxy, game: int, address: str
) -> None:
    await store.games.append(game, 1, [entry(1)], news=False, seen=3)
    with psycopg.connect(address, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name LIKE 'arkadia%'"
        )
    await asyncio.to_thread(proxy.await_ends)
    assert await store.games.append(game, 2, [entry(2)], news=True, seen=3) == 4
    with pytest.raises(StaleLogError):
        await store.games.append(game, 2, [entry(2)], news=True, seen=3)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
async def test_the_server_is_stopped_and_started(
    postgres: PostgresServer,
    store: Store,
    game: int,
    how: signal.Signals,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "RESTART_S", 0.1)
    postgres.stop(how)
    try:
        for _ in range(2):
            with pytest.raises(UnreachableError, match="nothing was done"):
                await store.games.append(game, 1, [entry(1)], news=True)
        with pytest.raises(UnreachableError):
            await store.games.load(game)
    finally:
        postgres.start()
    assert await log(store, game) == (entry(0),)
    assert await store.games.append(game, 1, [entry(1)], news=True) == 4


async def test_a_restart_is_waited_for(
    store: Store, postgres: PostgresServer, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "RESTART_S", 60.0)
    postgres.stop()
    waiting = asyncio.create_task(store.games.append(game, 1, [entry(1)], news=True))
    await asyncio.sleep(0)
    postgres.start()  # in this thread, with which it ends
    assert await waiting == 4


async def test_who_asked_while_the_server_was_tried_waits_for_no_other_try(
    store: Store, postgres: PostgresServer, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    def slow(address: str, *given: Any, **named: Any) -> Any:
        tries.append(address)
        time.sleep(0.1)
        return open_held(address, *given, **named)

    open_held = server.open_held
    monkeypatch.setattr(server, "open_held", slow)
    monkeypatch.setattr(database, "RESTART_S", 0.0)
    postgres.stop()
    try:
        outcomes = await asyncio.gather(
            *(store.games.append(game, 1, [entry(1)], news=True) for _ in range(20)),
            return_exceptions=True,
        )
    finally:
        postgres.start()
    assert {type(outcome) for outcome in outcomes} == {UnreachableError}
    assert len(tries) == 1
    assert await store.games.append(game, 1, [entry(1)], news=True) == 4
