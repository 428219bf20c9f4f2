"""Opening a database file: what it is, whether it is sound, and bringing it to today's schema."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from db.errors import (
    CorruptDatabaseError,
    ForeignDatabaseError,
    InUseError,
    MissingFolderError,
    NewerDatabaseError,
    OldSQLiteError,
    UnwritableError,
    worded,
)
from db.migrate import APPLICATION_ID, TODAY, Schema
from db.writer import GroupConnection

OLDEST_SQLITE: Final = (3, 37, 0)
"""The first SQLite with STRICT tables."""

JOURNAL: Final = 4_000_000
"""Bytes that SQLite writes to the journal before it begins anew, which is after 1,000 pages."""


def hold(path: Path) -> sqlite3.Connection:
    """Holds a database file for this process, until the returned connection is closed.

    The hold is an exclusive lock on an empty file beside it. The system lets go of it when the
    process ends, however it ends, and other programs can still read the database itself.

    Errors: ``MissingFolderError``, ``UnwritableError``, ``InUseError``, ``OldSQLiteError``.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise OldSQLiteError(
            f"This Python has SQLite {sqlite3.sqlite_version}; the bot needs 3.37 or newer."
        )
    if not path.parent.is_dir():
        raise MissingFolderError(f"There is no folder {path.parent}. Make it, or name another.")
    if path.exists() and not path.is_file():
        raise UnwritableError(f"{path} is not a file. Name the file for the database.")
    lock = path.with_name(path.name + "-lock")
    try:
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise worded(error, path) from error
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        connection.close()
        wrong = worded(error, path)
        if isinstance(wrong, InUseError):
            wrong = InUseError(f"{path} is in use by another running bot. Stop that one first.")
        raise wrong from error
    return connection


def connect(path: Path, schema: Schema = TODAY) -> GroupConnection:
    """Opens a database, makes or migrates it, and sets it to keep its word.

    It is looked at before it is written: a file that is refused stays as it was.

    Errors: any ``StoreError`` that names what is wrong with the file.
    """
    try:
        connection = sqlite3.connect(
            path, timeout=5.0, isolation_level=None, factory=GroupConnection
        )
    except sqlite3.Error as error:
        raise worded(error, path) from error
    try:
        _prepare(connection, path, schema)
    except sqlite3.Error as error:
        connection.close()
        raise worded(error, path) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path, schema: Schema) -> None:
    version = inspect(connection, path, schema)
    connection.execute("PRAGMA synchronous = FULL")  # survives the loss of power
    [mode] = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise UnwritableError(f"The file system of {path} does not allow SQLite's WAL mode.")
    if version == 0:
        schema.create(connection)
    elif version < schema.version:
        back_up(path, path.with_name(f"{path.name}-before-{schema.version}"))
        schema.migrate(connection, version)
    connection.execute("PRAGMA foreign_keys = ON")
    _make_room(connection)
    connection.execute(f"PRAGMA user_version = {schema.version}")  # its commit flushes the room


def _make_room(connection: sqlite3.Connection) -> None:
    """Grows the journal to the size at which SQLite begins to write it over.

    A commit into a file that grows costs up to twice one into a file that has its size. So pages
    are written that do not fit the cache, and taken back: the journal keeps the room. A file that
    can only be read, and a disk without that room, are found out here rather than in a game.
    """
    connection.execute("PRAGMA cache_size = 10")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE room (content BLOB)")
    connection.execute("INSERT INTO room VALUES (zeroblob(?))", (JOURNAL,))
    connection.execute("ROLLBACK")
    connection.execute("PRAGMA cache_size = -2000")  # SQLite's own


def inspect(connection: sqlite3.Connection, path: Path, schema: Schema) -> int:
    """The version of a sound database of ours; 0 for an empty file.

    Errors: ``ForeignDatabaseError``, ``NewerDatabaseError``, ``CorruptDatabaseError``.
    """
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    [parts] = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application == 0 and version == 0 and parts == 0:
        return 0
    if application != APPLICATION_ID or version < 1:
        raise ForeignDatabaseError(f"{path} is the database of another program. Name another file.")
    if version > schema.version:
        raise NewerDatabaseError(
            f"{path} was written by a newer version of the bot (schema {version}; this one has "
            f"{schema.version}). Update the bot, or put back the backup made before the update."
        )
    [[verdict]] = connection.execute("PRAGMA quick_check(1)").fetchall()
    if verdict != "ok":
        raise CorruptDatabaseError(
            f"{path} is damaged ({verdict}). It was left as it is: move it away and put a backup "
            "in its place."
        )
    return int(version)


def back_up(path: Path, target: Path) -> None:
    """Copies a database that may be in use; the copy appears whole or not at all.

    Errors: ``MissingFolderError``, ``UnwritableError``, ``DiskFullError`` and their like.
    """
    if not target.parent.is_dir():
        raise MissingFolderError(f"There is no folder {target.parent}. Make it, or name another.")
    if target.exists() and (not target.is_file() or target.samefile(path)):
        raise UnwritableError(f"A backup of {path} cannot be written to {target}.")
    partial = target.with_name(target.name + "-partial")
    try:
        with (
            closing(sqlite3.connect(path, timeout=5.0)) as source,
            closing(sqlite3.connect(partial)) as copy,
        ):
            source.backup(copy)
        partial.replace(target)
    except sqlite3.Error as error:
        raise worded(error, target) from error
    except OSError as error:
        raise UnwritableError(f"{target} cannot be written: {error}.") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
