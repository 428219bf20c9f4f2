"""What is due: one task that sleeps until the next thing that stands in the database.

Whatever is to be done at a time is noted as a ``StoredDue`` with its kind, and done by the handler
of that kind. There is no timer for a game or a person: a hundred thousand things to do are as many
rows and one sleeping task.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, TypeAlias

from db.errors import StoreError
from db.store import Store
from db.timers.rows import StoredDue
from delivery.backoff import RETRY_AFTER_S, retry_after_s
from delivery.errors import NotShownError

log = logging.getLogger("arkadia.dispatcher")

Handler: TypeAlias = Callable[[Sequence[StoredDue]], Awaitable[None]]
"""Does what is due: all of a kind that has come due for one person, or for one game or server.

It looks at how things are before it acts, because it may be called once more for what it has done
just before the process was killed. What it returns from is forgotten, unless it noted a new time
for it; what it raises from is tried again.
"""

LOOKED_AT: Final = 100
"""How much is taken from the database at once."""

AT_ONCE: Final = 10
"""How many handlers run at the same time; between them and the next ones there is a pause."""

PAUSE_S: Final = 0.5
"""Seconds of it, so that much that is due after an outage is no burst."""

LONGEST_REST_S: Final = 3600.0
"""Seconds after which the database is looked at in any case."""

SHARED_REST_S: Final = 60.0
"""The same where other processes note what is due, too."""


class Dispatcher:
    """Does each thing when it is due, or as soon as it can after that.

    What came due while the bot was down is handed to its handler at once, all that concerns one
    person together.

    Args:
        clock: the time in milliseconds UTC.
    """

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._handlers: dict[str, Handler] = {}
        self._started = False
        self._waiting: asyncio.Task[None] | None = None
        self._round: asyncio.Task[float] | None = None
        self._until: int | None = None
        self._again = False
        self._unsaved: list[StoredDue] = []
        self._failures = 0

    def handle(self, kind: str, handler: Handler | None) -> None:
        """Have a kind done by a handler from now on; None leaves what is due until there is one."""
        if handler is None:
            self._handlers.pop(kind, None)
        else:
            self._handlers[kind] = handler
            self.wake()

    def start(self) -> None:
        """Begin to do what is due."""
        self._started = True
        self.wake()

    async def close(self) -> None:
        """Do nothing any more; what is being done is finished first."""
        self._started = False
        if self._waiting is not None:
            self._waiting.cancel()
            await asyncio.gather(self._waiting, return_exceptions=True)
        if self._round is not None:
            await asyncio.gather(self._round, return_exceptions=True)

    async def note(self, *dues: StoredDue) -> None:
        """Note when things are due; one that is noted already is due at the new time instead."""
        if dues:
            await self._store.timers.put(*dues)
            self.wake(min(due.at for due in dues))

    async def note_surely(self, due: StoredDue) -> None:
        """Note when something is due, in memory until the database takes it."""
        self._unsaved = [known for known in self._unsaved if _key(known) != _key(due)]
        try:
            await self._store.timers.put(due)
        except StoreError as error:
            log.error("Not noted when it is due", extra={"kind": due.kind, "why": str(error)})
            self._unsaved.append(due)
        self.wake(due.at)

    def wake(self, at: int | None = None) -> None:
        """Look at what is due, because something was noted for a time or the clock was set."""
        if not self._started:
            return
        if self._waiting is not None and not self._waiting.done():
            if self._until is None:
                self._again = True
                return
            if at is not None and at >= self._until:
                return
            self._waiting.cancel()
        self._until = None
        self._waiting = asyncio.create_task(self._wait())

    async def _wait(self) -> None:
        while True:
            self._again = False
            self._round = asyncio.create_task(self._do_due())
            rest = await asyncio.shield(self._round)
            if not self._again:
                self._until = self._clock() + round(rest * 1000)
                await asyncio.sleep(rest)
                self._until = None

    async def _do_due(self) -> float:
        """Do what is due, and give the seconds until more is."""
        try:
            while self._unsaved:
                await self._store.timers.put(unsaved := self._unsaved[0])
                self._unsaved = [due for due in self._unsaved if due is not unsaved]
            found = await self._store.timers.next(self._handlers, limit=LOOKED_AT)
        except StoreError as error:
            log.error("Nothing is done", extra={"why": str(error)})
            return self._rest_after_failure()
        now = self._clock()
        lots = _together(due for due in found if due.at <= now)
        for first in range(0, len(lots), AT_ONCE):
            if first:
                await asyncio.sleep(PAUSE_S)
            noted = await asyncio.gather(*(self._do(lot) for lot in lots[first : first + AT_ONCE]))
            if not all(noted):
                return self._rest_after_failure()
        self._failures = 0
        if lots:
            return 0.0
        longest = LONGEST_REST_S if self._store.share.alone else SHARED_REST_S
        return min((found[0].at - now) / 1000, longest) if found else longest

    def _rest_after_failure(self) -> float:
        """Seconds until the database is asked again that failed."""
        self._failures += 1
        return RETRY_AFTER_S[min(self._failures, len(RETRY_AFTER_S)) - 1]

    async def _do(self, lot: Sequence[StoredDue]) -> bool:
        """Do what belongs together; gives whether it was kept how that ended."""
        where = {"kind": lot[0].kind, "table": lot[0].game_id}
        attempts = min(due.attempts for due in lot) + 1
        again: float | None = None
        handler = self._handlers.get(lot[0].kind)
        if handler is None:  # nobody does it any more
            return True
        try:
            await handler(lot)
        except NotShownError as error:
            log.warning("Not done", extra={**where, "why": error.code})
            again = retry_after_s(error.code, attempts)
        except Exception:  # the trouble of one must not stop the others
            log.exception("Not done", extra=where)
            again = RETRY_AFTER_S[min(attempts, len(RETRY_AFTER_S)) - 1]
        try:
            if again is None:
                await self._store.timers.drop(*lot)
            else:
                await self._store.timers.put_off(lot, self._clock() + round(again * 1000))
        except StoreError as error:  # it is done once more, which changes nothing
            log.error("Not noted as done", extra={**where, "why": str(error)})
            return False
        return True


def _key(due: StoredDue) -> tuple[str, int, int, int]:
    return due.kind, due.guild_id, due.game_id, due.user_id


def _together(dues: Iterable[StoredDue]) -> list[list[StoredDue]]:
    """What is due in lots of one kind and person, or of one game or server, in their order."""
    lots: dict[tuple[str, int, int, int], list[StoredDue]] = {}
    for due in dues:
        place = (0, 0) if due.user_id else (due.guild_id, due.game_id)
        lots.setdefault((due.kind, due.user_id, *place), []).append(due)
    return list(lots.values())
