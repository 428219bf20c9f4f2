"""What is still to be done to public messages: tried until it is done or impossible.

A chore is noted together with the news that make it necessary, and forgotten once it is done. So
it is done though Discord refuses it for hours, and though the process ends meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Final, Protocol

from db.errors import StoreError
from db.rows import StoredChore
from tabletop.errors import NotShownError, TableError, UnreadableTableError
from tabletop.service import Tables

log = logging.getLogger("arkadia.chores")

RETRY_SECONDS: Final = (15, 60, 300, 900, 3600, 6 * 3600, 24 * 3600)
"""When to try again what could not be done; the last one repeats."""

MOST_ATTEMPTS: Final = 20
"""After so many, about two weeks, it is taken for impossible."""

AT_ONCE: Final = 20
"""How many chores are done at the same time."""

LONGEST_REST: Final = 60.0
"""Seconds until chores that came meanwhile are looked for."""

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
    """Does what is to be done, by one task that rests while there is nothing."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._doer: Doer | None = None
        self._tending: asyncio.Task[None] | None = None
        self._round: asyncio.Task[float | None] | None = None
        self._resting = False
        self._more = False
        self._now = 0

    def start(self, doer: Doer) -> None:
        """Have chores done by somebody from now on."""
        self._doer = doer

    def begin(self) -> None:
        """Do now what is due, and later what is to be tried again."""
        self._more = True
        if self._doer is None:
            return
        if self._tending is not None and self._resting:
            self._tending.cancel()
            self._tending = None
        if self._tending is None or self._tending.done():
            self._tending = asyncio.create_task(self._tend(self._doer))

    async def close(self) -> None:
        """Do nothing any more; what is being done is finished first."""
        self._doer = None
        if self._tending is not None:
            self._tending.cancel()
            await asyncio.gather(self._tending, return_exceptions=True)
        if self._round is not None:
            await asyncio.gather(self._round, return_exceptions=True)

    async def _tend(self, doer: Doer) -> None:
        self._resting = False
        while self._more:
            self._more = False
            self._now = max(self._now, self._tables.now())
            self._round = asyncio.create_task(self._do_due(doer, self._now))
            rest = await asyncio.shield(self._round)
            if rest is not None and not self._more:
                self._resting = self._more = True
                await asyncio.sleep(rest)
                self._resting = False
                self._now += round(rest * 1000)  # also where the clock was set back

    async def _do_due(self, doer: Doer, now: int) -> float | None:
        """Do what is due at a time; gives the seconds until more may be, or None for nothing."""
        store = self._tables.store
        try:
            soonest = await store.chores_due(ALWAYS, limit=AT_ONCE)
        except StoreError as error:
            log.error("Chores wait", extra={"why": str(error)})
            return LONGEST_REST
        due = [chore for chore in soonest if (chore.retry_at or 0) <= now]
        tried = await asyncio.gather(*(self._attempt(doer, chore, now) for chore in due))
        if any(left is chore for left, chore in zip(tried, due, strict=True)):
            return LONGEST_REST  # how it ended could not be noted
        if len(due) == AT_ONCE:
            return 0.0
        times = [left.retry_at for left in (*tried, *soonest[len(due) :]) if left is not None]
        rests = [(at - now) / 1000 for at in times if at is not None]
        return max(0.0, min(*rests, LONGEST_REST)) if rests else None

    async def _attempt(self, doer: Doer, chore: StoredChore, now: int) -> StoredChore | None:
        """Do one thing; gives what is left of it, the same if that could not be noted."""
        store, where = self._tables.store, {"table": chore.game_id, "what": chore.what}
        retry_at = await self._retry_at(doer, chore, now)
        try:
            if retry_at is None:
                await store.forget_chore(chore.message_id, chore.what)
                return None
            await store.put_off_chore(chore.message_id, chore.what, retry_at)
        except StoreError as error:
            log.error("Chore not noted", extra={**where, "why": str(error)})
            return chore
        return replace(chore, retry_at=retry_at)

    async def _retry_at(self, doer: Doer, chore: StoredChore, now: int) -> int | None:
        """Do one thing; gives when to try it again, None if it is done or impossible."""
        where = {"table": chore.game_id, "what": chore.what}
        try:
            await doer.do(chore)
        except NotShownError as error:
            if error.again and chore.attempts + 1 < MOST_ATTEMPTS:
                wait = RETRY_SECONDS[min(chore.attempts, len(RETRY_SECONDS) - 1)]
                log.info("Chore waits", extra={**where, "why": error.code, "seconds": wait})
                return now + wait * 1000
            log.warning("Chore is impossible", extra={**where, "why": error.code})
        except (TableError, UnreadableTableError) as error:
            log.warning("Chore is impossible", extra={**where, "why": str(error)})
        except StoreError as error:
            log.error("Chore waits", extra={**where, "why": str(error)})
            return now + RETRY_SECONDS[0] * 1000
        except Exception:  # one message's trouble must not stop the others
            log.exception("Chore failed", extra=where)
        return None
