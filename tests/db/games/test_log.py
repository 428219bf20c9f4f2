"""The log only grows, at its end, for the one who has seen all of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from db.connection import Connection
from db.database import Place
from db.errors import StaleLogError
from db.store import Store
from lab.postgres import PostgresServer
from tests.db.samples import entry, running
from tests.visiting import REFUSED, visiting


@pytest.fixture
async def game(store: Store) -> int:
    game = await running(store)
    await store.games.append(game, 0, [entry(0), entry(1)], news=False)
    return game


@pytest.fixture
def visitor(place: Place, game: int) -> Iterator[Connection]:
    with visiting(place) as connection:
        yield connection


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET entry = 'pass' WHERE seq = 0",
        "UPDATE log SET at = at + 1",
        "DELETE FROM log",
        "DELETE FROM log WHERE seq = 1",
        "INSERT INTO log VALUES (1, 0, 'pass', 1, 1, FALSE)",
        "INSERT INTO log VALUES (1, 3, 'pass', 1, 1, FALSE)",
        "INSERT INTO log VALUES (1, 1, 'pass', 1, 1, FALSE) ON CONFLICT DO NOTHING",
        "INSERT INTO log VALUES (1, 1, 'pass', 1, 1, FALSE)"
        " ON CONFLICT (game_id, seq) DO UPDATE SET entry = 'pass'",
    ],
)
async def test_the_database_refuses_to_rewrite_history(
    visitor: Connection, game: int, statement: str
) -> None:
    before = visitor.execute("SELECT * FROM log").fetchall()
    with pytest.raises(REFUSED, match="the log"):
        visitor.execute(statement)
    assert visitor.execute("SELECT * FROM log").fetchall() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET state = 'lost'",
        "UPDATE games SET state = 'finished'",
        "UPDATE games SET shown = news + 1",
        "UPDATE games SET deck = NULL",
        "UPDATE games SET created_at = 'yesterday'",
        "UPDATE seats SET status = 'asleep'",
        "INSERT INTO messages VALUES (1, 'joke', 1, 1, NULL)",
    ],
)
async def test_the_database_refuses_what_makes_no_sense(
    visitor: Connection, game: int, statement: str
) -> None:
    with pytest.raises(REFUSED):
        visitor.execute(statement)


@pytest.mark.parametrize("statement", ["INSERT OR REPLACE", "INSERT OR IGNORE"])
async def test_sqlites_own_ways_around_it(path: Path, statement: str) -> None:
    store = await Store.open(path)
    game = await running(store)
    await store.games.append(game, 0, [entry(0)], news=False)
    with visiting(path) as visitor, pytest.raises(REFUSED, match="the log"):
        visitor.execute(f"{statement} INTO log VALUES (1, 0, 'pass', 1, 1, FALSE)")
    await store.close()


async def test_postgresqls_own_way_around_it(postgres: PostgresServer) -> None:
    place = postgres.fresh()
    store = await Store.open(place)
    await running(store)
    with visiting(place) as visitor, pytest.raises(REFUSED, match="the log"):
        visitor.execute("TRUNCATE log")
    await store.close()


@pytest.mark.parametrize("expected", [0, 1, 3, -1])
async def test_an_outdated_change_is_refused(store: Store, game: int, expected: int) -> None:
    with pytest.raises(StaleLogError, match=f"Game {game} .* has 2 entries, not the {expected} "):
        await store.games.append(game, expected, [entry(9)], news=True)
    stored = await store.games.load(game)
    assert stored is not None
    assert (stored.log, stored.news) == ((entry(0), entry(1)), 2)


async def test_of_two_at_once_one_is_refused(store: Store, game: int) -> None:
    outcomes = await asyncio.gather(
        *(store.games.append(game, 2, [entry(which)], news=True) for which in range(20)),
        return_exceptions=True,
    )
    kept = [which for which, outcome in enumerate(outcomes) if outcome == 3]
    refused = [outcome for outcome in outcomes if isinstance(outcome, StaleLogError)]
    assert (len(kept), len(refused)) == (1, 19)
    stored = await store.games.load(game)
    assert stored is not None
    assert stored.log[2:] == (entry(kept[0]),)


async def test_many_games_at_once_keep_their_logs_apart(store: Store) -> None:
    games = [await running(store) for _ in range(20)]

    async def play(game: int) -> None:
        for seq in range(20):
            await store.games.append(game, seq, [entry(1_000 * game + seq)], news=seq % 3 == 0)

    await asyncio.gather(*(play(game) for game in games))
    for game in games:
        stored = await store.games.load(game)
        assert stored is not None
        assert stored.log == tuple(entry(1_000 * game + seq) for seq in range(20))
        assert stored.news == 2 + 7
