"""A whole file, to be copied from or into."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from db.transfer import Relation


class SQLiteContents:
    """All tables of a file that nobody else writes."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self.name = name
        self.connection = connection

    def rows(self, table: Relation) -> Iterator[Sequence[Any]]:
        """All rows of a table, in the order of its key."""
        return iter(self.connection.execute(table.selection))

    def fill(self, table: Relation, rows: Iterable[Sequence[Any]]) -> None:
        """Adds rows to a table."""
        columns, places = ", ".join(table.columns), ", ".join("?" for _ in table.columns)
        self.connection.executemany(f"INSERT INTO {table.name} ({columns}) VALUES ({places})", rows)

    def counters(self) -> Mapping[str, int]:
        """The last number given in each table that numbers its rows and never uses one again."""
        return dict(self.connection.execute("SELECT name, seq FROM sqlite_sequence"))

    def set_counters(self, counters: Mapping[str, int]) -> None:
        """Goes on from these numbers."""
        self.connection.execute("DELETE FROM sqlite_sequence")
        self.connection.executemany(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", counters.items()
        )
