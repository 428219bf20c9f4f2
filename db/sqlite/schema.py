"""The schema of SQLite's files: its versions and migrations, its tables, and copies of all rows."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, Protocol

from db.errors import CorruptDatabaseError, NewerDatabaseError, StoreError, UnwritableError
from db.features import features_in, made_by
from db.sql import Connection

APPLICATION_ID: Final = 0x41524B44  # the mark of our database files: ``ARKD``


@dataclass(frozen=True)
class Schema:
    """The SQLite schema: a folder with today's ``schema.sql``, and the migrations to it.

    ``migrations/0007_what.sql`` leads from version 6 to version 7; the highest number is today's
    version, which stands in a database as ``PRAGMA user_version``. The history of the schema begins
    with the first release, 0.1.0, whose version is 5; what went before it is migrated from the last
    version alone.
    """

    folder: Path

    @cached_property
    def version(self) -> int:
        """The number of today's version of the schema."""
        return max(self.migrations)

    @cached_property
    def migrations(self) -> dict[int, Path]:
        """The migration scripts, by the version that each one leads to."""
        scripts = (self.folder / "migrations").glob("*.sql")
        return {int(script.name.partition("_")[0]): script for script in scripts}

    def check(self, name: str, version: int) -> None:
        """Check that a database of some version can be brought to today's."""
        if version > self.version:
            raise NewerDatabaseError(
                f"{name} was written by a newer version of the bot (schema {version}; this one has "
                f"{self.version}). Update the bot, or put back the backup made before the update."
            )
        if version < min(self.migrations) - 1:
            raise StoreError(
                f"{name} was written by a version before 0.1.0 that no update leads from any more "
                f"(schema {version})."
            )

    def create(self, connection: sqlite3.Connection) -> None:
        """Create today's schema in an empty database, as a whole or not at all."""
        self._run(connection, [self.folder / "schema.sql"])

    def migrate(self, connection: sqlite3.Connection, version: int) -> None:
        """Migrate a database from an older version to today's, as a whole or not at all.

        Foreign keys must be off, so that a script may rebuild a table; they are checked at the end.
        """
        numbers = range(version + 1, self.version + 1)
        self._run(connection, [self.migrations[number] for number in numbers])

    def _run(self, connection: sqlite3.Connection, scripts: list[Path]) -> None:
        statements = "\n".join(script.read_text("utf-8") for script in scripts)
        try:
            connection.executescript(f"BEGIN IMMEDIATE;\n{statements}")
            # While foreign keys are off SQLite checks none of them, not even at the commit.
            if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise CorruptDatabaseError("The database has references that lead nowhere.")
            connection.execute(f"PRAGMA user_version = {self.version}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


TODAY: Final = Schema(Path(__file__).parent.parent)  # the schema of this version of the bot


@dataclass(frozen=True, slots=True)
class Relation:
    """A description of a table, the same for SQLite and PostgreSQL."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]  # the columns of the primary key, which also order the rows

    @property
    def selection(self) -> str:
        """The SQL query for all rows of the table, in the order of its key."""
        order = f" ORDER BY {', '.join(self.key)}" if self.key else ""
        return f"SELECT {', '.join(self.columns)} FROM {self.name}{order}"


class Contents(Protocol):
    """The interface to read and fill all tables of a database, in one transaction."""

    @property
    def name(self) -> str:
        """The database's name for messages."""

    @property
    def connection(self) -> Connection:
        """The connection in whose transaction the tables are read and filled."""

    def rows(self, table: Relation) -> Iterator[Sequence[Any]]:
        """Yield the rows of a table, in the order of its key."""

    def make(self, schema: str) -> None:
        """Make the tables and indices of a feature, by its schema in SQLite's words."""

    def fill(self, table: Relation, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows to a table."""

    def counters(self) -> Mapping[str, int]:
        """Return, by table, the last number given to a row, of tables that never reuse one."""

    def set_counters(self, counters: Mapping[str, int]) -> None:
        """Set, by table, the number after which new rows are numbered."""


def relations(connection: Connection) -> tuple[Relation, ...]:
    """Return the tables of a database of today's schema, those of features that are off included.

    Each follows the tables that its foreign keys name: the core's come first.
    """
    return _relations(tuple(feature.schema for feature in features_in(connection)))


@lru_cache(8)
def _relations(features: tuple[str, ...]) -> tuple[Relation, ...]:
    with closing(sqlite3.connect(":memory:")) as connection:
        for schema in ((TODAY.folder / "schema.sql").read_text("utf-8"), *features):
            connection.executescript(schema)
        # In the order of the schemas, in which a table stands after those that it refers to.
        names = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            " ORDER BY rowid"
        ).fetchall()
        return tuple(_table(connection, name) for [name] in names)


def _table(connection: sqlite3.Connection, name: str) -> Relation:
    query = "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid"
    columns = connection.execute(query, (name,)).fetchall()
    key = sorted((place, column) for column, place in columns if place)
    return Relation(name, tuple(column for column, _ in columns), tuple(one for _, one in key))


def fill(source: Contents, target: Contents) -> None:
    """Copy all rows of a database into an empty one."""
    for table in relations(target.connection):
        if next(target.rows(table), None) is not None:
            raise UnwritableError(f"{target.name} is not empty. Name one that is.")
    for feature in features_in(source.connection):
        target.make(feature.schema)
    for table in relations(source.connection):
        target.fill(table, source.rows(table))
    # Without the counters a copy would give the number of a deleted game once more.
    target.set_counters(source.counters())


class SQLiteContents:
    """Reads and fills the tables of an SQLite file, in the transaction of a connection.

    The caller must keep other processes from writing the file.
    """

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self.name = name
        self.connection = connection

    def rows(self, table: Relation) -> Iterator[Sequence[Any]]:
        """Yield the rows of a table, in the order of its key."""
        return iter(self.connection.execute(table.selection))

    def make(self, schema: str) -> None:
        """Make the tables and indices of a feature."""
        for statement in made_by(schema):
            self.connection.execute(statement)

    def fill(self, table: Relation, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows to a table."""
        columns, places = ", ".join(table.columns), ", ".join("?" for _ in table.columns)
        self.connection.executemany(f"INSERT INTO {table.name} ({columns}) VALUES ({places})", rows)

    def counters(self) -> Mapping[str, int]:
        """Return, by table, the last number given to a row, of tables that never reuse one."""
        return dict(self.connection.execute("SELECT name, seq FROM sqlite_sequence"))

    def set_counters(self, counters: Mapping[str, int]) -> None:
        """Set, by table, the number after which new rows are numbered."""
        self.connection.execute("DELETE FROM sqlite_sequence")
        self.connection.executemany(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", counters.items()
        )


def leave_numbers_out(connection: Connection, count: int) -> None:
    """Give no new row one of the next numbers, in tables that never give one twice."""
    # SQLite has no row for a table that never had one.
    connection.execute(
        "INSERT INTO sqlite_sequence (name, seq) SELECT name, 0 FROM sqlite_schema"
        " WHERE type = 'table' AND sql LIKE '% AUTOINCREMENT%'"
        " AND name NOT IN (SELECT name FROM sqlite_sequence)"
    )
    connection.execute("UPDATE sqlite_sequence SET seq = seq + :count", {"count": count})
