"""The databases behind the store: a file of SQLite's, or an address of PostgreSQL's."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from db import errors
from db.games.replaying import Checked, check_games
from db.sql import ALONE, Connection, Shards, Work
from db.sqlite.file import SQLiteFile
from db.sqlite.schema import Contents, fill, relations
from db.sqlite.upkeep import FileUpkeep
from runtime.address import is_safe_to_print, read_address

if TYPE_CHECKING:
    from db.postgres.upkeep import ServerUpkeep

T = TypeVar("T")

Place: TypeAlias = Path | str  # the path of a file, or an address as ``is_address`` knows them


class Database(Protocol):
    """An open database of either kind, which no other process may write."""

    @property
    def path(self) -> Path:
        """The database's file; for one on a server, the file name that its backups begin with."""

    @property
    def size(self) -> str:
        """The SQL query for the database's size in bytes."""

    async def change(self, work: Work[T]) -> T:
        """Run a function that writes in one transaction, and return its result once it is durable.

        Changes run in the order in which they were asked for. Of one that raises nothing is kept.
        Cancelling the waiting caller does not take the change back.
        """

    async def read(self, work: Work[T]) -> T:
        """Run a function that only reads, and return its result.

        It sees one state, with all changes that had returned when it was asked. No change waits for
        it. ``SlowQuestionError`` ends one that takes longer than ``QUESTION_S``.
        """

    async def purge(self) -> None:
        """Overwrite or release the bytes of deleted rows, as far as a client can."""

    async def close(self) -> None:
        """Finish what was asked for, and release the database for other processes."""

    def copy_to(self, target: Path) -> None:
        """Copy the database's present state into an SQLite file, wholly or not at all."""

    async def damage(self) -> str | None:
        """Check the whole database; return what is damaged, or None."""

    def worded(self, statement: str) -> str:
        """Word a statement of SQLite's for this database."""

    def leave_numbers_out(self, connection: Connection, count: int) -> None:
        """Give no new row one of the next numbers, in tables that never give one twice."""


def is_address(text: str) -> bool:
    """Return whether a text is an address of PostgreSQL's, and not the path of a file.

    Raises:
        UnreachableError: if it is neither; the error quotes no part of it, since it may hold a
            password.
    """
    if read_address(text) is not None:
        return True
    if not is_safe_to_print(text):
        raise errors.UnreachableError(errors.BAD_ADDRESS)
    return False


async def open_database(place: Place, shards: Shards = ALONE) -> Database:
    """Open a database, and keep other processes from writing it.

    A missing database is created, one of an older version migrated.

    Raises:
        StoreError: names the fault; the database is then unchanged.
    """
    if isinstance(place, Path):
        if not shards.alone:
            raise errors.InUseError(
                f"{place} is a file, which processes cannot share. Use PostgreSQL."
            )
        return await SQLiteFile.open(place)
    require_psycopg()
    # Imported only now: a bot with a file need not have psycopg.
    from db.postgres.database import PostgresDatabase

    return await PostgresDatabase.open(place, shards)


def require_psycopg() -> None:
    """Raise an error if psycopg, the optional driver for PostgreSQL, is not installed."""
    if find_spec("psycopg") is None:
        raise errors.MissingDriverError(
            "A database of PostgreSQL's needs psycopg, which is not installed: “make "
            "postgres” installs it."
        )


Upkeep: TypeAlias = "FileUpkeep | ServerUpkeep"
"""A database of either kind that no bot has open; each method may raise a ``StoreError``."""


def upkeep_of(place: Place) -> Upkeep:
    """Return the upkeep of a database, by its kind."""
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
    """
    with upkeep_of(source).source() as one, upkeep_of(target).target() as other:
        fill(one, other)
        return compare(one, other)


def compare(source: Contents, target: Contents) -> Checked:
    """Compare every row of two databases, then replay every game of the target."""
    for table in relations(source.connection):
        # Strict, so that rows that are missing at the end of a table are a difference, too.
        for one, other in zip(source.rows(table), target.rows(table), strict=True):
            if tuple(one) != tuple(other):
                raise errors.CorruptDatabaseError(
                    f"{table.name} came out differently in {target.name}."
                )
    return check_games(target.connection)
