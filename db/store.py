"""The store: everything that is kept, as operations that are done when they are durable."""

from __future__ import annotations

import asyncio
from pathlib import Path

from db import settings
from db.admin.totals import Totals, counts
from db.club.store import ClubStore
from db.database import Database, Place, open_database
from db.games.checking import Checked
from db.games.store import GameStore
from db.leagues.store import LeagueStore
from db.outbox.store import PublicStore
from db.people.store import PeopleStore
from db.share import ALONE, Share
from db.sqlite.backups import Backup, back_up, backups_in
from db.timers.store import ScheduleStore
from db.writer import Writer


class Store(GameStore, PublicStore, PeopleStore, ScheduleStore, LeagueStore, ClubStore):
    """A database, or a share of one, held by this process alone.

    Every change is one transaction: it is kept wholly, and durably when the call returns, or not
    at all. Changes of a game that return a number return its count of news: with ``news=True`` a
    change gives the public one more thing to see, and ``mark_shown`` notes what has been shown, so
    that what was kept but not shown is known after a crash.

    Any operation may raise ``DiskFullError`` or another ``StoreError``; those on a game raise
    ``UnknownGameError`` if there is none of the number, ``WrongStateError`` if its state does not
    allow the change, and ``ConflictError`` if the change contradicts the schema.

    Whatever raises has kept nothing, with one exception: ``UnsureError`` means that the connection
    was lost while a change was being kept. Then what is there has to be read again.

    A caller who is cancelled while waiting does not take a change back. Times are given by the
    caller, in milliseconds UTC.

    Attributes:
        place: where the database is; an address may have a password in it.
        path: the file; for a database on a server, what its backups are called after.
        share: the servers that this process takes care of. Questions for all that is to be done,
            and those alone, find what concerns them.
    """

    def __init__(self, place: Place, database: Database, share: Share = ALONE) -> None:
        self.place = place
        self.share = share
        self.path = database.path
        self._database = database
        self._writer = Writer(database.link, database.name)

    @classmethod
    async def open(cls, place: Place, share: Share = ALONE) -> Store:
        """Opens a database, made if there is none, migrated if it is of an older version.

        Args:
            place: the path of a file of SQLite's, or an address of PostgreSQL's.
            share: what of a database of PostgreSQL's is held.

        Raises:
            StoreError: names what is wrong, such as ``InUseError``, ``UnwritableError``,
                ``CorruptDatabaseError`` or ``UnreachableError``; the database is then as it was.
        """
        return cls(place, await open_database(place, share), share)

    async def close(self) -> None:
        """Finishes what was asked for and lets go of the database."""
        try:
            await self._writer.close()
        finally:
            await self._database.close()

    async def back_up(self, folder: Path, at: int, *, kept: int | None) -> tuple[Backup, Checked]:
        """Copies the database as it is now into a file in a folder, while games go on.

        The copy is opened, and its games that are not finished are replayed.

        Args:
            folder: where to; the copy's name tells the time.
            at: the time.
            kept: how many backups are left there, the oldest removed; ``None`` for all.

        Raises:
            StoreError: such as ``MissingFolderError``, ``UnwritableError`` or ``DiskFullError``; no
                backup is removed then.
        """
        copy = self._database.copy_to
        return await asyncio.to_thread(
            back_up, self.path, folder, at, kept=kept, beside_a_bot=True, copy=copy
        )

    async def newest_backup(self, folder: Path) -> Backup | None:
        """The newest backup of this database in a folder, if there is one.

        Raises:
            MissingFolderError: if there is no such folder.
            UnwritableError: if it cannot be read.
        """
        found = await asyncio.to_thread(backups_in, folder, self.path)
        return found[0] if found else None

    async def counts(self) -> Totals:
        """How much there is."""
        return await self._writer.read(lambda c: counts(c, self._database.size, self.share))

    # Settings

    async def get_setting(self, scope: str, key: str) -> str | None:
        """A setting, if it was made."""
        return await self._writer.read(lambda c: settings.setting(c, scope, key))

    async def take_turn(self, scope: str, key: str, now: int, every: int) -> int:
        """Takes the next turn of what processes may do one after another; when that is.

        Args:
            scope: the setting that notes it,
            key: and its key.
            now: the time.
            every: milliseconds between two turns.
        """
        return await self._writer.change(lambda c: settings.take_turn(c, scope, key, now, every))

    async def set_setting(self, scope: str, key: str, value: str | None) -> None:
        """Makes a setting; ``None`` takes it back."""
        await self._writer.change(lambda c: settings.set_setting(c, scope, key, value))
