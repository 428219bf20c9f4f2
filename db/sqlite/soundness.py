"""The inspection of an SQLite file: its version, its integrity, errors, and what it would undo."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from db import errors
from db.features import features_in, made_by
from db.sqlite.schema import APPLICATION_ID, TODAY, Schema


def as_store_error(error: sqlite3.Error, path: Path) -> errors.StoreError:
    """Translate an error of SQLite's into one of the store's."""
    # Extended names such as SQLITE_IOERR_WRITE: their second word is the kind.
    name = getattr(error, "sqlite_errorname", "")
    match name.split("_")[1] if name.startswith("SQLITE_") else "":
        case "FULL":
            return errors.DiskFullError(
                f"The disk with {path} is full. Make room; what was kept before is safe."
            )
        case "IOERR":
            return errors.DiskError(
                f"{path} could not be read or written ({error}, {name}). Is the disk "
                "full, over its quota or failing?"
            )
        case "CORRUPT" | "NOTADB":
            return errors.CorruptDatabaseError(
                f"{path} is damaged or not a database ({error}). It was left as it is: "
                "move it away and put a backup in its place."
            )
        case "READONLY" | "CANTOPEN" | "PERM" | "AUTH":
            return errors.UnwritableError(
                f"{path} cannot be opened for writing ({error}). The user who runs the "
                "bot needs the right to write the file and its folder."
            )
        case "BUSY" | "LOCKED":
            return errors.InUseError(f"Another program holds {path}. Stop it and try again.")
        case "CONSTRAINT":
            return errors.ConflictError(f"The change contradicts what is stored: {error}.")
        case _:
            return errors.StoreError(f"{path}: {error}")


SIZE: Final = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
"""The query for a database's bytes."""

CHECKED_AT_START: Final = 64_000_000
"""The bytes of the largest file that is checked wholly when it is opened: half a second's work."""

AT_HAND: Final = "settings features waiting due outbox untold uncounted recounts"
"""The tables of a larger file that are checked then: the start needs them, and they stay small."""

HEAD_BYTES: Final = 100  # the bytes in which a file of SQLite's says what it is


def resolved(path: Path) -> Path:
    """Return a file's path with all symbolic links resolved."""
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise errors.UnwritableError(f"{path} leads nowhere: {error}.") from error


def connect_existing(path: Path, *, still: bool = False) -> sqlite3.Connection:
    """Open an existing database file; a missing one is not created.

    Args:
        still: whether no process writes it, as with a backup; its folder may be read-only.
    """
    path = resolved(path)
    if not path.is_file():
        raise errors.MissingFileError(f"There is no file {path}.")
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
    """
    theirs = _parts(connection)
    with closing(sqlite3.connect(":memory:")) as empty:
        schema.create(empty)
        for feature in features_in(connection) if ("table", "features") in theirs else ():
            for statement in made_by(feature.schema):
                empty.execute(statement)
        ours = _parts(empty)
    different = sorted(ours.keys() ^ theirs.keys() | {p for p in ours if ours[p] != theirs.get(p)})
    if different:
        part = " ".join(different[0])
        raise errors.ForeignDatabaseError(
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
        wholly: whether indices and references are compared too, which takes longer.
        at_start: whether a large file is checked in part, since the whole check follows later.
    """
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    [parts] = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application == 0 and version == 0 and parts == 0:
        return 0
    if application != APPLICATION_ID or version < 1:
        raise errors.ForeignDatabaseError(
            f"{path} is the database of another program. Name another file."
        )
    schema.check(str(path), version)
    [size] = connection.execute(SIZE).fetchone()
    large = at_start and version == schema.version and size > CHECKED_AT_START
    checks = [f"quick_check({table})" for table in AT_HAND.split()] if large else ["quick_check(1)"]
    verdict = _cut(path) if large else None
    verdict = verdict or damage(connection, *(["integrity_check(1)"] if wholly else checks))
    if verdict is None and wholly and connection.execute("PRAGMA foreign_key_check").fetchone():
        verdict = "a reference leads nowhere"
    if verdict is not None:
        raise errors.CorruptDatabaseError(
            f"{path} is damaged ({verdict}). It was left as it is: move it away and "
            "put a backup in its place."
        )
    return int(version)


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


UNDONE: Final = (
    "SELECT now.game_id, CASE WHEN past.game_id IS NOT NULL THEN coalesce(count, 0) END"
    " FROM main.games AS now LEFT JOIN backup.games AS past USING (game_id)"
    " LEFT JOIN (SELECT log.game_id, count(*) AS count FROM main.log AS log"
    "  LEFT JOIN backup.log AS old ON old.game_id = log.game_id AND old.seq = log.seq"
    # The same number may be of another history, if a backup was put back before.
    "  AND old.entry = log.entry AND old.at = log.at"
    "  WHERE old.seq IS NULL GROUP BY log.game_id) AS changed ON changed.game_id = now.game_id"
    " WHERE past.game_id IS NULL OR past.state <> now.state OR count > 0"
    " ORDER BY now.game_id"
)


def undone_by(backup: Path, database: Path) -> tuple[tuple[int, int | None], ...]:
    """Return the games that putting back a backup would change, in the order of their numbers.

    Each comes with the number of entries of its log that would be undone; ``None`` for a game that
    the backup does not have.
    """
    backup, database = resolved(backup), resolved(database)
    with closing(connect_existing(database)) as connection:
        try:
            connection.execute("ATTACH :backup AS backup", {"backup": f"{backup.as_uri()}?mode=ro"})
            return tuple(connection.execute(UNDONE).fetchall())
        except sqlite3.Error as error:
            raise as_store_error(error, database) from error
