"""The schema's versions: making a new database, and bringing an older one to today's."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from db.errors import CorruptDatabaseError

APPLICATION_ID: Final = 0x41524B44
"""What marks a database file as ours: ``ARKD``."""

VERSION: Final = 1
"""The schema's version, kept as ``PRAGMA user_version``; the number of the last migration."""

FOLDER: Final = Path(__file__).parent


def create(connection: sqlite3.Connection) -> None:
    """Makes today's schema in an empty database, wholly or not at all."""
    _run(connection, (FOLDER / "schema.sql").read_text("utf-8"), VERSION)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Brings a database from an older version to today's, wholly or not at all.

    Foreign keys must be off, so that a migration may rebuild a table; they are checked at the end.

    Errors: ``CorruptDatabaseError`` when a reference leads nowhere afterwards.
    """
    scripts = (script(number) for number in range(version + 1, VERSION + 1))
    _run(connection, "\n".join(scripts), VERSION)


def script(number: int) -> str:
    """The migration that leads from the version before to this one."""
    [path] = (FOLDER / "migrations").glob(f"{number:04}_*.sql")
    return path.read_text("utf-8")


def _run(connection: sqlite3.Connection, statements: str, version: int) -> None:
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{statements}")
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise CorruptDatabaseError("The database has references that lead nowhere.")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
