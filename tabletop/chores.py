"""What is still to be done to public messages: tried until it is done or impossible.

A chore is noted together with the news that make it necessary, and forgotten once it is done. So
it is done though Discord refuses it for hours, and though the process ends meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol

from db.errors import StoreError
from db.outbox.rows import StoredChore
from tabletop.errors import NotShownError, TableError, UnreadableTableError
from tabletop.tables import Tables

log = logging.getLogger("arkadia.chores")

RETRY_SECONDS: Final = (15, 60, 300, 900, 3600, 6 * 3600, 24 * 3600)
"""When to try again what could not be done; the last one repeats."""

MOST_ATTEMPTS: Final = 20
"""After so many, about two weeks, it is taken for impossible."""

AT_ONCE: Final = 20
"""How many chores are done at the same time."""

LONGEST_REST: Final = 60.0
"""Seconds until chores that came meanwhile are looked for."""

NOTED_WITHIN: Final = 15.0
"""Seconds after which it is saved at the latest that something was done."""

ALWAYS: Final = (1 << 62) - 1
"""A time at which everything is due."""


class Doer(Protocol):
    """Does chores."""

    async def do(self, chore: StoredChore) -> None:
        """Do what is to be done to a message; nothing if it is no longer there.

        Raises:
            NotShownError: if that is not possible now.
        """
        ...


class Chores:
    """Does what is to be done, by one task that ends when there is nothing to do now.

    Attributes:
        done: what was done and is still noted: buttons that were taken off. To take them off once
            more does no harm, so this is forgotten with what is saved next, or a little later.
    """

    def __init__(self, tables: Tables) -> None:
        self.done: tuple[StoredChore, ...] = ()
        self._tables = tables
        self._doer: Doer | None = None
        self._tending: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        self._fresh: list[StoredChore] = []
        self._doing: list[StoredChore] = []
        self._more = False
        self._again: tuple[float, int] | None = None
        self._now = 0

    def start(self, doer: Doer) -> None:
        """Have chores done by somebody from now on."""
        self._doer = doer

    def begin(self, fresh: Sequence[StoredChore] = ()) -> None:
        """Do now what is due, and later what is to be tried again.

        Args:
            fresh: what was noted just now, if there is nothing else to look for.
        """
        known = (*self._fresh, *self._doing, *self.done)
        self._fresh += [chore for chore in fresh if chore not in known]
        self._more = self._more or not fresh
        if self._doer is not None and (self._tending is None or self._tending.done()):
            self._tending = asyncio.create_task(self._tend(self._doer))

    def noted(self, done: Sequence[StoredChore]) -> None:
        """Heed that it was saved what was done."""
        self.done = tuple(chore for chore in self.done if chore not in done)

    async def close(self) -> None:
        """Do nothing any more; what is being done is finished first."""
        self._doer = None
        if self._tending is not None:
            await asyncio.gather(self._tending, return_exceptions=True)
        self._look_again(None)
        await self._forget_done()

    async def _tend(self, doer: Doer) -> None:
        time = asyncio.get_running_loop().time
        while self._doer is doer and (self._more or self._fresh):
            self._now = max(self._now, self._tables.now())
            if self._more:
                self._more = False
                self._fresh.clear()
                rest = await self._do_due(doer, self._now)
                self._again = None
                if rest is not None:
                    self._again = time() + rest, self._now + round(rest * 1000)
            else:
                fresh, self._fresh = self._fresh[:AT_ONCE], self._fresh[AT_ONCE:]
                left = await self._do(doer, fresh, self._now)
                self._more = any(chore is not None for chore in left)
        times = [] if self._again is None else [self._again]
        times += [(time() + NOTED_WITHIN, self._now)] if self.done else []
        self._look_again(min(times, default=None))

    def _look_again(self, when: tuple[float, int] | None) -> None:
        """Begin again at a time, which is given for the event loop too; None for not by itself."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if when is not None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_at(when[0], self._begin_at, when[1])

    def _begin_at(self, now: int) -> None:
        self._now = max(self._now, now)  # also where the clock was set back
        self.begin()

    async def _do_due(self, doer: Doer, now: int) -> float | None:
        """Do what is due at a time; gives the seconds until more may be, or None for nothing."""
        if not await self._forget_done():
            return LONGEST_REST
        try:
            soonest = await self._tables.store.outbox.chores_due(ALWAYS, limit=AT_ONCE)
        except StoreError as error:
            log.error("Chores wait", extra={"why": str(error)})
            return LONGEST_REST
        due = [chore for chore in soonest if (chore.retry_at or 0) <= now]
        tried = await self._do(doer, due, now)
        if any(left is chore for left, chore in zip(tried, due, strict=True)):
            return LONGEST_REST  # how it ended could not be noted
        if len(due) == AT_ONCE:
            return 0.0
        times = [left.retry_at for left in (*tried, *soonest[len(due) :]) if left is not None]
        rests = [(at - now) / 1000 for at in times if at is not None]
        return max(0.0, min(*rests, LONGEST_REST)) if rests else None

    async def _forget_done(self) -> bool:
        """Note what was done; whether that was possible."""
        done = self.done
        try:
            if done:
                await self._tables.store.outbox.forget_chores(done)
        except StoreError as error:
            log.error("Chores not noted", extra={"count": len(done), "why": str(error)})
            return False
        self.noted(done)
        return True

    async def _do(
        self, doer: Doer, chores: list[StoredChore], now: int
    ) -> list[StoredChore | None]:
        """Do some things at once; gives what is left of each."""
        self._doing = chores
        if len(chores) == 1:
            tried = [await self._attempt(doer, chores[0], now)]
        else:
            tried = await asyncio.gather(*(self._attempt(doer, chore, now) for chore in chores))
        self._doing = []
        return tried

    async def _attempt(self, doer: Doer, chore: StoredChore, now: int) -> StoredChore | None:
        """Do one thing; gives what is left of it, the same if that could not be noted."""
        store, where = self._tables.store, {"table": chore.game_id, "what": chore.what}
        retry_at = await self._retry_at(doer, chore, now)
        try:
            if retry_at is not None:
                await store.outbox.put_off_chore(chore.message_id, chore.what, retry_at)
                return replace(chore, retry_at=retry_at)
            if chore.what == "strip":
                self.done = (*self.done, chore)
            else:
                await store.outbox.forget_chores([chore])
        except StoreError as error:
            log.error("Chore not noted", extra={**where, "why": str(error)})
            return chore
        return None

    async def _retry_at(self, doer: Doer, chore: StoredChore, now: int) -> int | None:
        """Do one thing; gives when to try it again, None if it is done or impossible."""
        where = {"table": chore.game_id, "what": chore.what}
        try:
            await doer.do(chore)
        except NotShownError as error:
            if error.again and chore.attempts + 1 < MOST_ATTEMPTS:
                wait = RETRY_SECONDS[min(chore.attempts, len(RETRY_SECONDS) - 1)]
                log.info("Chore waits", extra={**where, "why": error.code, "seconds": wait})
                return now + round(wait * 1000)
            log.warning("Chore is impossible", extra={**where, "why": error.code})
        except (TableError, UnreadableTableError) as error:
            log.warning("Chore is impossible", extra={**where, "why": str(error)})
        except StoreError as error:
            log.error("Chore waits", extra={**where, "why": str(error)})
            return now + RETRY_SECONDS[0] * 1000
        except Exception:  # one message's trouble must not stop the others
            log.exception("Chore failed", extra=where)
        return None
