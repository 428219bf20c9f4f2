"""Tables in memory: a bounded cache with a lock for each, and signals when one has changed."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from db.errors import BlockedError, ConflictError, LimitReachedError, NotInvitableError, StaleError
from db.games.replaying import replay
from db.games.rows import GameSummary, StoredGame
from db.store import Store
from engine import End, EngineError, begins_turn, kept
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table

Refuses: TypeAlias = Callable[[int, int], Awaitable[bool]]
"""Says whether a person does not want to sit down with another; both are ids."""


class Signal:
    """A channel that passes tables' numbers to any number of listeners; without one they are lost.

    At its start a listener therefore searches for tables itself; the signal names later ones.

    >>> over, heard = Signal(), list[int]()
    >>> over.connect(heard.append)
    >>> over.send(7)
    >>> over.disconnect(heard.append)
    >>> over.send(8)
    >>> heard
    [7]
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[[int], object]] = []

    def connect(self, listener: Callable[[int], object]) -> None:
        """Pass numbers to a listener too from now on; the listener must not block or fail."""
        self._listeners.append(listener)

    def disconnect(self, listener: Callable[[int], object]) -> None:
        """Pass no more numbers to a listener, if it was connected."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def send(self, number: int) -> None:
        """Pass the number of a table to the listeners, in the order in which they came."""
        for listener in tuple(self._listeners):
            listener(number)


class Refused:
    """A question to any number of features: does a person not want to sit down with another?

    >>> import asyncio
    >>> async def hermit(user: int, other: int) -> bool:
    ...     return user == 7
    >>> refused = Refused()
    >>> refused.add(hermit)
    >>> [asyncio.run(refused.by(user, 8)) for user in (7, 9)]
    [True, False]
    """

    def __init__(self) -> None:
        self._asked: list[Refuses] = []

    def add(self, asked: Refuses) -> None:
        """Ask a feature too from now on."""
        self._asked.append(asked)

    def remove(self, asked: Refuses) -> None:
        """Ask a feature no more."""
        self._asked.remove(asked)

    async def by(self, user: int, other: int) -> bool:
        """Return whether a person does not want to sit down with another."""
        return any([await asked(user, other) for asked in self._asked])


@contextmanager
def refusing() -> Iterator[None]:
    """Translate the store's refusals by limits, blocks and preferences into table errors."""
    try:
        yield
    except LimitReachedError as error:
        if error.until is None:
            raise TableError(f"too-many-{error.limit}", count=error.most) from error
        raise TableError(f"limit-{error.limit}", count=error.most, until=error.until) from error
    except BlockedError as error:
        raise TableError("blocked") from error
    except NotInvitableError as error:
        code = "not-met" if error.met else "not-invitable"
        raise TableError(code, person=error.user_id) from error


END: Final = str(End())  # the entry with which a turn ends; it is never taken back

REREAD_AFTER_S: Final = 60.0
"""Seconds after which a table that other processes may change is read again."""

Loaded: TypeAlias = Callable[[Table], Awaitable[None]]
"""Called with each table that was read, before its first use."""


class TableCache:
    """A cache of the tables used last, with a lock for each table in use.

    Where other processes write the same database, a cached table is read again now and then. They
    serve other servers, but a person who asks to be forgotten leaves games on all of them.

    Attributes:
        limit: the most bytes of tables to keep.
        memory: the bytes of the tables kept, as they were when each was last read or changed.
        changed: sends the number of a table after each exclusive use, which may have changed it.
    """

    def __init__(self, store: Store, limit: int, loaded: Loaded) -> None:
        self.limit = limit
        self.memory = 0
        self.changed = Signal()
        self._loaded = loaded
        self._store = store
        self._fresh_for_s = None if store.shards.alone else REREAD_AFTER_S
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._sizes: dict[int, int] = {}
        self._read_at: dict[int, float] = {}
        # Weak, so that a lock lives as long as its users and the dictionary does not grow.
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._tables)

    def _lock(self, number: int) -> asyncio.Lock:
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        return lock

    @asynccontextmanager
    async def locked(self, number: int) -> AsyncIterator[Table]:
        """Lock a table, for exclusive use by the caller.

        If the body fails the table is dropped from memory, so that its next user reads it as it is
        saved.
        """
        async with self._lock(number):
            table = await self._get(number)
            try:
                with refusing():
                    yield table
            # A refusal comes before any change, so the table in memory is still as saved.
            except TableError:
                raise
            except (StaleError, ConflictError) as error:
                self.forget(number)
                row, version = table.row, table.version
                await self.check_past(number, table.epoch, version=version, news=row.news)
                # A conflict may be another process's change; then the person is asked to try again.
                if isinstance(error, StaleError) or await self._is_other(table):
                    raise TableError("outdated", number=number) from error
                raise
            except BaseException:
                self.forget(number)
                raise
        if self._tables.get(number) is table:
            self._keep(table)
        self.changed.send(number)

    async def get(self, number: int, guild: int | None = None) -> Table:
        """Return a table for reading, in its saved state.

        Args:
            guild: the server to which the table must belong, if a person typed the number.

        Raises:
            TableError: if there is no such table, or the server has none of that number.
            UnreadableTableError: if its log does not replay.
        """
        table = self._kept(number)
        if table is None:
            try:
                async with self._lock(number):
                    table = await self._get(number)
            except UnreadableTableError as error:  # only its own server may know that it exists
                if guild not in (None, error.row.guild_id):
                    raise TableError("unknown-table", number=number) from error
                raise
        if guild not in (None, table.row.guild_id):
            raise TableError("unknown-table", number=number)
        return table

    async def find(self, number: int) -> Table | None:
        """Return a table for reading; None if it is no more or cannot be read."""
        try:
            return await self.get(number)
        except (TableError, UnreadableTableError):
            return None

    async def check_past(
        self, number: int, epoch: int | None = None, *, version: int = 0, news: int = 0
    ) -> None:
        """Check that the database still has what nobody but the bot can have shown of a table.

        Args:
            epoch: the epoch in which it was shown; None for the present one.

        Raises:
            TableError: if it was lost, and everybody is about to be told.
        """
        table, epoch = self._tables.get(number), self._store.epoch if epoch is None else epoch
        if table and epoch <= table.epoch and version <= table.version and news <= table.row.news:
            return
        if await self._store.is_refuted(number, epoch=epoch, version=version, news=news):
            raise TableError("went-back", number=number)

    def _kept(self, number: int) -> Table | None:
        table = self._tables.get(number)
        if table is None:
            return None
        fresh_for, age = self._fresh_for_s, time.monotonic() - self._read_at[number]
        if fresh_for is not None and age > fresh_for:
            return None
        self._tables.move_to_end(number)
        return table

    async def drain(self) -> None:
        """Wait until no table is locked."""
        for lock in list(self._locks.values()):
            async with lock:
                pass

    def forget(self, number: int) -> None:
        """Drop a table from memory."""
        self._tables.pop(number, None)
        self._read_at.pop(number, None)
        self.memory -= self._sizes.pop(number, 0)

    async def _is_other(self, table: Table) -> bool:
        """Return whether another process has saved the table since, which may refuse a change."""
        stored = await self._store.games.load(table.number)
        return stored is None or (stored.news, len(stored.log)) != (table.row.news, table.version)

    async def _get(self, number: int) -> Table:
        table = self._kept(number)
        if table is None:
            stored = await self._store.games.load(number)
            if stored is None:
                raise TableError("unknown-table", number=number)
            table = table_of(stored)
            table.epoch = self._store.epoch
            await self._loaded(table)
            self._read_at[number] = time.monotonic()
            self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        number, size = table.number, table.memory
        self.memory += size - self._sizes.get(number, 0)
        self._tables[number], self._sizes[number] = table, size
        self._tables.move_to_end(number)
        # Dropping a table in use does no harm: its user holds it, and its lock stays until then.
        while self.memory > self.limit and len(self._tables) > 1:
            self.forget(next(iter(self._tables)))


def table_of(stored: StoredGame) -> Table:
    """Build a table from its row and its log."""
    row = GameSummary(**{name: getattr(stored, name) for name in GameSummary.__dataclass_fields__})
    game = None
    if stored.deck is not None and stored.state != "aside":
        try:
            game = replay(stored)
        except EngineError as error:
            if stored.state in ("running", "finished"):
                raise UnreadableTableError(row, str(error)) from error
    messages = {message.kind: message for message in stored.messages}
    begun_at = stored.begun_at or stored.created_at
    moved_at = stored.log[-1].at if stored.log else begun_at
    begins = [entry.at for entry in stored.log if begins_turn(entry.entry)]
    began_at = begins[-1] if begins else begun_at
    played = [stored.log[place] for place in kept(entry.entry for entry in stored.log)]
    people = [entry.author is not None for entry in played if entry.entry == END]
    return Table(row, game, stored.votes, messages, moved_at, began_at, stored.pauses, people)
