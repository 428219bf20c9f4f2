"""Databases of older versions of the bot, and schemas of later ones."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import psycopg

from db.features import features_in
from db.postgres.upkeep import PostgresContents
from db.sqlite.schema import TODAY, Relation, Schema, SQLiteContents

BEFORE_RELEASE: Final = Path(__file__).with_name("before_release.sql")
BEFORE_RELEASE_OF_POSTGRES: Final = Path(__file__).with_name("before_release_of_postgres.sql")


def before_release(path: Path) -> None:
    """Makes a file as the last bot before the first release left it, with much in it: version 4."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        core, rows, of_features = BEFORE_RELEASE.read_text("utf-8").partition("-- Rows of features")
        connection.executescript(core)
        for feature in features_in(connection):
            connection.executescript(feature.schema)
        connection.executescript(rows + of_features)


def before_release_on_server(connection: psycopg.Connection[Any], path: Path) -> None:
    """Makes the same in an empty schema; ``path`` is for the file that it is taken from."""
    before_release(path)
    connection.execute(BEFORE_RELEASE_OF_POSTGRES.read_bytes())
    connection.execute("INSERT INTO arkadia (version) VALUES (4)")
    connection.execute("SET session_replication_role = replica")  # in any order
    target = PostgresContents(connection, "a server")
    with closing(sqlite3.connect(path)) as file:
        source = SQLiteContents(file, "a file")
        for feature in features_in(file):
            target.make(feature.schema)
        tables = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        for [name] in tables:
            if not name.startswith("sqlite_"):
                columns = file.execute("SELECT name FROM pragma_table_info(?)", [name]).fetchall()
                table = Relation(name, tuple(column for [column] in columns), ())
                target.fill(table, source.rows(table))
        target.set_counters(source.counters())
    connection.execute("RESET session_replication_role")


def with_migrations(folder: Path, *scripts: str) -> Schema:
    """A schema later than today's by these scripts; ``folder`` is made for it."""
    migrations = folder / "migrations"
    migrations.mkdir(parents=True)
    for number, script in TODAY.migrations.items():
        (migrations / f"{number:04}_{script.stem}.sql").write_bytes(script.read_bytes())
    for number, text in enumerate(scripts, TODAY.version + 1):
        (migrations / f"{number:04}_later.sql").write_text(text)
    today = (TODAY.folder / "schema.sql").read_text("utf-8")
    (folder / "schema.sql").write_text("\n".join([today, *scripts]))
    return Schema(folder)
