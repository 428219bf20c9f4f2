"""A database file that this process holds."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from db.sqlite.copying import copy_database
from db.sqlite.link import SQLiteLink
from db.sqlite.opening import connect, hold
from db.sqlite.soundness import SIZE, real


class SQLiteFile:
    """An open file, and the hold on it."""

    def __init__(self, path: Path, held: sqlite3.Connection, link: SQLiteLink) -> None:
        self.name = str(path)
        self.path = path
        self.size = SIZE
        self.link = link
        self._hold = held

    @classmethod
    async def open(cls, path: Path) -> SQLiteFile:
        """Opens a file, made if there is none, migrated if it is of an older version.

        Before a migration the file is copied to ``NAME-before-VERSION`` beside it.

        Raises:
            StoreError: names what is wrong, such as ``InUseError``, ``UnwritableError`` or
                ``CorruptDatabaseError``; the file is then as it was.
        """
        path = real(path)
        held = await asyncio.to_thread(hold, path)
        try:
            link = await SQLiteLink.open(lambda: connect(path))
        except BaseException:
            held.close()
            raise
        return cls(path, held, link)

    def copy_to(self, target: Path) -> None:
        """Copies the file as it is now; the sound copy appears whole or not at all.

        Raises:
            StoreError: if the file is not sound or the copy cannot be written.
        """
        copy_database(self.path, target)

    async def close(self) -> None:
        """Lets go of the file, which is one file then."""
        self._hold.close()
