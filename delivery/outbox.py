"""The outbox: what is new of a topic is said once, in order, and again when that failed.

What is to be said is durable before anything is sent: a count of news that is larger than what was
shown of it. One attempt is made for a topic at a time. What cannot be said now is due later,
wherever the process is then; at the start everything is said that was not.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from db.errors import StoreError
from db.outbox.rows import StoredItem, Topic
from db.store import Store
from db.timers.rows import StoredDue
from delivery.backoff import RETRY_AFTER_S, retry_after_s
from delivery.changes import Change, Changes
from delivery.dispatcher import Dispatcher
from delivery.errors import NotShownError

log = logging.getLogger("arkadia.outbox")

AT_ONCE: Final = 8
"""Subjects of which something is said at the same time, at the start."""

BURST: Final = 40
TOPICS_A_SECOND: Final = 20.0
"""So many topics are spoken of without a pause at the start, and then so many a second.

One takes three requests or more, and Discord takes fifty a second of a bot, answers aside, so the
bot makes fewer; what people do meanwhile waits for those that are under way, and no more."""

MOST_KNOWN: Final = 20_000
"""Of so many topics it is known in memory that all that stands is noted."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to say what is new.

    Attributes:
        topic: of what.
        failed: whether the one before failed, perhaps after something was sent.
        first: whether it is the first of this process.
        since: when the process was started.
    """

    topic: Topic
    failed: bool
    first: bool
    since: int

    def may_stand(self, born_at: int) -> bool:
        """Whether something may stand that is not noted, and is to be looked back for.

        An earlier process may have been killed before it noted what it sent.

        Args:
            born_at: when there was something to say of the topic first.
        """
        return self.failed or (self.first and born_at <= self.since)


Say: TypeAlias = Callable[[Attempt], Awaitable[bool]]
"""Says what is new of a topic and notes it; whether there is more by now.

Raises ``NotShownError`` if that is not possible now."""

GiveUp: TypeAlias = Callable[[Topic, NotShownError], Awaitable[None]]
"""Heeds that something cannot be said, and will not be tried again by itself."""


async def nothing(topic: Topic, trouble: NotShownError) -> None:
    """What is given up waits until there is more to say, or until the next start."""


class Outbox:
    """Says what is new, whatever it is: who knows how a kind is said is asked to.

    Attributes:
        changes: what is to be done to messages that stand.
        caught_up: set once all was tried that was not said before the start.
    """

    def __init__(self, store: Store, dispatcher: Dispatcher, clock: Callable[[], int]) -> None:
        self.changes = Changes(store, dispatcher, clock)
        self.caught_up = asyncio.Event()
        self._store = store
        self._dispatcher = dispatcher
        self._clock = clock
        self._since = clock()
        self._kinds: dict[str, tuple[Say, GiveUp]] = {}
        self._locks: WeakValueDictionary[Topic, asyncio.Lock] = WeakValueDictionary()
        self._noted: dict[Topic, None] = {}
        self._unnoted: set[Topic] = set()
        self._failed: dict[Topic, StoredDue] = {}
        self._saying: set[asyncio.Task[NotShownError | None]] = set()

    def handle(self, kind: str, say: Say | None, give_up: GiveUp = nothing) -> None:
        """Have a kind said from now on; None leaves it until it can be said."""
        if say is None:
            self._kinds.pop(kind, None)
        else:
            self._kinds[kind] = say, give_up
        self._dispatcher.handle(kind, None if say is None else self._say_due)

    def handle_change(self, kind: str, change: Change | None) -> None:
        """Have a kind of change made to messages from now on; None leaves them as they are."""
        self.changes.handle(kind, change)
        self.handle(kind, None if change is None else self._change)

    async def say(self, topic: Topic) -> NotShownError | None:
        """Say all that is new of a topic; gives why not, and tries again if that may help."""
        trouble = await self._try(topic)
        if trouble is None:
            await self._forget(topic)
        else:
            await self._put_off(topic, trouble)
        return trouble

    def begin(self, items: Collection[StoredItem]) -> None:
        """Say and do what was noted just now; nobody waits for it."""
        self.changes.begin([item for item in items if item.message_id])
        for item in items:
            if not item.message_id:
                task = asyncio.create_task(self.say(item.topic))
                self._saying.add(task)
                task.add_done_callback(self._saying.discard)

    async def catch_up(self) -> None:
        """Say everything that was not said, at the start, the newest game first."""
        unsaid = await self._unsaid()
        if unsaid:
            log.info("Catching up", extra={"count": len(unsaid)})
        waiting, begin = enumerate(unsaid), time.monotonic()
        await asyncio.gather(*(self._catch_up(waiting, begin) for _ in range(AT_ONCE)))
        if unsaid:
            took = round(time.monotonic() - begin, 1)
            log.info("Caught up", extra={"count": len(unsaid), "seconds": took})
        self.caught_up.set()

    async def _unsaid(self) -> list[Topic]:
        """What is to be said at the start, however long the database cannot be reached."""
        attempts = 0
        while True:
            try:
                later = self._clock() + RETRY_AFTER_S[-1] * 1000
                found = await self._store.outbox.unsaid(later)
            except StoreError as error:
                log.error("Nothing is said", extra={"why": str(error)})
                attempts += 1
                await asyncio.sleep(RETRY_AFTER_S[min(attempts, len(RETRY_AFTER_S)) - 1])
            else:
                return [topic for topic in found if topic.kind in self._kinds]

    async def close(self) -> None:
        """Finish what is being said and done."""
        await asyncio.gather(*self._saying, return_exceptions=True)
        for lock in list(self._locks.values()):
            async with lock:
                pass
        await self.changes.close()

    async def _change(self, attempt: Attempt) -> bool:
        await self.changes.tend(attempt.topic)
        return False

    async def _catch_up(self, waiting: Iterator[tuple[int, Topic]], begin: float) -> None:
        """Say what nobody else says, at a pace that Discord takes."""
        for place, topic in waiting:
            due = begin + max(0, place - BURST) / TOPICS_A_SECOND
            if (early := due - time.monotonic()) > 0:
                await asyncio.sleep(early)
            await self.say(topic)

    async def _say_due(self, lot: Sequence[StoredDue]) -> None:
        """Say what could not be said before."""
        for due in lot:
            topic = Topic(due.kind, due.guild_id, due.game_id)
            self._failed[topic] = due
            await self.say(topic)

    async def _try(self, topic: Topic) -> NotShownError | None:
        where = {"kind": topic.kind, "server": topic.guild_id, "number": topic.number}
        async with self._locks.setdefault(topic, asyncio.Lock()):
            try:
                await self._say_all(topic)
            except NotShownError as error:
                log.warning("News not shown", extra={**where, "why": error.code})
                return error
            except StoreError as error:
                log.error("News not shown", extra={**where, "why": str(error)})
                return NotShownError("unavailable")
            except Exception:  # one topic's trouble must not stop the others
                log.exception("News not shown", extra=where)
                return NotShownError("failed")
        return None

    async def _say_all(self, topic: Topic) -> None:
        more = True
        while more:
            if topic.kind not in self._kinds:
                raise NotShownError("unavailable")
            say, _ = self._kinds[topic.kind]
            attempt = Attempt(topic, topic in self._unnoted, topic not in self._noted, self._since)
            self._unnoted.add(topic)
            more = await say(attempt)
            self._unnoted.discard(topic)
            self._noted[topic] = None
            if len(self._noted) > MOST_KNOWN:
                del self._noted[next(iter(self._noted))]

    async def _put_off(self, topic: Topic, trouble: NotShownError) -> None:
        """Have it tried again after a while, the longer the more often it failed."""
        kind, guild, number = topic
        before = self._failed.get(topic)
        attempts = 1 if before is None else before.attempts + 1
        wait = retry_after_s(trouble.code, attempts)
        if wait is not None:
            at = self._clock() + wait * 1000
            due = self._failed[topic] = StoredDue(kind, at, guild, number, attempts=attempts)
            await self._dispatcher.note_surely(due)
        elif kind in self._kinds:
            _, give_up = self._kinds[kind]
            try:
                await give_up(topic, trouble)
            except StoreError as error:
                log.error("Not given up", extra={"number": number, "why": str(error)})

    async def _forget(self, topic: Topic) -> None:
        """Have it tried no more what was said."""
        due = self._failed.pop(topic, None)
        if due is not None:
            try:
                await self._store.timers.drop(due)
            except StoreError as error:  # then there is nothing to say when it is due
                log.warning("Due stays", extra={"number": topic.number, "why": str(error)})
