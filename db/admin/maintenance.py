"""Maintenance of databases by hand, of either kind: reading, checking, copying, backing up."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from db.database import Place, require_psycopg
from db.errors import CorruptDatabaseError, MissingFileError, UnwritableError
from db.games.replaying import Checked, check_games
from db.sql import OpenedDatabase
from db.sqlite.backups import Backup, back_up, backups_in, check_file
from db.sqlite.contents import Contents, SQLiteContents, fill, relations
from db.sqlite.migrate import TODAY
from db.sqlite.opening import connect, hold, made_beside, replace_durably
from db.sqlite.soundness import SIZE, as_store_error, connect_existing, inspect, resolved


class FileUpkeep:
    """The upkeep of a file that is not opened for a bot."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path

    def must_exist(self) -> None:
        """Raise an error if there is no such file."""
        if not self._path.is_file():
            raise MissingFileError(f"There is no file {self._path}.")

    @contextmanager
    def opened_to_read(self) -> Iterator[OpenedDatabase]:
        """Open the file for reading, even while a bot uses it."""
        with closing(connect_existing(self._path)) as connection:
            yield OpenedDatabase(self.name, inspect(connection, self._path), connection, SIZE)

    def check(self) -> Checked:
        """Check the file and its games."""
        return check_file(self._path)

    def back_up(self, folder: Path, at: int, kept: int | None) -> tuple[Backup, Checked]:
        """Copy the file into a folder, and check the copy."""
        return back_up(self._path, folder, at, kept=kept)

    def backups(self, folder: Path) -> tuple[Backup, ...]:
        """Return the backups in a folder."""
        return backups_in(folder, self._path)

    @contextmanager
    def source(self) -> Iterator[Contents]:
        """Open all tables at one moment, and keep bots away meanwhile."""
        path = resolved(self._path)
        self.must_exist()
        # Held against a bot; the one transaction shows all tables as they are at one moment.
        with closing(hold(path)), closing(connect(path)) as connection:
            connection.execute("BEGIN")
            yield SQLiteContents(connection, str(path))

    @contextmanager
    def target(self) -> Iterator[Contents]:
        """Make a new file, which appears whole or not at all."""
        path = self._path
        if path.exists():
            raise UnwritableError(f"{path} is there already. Name a file that is not.")
        with made_beside(path) as unfinished:
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
                try:
                    TODAY.create(connection)
                    connection.execute("BEGIN")
                    yield SQLiteContents(connection, self.name)
                    connection.execute("COMMIT")
                    # Checked before the copy gets its name: a failed one leaves nothing.
                    inspect(connection, path, wholly=True)
                except sqlite3.Error as error:
                    raise as_store_error(error, path) from error
            replace_durably(unfinished, path)


if TYPE_CHECKING:
    from db.postgres.upkeep import ServerUpkeep

Upkeep: TypeAlias = "FileUpkeep | ServerUpkeep"
"""A database of either kind that no bot has open; each method may raise a ``StoreError``."""


def upkeep_of(place: Place) -> Upkeep:
    """Return the upkeep of a database, by its kind.

    Raises:
        StoreError: if it is an address, but none of PostgreSQL's, or psycopg is not installed.
    """
    if isinstance(place, Path):
        return FileUpkeep(place)
    require_psycopg()
    # Imported only now: a host with a file need not have psycopg.
    from db.postgres.upkeep import ServerUpkeep

    return ServerUpkeep(place)


def copy(source: Place, target: Place) -> Checked:
    """Copy a database that no bot uses into an empty or new database.

    Before the copy is kept, each of its rows is compared with the original, and every game is
    replayed.

    Raises:
        StoreError: if either database is in use, the target is not empty, or a row differs.
    """
    with upkeep_of(source).source() as one, upkeep_of(target).target() as other:
        fill(one, other)
        return compare(one, other)


def compare(source: Contents, target: Contents) -> Checked:
    """Compare every row of two databases, then replay every game of the target.

    Raises:
        CorruptDatabaseError: if they differ.
    """
    for table in relations(source.connection):
        # Strict, so that rows that are missing at the end of a table are a difference, too.
        for one, other in zip(source.rows(table), target.rows(table), strict=True):
            if tuple(one) != tuple(other):
                raise CorruptDatabaseError(f"{table.name} came out differently in {target.name}.")
    return check_games(target.connection)
