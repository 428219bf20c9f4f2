"""Changes to standing messages (strip, retire, edit, delete), retried until done or impossible.

A change is saved in the transaction that makes it necessary; its row is deleted once it is done.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from db.errors import StoreError
from db.outbox.rows import RETIRE, STRIP, StoredItem, Topic
from db.store import Store
from db.timers.rows import StoredDue
from delivery.backoff import retry_after_s
from delivery.dispatcher import Dispatcher
from delivery.errors import Cause, NotShownError
from delivery.lanes import Lanes

log = logging.getLogger("arkadia.outbox")

NOTED_WITHIN_S: Final = 15.0
"""Seconds in which the removal of buttons is noted at the latest."""


Change: TypeAlias = Callable[[StoredItem], Awaitable[None]]
"""Makes a change to a message; nothing if the message is no longer there.

Raises ``NotShownError`` if that is not possible now."""


class Changes:
    """A worker that makes saved changes to posted messages in the background, with retries.

    Attributes:
        done: removals of buttons that were made but whose rows are not deleted yet. Removal is
            idempotent, so the rows are deleted with the next transaction, or a little later.
    """

    def __init__(
        self, store: Store, dispatcher: Dispatcher, clock: Callable[[], int], lanes: Lanes
    ) -> None:
        self.done: tuple[StoredItem, ...] = ()
        self._store = store
        self._dispatcher = dispatcher
        self._clock = clock
        self._lanes = lanes
        self._kinds: dict[str, Change] = {}
        self._busy: set[StoredItem] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._flush: asyncio.TimerHandle | None = None

    def handle(self, kind: str, change: Change | None) -> None:
        """Register the function that makes a kind of change; None unregisters it."""
        if change is None:
            self._kinds.pop(kind, None)
        else:
            self._kinds[kind] = change

    def begin(self, items: Sequence[StoredItem]) -> None:
        """Start to make the given changes in the background; their rows must be saved."""
        if items:
            self._start(self._do_all(items))

    def noted(self, done: Sequence[StoredItem]) -> None:
        """Remove changes from ``done``, because their rows were deleted."""
        self.done = tuple(item for item in self.done if item not in done)

    def soon(self, topic: Topic) -> None:
        """Start to make all saved changes of a topic in the background."""
        self._start(self._tend_soon(topic))

    async def tend(self, topic: Topic) -> None:
        """Make all saved changes of a topic."""
        await self._do_all(await self._store.outbox.to_do(topic))

    async def _tend_soon(self, topic: Topic) -> None:
        try:
            await self.tend(topic)
        except StoreError as error:
            log.error("Message not changed", extra={"what": topic.kind, "why": str(error)})
            kind, guild, number = topic
            await self._dispatcher.note_surely(StoredDue(kind, self._clock(), guild, number))

    async def close(self) -> None:
        """Wait for the changes that have begun, and begin no more."""
        self._kinds.clear()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._save_done()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do_all(self, items: Sequence[StoredItem]) -> None:
        for item in items:
            change = self._kinds.get(item.kind)
            # A change may be found by its begin, by a retry and at the start, all at the same time.
            if change is not None and item not in self._busy and item not in self.done:
                self._busy.add(item)
                try:
                    async with self._lanes.turn(item.channel_id):
                        await self._do(change, item)
                finally:
                    self._busy.discard(item)
        if self.done and self._flush is None:
            loop = asyncio.get_running_loop()
            self._flush = loop.call_later(NOTED_WITHIN_S, self._save_soon)

    def _save_soon(self) -> None:
        self._flush = None
        self._start(self._save_done())

    async def _do(self, change: Change, item: StoredItem) -> None:
        """Make one change, and note the outcome."""
        why = await self._attempt(change, item)
        wait = None if why is None else retry_after_s(why, item.attempts + 1)
        where = {"number": item.subject_id, "what": item.kind}
        try:
            if wait is not None:
                log.info("Message not changed", extra={**where, "why": why, "seconds": wait})
                due = replace(self._due(item, wait), why=why or "")
                await self._store.outbox.put_off([item], due, self._clock())
                self._dispatcher.wake(self._clock() + wait * 1000)
            elif item.kind in (STRIP, RETIRE):
                self.done = (*self.done, item)
            else:
                await self._store.outbox.done([item])
        except StoreError as error:
            log.error("Change not noted", extra={**where, "why": str(error)})
            # The row remains, so the change is made once more: all kinds are idempotent.
            await self._dispatcher.note_surely(self._due(item, 1))

    async def _attempt(self, change: Change, item: StoredItem) -> Cause | None:
        """Make one change; return the reason if it failed, None if it is done or impossible."""
        where = {"number": item.subject_id, "what": item.kind}
        try:
            await change(item)
        except NotShownError as error:
            if retry_after_s(error.code, item.attempts + 1) is None:
                log.warning("Change is impossible", extra={**where, "why": error.code})
            return error.code
        except StoreError as error:
            log.error("Message not changed", extra={**where, "why": str(error)})
            return "unavailable"
        except Exception:  # one message's trouble must not stop the others
            log.exception("Message not changed", extra=where)
        return None

    def _due(self, item: StoredItem, seconds: int) -> StoredDue:
        at = self._clock() + seconds * 1000
        return StoredDue(item.kind, at, item.guild_id, item.subject_id)

    async def _save_done(self) -> None:
        """Delete the rows of the changes that are made."""
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        done = self.done
        if not done:
            return
        try:
            await self._store.outbox.done(done)
        except StoreError as error:  # after a crash it is done once more
            log.error("Changes not noted", extra={"count": len(done), "why": str(error)})
            if self._kinds:
                loop = asyncio.get_running_loop()
                self._flush = loop.call_later(NOTED_WITHIN_S, self._save_soon)
            return
        self.noted(done)
