"""The inspection of an SQLite file: whether it is the bot's, its version, its integrity."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from db.errors import (
    CorruptDatabaseError,
    ForeignDatabaseError,
    MissingFileError,
    NewerDatabaseError,
    UnwritableError,
)
from db.sqlite.migrate import APPLICATION_ID, TODAY, Schema
from db.sqlite.wording import as_store_error

SIZE: Final = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
"""The query for a database's bytes."""

CHECKED_AT_START: Final = 64_000_000
"""The bytes of the largest file that is checked wholly when it is opened: half a second's work."""

AT_HAND: Final = (
    "settings",
    "history",
    "recalls",
    "leagues",
    "waiting",
    "due",
    "outbox",
    "untold",
    "uncounted",
    "recounts",
)
"""The tables of a larger file that are checked then: the start needs them, and they stay small."""

HEAD_BYTES: Final = 100
"""The bytes in which a file of SQLite's says what it is."""


def resolved(path: Path) -> Path:
    """Return a file's path with all symbolic links resolved.

    Raises:
        UnwritableError: if links lead in a circle, or a folder cannot be entered.
    """
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise UnwritableError(f"{path} leads nowhere: {error}.") from error


def connect_existing(path: Path, *, still: bool = False) -> sqlite3.Connection:
    """Open an existing database file; a missing one is not created.

    Args:
        path: the file.
        still: whether no process writes it, as with a backup; its folder may be read-only.

    Raises:
        StoreError: if there is no such file, or it cannot be opened.
    """
    path = resolved(path)
    if not path.is_file():
        raise MissingFileError(f"There is no file {path}.")
    journal = path.with_name(path.name + "-wal")
    # Immutable files need no -shm beside them, but then SQLite ignores a journal that is left.
    mode = "mode=ro&immutable=1" if still and not journal.exists() else "mode=rw"
    try:
        return sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, timeout=5.0)
    except sqlite3.Error as error:
        raise as_store_error(error, path) from error


def refuse_foreign(connection: sqlite3.Connection, path: Path, schema: Schema = TODAY) -> None:
    """Raise an error if a database of today's version does not have exactly today's schema.

    A trigger or view of another program would run with the bot's statements.

    Raises:
        ForeignDatabaseError: if a table, view, trigger or index is missing, new or another one.
    """
    with closing(sqlite3.connect(":memory:")) as empty:
        schema.create(empty)
        ours, theirs = _parts(empty), _parts(connection)
    different = sorted(ours.keys() ^ theirs.keys() | {p for p in ours if ours[p] != theirs.get(p)})
    if different:
        part = " ".join(different[0])
        raise ForeignDatabaseError(
            f"{path} is not as this bot makes it: {part}. Take a backup that the bot made."
        )


def _parts(connection: sqlite3.Connection) -> dict[tuple[str, str], object]:
    """Return each part of a schema with its definition: a table's columns, or the statement."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    columns = 'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)'
    return {
        (kind, name): connection.execute(columns, [name]).fetchall()
        if kind == "table"
        else " ".join((sql or "").split())
        for kind, name, sql in rows
        if not name.startswith(("sqlite_stat", "sqlite_sequence"))
    }


def inspect(
    connection: sqlite3.Connection,
    path: Path,
    schema: Schema = TODAY,
    *,
    wholly: bool = False,
    at_start: bool = False,
) -> int:
    """Check that a database is the bot's and sound, and return its version; 0 for an empty file.

    Args:
        connection: to the database.
        path: its name, for messages.
        schema: today's.
        wholly: whether indices and references are compared too, which takes longer.
        at_start: whether a large file is checked in part, since the whole check follows later.

    Raises:
        ForeignDatabaseError: if it is another program's.
        NewerDatabaseError: if a newer version of the bot wrote it.
        CorruptDatabaseError: if it is damaged.
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
            f"{path} was written by a newer version of the bot (schema {version}; "
            f"this one has {schema.version}). Update the bot, or put back the backup made "
            "before the update."
        )
    large = at_start and version == schema.version and _size(connection) > CHECKED_AT_START
    checks = [f"quick_check({table})" for table in AT_HAND] if large else ["quick_check(1)"]
    verdict = _cut(path) if large else None
    verdict = verdict or damage(connection, *(["integrity_check(1)"] if wholly else checks))
    if verdict is None and wholly and connection.execute("PRAGMA foreign_key_check").fetchone():
        verdict = "a reference leads nowhere"
    if verdict is not None:
        raise CorruptDatabaseError(
            f"{path} is damaged ({verdict}). It was left as it is: move it away and "
            "put a backup in its place."
        )
    return int(version)


def _size(connection: sqlite3.Connection) -> int:
    [size] = connection.execute(SIZE).fetchone()
    return int(size)


def _cut(path: Path) -> str | None:
    """Return that a file is shorter than its head says, or None."""
    # Of a journal that was left the head knows nothing, so the file is at least as long as it says.
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
        size = file.seek(0, os.SEEK_END)
    page = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    wanted = pages * (65_536 if page == 1 else page)
    return f"{size} of {wanted} bytes" if size < wanted else None


def damage(connection: sqlite3.Connection, *checks: str) -> str | None:
    """Return what the first of some checks of SQLite's finds wrong; None if all find nothing."""
    for check in checks:
        [verdict, *_] = connection.execute(f"PRAGMA {check}").fetchone()
        if verdict != "ok":
            return str(verdict)
    return None


def damage_of(path: Path) -> str | None:
    """Return what is damaged in a database file, also while a bot writes it; None if it is sound.

    Raises:
        StoreError: if it cannot be read.
    """
    with closing(connect_existing(path)) as connection:
        try:
            return damage(connection, "quick_check(1)")
        except sqlite3.Error as error:
            wrong = as_store_error(error, path)
            if isinstance(wrong, CorruptDatabaseError):
                return str(error)
            raise wrong from error
