"""Showing what is saved: every piece of news once, in order, again when Discord failed.

For each table one publisher at a time asks the announcer to show the table as it is, and notes
what was shown. What cannot be shown now is tried again later, and at the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat
from typing import Final, Protocol
from weakref import WeakValueDictionary

from db.errors import StoreError
from db.rows import StoredMessage
from tables.errors import UnreadableTableError
from tables.service import Tables
from tables.table import Table

log = logging.getLogger("arkadia.publishing")

RETRY_SECONDS: Final = (15.0, 60.0, 300.0, 900.0, 3600.0)
"""When to try again what could not be shown; the last one repeats."""


class NotShownError(Exception):
    """News could not be shown.

    Attributes:
        code: why: ``forbidden``, ``gone`` (the channel is deleted),
            ``unavailable`` or ``failed``.
        again: whether trying again by itself may help.
    """

    def __init__(self, code: str, *, again: bool) -> None:
        super().__init__(code)
        self.code = code
        self.again = again


class Announcer(Protocol):
    """Shows a table to the public."""

    async def announce(self, table: Table, *, recovering: bool) -> Sequence[StoredMessage]:
        """Show the table as it is; gives the messages that stand for it now.

        Args:
            recovering: whether the news may have been shown already without being noted: before a
                crash, or in a request whose answer was lost.

        Raises:
            NotShownError: if that is not possible now.
        """
        ...


class Publisher:
    """Keeps what is shown of the tables up with what is saved."""

    def __init__(self, tables: Tables, announcer: Announcer) -> None:
        self._tables = tables
        self._announcer = announcer
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._retries: dict[int, asyncio.Task[None]] = {}
        self._uncertain: set[int] = set()
        self._closed = False

    async def publish(self, number: int, *, recovering: bool = False) -> NotShownError | None:
        """Show all news of a table; what went wrong is given, and tried again if that may help."""
        trouble = await self._try(number, recovering=recovering)
        if trouble is not None and trouble.again:
            self._retry(number)
        return trouble

    async def publish_all(self) -> None:
        """Show everything that was saved and not yet shown, at the start."""
        for number in await self._tables.store.unshown():
            await self.publish(number, recovering=True)

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

    async def _try(self, number: int, *, recovering: bool = False) -> NotShownError | None:
        lock = self._locks.setdefault(number, asyncio.Lock())
        async with lock:
            recovering = recovering or number in self._uncertain
            self._uncertain.add(number)
            try:
                await self._show(number, recovering)
            except NotShownError as error:
                log.warning("News not shown", extra={"table": number, "why": error.code})
                return error
            except StoreError as error:
                log.error("News not shown", extra={"table": number, "why": str(error)})
                return NotShownError("unavailable", again=True)
            except Exception:  # one table's trouble must not stop the others
                log.exception("News not shown", extra={"table": number})
                return NotShownError("failed", again=False)
            self._uncertain.discard(number)
        return None

    async def _show(self, number: int, recovering: bool) -> None:
        try:
            table = await self._tables.catch_up(number)
        except UnreadableTableError as error:
            log.error("Table set aside", extra={"table": number, "why": error.reason})
            await self._tables.set_aside(number, error.reason)
            table = await self._tables.cache.get(number)
        while table.row.shown < table.row.news:
            news = table.row.news
            messages = await self._announcer.announce(replace(table), recovering=recovering)
            recovering = False
            table = await self._tables.note_shown(number, news, messages)

    def _retry(self, number: int) -> None:
        if not self._closed and number not in self._retries:
            self._retries[number] = asyncio.create_task(self._keep_trying(number))

    async def _keep_trying(self, number: int) -> None:
        try:
            for seconds in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
                await asyncio.sleep(seconds)
                trouble = await self._try(number)
                if trouble is None or not trouble.again:
                    break
        finally:
            self._retries.pop(number, None)
