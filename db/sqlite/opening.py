"""Opening a database file: inspecting it, then migrating it to today's schema."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from db.connection import Connection
from db.errors import InUseError, MissingFolderError, OldSQLiteError, UnwritableError
from db.sqlite.copying import copy_database, make_private
from db.sqlite.link import GroupConnection
from db.sqlite.migrate import TODAY, Schema
from db.sqlite.soundness import inspect, resolved
from db.sqlite.wording import as_store_error

OLDEST_SQLITE: Final = (3, 37, 0)
"""The first SQLite with STRICT tables."""

JOURNAL_BYTES: Final = 4_000_000
"""Bytes that SQLite writes to the journal before it starts over, which is after 1,000 pages."""


def hold(path: Path) -> sqlite3.Connection:
    """Lock a database file for this process, until the returned connection is closed.

    The lock is an exclusive SQLite lock on an empty file beside the database. The system releases
    it when the process ends, however it ends, and other programs can still read the database
    itself. All symbolic links to a file share its lock.

    Raises:
        InUseError: if another process holds it.
        MissingFolderError: if there is no folder for it.
        UnwritableError: if it cannot be written.
        OldSQLiteError: if SQLite is too old.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise OldSQLiteError(
            f"This Python has SQLite {sqlite3.sqlite_version}; the bot needs 3.37 or newer."
        )
    path = resolved(path)
    try:
        if not path.parent.is_dir():
            raise MissingFolderError(f"There is no folder {path.parent}. Make it, or name another.")
        if path.exists() and not path.is_file():
            raise UnwritableError(f"{path} is not a file. Name the file for the database.")
    except OSError as error:
        raise UnwritableError(f"{path} cannot be reached: {error}.") from error
    # A file beside it: a lock on the database itself would keep backups and statistics out.
    lock = path.with_name(path.name + "-lock")
    make_private(lock)
    try:
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise as_store_error(error, path) from error
    try:
        # Without a wait: a second bot is to be refused at once.
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        connection.close()
        wrong = as_store_error(error, path)
        if isinstance(wrong, InUseError):
            wrong = InUseError(f"{path} is in use by another running bot. Stop that one first.")
        raise wrong from error
    return connection


def connect(path: Path, schema: Schema = TODAY) -> GroupConnection:
    """Open a database file, create or migrate its schema, and make its commits durable.

    It is inspected before it is written: a file that is refused stays unchanged.

    Raises:
        StoreError: names the fault of the file.
    """
    make_private(path)
    try:
        connection = sqlite3.connect(
            path, timeout=5.0, isolation_level=None, factory=GroupConnection
        )
    except sqlite3.Error as error:
        raise as_store_error(error, path) from error
    try:
        _prepare(connection, path, schema)
    except sqlite3.Error as error:
        connection.close()
        raise as_store_error(error, path) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path, schema: Schema) -> None:
    version = inspect(connection, path, schema, at_start=True)
    connection.execute("PRAGMA synchronous = FULL")  # survives the loss of power
    connection.execute("PRAGMA secure_delete = ON")  # what goes leaves nothing in free pages
    [mode] = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise UnwritableError(f"The file system of {path} does not allow SQLite's WAL mode.")
    if version == 0:
        schema.create(connection)
    elif version < schema.version:
        # The way back from an update: an older bot refuses the newer schema.
        copy_database(path, path.with_name(f"{path.name}-before-{schema.version}"))
        schema.migrate(connection, version)
    # Only now: a migration may rebuild a table that others refer to.
    connection.execute("PRAGMA foreign_keys = ON")
    make_room(connection)
    connection.execute(f"PRAGMA user_version = {schema.version}")  # its commit flushes the room


def make_room(connection: Connection) -> None:
    """Grow the journal to the size at which SQLite starts to overwrite it.

    A commit that makes the journal grow takes up to twice as long as another one. So more pages are
    written than the cache holds, and rolled back, after which the journal keeps its size. This also
    fails at once if the file is read-only or the disk is full.
    """
    connection.execute("PRAGMA cache_size = 10")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE room (content BLOB)")
    connection.execute("INSERT INTO room VALUES (zeroblob(:size))", {"size": JOURNAL_BYTES})
    connection.execute("ROLLBACK")
    connection.execute("PRAGMA cache_size = -2000")  # SQLite's own
