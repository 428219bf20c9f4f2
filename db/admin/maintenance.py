"""Maintenance of databases by hand, of either kind: reading, checking, copying, backing up."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from db.admin.files import FileUpkeep
from db.admin.reading import OpenedDatabase
from db.connection import Connection
from db.database import Place, require_psycopg
from db.errors import CorruptDatabaseError
from db.games.checking import Checked, check_games
from db.history import settle
from db.sqlite.backups import Backup
from db.sqlite.contents import Contents, fill, relations


class Upkeep(Protocol):
    """A database of either kind that is not opened for a bot."""

    @property
    def name(self) -> str:
        """The database's name for messages, without the password of its address."""
        ...

    def must_exist(self) -> None:
        """Raise an error if the database's file does not exist; accept any address of a server.

        Raises:
            MissingFileError: if the file does not exist.
        """
        ...

    def opened_to_read(self) -> AbstractContextManager[OpenedDatabase]:
        """Open the database for reading, even while a bot uses it.

        Raises:
            StoreError: if it is not there or not sound.
        """
        ...

    def check(self) -> Checked:
        """Check that the database is sound and that every game in it can be read.

        Raises:
            StoreError: if it is not a sound database of this bot.
        """
        ...

    def back_up(self, folder: Path, at: int, kept: int | None) -> tuple[Backup, Checked]:
        """Copy the database into a file in a folder, and check the copy.

        Raises:
            StoreError: if it cannot be read, or the copy cannot be written; no backup is removed
                then.
        """
        ...

    def backups(self, folder: Path) -> tuple[Backup, ...]:
        """Return the database's backups in a folder, the newest first.

        Raises:
            StoreError: if there is no such folder, or it cannot be read.
        """
        ...

    def source(self) -> AbstractContextManager[Contents]:
        """Open all tables at one moment, and keep bots away meanwhile."""
        ...

    def target(self) -> AbstractContextManager[Contents]:
        """Open the tables of an empty or new database; what fails leaves nothing."""
        ...

    def is_newest(self, connection: Connection) -> bool:
        """Return whether the database is all that a bot wrote, and not a backup."""
        ...


def upkeep_of(place: Place) -> Upkeep:
    """Return the upkeep of a database, by its kind.

    Raises:
        StoreError: if it is an address, but none of PostgreSQL's, or psycopg is not installed.
    """
    if isinstance(place, Path):
        return FileUpkeep(place)
    require_psycopg()
    # Imported only now: a host with a file need not have psycopg.
    from db.admin.postgres import ServerUpkeep

    return ServerUpkeep(place)


def copy(source: Place, target: Place) -> Checked:
    """Copy a database that no bot uses into an empty or new database.

    Before the copy is kept, each of its rows is compared with the original, and every game is
    replayed.

    Raises:
        StoreError: if either database is in use, the target is not empty, or a row differs.
    """
    original = upkeep_of(source)
    with original.source() as one, upkeep_of(target).target() as other:
        fill(one, other)
        checked = compare(one, other)
        if original.is_newest(one.connection):
            settle(other.connection, other.cluster)
        return checked


def compare(source: Contents, target: Contents) -> Checked:
    """Compare every row of two databases, then replay every game of the target.

    Raises:
        CorruptDatabaseError: if they differ.
    """
    for table in relations():
        # Strict, so that rows that are missing at the end of a table are a difference, too.
        for one, other in zip(source.rows(table), target.rows(table), strict=True):
            if tuple(one) != tuple(other):
                raise CorruptDatabaseError(f"{table.name} came out differently in {target.name}.")
    return check_games(target.connection)
