"""Copying an SQLite file, wholly or not at all, even while a bot writes it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from db.errors import CorruptDatabaseError, MissingFolderError, UnwritableError
from db.sqlite.soundness import connect_existing, inspect, resolved
from db.sqlite.wording import as_store_error

STAMP: Final = "%Y-%m-%dT%H-%M-%SZ"
"""The time in the name of a copy."""


def copy_database(path: Path, target: Path, *, still: bool = False) -> None:
    """Copy a database that may be in use; the sound copy appears whole or not at all.

    Args:
        path: the database.
        target: the copy, which replaces a file of that name.
        still: whether no process writes the database.

    Raises:
        MissingFolderError: if there is no folder for the copy.
        StoreError: if there is no such database, it is not sound, or the copy cannot be written.
    """
    with copied(path, target, still=still) as partial:
        replace_durably(partial, target)


@contextmanager
def copied(path: Path, target: Path, *, still: bool = False) -> Iterator[Path]:
    """Yield a sound copy beside its destination; it is deleted afterwards unless moved.

    Raises:
        MissingFolderError: if there is no folder for the copy.
        StoreError: if there is no such database, it is not sound, or the copy cannot be written.
    """
    if target.exists() and (not target.is_file() or resolved(target) == resolved(path)):
        raise UnwritableError(f"A backup of {path} cannot be written to {target}.")
    with made_beside(target) as partial:
        with (
            closing(connect_existing(path, still=still)) as source,
            closing(sqlite3.connect(partial)) as copy,
        ):
            # The online backup copies one state of the database, even if a bot commits in between.
            source.backup(copy)
            if inspect(copy, path, wholly=True) == 0:
                raise CorruptDatabaseError(f"{path} is empty: there is nothing to copy.")
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
    """Yield a temporary name beside a file's destination; it is deleted afterwards unless moved.

    Raises:
        MissingFolderError: if the destination's folder does not exist.
        StoreError: if the file cannot be written.
    """
    if not target.parent.is_dir():
        raise MissingFolderError(f"There is no folder {target.parent}. Make it, or name another.")
    # In the same folder and so on the same file system, where a rename is atomic.
    partial = target.with_name(target.name + "-partial")
    try:
        partial.unlink(missing_ok=True)
        make_private(partial)
        yield partial
    except sqlite3.Error as error:
        raise as_store_error(error, target) from error
    except OSError as error:
        raise UnwritableError(f"{target} cannot be written: {error}.") from error
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):
            with suppress(OSError):
                partial.with_name(partial.name + suffix).unlink(missing_ok=True)


def replace_durably(file: Path, target: Path) -> None:
    """Rename a file, and make both its contents and its name survive a loss of power.

    Raises:
        OSError: if the system refuses.
    """
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
