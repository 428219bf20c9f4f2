"""The tables of a PostgreSQL schema, as the source or the target of a copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import psycopg
from psycopg import sql

from db.postgres.opening import cluster_of
from db.postgres.statements import Statements
from db.sqlite.contents import Relation

ROWS_AT_ONCE: Final = 5_000
"""Rows fetched at a time."""


class PostgresContents:
    """Reads and fills the tables of a PostgreSQL schema, in the transaction of a connection."""

    def __init__(self, connection: psycopg.Connection[Any], name: str) -> None:
        self.name = name
        self.connection = Statements(connection)
        self._connection = connection

    @property
    def cluster(self) -> str:
        """The server that holds the database, as its history has it."""
        return cluster_of(self._connection)

    def rows(self, table: Relation) -> Iterator[Sequence[Any]]:
        """Yield the rows of a table, in the order of its key."""
        # A named cursor stays on the server, so that a large log does not fill the memory here.
        with self._connection.cursor(f"rows of {table.name}") as cursor:
            cursor.itersize = ROWS_AT_ONCE
            cursor.execute(table.selection.encode())
            yield from cursor

    def fill(self, table: Relation, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows to a table."""
        columns = sql.SQL(", ").join(map(sql.Identifier, table.columns))
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table.name), columns)
        with self._connection.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)

    def counters(self) -> Mapping[str, int]:
        """Return, by table, the last number given to a row, of tables that never reuse one."""
        return {
            table: last
            for table, sequence in self._sequences().items()
            for [last] in self._connection.execute("SELECT pg_sequence_last_value(%s)", [sequence])
            if last is not None
        }

    def set_counters(self, counters: Mapping[str, int]) -> None:
        """Set, by table, the number after which new rows are numbered."""
        sequences = self._sequences()
        for table, last in counters.items():
            self._connection.execute("SELECT setval(%s, %s)", [sequences[table], last])

    def _sequences(self) -> dict[str, str]:
        """Return the sequence that numbers the rows of each table."""
        rows = self._connection.execute(
            "SELECT table_name, pg_get_serial_sequence(quote_ident(table_name), column_name)"
            " FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND is_identity = 'YES'"
        )
        return dict(rows.fetchall())
