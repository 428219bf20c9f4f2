"""The store: the public interface to the bot's database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from db.database import Database, Place, open_database
from db.features import FeatureTables, is_loaded, is_older, load
from db.games import Games
from db.games.replaying import Checked
from db.outbox import Outbox
from db.people import People
from db.servers import Admin, Totals, counts
from db.settings import APART_S, NUMBERS_LEFT_OUT, begin_epoch, epoch_of, reached
from db.sql import ALONE, Connection, Shards
from db.sqlite.upkeep import Backup, back_up, backups_in
from db.timers import Timers
from db.usage import Usage
from db.waiting import Waiting

log = logging.getLogger("arkadia.history")

P = ParamSpec("P")
T = TypeVar("T")


class Store:
    """The bot's open database, with an operation for each change and each question.

    No other process may write the database, or this process's shards of it.

    Every change is one transaction: it is kept wholly, and durably when the call returns, or not at
    all. Operations are methods of their subjects: ``store.games.append(…)``.

    A feature passes its own functions of a connection, in whose transaction they run:
    ``store.change(like, person, colour=…)``.

    Any operation may raise ``DiskFullError`` or another ``StoreError``, any change
    ``ConflictError`` if it contradicts the schema. A change with a ``charge`` or with limits raises
    ``LimitReachedError`` when one is reached, one with ``asked`` raises ``DoneBeforeError`` when it
    was kept before.

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
        shards: the servers that this process serves. Questions for pending work, and those alone,
            find only data of these servers.
        outdated: an event, set when another epoch began because history was lost unannounced: what
            this process keeps in memory may be of a past that did not happen.
        games, usage, people, timers, outbox, waiting, admin: the operations on each subject.
    """

    def __init__(self, place: Place, database: Database, shards: Shards = ALONE) -> None:
        self.place = place
        self.shards = shards
        self.path = database.path
        self._database = database
        self.damage, self.purge, self.close = database.damage, database.purge, database.close
        self.games = Games(self)
        self.usage = Usage(self)
        self.people = People(self)
        self.timers = Timers(self)
        self.outbox = Outbox(self)
        self.waiting = Waiting(self)
        self.admin = Admin(self)
        self.epoch = 0
        self.outdated = asyncio.Event()
        self._proving = asyncio.Lock()

    @classmethod
    async def open(cls, place: Place, shards: Shards = ALONE) -> Store:
        """Open a database, and keep other processes from writing it.

        A missing database is created, one of an older version migrated.

        Raises:
            StoreError: names the fault, such as ``InUseError``, ``UnwritableError``,
                ``CorruptDatabaseError`` or ``UnreachableError``; the database is then unchanged.
        """
        store = cls(place, await open_database(place, shards), shards)
        try:
            store.epoch = await store.ask(epoch_of)
        except BaseException:
            await store.close()
            raise
        return store

    async def begin_epoch(self) -> int:
        """Begin another epoch, since history was lost; return how many games are told anew."""

        def begun(connection: Connection) -> tuple[int, int]:
            self._database.leave_numbers_out(connection, NUMBERS_LEFT_OUT)
            return begin_epoch(connection, int(time.time()))

        self.epoch, games = await self._database.change(begun)
        return games

    async def is_refuted(self, game: int, *, epoch: int, version: int = 0, news: int = 0) -> bool:
        """Return whether the database knows so much less of a game that another epoch has begun.

        History was lost then, and nobody said so. Ask only about what nobody but the bot can have
        made, such as a button on a message of its own; still it happens at most once in a while.
        """
        async with self._proving:
            known = await self.ask(reached, game)
            if known is None:
                return False
            now, length, count = known
            if now > self.epoch:  # another process has found it out
                self.outdated.set()
            elif (epoch, version) <= (now, length) and (epoch, news) <= (now, count):
                return False
            elif not self.outdated.is_set() and time.time() - now >= APART_S:
                games = await self.begin_epoch()
                log.error("History was lost", extra={"table": game, "games": games})
                self.outdated.set()
            return self.outdated.is_set()

    async def load(self, tables: FeatureTables) -> None:
        """Make a feature's tables, or bring them to its version, in one transaction.

        A file is copied to ``NAME-before-FEATURE-VERSION`` beside it before tables are migrated.
        """
        if await self.ask(is_loaded, tables):
            return
        older: bool = await self.ask(is_older, tables)
        if older and self.beside:
            copy = f"{self.path.name}-before-{tables.name}-{tables.version}"
            await asyncio.to_thread(self._database.copy_to, self.beside / copy)
        await self.change(load, tables, self._database.worded)

    async def change(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """Run a function that writes in one transaction; it is durable when this returns.

        Raises:
            ForgottenError: if it would bring back a person who has just been forgotten.
        """

        def checked(connection: Connection) -> T:
            done = work(connection, *args, **named)
            self.people.refuse_forgotten(connection)
            return done

        return await self._database.change(checked)

    async def ask(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """Run a function that only reads one state, with all changes that had returned."""
        return await self._database.read(lambda connection: work(connection, *args, **named))

    async def back_up(self, folder: Path, at: int, *, kept: int | None) -> tuple[Backup, Checked]:
        """Copy the database as it is now into a file in a folder, while games go on.

        The copy is opened, and its unfinished games are replayed.

        Args:
            kept: how many backups stay there, the oldest removed; ``None`` for all.
        """
        copy = self._database.copy_to
        # Not as a question: a copy takes seconds.
        return await asyncio.to_thread(
            back_up, self.path, folder, at, kept=kept, beside_a_bot=True, copy=copy
        )

    @property
    def beside(self) -> Path | None:
        """The folder of the database's file; None for one on a server."""
        return self.path.parent if isinstance(self.place, Path) else None

    async def newest_backup(self, folder: Path) -> Backup | None:
        """Return the newest backup of this database in a folder, or ``None``."""
        found = await asyncio.to_thread(backups_in, folder, self.path)
        return found[0] if found else None

    async def counts(self) -> Totals:
        """Return the totals of the database."""
        return await self.ask(counts, self._database.size, self.shards)

    async def probe(self) -> None:
        """Return once a change was carried out that writes nothing."""
        await self._database.change(lambda connection: connection.execute("SELECT 1").fetchone())


@asynccontextmanager
async def opened(place: Place, shards: Shards = ALONE) -> AsyncIterator[Store]:
    """Open a store for as long as a context lasts."""
    store = await Store.open(place, shards)
    try:
        yield store
    finally:
        await store.close()
