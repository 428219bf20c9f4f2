"""Databases as older versions of the bot would have left them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from db.sqlite.migrate import TODAY, Schema


def script_of(schema: Schema, number: int) -> str:
    [script] = (schema.folder / "migrations").glob(f"{number:04}_*.sql")
    return script.read_text("utf-8")


def of_version(path: Path, number: int, schema: Schema = TODAY) -> None:
    """Makes a database as the bot of an older version would have left it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        for earlier in range(1, number + 1):
            connection.executescript(script_of(schema, earlier))
        connection.execute(f"PRAGMA user_version = {number}")
