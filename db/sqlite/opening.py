"""Opening a database file, migrated to today's schema, and copying one wholly or not at all."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from db import errors
from db.sql import Connection
from db.sqlite.schema import TODAY, Schema
from db.sqlite.soundness import as_store_error, connect_existing, inspect, resolved

STAMP: Final = "%Y-%m-%dT%H-%M-%SZ"  # the time in the name of a copy


def copy_database(path: Path, target: Path, *, still: bool = False) -> None:
    """Copy a database that may be in use; the sound copy appears whole or not at all.

    Args:
        target: the copy, which replaces a file of that name.
        still: whether no process writes the database.
    """
    with copied(path, target, still=still) as partial:
        replace_durably(partial, target)


@contextmanager
def copied(path: Path, target: Path, *, still: bool = False) -> Iterator[Path]:
    """Yield a sound copy beside its destination; it is deleted afterwards unless moved."""
    if target.exists() and (not target.is_file() or resolved(target) == resolved(path)):
        raise errors.UnwritableError(f"A backup of {path} cannot be written to {target}.")
    with made_beside(target) as partial:
        with (
            closing(connect_existing(path, still=still)) as source,
            closing(sqlite3.connect(partial)) as copy,
        ):
            # The online backup copies one state of the database, even if a bot commits in between.
            source.backup(copy)
            if inspect(copy, path, wholly=True) == 0:
                raise errors.CorruptDatabaseError(f"{path} is empty: there is nothing to copy.")
        yield partial


def make_private(path: Path) -> None:
    """Create an empty file that only its owner may access, unless the file exists.

    Errors are ignored: SQLite reports them when it opens the file. SQLite gives the journal the
    same permissions.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


@contextmanager
def made_beside(target: Path) -> Iterator[Path]:
    """Yield a temporary name beside a file's destination; it is deleted afterwards unless moved."""
    if not target.parent.is_dir():
        raise errors.MissingFolderError(
            f"There is no folder {target.parent}. Make it, or name another."
        )
    # In the same folder and so on the same file system, where a rename is atomic.
    partial = target.with_name(target.name + "-partial")
    try:
        partial.unlink(missing_ok=True)
        make_private(partial)
        yield partial
    except sqlite3.Error as error:
        raise as_store_error(error, target) from error
    except OSError as error:
        raise errors.UnwritableError(f"{target} cannot be written: {error}.") from error
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):
            with suppress(OSError):
                partial.with_name(partial.name + suffix).unlink(missing_ok=True)


def replace_durably(file: Path, target: Path) -> None:
    """Rename a file, and make both its contents and its name survive a loss of power."""
    _flush(file)
    file.replace(target)
    # A rename is durable once the folder is, not once the file is.
    _flush(target.parent)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


OLDEST_SQLITE: Final = (3, 37, 0)  # the first SQLite with STRICT tables

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
        raise errors.OldSQLiteError(
            f"This Python has SQLite {sqlite3.sqlite_version}; the bot needs 3.37 or newer."
        )
    path = resolved(path)
    try:
        if not path.parent.is_dir():
            raise errors.MissingFolderError(
                f"There is no folder {path.parent}. Make it, or name another."
            )
        if path.exists() and not path.is_file():
            raise errors.UnwritableError(f"{path} is not a file. Name the file for the database.")
    except OSError as error:
        raise errors.UnwritableError(f"{path} cannot be reached: {error}.") from error
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
        if isinstance(wrong, errors.InUseError):
            wrong = errors.InUseError(
                f"{path} is in use by another running bot. Stop that one first."
            )
        raise wrong from error
    return connection


def connect(path: Path, schema: Schema = TODAY) -> sqlite3.Connection:
    """Open a database file, create or migrate its schema, and make its commits durable.

    It is inspected before it is written: a file that is refused stays unchanged.
    """
    make_private(path)
    try:
        connection = sqlite3.connect(path, timeout=5.0, isolation_level=None)
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
        raise errors.UnwritableError(f"The file system of {path} does not allow SQLite's WAL mode.")
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
