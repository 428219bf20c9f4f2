"""Wherever a person stands, that is exported, and goes when the person is forgotten.

Both follow from what the schema has now; who adds a column says in ``columns_of_people`` what
stands in it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from db.people.forgetting import forget, traces
from db.store import Store
from tests.db.filled import ADA, everywhere
from tests.db.people.columns_of_people import ANY_NUMBER, PERSONAL
from tests.visiting import table_names

NEVER_FILLED: Final = ("erasing", "person")
KEPT: Final = ("blocked", "user_id")
"""What moderators decided outlasts the person."""


@pytest.fixture
async def connection(path: Path) -> Iterator[sqlite3.Connection]:  # type: ignore[misc]
    """A database in which Ada stands wherever a person can, open in a transaction."""
    store = await Store.open(path)
    await everywhere(store)
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        yield connection


def places_of_people(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """The tables and columns in which people's ids stand, and may stand in these tests."""
    tables = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
    columns = [(table, name) for table, sql in tables for name in ANY_NUMBER.findall(sql)]
    return [place for place in columns if place[1] in PERSONAL and place != NEVER_FILLED]


def stands(connection: sqlite3.Connection, table: str, column: str) -> bool:
    question = f"SELECT count(*) FROM {table} WHERE {column} = ?"
    return bool(connection.execute(question, (ADA,)).fetchone()[0])


async def test_whatever_is_kept_of_a_person_is_exported(connection: sqlite3.Connection) -> None:
    whole = traces(connection, ADA)
    connection.execute("INSERT INTO erasing (person) VALUES (?)", (ADA,))
    for table, column in places_of_people(connection):
        assert stands(connection, table, column), f"{table}.{column} is not filled"
        connection.execute("SAVEPOINT whole")
        if table == "log":
            connection.execute("UPDATE log SET author = NULL WHERE author = ?", (ADA,))
        else:
            connection.execute(f"UPDATE {table} SET {column} = 7 WHERE {column} = ?", (ADA,))
        assert traces(connection, ADA) != whole, f"{table}.{column} is not exported"
        connection.execute("ROLLBACK TO whole")
        assert traces(connection, ADA) == whole


async def test_who_is_forgotten_stands_nowhere(connection: sqlite3.Connection) -> None:
    forget(connection, ADA, "a former player")
    left = [place for place in places_of_people(connection) if stands(connection, *place)]
    assert left == [KEPT]
    for table in table_names(connection):
        for row in connection.execute(f"SELECT * FROM {table}"):
            assert ADA not in row or table == "blocked"
            assert not any(str(ADA) in str(value) for value in row) or table == "blocked"
