"""Maintenance of databases by hand, of either kind: reading, checking, copying, backing up."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from db.connection import Connection
from db.database import Place, require_psycopg
from db.errors import CorruptDatabaseError, MissingFileError, UnwritableError
from db.games.checking import Checked, check_games
from db.history import Witness, newest_in, settle, witness_of
from db.sqlite.backups import Backup, back_up, backups_in, check_file
from db.sqlite.contents import Contents, SQLiteContents, fill, relations
from db.sqlite.copying import made_beside, replace_durably
from db.sqlite.migrate import TODAY
from db.sqlite.opening import connect, hold
from db.sqlite.soundness import SIZE, connect_existing, inspect, resolved
from db.sqlite.wording import as_store_error


@dataclass(frozen=True, slots=True)
class OpenedDatabase:
    """A database that is open for reading only.

    Attributes:
        name: the database's name for messages.
        version: the version of its schema.
        connection: a connection for statements that only read.
        size: the SQL query for the database's size in bytes.
    """

    name: str
    version: int
    connection: Connection
    size: str


@contextmanager
def opened_to_read(place: Place) -> Iterator[OpenedDatabase]:
    """Open an existing database for reading, even while a bot uses it.

    Raises:
        StoreError: if it is not there or not sound.
    """
    if isinstance(place, Path):
        with closing(connect_existing(place)) as connection:
            yield OpenedDatabase(str(place), inspect(connection, place), connection, SIZE)
        return
    require_psycopg()
    from db.postgres import database as server

    with server.opened_to_read(place) as (name, version, statements):
        yield OpenedDatabase(name, version, statements, server.SIZE)


def name_of(place: Place) -> str:
    """Return a database's name for messages, without the password of its address.

    Raises:
        StoreError: if it is an address, but none of PostgreSQL's.
    """
    if isinstance(place, Path):
        return str(place)
    require_psycopg()
    from db.postgres import opening

    return opening.name_of(place)


def must_exist(place: Place) -> None:
    """Raise an error if a database's file does not exist; accept any address of a server.

    Raises:
        MissingFileError: if the file does not exist.
    """
    if isinstance(place, Path) and not place.is_file():
        raise MissingFileError(f"There is no file {place}.")


def check(place: Place) -> Checked:
    """Check that a database is sound and that every game in it can be read.

    Raises:
        StoreError: if it is not a sound database of this bot.
    """
    if isinstance(place, Path):
        return check_file(place)
    with opened_to_read(place) as found:
        return check_games(found.connection)


def backed_up(place: Place, folder: Path, at: int, kept: int | None) -> tuple[Backup, Checked]:
    """Copy a database into a file in a folder, and check the copy.

    Raises:
        StoreError: if it cannot be read, or the copy cannot be written; no backup is removed then.
    """
    if isinstance(place, Path):
        return back_up(place, folder, at, kept=kept)
    require_psycopg()
    from db.postgres.database import copy_into_file, named_after

    copy = partial(copy_into_file, place)
    return back_up(named_after(place), folder, at, kept=kept, copy=copy)


def backups_of(place: Place, folder: Path) -> tuple[Backup, ...]:
    """Return the backups of a database in a folder, the newest first.

    Raises:
        StoreError: if there is no such folder, or it cannot be read.
    """
    if isinstance(place, Path):
        return backups_in(folder, place)
    require_psycopg()
    from db.postgres.database import named_after

    return backups_in(folder, named_after(place))


def copy(source: Place, target: Place) -> Checked:
    """Copy a database that no bot uses into an empty or new database.

    Before the copy is kept, each of its rows is compared with the original, and every game is
    replayed.

    Raises:
        StoreError: if either database is in use, the target is not empty, or a row differs.
    """
    with _from(source) as one, _into(target) as other:
        fill(one, other)
        checked = compare(one, other)
        if isinstance(source, str) or _is_newest(source, one.connection):
            settle(other.connection, other.cluster)
        return checked


def _is_newest(path: Path, connection: Connection) -> bool:
    """Return whether a file is all that a bot wrote, and not a backup; a backup has no witness."""
    known = Witness(witness_of(resolved(path))).read()
    return known is not None and not newest_in(connection).is_behind(known)


def _from(place: Place) -> AbstractContextManager[Contents]:
    return _file(place) if isinstance(place, Path) else _on_server(place)


def _into(place: Place) -> AbstractContextManager[Contents]:
    return _new_file(place) if isinstance(place, Path) else _on_server(place)


def _on_server(address: str) -> AbstractContextManager[Contents]:
    require_psycopg()
    from db.postgres.database import contents_of

    return contents_of(address)


@contextmanager
def _file(path: Path) -> Iterator[Contents]:
    path = resolved(path)
    must_exist(path)
    # Held against a bot; the one transaction shows all tables as they are at one moment.
    with closing(hold(path)), closing(connect(path)) as connection:
        connection.execute("BEGIN")
        yield SQLiteContents(connection, str(path))


@contextmanager
def _new_file(path: Path) -> Iterator[Contents]:
    if path.exists():
        raise UnwritableError(f"{path} is there already. Name a file that is not.")
    with made_beside(path) as unfinished:
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            try:
                TODAY.create(connection)
                connection.execute("BEGIN")
                yield SQLiteContents(connection, str(path))
                connection.execute("COMMIT")
                # Checked before the copy gets its name: a failed one leaves nothing.
                inspect(connection, path, wholly=True)
            except sqlite3.Error as error:
                raise as_store_error(error, path) from error
        replace_durably(unfinished, path)


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
