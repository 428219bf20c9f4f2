"""The dispatcher of timers: one task that sleeps until the next row of the table ``due``.

A timer is a ``StoredDue``, handled by the handler of its kind. There is no task for a game or a
person: a hundred thousand timers are as many rows and one sleeping task.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, TypeAlias

from db.errors import StoreError
from db.store import Store
from db.timers import StoredDue
from delivery.causes import NotShownError, database_retry_s, outage_retry_s, retry_after_s
from runtime.background import persistently

log = logging.getLogger("arkadia.dispatcher")

Handler: TypeAlias = Callable[[Sequence[StoredDue]], Awaitable[None]]
"""Handles timers: all of a kind that are due for one person, or for one game or server.

It must be idempotent, looking at the present state first: after a kill it may be called once more.
Timers that it returns from are deleted, unless it noted new times for them; if it raises, they are
retried with backoff.
"""

Key: TypeAlias = tuple[str, int, int, int]
"""A timer's kind, and the ids of its server, game and person."""

LOOKED_AT: Final = 100  # timers that are read from the database at once

AT_ONCE: Final = 10  # handlers that run at the same time

ROUND_S: Final = 5.0
"""Seconds after which handlers are not waited for any longer: they go on beside what comes next."""

LONGEST_REST_S: Final = 3600.0  # seconds after which the database is read in any case

SHARED_REST_S: Final = 60.0  # the same where other processes save timers, too


class Dispatcher:
    """A dispatcher that calls the handler of each timer when the timer is due, or soon after.

    Timers that came due while the bot was down are handled at the start, those of one person
    together.
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
        self._busy: set[Key] = set()
        self._running: set[asyncio.Task[bool]] = set()
        self._failures = 0

    def handle(self, kind: str, handler: Handler | None) -> None:
        """Register the handler of a kind of timers; None unregisters it, and its timers wait.

        Raises:
            ValueError: if the kind has another handler; kinds of notices are kinds of timers, too.
        """
        if handler is None:
            self._handlers.pop(kind, None)
        elif self._handlers.get(kind, handler) != handler:
            raise ValueError(f"the kind {kind} has another handler")
        else:
            self._handlers[kind] = handler
            self.wake()

    def start(self) -> None:
        """Begin to handle timers."""
        self._started = True
        self.wake()

    async def close(self) -> None:
        """Wait for the handlers that are running, and call no more."""
        self._started = False
        if self._waiting is not None:
            self._waiting.cancel()
            await asyncio.gather(self._waiting, return_exceptions=True)
        if self._round is not None:
            await asyncio.gather(self._round, return_exceptions=True)
        await asyncio.gather(*self._running, return_exceptions=True)

    async def note(self, *dues: StoredDue) -> None:
        """Save timers; a saved timer with the same kind and ids gets the new time."""
        if dues:
            await self._store.timers.put(*dues)
            self.wake(min(due.at for due in dues))

    async def note_surely(self, due: StoredDue) -> None:
        """Save a timer; if the database fails, keep it in memory and retry."""
        self._unsaved = [known for known in self._unsaved if _key(known) != _key(due)]
        try:
            await self._store.timers.put(due)
        except StoreError as error:
            log.error("Not noted when it is due", extra={"kind": due.kind, "why": str(error)})
            self._unsaved.append(due)
        self.wake(due.at)

    def wake(self, at: int | None = None) -> None:
        """Read the timers anew, after one was saved or the clock was set.

        Args:
            at: the time of the saved timer; ``None`` to read them in any case.
        """
        if not self._started:
            return
        if self._waiting is not None and not self._waiting.done():
            # A round is running that may have read the table already: another one follows.
            if self._until is None:
                self._again = True
                return
            if at is not None and at >= self._until:
                return
            self._waiting.cancel()
        self._until = None
        self._waiting = asyncio.create_task(persistently("timers", self._wait))

    async def _wait(self) -> None:
        while True:
            self._again = False
            self._round = asyncio.create_task(self._do_due())
            # Shielded: a wake cancels the sleep, and never a handler in the middle of its work.
            rest = await asyncio.shield(self._round)
            if not self._again:
                self._until = self._clock() + round(rest * 1000)
                await asyncio.sleep(rest)
                self._until = None

    async def _do_due(self) -> float:
        """Handle the timers that are due, and return the seconds until the next."""
        try:
            # First the timers that an outage kept in memory, or a later read would miss them.
            while self._unsaved:
                await self._store.timers.put(unsaved := self._unsaved[0])
                self._unsaved = [due for due in self._unsaved if due is not unsaved]
            found = await self._store.timers.next(self._handlers, limit=LOOKED_AT)
        except StoreError as error:
            log.error("Nothing is done", extra={"why": str(error)})
            return self._rest_after_failure()
        now = self._clock()
        # A handler that is late wakes this task at its end, and needs no other look until then.
        found = tuple(due for due in found if _key(due) not in self._busy)
        lots = _together(due for due in found if due.at <= now)
        for first in range(0, len(lots), AT_ONCE):
            if not await self._do_some(lots[first : first + AT_ONCE]):
                return self._rest_after_failure()
        self._failures = 0
        if lots:
            return 0.0
        longest = LONGEST_REST_S if self._store.shards.alone else SHARED_REST_S
        return min((found[0].at - now) / 1000, longest) if found else longest

    async def _do_some(self, lots: Iterable[Sequence[StoredDue]]) -> bool:
        """Handle some lots at once; return whether the outcomes were saved, as far as known.

        One that waits for Discord must not hold back what is due meanwhile.
        """
        tasks = [asyncio.create_task(self._do_alone(lot)) for lot in lots]
        self._running.update(tasks)
        for task in tasks:
            task.add_done_callback(self._running.discard)
        done, late = await asyncio.wait(tasks, timeout=ROUND_S)
        for task in late:  # what it noted is read once it has ended
            task.add_done_callback(lambda _: self.wake())
        return all(task.result() for task in done)

    async def _do_alone(self, lot: Sequence[StoredDue]) -> bool:
        keys = {_key(due) for due in lot}
        self._busy |= keys
        try:
            return await self._do(lot)
        finally:
            self._busy -= keys

    def _rest_after_failure(self) -> float:
        self._failures += 1
        return database_retry_s(self._failures)

    async def _do(self, lot: Sequence[StoredDue]) -> bool:
        """Handle timers that belong together; return whether the outcome was saved."""
        where = {"kind": lot[0].kind, "table": lot[0].game_id}
        attempts = min(due.attempts for due in lot) + 1
        again, why = None, ""
        handler = self._handlers.get(lot[0].kind)
        if handler is None:  # its extension was unloaded meanwhile
            return True
        try:
            await handler(lot)
        except NotShownError as error:
            log.warning("Not done", extra={**where, "why": error.code})
            again, why = retry_after_s(error.code, attempts), error.code
        except StoreError as error:
            log.error("Not done", extra={**where, "why": str(error)})
            again, why = outage_retry_s(attempts), "unavailable"
        except Exception:  # the trouble of one must not stop the others
            log.exception("Not done", extra=where)
            again, why = outage_retry_s(attempts), "failed"
        try:
            if again is None:
                await self._store.timers.drop(*lot)
            else:
                now = self._clock()
                await self._store.timers.put_off(lot, now + again * 1000, why, now)
        except StoreError as error:  # it is done once more, which changes nothing
            log.error("Not noted as done", extra={**where, "why": str(error)})
            return False
        return True


def _key(due: StoredDue) -> Key:
    return due.kind, due.guild_id, due.game_id, due.user_id


def _together(dues: Iterable[StoredDue]) -> list[list[StoredDue]]:
    """Group timers into lots of one kind and person, or of one game or server, in their order."""
    lots: dict[tuple[str, int, int, int], list[StoredDue]] = {}
    for due in dues:
        # By person across servers: several reminders at once are one message.
        place = (0, 0) if due.user_id else (due.guild_id, due.game_id)
        lots.setdefault((due.kind, due.user_id, *place), []).append(due)
    return list(lots.values())
