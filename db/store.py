"""The store: the public interface to the bot's database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from db.acts import Acts
from db.admin import Admin
from db.admin.totals import Totals, counts
from db.club import Club
from db.connection import Connection
from db.daily import Daily
from db.database import Database, Place, open_database
from db.games import Games
from db.games.checking import Checked
from db.history import (
    NUMBERS_LEFT_OUT,
    Lost,
    Mark,
    WentBackError,
    begin_epoch,
    next_epoch,
)
from db.leagues import Leagues
from db.ledger import Ledger
from db.outbox import Outbox
from db.people import People
from db.share import ALONE, Share
from db.sqlite.backups import Backup, back_up, backups_in
from db.timers import Timers
from db.writer import Writer


class Store:
    """The bot's open database, with an operation for each change and each question.

    No other process may write the database, or this process's share of it.

    Every change is one transaction: it is kept wholly, and durably when the call returns, or not at
    all. Operations are methods of their subjects: ``store.games.append(…)``.

    Any operation may raise ``DiskFullError`` or another ``StoreError``, any change
    ``ConflictError`` if it contradicts the schema.

    A call that raises has kept nothing, with one exception: ``UnsureError`` means that the
    connection was lost during the commit. The caller has to read again then.

    Cancelling a waiting caller does not take its change back. Times come from the caller, in
    milliseconds UTC.

    >>> async def remembered(path: Path) -> str | None:
    ...     store = await Store.open(path)
    ...     await store.admin.set_setting("announce", "7", "1234")
    ...     await store.close()
    ...     store = await Store.open(path)
    ...     try:
    ...         return await store.admin.setting("announce", "7")
    ...     finally:
    ...         await store.close()
    >>> asyncio.run(remembered(folder / "games.sqlite3"))
    '1234'

    Attributes:
        place: where the database is; an address may have a password in it.
        path: the file; for a database on a server, the name for its backups.
        share: the servers that this process serves. Questions for pending work, and those alone,
            find only data of these servers.
        epoch: the number of the stretch of history that the database is in.
        lost: what was found lost when the database was opened, or None.
        games, ledger, people, club, leagues, daily, timers, outbox, admin, acts: the operations on
            each subject.
    """

    def __init__(self, place: Place, database: Database, share: Share = ALONE) -> None:
        self.place = place
        self.share = share
        self.path = database.path
        self._database = database
        self._writer = Writer(database.link, database.name, database.reader)
        self.games = Games(self._writer, share)
        self.ledger = Ledger(self._writer, share)
        self.people = People(self._writer, share)
        self.club = Club(self._writer, share)
        self.leagues = Leagues(self._writer, share)
        self.daily = Daily(self._writer, share)
        self.timers = Timers(self._writer, share)
        self.outbox = Outbox(self._writer, share)
        self.admin = Admin(self._writer, share)
        self.acts = Acts(self._writer, share)
        self.epoch = database.link.mark.epoch
        self.lost: Lost | None = None

    @classmethod
    async def open(
        cls,
        place: Place,
        share: Share = ALONE,
        *,
        known: Mark | None = None,
        witness: Path | None = None,
    ) -> Store:
        """Open a database, and keep other processes from writing it.

        A missing database is created, one of an older version migrated. If the database is behind
        what is known of it, another epoch of its history begins.

        Args:
            place: the path of a file of SQLite's, or an address of PostgreSQL's.
            share: the part of a database of PostgreSQL's to hold.
            known: the newest point of history that this process knows from before.
            witness: the folder of the witness of a database of PostgreSQL's.

        Raises:
            StoreError: names the fault, such as ``InUseError``, ``UnwritableError``,
                ``CorruptDatabaseError`` or ``UnreachableError``; the database is then unchanged.
        """
        store = cls(place, await open_database(place, share, witness), share)
        try:
            await store._compare(known)
        except BaseException:
            await store.close()
            raise
        return store

    async def _compare(self, known: Mark | None) -> None:
        """Begin another epoch if the database is behind, or may be as another server has it."""
        link = self._database.link
        found, written = link.mark, link.witness.read()
        known = max((mark for mark in (known, written) if mark), key=_place_of, default=None)
        behind = known is not None and found.is_behind(known)
        if not (behind or link.moved):
            return
        at = time.time_ns() // 1_000_000
        mark = next_epoch(found, known, at)
        games = await self._writer.change(partial(self._begin_epoch, mark=mark, at=at))
        link.mark = Mark(mark.epoch, mark.commits + 1, mark.cluster)  # the change is a commit too
        link.witness.write(link.mark)
        self.epoch = mark.epoch
        lost = known.commits - found.commits if behind and known else None
        self.lost = Lost(lost, games)

    def _begin_epoch(self, connection: Connection, *, mark: Mark, at: int) -> int:
        self._database.leave_numbers_out(connection, NUMBERS_LEFT_OUT)
        return begin_epoch(connection, self.share, mark, at)

    def when_lost(self, act: Callable[[WentBackError], None]) -> None:
        """Have a function called once history is lost while the database is open."""
        self._writer.when_lost = act

    async def close(self) -> None:
        """Finish the pending operations and release the database."""
        try:
            await self._writer.close()
            self._database.link.witness.write(self._database.link.mark)
        finally:
            await self._database.close()

    async def back_up(self, folder: Path, at: int, *, kept: int | None) -> tuple[Backup, Checked]:
        """Copy the database as it is now into a file in a folder, while games go on.

        The copy is opened, and its unfinished games are replayed.

        Args:
            folder: the folder of the copy, whose name tells the time.
            at: the time.
            kept: how many backups stay there, the oldest removed; ``None`` for all.

        Raises:
            StoreError: such as ``MissingFolderError``, ``UnwritableError`` or ``DiskFullError``; no
                backup is removed then.
        """
        copy = self._database.copy_to
        # Not through the writer: a copy takes seconds, and both databases can be read while a bot
        # writes.
        return await asyncio.to_thread(
            back_up, self.path, folder, at, kept=kept, beside_a_bot=True, copy=copy
        )

    async def damage(self) -> str | None:
        """Check the whole database while games go on; return what is damaged, or None.

        Raises:
            StoreError: if it cannot be read.
        """
        # In a thread and on a connection of its own: it takes seconds.
        return await asyncio.to_thread(self._database.damage)

    async def purge(self) -> None:
        """Remove the bytes of deleted rows from the database's files, while no other job runs.

        Raises:
            StoreError: if that cannot be done now.
        """
        await self._writer.in_line(self._database.purge)

    @property
    def beside(self) -> Path | None:
        """The folder of the database's file; None for one on a server."""
        return self.path.parent if isinstance(self.place, Path) else None

    async def newest_backup(self, folder: Path) -> Backup | None:
        """Return the newest backup of this database in a folder, or ``None``.

        Raises:
            MissingFolderError: if there is no such folder.
            UnwritableError: if it cannot be read.
        """
        found = await asyncio.to_thread(backups_in, folder, self.path)
        return found[0] if found else None

    async def counts(self) -> Totals:
        """Return the totals of the database."""
        return await self._writer.read(lambda c: counts(c, self._database.size, self.share))


def _place_of(mark: Mark) -> tuple[int, int]:
    return mark.epoch, mark.commits
