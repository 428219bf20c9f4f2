"""The store: everything that is kept, as operations that are done when they are durable."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from db import changes, questions
from db.checking import Checked
from db.games import GameStore
from db.league_store import LeagueStore
from db.people import PeopleStore
from db.schedule import ScheduleStore
from db.showing import PublicStore
from db.sqlite.backups import Backup, back_up, backups_in
from db.sqlite.link import SQLiteLink
from db.sqlite.opening import connect, hold
from db.sqlite.soundness import real
from db.writer import Writer


class Store(GameStore, PublicStore, PeopleStore, ScheduleStore, LeagueStore):
    """A database file, held by this process alone.

    Every change is one transaction: it is kept wholly, and durably when the call returns, or not
    at all. Changes of a game that return a number return its count of news: with ``news=True`` a
    change gives the public one more thing to see, and ``mark_shown`` notes what has been shown, so
    that what was kept but not shown is known after a crash.

    Any operation may raise ``DiskFullError`` or another ``StoreError``; those on a game raise
    ``UnknownGameError`` if there is none of the number, ``WrongStateError`` if its state does not
    allow the change, and ``ConflictError`` if the change contradicts the schema.

    A caller who is cancelled while waiting does not take a change back. Times are given by the
    caller, in milliseconds UTC.

    Attributes:
        path: the file.
    """

    def __init__(self, path: Path, hold: sqlite3.Connection, writer: Writer) -> None:
        self.path = path
        self._hold = hold
        self._writer = writer

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Opens a database file, made if there is none, migrated if it is of an older version.

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
        return cls(path, held, Writer(link, str(path)))

    async def close(self) -> None:
        """Finishes what was asked for and closes the file; it is one file then."""
        try:
            await self._writer.close()
        finally:
            self._hold.close()

    async def back_up(self, folder: Path, at: int, *, kept: int | None) -> tuple[Backup, Checked]:
        """Copies the database as it is now into a folder, while games go on.

        The copy is opened, and its games that are not finished are replayed.

        Args:
            folder: where to; the copy's name tells the time.
            at: the time.
            kept: how many backups are left there, the oldest removed; ``None`` for all.

        Raises:
            StoreError: such as ``MissingFolderError``, ``UnwritableError`` or ``DiskFullError``; no
                backup is removed then.
        """
        return await asyncio.to_thread(back_up, self.path, folder, at, kept=kept, beside_a_bot=True)

    async def newest_backup(self, folder: Path) -> Backup | None:
        """The newest backup of this database in a folder, if there is one.

        Raises:
            MissingFolderError: if there is no such folder.
            UnwritableError: if it cannot be read.
        """
        found = await asyncio.to_thread(backups_in, folder, self.path)
        return found[0] if found else None

    # Settings

    async def get_setting(self, scope: str, key: str) -> str | None:
        """A setting, if it was made."""
        return await self._writer.read(lambda c: questions.setting(c, scope, key))

    async def set_setting(self, scope: str, key: str, value: str | None) -> None:
        """Makes a setting; ``None`` takes it back."""
        await self._writer.change(lambda c: changes.set_setting(c, scope, key, value))
