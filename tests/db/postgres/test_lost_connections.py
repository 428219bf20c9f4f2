"""A connection to PostgreSQL that is lost: what was kept, what was not, and who is told what."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator

import psycopg
import pytest

from db.errors import InUseError, StaleLogError, UnreachableError, UnsureError
from db.games.rows import StoredEntry
from db.postgres import link
from db.store import Store
from lab.postgres import PostgresServer
from tests.db.held_up import held_up
from tests.db.samples import entry, running
from tests.proxy import Cut, Proxy

STATEMENTS = ("BEGIN", "SELECT", "INSERT", "UPDATE")
"""What an action that is news sends before its commit, each once the one before is answered."""

COMMIT = b"COMMIT"


@pytest.fixture
def proxy(postgres: PostgresServer) -> Iterator[Proxy]:
    proxy = Proxy(postgres.folder)
    yield proxy
    proxy.close()


@pytest.fixture
def address(postgres: PostgresServer) -> Iterator[str]:
    with postgres.lent() as address:
        yield address


@pytest.fixture
async def store(proxy: Proxy, address: str) -> AsyncIterator[Store]:
    store = await Store.open(proxy.address(address))
    yield store
    await store.close()


@pytest.fixture
async def game(store: Store) -> int:
    """A game with one entry; all statements of an action have been prepared."""
    game = await running(store)
    await store.games.append(game, 0, [entry(0)], news=True)
    return game


async def log(store: Store, game: int) -> tuple[StoredEntry, ...]:
    stored = await store.games.load(game)
    assert stored is not None
    return stored.log


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("arrives", [False, True])
@pytest.mark.parametrize("statement", STATEMENTS)
async def test_before_the_commit_nobody_notices(
    store: Store, proxy: Proxy, game: int, statement: str, arrives: bool, half: bool
) -> None:
    proxy.cut = Cut(0, arrives, half, saying=statement.encode())
    assert await store.games.append(game, 1, [entry(1)], news=True) == 4
    assert await log(store, game) == (entry(0), entry(1))


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("arrives", [False, True])
async def test_at_the_commit_nobody_knows_and_what_is_there_is_read_again(
    store: Store, proxy: Proxy, game: int, arrives: bool, half: bool
) -> None:
    proxy.cut = Cut(0, arrives, half, saying=COMMIT)
    with pytest.raises(UnsureError, match="may be there or not"):
        await store.games.append(game, 1, [entry(1)], news=True)
    kept = (entry(0), entry(1)) if arrives else (entry(0),)
    assert await log(store, game) == kept
    assert await store.games.append(game, len(kept), [entry(9)], news=True) == 3 + len(kept)


async def test_a_change_that_is_lost_again_and_again_was_not_done(
    store: Store, proxy: Proxy, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "RUNS", 1)
    proxy.cut = Cut(0, arrives=True, saying=b"INSERT")
    with pytest.raises(UnreachableError, match="nothing was done"):
        await store.games.append(game, 1, [entry(1)], news=True)
    assert await log(store, game) == (entry(0),)


async def test_a_server_that_says_nothing_is_not_waited_for_in_vain(
    store: Store, game: int, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(address) as other, monkeypatch.context() as patch:
        patch.setattr(link, "SILENCE_S", 0.1)
        other.execute("LOCK TABLE log")
        with pytest.raises(UnreachableError, match="did not answer"):
            await store.games.append(game, 1, [entry(1)], news=True)
    assert await log(store, game) == (entry(0),)
    assert await store.games.append(game, 1, [entry(1)], news=True) == 4


async def test_a_server_that_says_nothing_of_a_commit_leaves_it_unsure(
    store: Store, game: int, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(address, autocommit=True) as other:
        other.execute(
            "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$"
        )
        other.execute(
            "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION wait()"
        )
        with monkeypatch.context() as patch:
            patch.setattr(link, "SILENCE_S", 0.2)
            with pytest.raises(UnsureError, match="did not answer"):
                await store.games.append(game, 1, [entry(1)], news=True)
        assert await log(store, game) == (entry(0),)
        other.execute("DROP FUNCTION wait CASCADE")
    assert await store.games.append(game, 1, [entry(1)], news=True) == 4


async def a_group(store: Store, proxy: Proxy, cut: Cut) -> tuple[list[object], list[int]]:
    """What comes of four changes that arrive together, the last of them refused, and the logs."""
    games = [await running(store) for _ in range(3)]
    async with held_up(store._writer):
        tasks = [
            asyncio.create_task(store.games.append(one, 0, [entry(0)], news=True)) for one in games
        ]
        tasks.append(asyncio.create_task(store.games.append(games[0], 0, [entry(9)], news=True)))
        proxy.cut = cut
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    return list(outcomes), [len(await log(store, one)) for one in games]


@pytest.mark.parametrize("arrives", [False, True])
async def test_a_whole_group_is_unsure_but_not_who_was_refused(
    store: Store, proxy: Proxy, arrives: bool
) -> None:
    outcomes, lengths = await a_group(store, proxy, Cut(1, arrives, saying=COMMIT))
    assert [type(outcome) for outcome in outcomes] == [UnsureError] * 3 + [StaleLogError]
    assert lengths == [int(arrives)] * 3


@pytest.mark.parametrize("arrives", [False, True])
async def test_a_whole_group_is_done_again_if_it_is_lost_before_its_commit(
    store: Store, proxy: Proxy, arrives: bool
) -> None:
    outcomes, lengths = await a_group(store, proxy, Cut(2, arrives, saying=b"RELEASE"))
    assert outcomes[:3] == [3, 3, 3]
    assert isinstance(outcomes[3], StaleLogError)
    assert lengths == [1, 1, 1]


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
            " WHERE application_name = 'arkadia'"
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
    monkeypatch: pytest.MonkeyPatch,
    how: signal.Signals,
) -> None:
    monkeypatch.setattr(link, "ATTEMPTS", 2)
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


async def test_a_second_bot_is_refused_and_the_first_unharmed(
    store: Store, game: int, address: str
) -> None:
    with pytest.raises(InUseError, match="another running bot"):
        await Store.open(address)
    assert await store.games.append(game, 1, [entry(1)], news=True) == 4


async def test_who_lost_the_schema_to_another_bot_does_not_write(
    postgres: PostgresServer, store: Store, game: int, address: str
) -> None:
    postgres.stop()
    postgres.start()
    other = await Store.open(address)
    with pytest.raises(InUseError, match="another running bot"):
        await store.games.append(game, 1, [entry(1)], news=True)
    assert await other.games.append(game, 1, [entry(2)], news=True) == 4
    await other.close()
    with pytest.raises(InUseError):  # for good: what it knows of the game is out of date
        await store.games.append(game, 2, [entry(1)], news=True)
