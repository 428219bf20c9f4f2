"""Maintenance of databases by hand, of either kind: reading, checking, copying, backing up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from db.admin.files import FileUpkeep
from db.database import Place, require_psycopg
from db.errors import CorruptDatabaseError
from db.games.checking import Checked, check_games
from db.history import settle
from db.sqlite.contents import Contents, fill, relations

if TYPE_CHECKING:
    from db.admin.postgres import ServerUpkeep

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
