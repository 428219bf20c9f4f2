"""Databases of older versions of the bot, and schemas of later ones."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import psycopg

from db.sqlite.migrate import TODAY, Schema

FIRST: Final = Path(__file__).with_name("first_schema.sql")
FIRST_OF_POSTGRES: Final = Path(__file__).with_name("first_schema_of_postgres.sql")


def first_version(path: Path) -> None:
    """Makes a file as the bot of the first version would have left it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(FIRST.read_text("utf-8"))
        connection.execute("PRAGMA user_version = 1")


def first_version_on_server(connection: psycopg.Connection[Any]) -> None:
    """Makes the tables in an empty schema as the bot of the first version would have left them."""
    connection.execute(FIRST_OF_POSTGRES.read_bytes())
    connection.execute("INSERT INTO arkadia (version) VALUES (1)")


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
