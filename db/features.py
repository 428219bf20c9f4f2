"""The tables of features, and what is done in them when a person or a server is forgotten.

A feature has its tables beside the core's. They are made when it is loaded first, changed when a
later version of it is loaded, and left alone while it is off. What a person is owed does not depend
on that: a feature's statements about people and servers stand in the database with its version, and
are run whether it is loaded, switched off or deleted.

>>> tables = FeatureTables(
...     "likes",
...     version=1,
...     schema=Path("schema.sql"),  # CREATE TABLE likes (user_id INTEGER PRIMARY KEY, …) STRICT;
...     person=OfPeople(
...         columns=(("likes", "user_id"),),
...         forget=("DELETE FROM likes WHERE user_id = :person",),
...         export={"likes": "SELECT colour FROM likes WHERE user_id = :person"},
...         privacy=("- The colour you like, so that you are shown it.",),
...     ),
... )
>>> tables.migrations
{}
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from db.errors import NewerTablesError
from db.sql import Connection

SQL: TypeAlias = str
Worded: TypeAlias = Callable[[SQL], SQL]
"""Words a statement of SQLite's for the database that is to run it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPeople:
    """The data of people in a feature's tables; each statement may name ``:person``, the id.

    Sentences are in the source language, marked by ``N_``, and translated when they are shown.

    Attributes:
        columns: the tables and columns in which people's ids stand.
        forget: the statements that take a person out, run in this order before the core's own,
            while seats and games still name the person.
        rename: statements that put ``:name`` in place of the person's, where ``:language`` is empty
            or that of the place.
        export: queries for all that is kept of the person, by the name of what they find.
        veto: a query that finds something as long as the person cannot be forgotten, and a sentence
            on what to do about it; empty for none.
        leaves: a query for names of what the person loses a place in, and a sentence with {names}
            that goes on a list; empty for none.
        privacy: sentences on what is kept, and why; each goes on a list.
    """

    columns: tuple[tuple[str, str], ...] = ()
    forget: tuple[SQL, ...] = ()
    rename: tuple[SQL, ...] = ()
    export: Mapping[str, SQL] = field(default_factory=dict)
    veto: tuple[SQL, str] | tuple[()] = ()
    leaves: tuple[SQL, str] | tuple[()] = ()
    privacy: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfServers:
    """The data of servers in a feature's tables.

    Attributes:
        known: queries for the ids of the servers with data.
        erase: the statements that delete the data of the server ``:guild``, run in this order
            before its games are deleted.
    """

    known: tuple[SQL, ...] = ()
    erase: tuple[SQL, ...] = ()


@dataclass(frozen=True, slots=True)
class FeatureTables:
    """The tables of a feature, as its code has them.

    Attributes:
        name: the feature's name, which never changes.
        schema: the file with today's tables and indices, in SQLite's words. Beside it,
            ``migrations/0002_what.sql`` leads from version 1 to version 2.
    """

    name: str
    version: int
    schema: Path
    person: OfPeople = OfPeople()
    server: OfServers = OfServers()

    @property
    def migrations(self) -> dict[int, Path]:
        """The scripts by the version that each one leads to."""
        scripts = (self.schema.parent / "migrations").glob("*.sql")
        return {int(script.name.partition("_")[0]): script for script in scripts}


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature whose tables are in a database, loaded or not."""

    name: str
    version: int
    schema: str
    person: OfPeople
    server: OfServers

    @property
    def flags(self) -> frozenset[str]:
        """The names of the columns that are true or false, which SQLite keeps as numbers."""
        return frozenset(FLAG.findall(self.schema))


FLAG: Final = re.compile(r"(\w+) INTEGER[^,\n]* CHECK \(\1 IN \(0, 1\)\)")

ALL: Final = "SELECT name, version, schema, data FROM features ORDER BY name"

SAME: Final = (
    "SELECT 1 FROM features"
    " WHERE name = :name AND version = :version AND schema = :schema AND data = :data"
)
ADD: Final = (
    "INSERT INTO features (name, version, schema, data) VALUES (:name, :version, :schema, :data)"
    " ON CONFLICT (name) DO NOTHING RETURNING version"
)
# It writes nothing new, so that another process that loads the same feature waits for this one.
LOCK: Final = "UPDATE features SET version = version WHERE name = :name RETURNING version"
PUT: Final = (
    "UPDATE features SET version = :version, schema = :schema, data = :data WHERE name = :name"
)


def features_in(connection: Connection) -> tuple[Feature, ...]:
    """Return the features with tables in a database, in the order of their names."""
    return tuple(
        Feature(name, version, schema, *_read(data))
        for name, version, schema, data in connection.execute(ALL).fetchall()
    )


@lru_cache(64)
def _read(data: str) -> tuple[OfPeople, OfServers]:
    read = json.loads(data)
    return OfPeople(**read["person"]), OfServers(**read["server"])


def is_loaded(connection: Connection, tables: FeatureTables) -> bool:
    """Return whether a database has a feature's tables and statements as they are now."""
    return connection.execute(SAME, _row(tables)).fetchone() is not None


def _row(tables: FeatureTables) -> dict[str, Any]:
    return {
        "name": tables.name,
        "version": tables.version,
        "schema": tables.schema.read_text("utf-8"),
        "data": json.dumps({"person": asdict(tables.person), "server": asdict(tables.server)}),
    }


def is_older(connection: Connection, tables: FeatureTables) -> bool:
    """Return whether a database has tables of an earlier version of a feature."""
    versions = {one.name: one.version for one in features_in(connection)}
    return versions.get(tables.name, tables.version) < tables.version


def load(connection: Connection, tables: FeatureTables, worded: Worded) -> None:
    """Make a feature's tables, or bring them to its version, and store its statements.

    Raises:
        NewerTablesError: if a later version of the feature made them.
    """
    given = _row(tables)
    if connection.execute(ADD, given).fetchone() is not None:
        for statement in made_by(given["schema"]):
            connection.execute(worded(statement))
        return
    [version] = connection.execute(LOCK, given).fetchone()
    if version > tables.version:
        raise NewerTablesError(tables.name, version, tables.version)
    for number in range(version + 1, tables.version + 1):
        for statement in _statements(tables.migrations[number].read_text("utf-8")):
            connection.execute(worded(statement))
    connection.execute(PUT, given)


@lru_cache(64)
def made_by(schema: str) -> tuple[SQL, ...]:
    """Return the statements that make a feature's tables and indices, the tables first."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema)
        # As SQLite keeps them: whatever else the script does is not done to a database.
        rows = connection.execute(
            "SELECT sql || ';' FROM sqlite_schema WHERE type IN ('table', 'index')"
            " AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC, rowid"
        )
        return tuple(sql for [sql] in rows)


def _statements(script: str) -> Iterator[SQL]:
    """Yield the statements of a script, one by one: a script as a whole would end a transaction."""
    statement = ""
    for part in script.split(";")[:-1]:
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
