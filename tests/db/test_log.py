"""The log only grows, at its end, for the one who has seen all of it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db import StaleLogError, Store
from tests.db.samples import entry, running


@pytest.fixture
async def table(store: Store) -> int:
    table = await running(store)
    await store.append(table, 0, [entry(0), entry(1)], news=False)
    return table


@pytest.fixture
def visitor(path: Path, table: int) -> Iterator[sqlite3.Connection]:
    """Another program that has the same file open."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET entry = 'pass' WHERE seq = 0",
        "UPDATE log SET at = at + 1",
        "DELETE FROM log",
        "DELETE FROM log WHERE seq = 1",
        "INSERT INTO log VALUES (1, 0, 'pass', 1, 1)",
        "INSERT INTO log VALUES (1, 3, 'pass', 1, 1)",
        "INSERT OR REPLACE INTO log VALUES (1, 1, 'pass', 1, 1)",
        "INSERT OR IGNORE INTO log VALUES (1, 1, 'pass', 1, 1)",
    ],
)
async def test_the_database_refuses_to_rewrite_history(
    visitor: sqlite3.Connection, table: int, statement: str
) -> None:
    before = visitor.execute("SELECT * FROM log").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match="the log"):
        visitor.execute(statement)
    assert visitor.execute("SELECT * FROM log").fetchall() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables SET state = 'lost'",
        "UPDATE tables SET state = 'finished'",
        "UPDATE tables SET shown = news + 1",
        "UPDATE tables SET deck = NULL",
        "UPDATE tables SET created_at = 'yesterday'",
        "UPDATE seats SET status = 'asleep'",
        "INSERT INTO messages VALUES (1, 'joke', 1, 1, NULL)",
    ],
)
async def test_the_database_refuses_what_makes_no_sense(
    visitor: sqlite3.Connection, table: int, statement: str
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        visitor.execute(statement)


@pytest.mark.parametrize("expected", [0, 1, 3, -1])
async def test_an_outdated_change_is_refused(store: Store, table: int, expected: int) -> None:
    with pytest.raises(StaleLogError) as caught:
        await store.append(table, expected, [entry(9)], news=True)
    assert (caught.value.table_id, caught.value.actual) == (table, 2)
    stored = await store.load(table)
    assert stored is not None
    assert (stored.log, stored.news) == ((entry(0), entry(1)), 2)


async def test_of_two_at_once_one_is_refused(store: Store, table: int) -> None:
    outcomes = await asyncio.gather(
        *(store.append(table, 2, [entry(which)], news=True) for which in range(20)),
        return_exceptions=True,
    )
    kept = [which for which, outcome in enumerate(outcomes) if outcome == 3]
    refused = [outcome for outcome in outcomes if isinstance(outcome, StaleLogError)]
    assert (len(kept), len(refused)) == (1, 19)
    stored = await store.load(table)
    assert stored is not None
    assert stored.log[2:] == (entry(kept[0]),)


async def test_many_games_at_once_keep_their_logs_apart(store: Store) -> None:
    tables = [await running(store) for _ in range(20)]

    async def play(table: int) -> None:
        for seq in range(20):
            await store.append(table, seq, [entry(1_000 * table + seq)], news=seq % 3 == 0)

    await asyncio.gather(*(play(table) for table in tables))
    for table in tables:
        stored = await store.load(table)
        assert stored is not None
        assert stored.log == tuple(entry(1_000 * table + seq) for seq in range(20))
        assert stored.news == 2 + 7
