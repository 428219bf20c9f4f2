"""Showing what is saved: every piece of news once, in order, again when Discord failed.

For each table one publisher at a time asks the announcer to show the table as it is, and notes
what was shown. What cannot be shown now is tried again later, and at the next start.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol
from weakref import WeakValueDictionary

from db.errors import StoreError
from db.games.rows import StoredMessage
from db.outbox.rows import NewWaiting, StoredChore
from db.timers.rows import StoredDue
from tabletop.chores import Chores, Doer
from tabletop.errors import NotShownError, UnreadableTableError
from tabletop.signal import Signal
from tabletop.table import Table
from tabletop.tables import Tables

log = logging.getLogger("arkadia.publishing")

RETRY_SECONDS: Final = (15.0, 60.0, 300.0, 900.0, 3600.0)
"""When to try again what Discord did not take; the last one repeats."""

SHORTEST_BAN: Final = 15 * 60.0
LONGEST_BAN: Final = 24 * 3600.0
"""Seconds after which a place is tried again where the bot may not write: the longer it has been
forbidden the more, and no more at all after some time."""

AT_ONCE: Final = 8
"""Tables that are shown at the same time, at the start."""

BURST: Final = 40
A_SECOND: Final = 20.0
"""So many tables are shown without a pause at the start, and then so many a second.

A table takes three requests or more, and Discord takes fifty a second of a bot, answers aside, so
the bot makes fewer; what people do meanwhile waits for those that are under way, and no more."""

GIVEN_UP: Final = 14 * 24 * 3600.0
"""Seconds after which news of a forbidden place wait for somebody to do something."""


@dataclass(frozen=True, slots=True)
class Shown:
    """How a table was shown.

    Attributes:
        news: how much of its news was shown; fewer than there are if a message of before was found.
        messages: what stands for it now, if that is new.
        chores: what is to be done to other messages now, such as the one before.
        pinged: the people whom that notifies.
        dues: what is to be done later, such as to tell of it whoever is not to be notified now.
    """

    news: int
    messages: Sequence[StoredMessage] = ()
    chores: Sequence[StoredChore] = ()
    pinged: Collection[int] = ()
    dues: Sequence[StoredDue] = ()


class Announcer(Doer, Protocol):
    """Shows a table to the public."""

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        """Show the table as it is, or find what was shown before; gives what stands for it now.

        Args:
            table: a copy, which may be changed.
            recovering: whether something may have been shown already without being noted: before
                a crash, or in a request whose answer was lost.

        Raises:
            NotShownError: if that is not possible now.
        """
        ...


class Planner(Protocol):
    """Plans when the person is told again for whom a table waits."""

    def plan(self, table: Table, *, called: bool) -> NewWaiting | None:
        """Whom a table waits for that was shown; None if that cannot have changed.

        Args:
            called: whether the message that shows it notifies that person.
        """
        ...

    def planned(self, waiting: NewWaiting) -> None:
        """Heed what was planned, which is saved now."""
        ...


class Publisher:
    """Keeps what is shown of the tables up with what is saved.

    Args:
        planner: plans what shown tables lead to; without one nobody is reminded of anything.

    Attributes:
        caught_up: set once all is shown that was not at the start.
        over: sends the number of a table whose game is over, perhaps more than once.
    """

    def __init__(
        self,
        tables: Tables,
        announcer: Announcer | None = None,
        planner: Planner | None = None,
    ) -> None:
        self.caught_up = asyncio.Event()
        self.over = Signal()
        self._tables = tables
        self._planner = planner
        self._chores = Chores(tables)
        self._since = tables.now()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._retries: dict[int, asyncio.Task[None]] = {}
        self._noted: set[int] = set()
        self._unnoted: set[int] = set()
        self._announcer: Announcer | None = None
        self._closed = False
        if announcer is not None:
            self.start(announcer)

    def start(self, announcer: Announcer) -> None:
        """Show tables by an announcer from now on, and try again what cannot be shown."""
        self._announcer = announcer
        self._chores.start(announcer)
        self._closed = False

    async def publish(self, number: int) -> NotShownError | None:
        """Show all news of a table; what went wrong is given, and tried again if that may help."""
        trouble = await self._try(number)
        if trouble is not None and trouble.again:
            self._retry(number, trouble)
        return trouble

    def tend(self) -> None:
        """Have done what is still to be done to messages that stand there."""
        self._chores.begin()

    async def publish_all(self) -> None:
        """Show everything that was saved and not yet shown, at the start, the newest game first."""
        due = await self._tables.store.outbox.unshown(self._tables.now())
        if due:
            log.info("Catching up", extra={"tables": len(due)})
        waiting = enumerate(reversed(due))
        begin = time.monotonic()
        await asyncio.gather(*(self._catch_up(waiting, begin) for _ in range(AT_ONCE)))
        if due:
            took = round(time.monotonic() - begin, 1)
            log.info("Caught up", extra={"tables": len(due), "seconds": took})
        for number in await self._tables.store.outbox.unshown():
            if number not in due:
                self._retry(number, NotShownError("forbidden", again=True))
        self._chores.begin()
        self.caught_up.set()

    async def _catch_up(self, waiting: Iterator[tuple[int, int]], begin: float) -> None:
        """Show the tables that nobody else shows, at a pace that Discord takes."""
        for place, number in waiting:
            due = begin + max(0, place - BURST) / A_SECOND
            if (early := due - time.monotonic()) > 0:
                await asyncio.sleep(early)
            await self.publish(number)

    async def close(self) -> None:
        """Stop trying again; what is being shown is finished first."""
        self._closed = True
        retries = list(self._retries.values())
        for retry in retries:
            retry.cancel()
        await asyncio.gather(*retries, return_exceptions=True)
        for lock in list(self._locks.values()):
            async with lock:
                pass
        await self._chores.close()

    async def _try(self, number: int) -> NotShownError | None:
        lock = self._locks.setdefault(number, asyncio.Lock())
        async with lock:
            try:
                await self._show(number)
            except NotShownError as error:
                log.warning("News not shown", extra={"table": number, "why": error.code})
                return await self._put_off(number, error)
            except StoreError as error:
                log.error("News not shown", extra={"table": number, "why": str(error)})
                return NotShownError("unavailable", again=True)
            except Exception:  # one table's trouble must not stop the others
                log.exception("News not shown", extra={"table": number})
                return NotShownError("failed", again=False)
        return None

    async def _show(self, number: int) -> None:
        try:
            table = await self._tables.turns.catch_up(number)
        except UnreadableTableError as error:
            log.error("Table set aside", extra={"table": number, "why": error.reason})
            await self._tables.set_aside(number, error.reason)
            table = await self._tables.cache.get(number)
        if table.row.state in ("finished", "cancelled", "closed"):
            self.over.send(number)
        while table.row.shown < table.row.news:
            if self._announcer is None:
                raise NotShownError("unavailable", again=True)
            recovering = self._may_stand_unnoted(table)
            self._unnoted.add(number)
            shown = await self._announcer.announce(replace(table), recovering=recovering)
            waiting = self._plan(table, shown)
            done = self._chores.done
            table, chores = await self._tables.display.note_shown(
                *(number, shown.news, shown.messages, shown.chores, waiting, shown.dues, done)
            )
            self._chores.noted(done)
            if self._planner is not None and waiting is not None:
                self._planner.planned(waiting)
            self._unnoted.discard(number)
            self._noted.add(number)
            if not _goes_on(table):
                self._noted.discard(number)
            if chores:
                self._chores.begin(chores)

    def _plan(self, table: Table, shown: Shown) -> NewWaiting | None:
        """What is to follow when a table was shown as it is, and not as it was before."""
        if self._planner is None or shown.news < table.row.news:
            return None
        called = table.active is not None and table.active.user_id in shown.pinged
        return self._planner.plan(table, called=called)

    def _may_stand_unnoted(self, table: Table) -> bool:
        """Whether an earlier process, or an attempt of this one, may have shown more than noted."""
        if table.number in self._unnoted:
            return True
        return table.number not in self._noted and table.row.created_at <= self._since

    async def _put_off(self, number: int, trouble: NotShownError) -> NotShownError:
        """Notes when a place is tried again where nothing can be shown, and when no more."""
        if trouble.code not in ("forbidden", "gone"):
            return trouble
        try:
            table = await self._tables.cache.get(number)
            wait = self._ban(table)
            if not _goes_on(table) and (wait is None or trouble.code == "gone"):
                await self._tables.display.note_shown(number, table.row.news)
            elif trouble.code == "forbidden":
                seconds = GIVEN_UP if wait is None else wait
                retry_at = self._tables.now() + round(seconds * 1000)
                await self._tables.store.outbox.put_off(number, retry_at)
        except StoreError as error:
            log.error("Not put off", extra={"table": number, "why": str(error)})
            return trouble
        return NotShownError(trouble.code, again=trouble.again and wait is not None)

    def _ban(self, table: Table) -> float | None:
        """Seconds until a forbidden place is tried again, None for no more."""
        waited = (self._tables.now() - (table.row.ended_at or table.moved_at)) / 1000
        return None if waited > GIVEN_UP else min(max(waited, SHORTEST_BAN), LONGEST_BAN)

    def _retry(self, number: int, trouble: NotShownError) -> None:
        if not self._closed and number not in self._retries:
            self._retries[number] = asyncio.create_task(self._keep_trying(number, trouble))

    async def _keep_trying(self, number: int, trouble: NotShownError | None) -> None:
        attempts = 0
        try:
            while trouble is not None and trouble.again:
                await asyncio.sleep(await self._pause(number, trouble, attempts))
                attempts += 1
                trouble = await asyncio.shield(self._try(number))
        finally:
            self._retries.pop(number, None)

    async def _pause(self, number: int, trouble: NotShownError, attempts: int) -> float:
        if trouble.code == "forbidden":
            try:
                return self._ban(await self._tables.cache.get(number)) or GIVEN_UP
            except (StoreError, UnreadableTableError):
                return LONGEST_BAN
        return RETRY_SECONDS[min(attempts, len(RETRY_SECONDS) - 1)]


def _goes_on(table: Table) -> bool:
    """Whether there may be more news of a table."""
    return table.row.state in ("lobby", "running")
