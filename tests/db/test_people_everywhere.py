"""Wherever a person stands, that is exported, and goes when the person is forgotten.

Both follow from what the schema has now; who adds a column says here what stands in it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from db import Store
from db.erasing import forget, traces
from tests.db.filled import ADA, everywhere
from tests.visiting import column_names, table_names

PERSONAL: Final = frozenset(("user_id", "host_id", "author", "person"))
"""Columns in which people's ids stand."""

OTHERS: Final = """
    about absence at attempts bank began_at begins_full begun_at buildings called calls channel_id
    clock closing_at colour confirm created_at deck edition ended_at entrant entry expired_at
    fingerprint game_id gold guild guild_id hints key kind language late league_id learned
    leaving_counts left_at left_round lesson level lot mention message_id mirror name news number
    over_at quiet_from quiet_turns quiet_until quiet_weekend reason rematch_of remind remind_after
    remind_in reminded reminded_at resigned retry_at round rounds rules_version sale scope seat
    seat_limit seats seed seq series setup shown since state status tell_end text theme thread_id
    tips tips_had told_at trying_at turn turns until_at value warned_at warned_news what won zone
"""
"""Columns in which no ids of people stand."""

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
    """The tables and columns in which people's ids stand."""
    tables = table_names(connection)
    columns = [(table, name) for table in tables for name in column_names(connection, table)]
    assert {name for _, name in columns} <= PERSONAL | set(OTHERS.split()), (
        "say what stands in a new column"
    )
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
