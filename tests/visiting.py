"""Another program that has the same database open."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg

from db.database import Place
from db.postgres.server import Statements
from db.sql import Connection

REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.DataError)
"""What a database says that does not take something."""


@contextmanager
def visiting(place: Place) -> Iterator[Connection]:
    if isinstance(place, Path):
        with closing(sqlite3.connect(place, isolation_level=None)) as connection:
            yield connection
    else:
        with psycopg.connect(place, autocommit=True) as server:
            yield Statements(server)


def table_names(connection: Connection) -> list[str]:
    found = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table'"
        if isinstance(connection, sqlite3.Connection)
        else "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    )
    return [name for [name] in found]


def column_names(connection: Connection, table: str) -> list[str]:
    found = connection.execute(
        "SELECT name FROM pragma_table_info(:name)"
        if isinstance(connection, sqlite3.Connection)
        else "SELECT column_name FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name = :name",
        {"name": table},
    )
    return [name for [name] in found]


def rows(place: Place) -> dict[str, list[tuple[object, ...]]]:
    with visiting(place) as connection:
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
            for name in table_names(connection)
        }
