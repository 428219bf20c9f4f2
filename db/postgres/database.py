"""An open PostgreSQL database, which no other process may write: opening, copying, purging."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from db.connection import Connection
from db.errors import StoreError
from db.history import Witness, row_of, witness_of
from db.postgres.contents import PostgresContents
from db.postgres.link import PostgresLink
from db.postgres.migrate import TODAY
from db.postgres.opening import connect, inspect, name_of, open_held
from db.postgres.reading import PostgresReader
from db.postgres.statements import Statements
from db.postgres.wording import as_store_error
from db.share import ALONE, Share
from db.sqlite.contents import SQLiteContents, fill
from db.sqlite.copying import made_beside, replace_durably
from db.sqlite.migrate import TODAY as TODAY_OF_FILES

SIZE: Final = (
    "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class"
    " WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema())"
)
"""The query for the bytes of all tables with their indices."""


class PostgresDatabase:
    """An open PostgreSQL database; the locks of its link's connection keep other bots away."""

    def __init__(self, address: str, link: PostgresLink) -> None:
        self.name = name_of(address)
        self.path = named_after(address)
        self.size = SIZE
        self.link = link
        self.reader = PostgresReader(address, link)
        self._address = address

    @classmethod
    async def open(
        cls, address: str, share: Share = ALONE, witness: Path | None = None
    ) -> PostgresDatabase:
        """Open a database; its tables are created if there are none, and migrated if they are old.

        Args:
            witness: the folder of the file that keeps the newest point of history, if any.

        Raises:
            StoreError: names the fault, such as ``InUseError`` or ``UnreachableError``.
        """
        link = await PostgresLink.open(address, share)
        if witness is not None:
            # One for each process: each knows what it wrote itself.
            name = f"{named_after(address)}-{row_of(share)}"
            link.witness = Witness(witness_of(witness / name))
        return cls(address, link)

    def copy_to(self, target: Path) -> None:
        """Copy the database as it is now into a file of SQLite's.

        Raises:
            StoreError: if the server cannot be reached or the copy cannot be written.
        """
        copy_into_file(self._address, target)

    def damage(self) -> str | None:
        """Return None: a server checks its own files."""

    def purge(self, connection: Connection) -> None:
        """Rewrite all tables by ``VACUUM FULL``; the server deletes the files with old rows."""
        query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        for (table,) in connection.execute(query).fetchall():
            connection.execute(f"VACUUM (FULL, ANALYZE) {table}")

    def leave_numbers_out(self, connection: Connection, count: int) -> None:
        """Give no new game or league one of the next numbers."""
        for table, column in (("games", "game_id"), ("leagues", "league_id")):
            connection.execute(
                "SELECT setval(pg_get_serial_sequence(:table, :column), :count +"
                " coalesce(pg_sequence_last_value(pg_get_serial_sequence(:table, :column)), 0))",
                {"table": table, "column": column, "count": count},
            )

    async def close(self) -> None:
        """Do nothing: the server releases the database when the connection ends."""


def named_after(address: str) -> Path:
    """Return the file name that a database's backups begin with, made of its name."""
    return Path(f"{conninfo_to_dict(address).get('dbname') or 'arkadia'}.sqlite3")


@contextmanager
def opened_to_read(address: str) -> Iterator[tuple[str, int, Statements]]:
    """Yield a database's name, its version, and a connection that reads one snapshot of it.

    Raises:
        StoreError: if it cannot be reached, or has none of our tables.
    """
    name = name_of(address)
    with closing(connect(address)) as connection:
        # One snapshot for all tables, so that a copy made beside a bot is of one moment.
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        try:
            with connection.transaction():
                version = inspect(connection, name)
                if version != TODAY.version:
                    raise StoreError(
                        f"{name} has schema {version}, and not {TODAY.version}. Start this bot "
                        "once to bring it there."
                    )
                yield name, version, Statements(connection)
        except psycopg.Error as error:
            raise as_store_error(error, name) from error


@contextmanager
def contents_of(address: str) -> Iterator[PostgresContents]:
    """Open a database, keep other processes away, and yield its tables in one transaction.

    Raises:
        StoreError: if it cannot be reached or written, or is in use.
    """
    name = name_of(address)
    with closing(open_held(address)) as connection:
        try:
            with connection.transaction():
                yield PostgresContents(connection, name)
        except psycopg.Error as error:
            raise as_store_error(error, name) from error


def copy_into_file(address: str, target: Path) -> None:
    """Copy a database as it is at one moment; the file appears whole or not at all.

    Raises:
        StoreError: if it cannot be read or the file cannot be written.
    """
    with made_beside(target) as partial, opened_to_read(address) as (name, _, statements):
        with closing(sqlite3.connect(partial, isolation_level=None)) as file:
            TODAY_OF_FILES.create(file)
            file.execute("BEGIN")
            source = PostgresContents(statements.connection, name)
            fill(source, SQLiteContents(file, str(target)))
            file.execute("COMMIT")
        replace_durably(partial, target)
