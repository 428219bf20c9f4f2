"""An open SQLite file, which no other process may write: opening, copying, purging."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from db.connection import Connection
from db.errors import InUseError
from db.sqlite.contents import leave_numbers_out
from db.sqlite.copying import copy_database
from db.sqlite.link import GroupConnection, SQLiteLink
from db.sqlite.opening import connect, hold, make_room
from db.sqlite.reading import SQLiteReader
from db.sqlite.soundness import SIZE, damage_of, resolved
from db.sqlite.wording import as_store_error


class SQLiteFile:
    """An open SQLite file, with the lock that keeps other bots from it."""

    def __init__(self, path: Path, held: sqlite3.Connection, link: SQLiteLink) -> None:
        self.name = str(path)
        self.path = path
        self.size = SIZE
        self.link = link
        self.reader = SQLiteReader(path, link.look)
        self._hold = held

    @classmethod
    async def open(cls, path: Path) -> SQLiteFile:
        """Open and lock a database file; create a missing one, migrate one of an older version.

        Before a migration the file is copied to ``NAME-before-VERSION`` beside it.

        Raises:
            StoreError: names the fault, such as ``InUseError``, ``UnwritableError`` or
                ``CorruptDatabaseError``; the file is then unchanged.
        """
        path = resolved(path)
        held = await asyncio.to_thread(hold, path)
        try:
            link = await SQLiteLink.open(lambda: _opened(path))
        except BaseException:
            held.close()
            raise
        return cls(path, held, link)

    def copy_to(self, target: Path) -> None:
        """Copy the file as it is now; the sound copy appears whole or not at all.

        Raises:
            StoreError: if the file is not sound or the copy cannot be written.
        """
        copy_database(self.path, target)

    def damage(self) -> str | None:
        """Check the whole file; return what is damaged, or None.

        Raises:
            StoreError: if it cannot be read.
        """
        return damage_of(self.path)

    def purge(self, connection: Connection) -> None:
        """Rewrite the file, and empty its journal.

        ``secure_delete`` clears deleted rows, not the bytes that SQLite moved between pages before.

        Raises:
            InUseError: if another program reads the journal for seconds.
        """
        connection.execute("VACUUM")
        row = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if row is None or row[0]:
            raise InUseError(
                f"Another program holds {self.name}: wal_checkpoint. Stop it and try again."
            )
        make_room(connection)

    def leave_numbers_out(self, connection: Connection, count: int) -> None:
        """Give no new game or league one of the next numbers."""
        leave_numbers_out(connection, count)

    async def close(self) -> None:
        """Release the lock on the file."""
        self._hold.close()


def _opened(path: Path) -> GroupConnection:
    connection = connect(path)
    try:
        connection.begin_history()
    except sqlite3.Error as error:
        connection.close()
        raise as_store_error(error, path) from error
    return connection
