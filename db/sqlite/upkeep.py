"""The upkeep of a file that no bot has open: checks, copies, backups and their restoration."""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from db.errors import MissingFileError, MissingFolderError, UnwritableError
from db.games.replaying import PLAYED, UNFINISHED, Checked, check_games
from db.settings import NUMBERS_LEFT_OUT, begin_epoch
from db.sql import OpenedDatabase
from db.sqlite import opening, soundness
from db.sqlite.schema import TODAY, Schema, SQLiteContents, leave_numbers_out

REST_S: Final = 0.001  # seconds of rest after each game that is replayed beside a running bot

UNFINISHED_FOR_MS: Final = 3_600_000
"""Milliseconds after which a partial copy is left over from a killed process: none takes as
long."""


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """A backup file of a database."""

    made_at: int  # when the backup was made, in milliseconds UTC
    path: Path


def backups_in(folder: Path, database: Path) -> tuple[Backup, ...]:
    """Return the backups of a database in a folder, the newest first."""
    if not folder.is_dir():
        raise MissingFolderError(f"There is no folder {folder}. Make it, or name another.")
    return tuple(backup for backup, rest in _found(folder, database) if not rest)


def _found(folder: Path, database: Path) -> list[tuple[Backup, str]]:
    """Return backups and partial ones, the newest first, with the rest of their names."""
    pattern = re.compile(
        rf"{re.escape(database.stem)}-(\d{{4}}-\d\d-\d\dT\d\d-\d\d-\d\dZ)"
        rf"{re.escape(database.suffix)}((?:-partial(?:-journal|-wal|-shm)?)?)"
    )
    found = []
    try:
        for file in folder.iterdir():
            match = pattern.fullmatch(file.name)
            if match is None:
                continue
            with suppress(ValueError):  # digits that are no time: not one of ours
                made = datetime.strptime(match[1], opening.STAMP).replace(tzinfo=UTC)
                found.append((Backup(round(made.timestamp()) * 1_000, file), match[2]))
    except OSError as error:
        raise UnwritableError(f"{folder} cannot be read: {error}.") from error
    return sorted(found, reverse=True)


def back_up(
    database: Path,
    folder: Path,
    at: int,
    *,
    kept: int | None = None,
    beside_a_bot: bool = False,
    copy: Callable[[Path], None] | None = None,
) -> tuple[Backup, Checked]:
    """Copy a database into a folder, and check the copy by opening and replaying it.

    Args:
        database: the file, in use or not.
        kept: how many backups stay there, the oldest removed; ``None`` for all.
        beside_a_bot: True to replay only unfinished games, with pauses, while a bot runs.
        copy: writes the copy of a database that is no file; ``database`` is only a name then.

    Raises:
        StoreError: if there is no such database or folder, the database is not sound, or the copy
            cannot be written; no backup is removed then.
    """
    stamp = datetime.fromtimestamp(at // 1_000, UTC).strftime(opening.STAMP)
    target = folder / f"{database.stem}-{stamp}{database.suffix}"
    if copy is None:
        opening.copy_database(database, target)
    else:
        copy(target)
    checked = check_file(target, beside_a_bot=beside_a_bot)
    _tidy(folder, database, at, kept)
    # To the second, which is what the name tells: the same backup as one found in the folder.
    return Backup(at // 1_000 * 1_000, target), checked


def _tidy(folder: Path, database: Path, at: int, kept: int | None) -> None:
    """Remove the oldest backups, and the partial ones of processes that were killed long ago."""
    found = _found(folder, database)
    whole = [backup for backup, rest in found if not rest]
    # At least one stays whatever is asked: that just made.
    old = [] if kept is None else whole[max(kept, 1) :]
    old += [backup for backup, rest in found if rest and backup.made_at < at - UNFINISHED_FOR_MS]
    for backup in old:
        try:
            backup.path.unlink(missing_ok=True)
        except OSError as error:
            raise UnwritableError(f"{backup.path} cannot be removed: {error}.") from error


def check_file(path: Path, *, beside_a_bot: bool = False, schema: Schema = TODAY) -> Checked:
    """Check a database that no process writes, such as a backup: the file and every game in it.

    A file of an older version is migrated in a copy, and checked there.
    """
    with closing(soundness.connect_existing(path, still=True)) as connection:
        try:
            if soundness.inspect(connection, path, schema, wholly=True) == schema.version:
                soundness.refuse_foreign(connection, path, schema)
                states = UNFINISHED if beside_a_bot else PLAYED
                return check_games(connection, states, pause=REST_S if beside_a_bot else 0.0)
        except sqlite3.Error as error:
            raise soundness.as_store_error(error, path) from error
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        opening.copy_database(path, copy, still=True)
        with closing(opening.connect(copy, schema)) as connection:
            soundness.refuse_foreign(connection, path, schema)
            return check_games(connection)


def restore(backup: Path, database: Path, at: int) -> Path | None:
    """Replace a database by a backup; the caller must hold the database, so that no bot runs.

    The backup's history goes on in another epoch, in which a bot tells its games anew.

    Returns:
        The path at which the replaced database is kept; ``None`` if there was none.

    Raises:
        StoreError: if the backup is not sound or something cannot be written; the database is then
            unchanged.
    """
    database = soundness.resolved(database)
    with opening.copied(backup, database, still=True) as partial:
        _begin_epoch(partial, at)
        replaced = None
        if database.exists():
            stamp = datetime.fromtimestamp(at // 1_000, UTC).strftime(opening.STAMP)
            replaced = database.with_name(f"{database.name}-replaced-{stamp}")
            _keep(database, replaced)
        opening.replace_durably(partial, database)
    return replaced


def _begin_epoch(partial: Path, at: int) -> None:
    with closing(soundness.connect_existing(partial)) as connection:
        version = soundness.inspect(connection, partial)
        if version < TODAY.version:
            TODAY.migrate(connection, version)
        with connection:
            leave_numbers_out(connection, NUMBERS_LEFT_OUT)
            begin_epoch(connection, at // 1_000)


def _keep(database: Path, replaced: Path) -> None:
    """Give a database a second name, and take its journal from the first."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # a damaged file keeps its journal
    try:
        # A second name, not another: the database is there at every moment, should the process be
        # killed.
        os.link(database, replaced)
    except OSError:  # a file system without links
        shutil.copy2(database, replaced)
    for suffix in ("-wal", "-shm"):
        journal = database.with_name(database.name + suffix)
        if journal.exists():
            journal.replace(replaced.with_name(replaced.name + suffix))


class FileUpkeep:
    """The upkeep of a file that is not opened for a bot."""

    def __init__(self, path: Path) -> None:
        self.name, self.path = str(path), path

    def must_exist(self) -> None:
        """Raise an error if there is no such file."""
        if not self.path.is_file():
            raise MissingFileError(f"There is no file {self.path}.")

    @contextmanager
    def opened_to_read(self) -> Iterator[OpenedDatabase]:
        """Open the file for reading, even while a bot uses it."""
        with closing(soundness.connect_existing(self.path)) as connection:
            version = soundness.inspect(connection, self.path)
            yield OpenedDatabase(self.name, version, connection, soundness.SIZE)

    def check(self) -> Checked:
        """Check the file and its games."""
        return check_file(self.path)

    def back_up(self, folder: Path, at: int, kept: int | None) -> tuple[Backup, Checked]:
        """Copy the file into a folder, and check the copy."""
        return back_up(self.path, folder, at, kept=kept)

    @contextmanager
    def source(self) -> Iterator[SQLiteContents]:
        """Open all tables at one moment, and keep bots away meanwhile."""
        path = soundness.resolved(self.path)
        self.must_exist()
        # Held against a bot; the one transaction shows all tables as they are at one moment.
        with closing(opening.hold(path)), closing(opening.connect(path)) as connection:
            connection.execute("BEGIN")
            yield SQLiteContents(connection, str(path))

    @contextmanager
    def target(self) -> Iterator[SQLiteContents]:
        """Make a new file, which appears whole or not at all."""
        path = self.path
        if path.exists():
            raise UnwritableError(f"{path} is there already. Name a file that is not.")
        with opening.made_beside(path) as unfinished:
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
                try:
                    TODAY.create(connection)
                    connection.execute("BEGIN")
                    yield SQLiteContents(connection, self.name)
                    connection.execute("COMMIT")
                    # Checked before the copy gets its name: a failed one leaves nothing.
                    soundness.inspect(connection, path, wholly=True)
                except sqlite3.Error as error:
                    raise soundness.as_store_error(error, path) from error
            opening.replace_durably(unfinished, path)
