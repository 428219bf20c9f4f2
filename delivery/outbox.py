"""The transactional outbox: the news of a topic are posted once, in order, with retries.

News are durable before anything is sent, as a count that is larger than the count of shown news.
There is one attempt for a topic at a time. A retry is a saved timer, so that any process may make
it; at the start all topics with unshown news are posted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from db.errors import StoreError
from db.outbox.rows import StoredItem, Topic
from db.store import Store
from db.timers.rows import StoredDue
from delivery.backoff import RETRY_AFTER_S, retry_after_s, until_answered
from delivery.changes import Change, Changes
from delivery.dispatcher import Dispatcher
from delivery.errors import NotShownError
from delivery.lanes import Lanes
from runtime.background import persistently
from runtime.newest import Newest

log = logging.getLogger("arkadia.outbox")

AT_ONCE: Final = 8
"""Topics that are posted at the same time, at the start."""

BURST: Final = 40
TOPICS_A_SECOND: Final = 20.0
"""The topics that are posted without a pause at the start, and then in a second.

One takes three requests or more, and Discord's global limit is fifty a second, answers aside. The
pace is below it, so that people's actions meanwhile wait only for the requests under way."""

MOST_KNOWN: Final = 2_000
"""The topics known in memory to need no look-back."""

LOOK_EVERY_S: Final = 900.0
"""Seconds between two looks for news that wait without a retry."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to post the news of a topic.

    Attributes:
        topic: the topic.
        failed: True if the attempt before failed, perhaps after something was sent.
        first: True if this is the process's first attempt for the topic.
        since: the time at which the process was started.
        attempts: how often it failed before for the same cause.
    """

    topic: Topic
    failed: bool
    first: bool
    since: int
    attempts: int = 0

    def may_stand(self, born_at: int) -> bool:
        """Return whether a message may have been posted that the database does not record.

        An earlier process may have been killed between sending and noting.

        Args:
            born_at: the time of the topic's first news.
        """
        return self.failed or (self.first and born_at <= self.since)


Say: TypeAlias = Callable[[Attempt], Awaitable[bool]]
"""Posts the news of a topic and notes that; returns whether there are more by now.

Raises ``NotShownError`` if that is not possible now."""

GiveUp: TypeAlias = Callable[[Topic, NotShownError], Awaitable[int | None]]
"""Called when news cannot be posted; returns the seconds until another look, None for no more."""


Posting: TypeAlias = asyncio.Task[NotShownError | None]
"""News being posted; its result is the error if that failed."""


async def nothing(topic: Topic, trouble: NotShownError) -> int | None:
    """Do nothing: the default for news that cannot be posted and will not be retried."""
    return None


class Outbox:
    """The service that posts the news of topics, by functions registered for each kind of topic.

    Attributes:
        changes: the worker that changes posted messages.
        lanes: the turns in which messages are posted and changed.
        caught_up: an event, set once all news from before the start have been tried.
    """

    def __init__(self, store: Store, dispatcher: Dispatcher, clock: Callable[[], int]) -> None:
        self.lanes = Lanes()
        self.changes = Changes(store, dispatcher, clock, self.lanes)
        self.caught_up = asyncio.Event()
        self._store = store
        self._dispatcher = dispatcher
        self._clock = clock
        self._since = clock()
        self._kinds: dict[str, tuple[Say, GiveUp]] = {}
        self._locks: WeakValueDictionary[Topic, asyncio.Lock] = WeakValueDictionary()
        # Forgetting one costs a vain look-back; keeping all would grow with every game.
        self._noted: Newest[Topic, None] = Newest(MOST_KNOWN)
        self._unnoted: set[Topic] = set()
        self._failed: dict[Topic, StoredDue] = {}
        self._saying: set[Posting] = set()
        self._given_up: Newest[Topic, None] = Newest(MOST_KNOWN)
        self._looking: asyncio.Task[None] | None = None

    def handle(self, kind: str, say: Say | None, give_up: GiveUp = nothing) -> None:
        """Register the function that posts a kind of news; None unregisters it."""
        if say is None:
            self._kinds.pop(kind, None)
        else:
            self._kinds[kind] = say, give_up
        self._dispatcher.handle(kind, None if say is None else self._say_due)

    def handle_change(self, kind: str, change: Change | None) -> None:
        """Register the function that makes a kind of change to messages; None unregisters it."""
        self.changes.handle(kind, change)
        self.handle(kind, None if change is None else self._change)

    async def say(self, topic: Topic) -> NotShownError | None:
        """Post all news of a topic; if that fails, return the error and schedule a retry."""
        # The map is weak: a lock lives as long as an attempt, and topics leave nothing.
        async with self._locks.setdefault(topic, asyncio.Lock()):
            self._given_up.pop(topic, None)
            trouble = await self._try(topic)
            # Before the next attempt, whose success would otherwise be followed by this retry.
            if trouble is None:
                await self._forget(topic)
            else:
                await self._put_off(topic, trouble)
        return trouble

    def begin(self, items: Collection[StoredItem]) -> None:
        """Start to post the saved news and make the saved changes, in the background."""
        self.changes.begin([item for item in items if item.message_id])
        for item in items:
            if not item.message_id:
                self.begin_saying(item.topic)

    def begin_saying(self, topic: Topic) -> Posting:
        """Start to post all news of a topic, in the background."""
        posting = asyncio.create_task(self.say(topic))
        self._saying.add(posting)
        posting.add_done_callback(self._saying.discard)
        return posting

    async def begin_all(self, kind: str) -> None:
        """Start to make all saved changes of a kind, in the background."""
        for topic in await self._unsaid():
            if topic.kind == kind:
                self.changes.soon(topic)

    async def catch_up(self) -> None:
        """Post all unshown news at the start, the newest game first."""
        unsaid = await self._unsaid()
        if unsaid:
            log.info("Catching up", extra={"count": len(unsaid)})
        now = asyncio.get_running_loop().time
        waiting, begin = enumerate(unsaid), now()
        await asyncio.gather(*[self._catch_up(waiting, begin) for _ in range(AT_ONCE)])
        if unsaid:
            took = round(now() - begin, 1)
            log.info("Caught up", extra={"count": len(unsaid), "seconds": took})
        self.caught_up.set()
        if self._looking is None:
            self._looking = asyncio.create_task(persistently("outbox", self._look))

    async def _look(self) -> None:
        """Post news that nothing else would post, again and again.

        An act may be saved and then end in an error, before its news are begun.
        """
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                found = await self._store.outbox.unsaid(0)  # those with a retry are left to it
            except StoreError as error:  # the next look finds them
                log.error("Nothing is said", extra={"why": str(error)})
                continue
            for topic in found:
                if topic.kind in self._kinds and topic not in self._given_up:
                    # Neither does an error end the looks, nor a close interrupt what has begun.
                    await asyncio.wait({self.begin_saying(topic)})

    async def _unsaid(self) -> list[Topic]:
        """Return the topics with unshown news, with retries while the database is out of reach."""

        def ask() -> Awaitable[Sequence[Topic]]:
            # A retry more than an hour off is for a missing permission: no restart grants it.
            return self._store.outbox.unsaid(self._clock() + RETRY_AFTER_S[-1] * 1000)

        found = await until_answered(ask, "Nothing is said")
        return [topic for topic in found if topic.kind in self._kinds]

    async def close(self) -> None:
        """Wait for the posts and changes that have begun."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
            self._looking = None
        await asyncio.gather(*self._saying, return_exceptions=True)
        for lock in list(self._locks.values()):
            async with lock:
                pass
        await self.changes.close()

    async def _change(self, attempt: Attempt) -> bool:
        await self.changes.tend(attempt.topic)
        return False

    async def _catch_up(self, waiting: Iterator[tuple[int, Topic]], begin: float) -> None:
        """Post the next topics that no other worker has taken, at a pace below Discord's limit."""
        now = asyncio.get_running_loop().time
        for place, topic in waiting:
            due = begin + max(0, place - BURST) / TOPICS_A_SECOND
            if (early := due - now()) > 0:
                await asyncio.sleep(early)
            await self.say(topic)

    async def _say_due(self, lot: Sequence[StoredDue]) -> None:
        """Retry topics whose timers are due."""
        for due in lot:
            topic = Topic(due.kind, due.guild_id, due.game_id)
            if topic in self._noted and topic not in self._failed:
                # Told since by this process: a failure now is the first of others.
                due = replace(due, attempts=0, since=0)
            self._failed[topic] = due
            await self.say(topic)

    async def _try(self, topic: Topic) -> NotShownError | None:
        where = {"kind": topic.kind, "server": topic.guild_id, "number": topic.number}
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
            # Marked before the attempt and cleared after: any way out of it leaves a look-back due.
            doubt, first = topic in self._unnoted, topic not in self._noted
            before = self._failed.get(topic)
            attempt = Attempt(topic, doubt, first, self._since, before.attempts if before else 0)
            self._unnoted.add(topic)
            more = await say(attempt)
            self._unnoted.discard(topic)
            self._noted[topic] = None

    async def _put_off(self, topic: Topic, trouble: NotShownError) -> None:
        """Schedule a retry by backoff, or give the news up."""
        kind, guild, number = topic
        before = self._failed.get(topic)
        # Each reason counts its own: an outage says nothing on when a permission is granted.
        attempts = before.attempts + 1 if before and before.why == trouble.code else 1
        wait = retry_after_s(trouble.code, attempts)
        if wait is None and kind in self._kinds:
            self._given_up[topic] = None
            _, give_up = self._kinds[kind]
            try:
                wait = await give_up(topic, trouble)
            except StoreError as error:
                log.error("Not given up", extra={"number": number, "why": str(error)})
        if wait is not None:
            now = self._clock()
            due = self._failed[topic] = StoredDue(
                kind,
                now + wait * 1000,
                guild,
                number,
                attempts=attempts,
                since=(before and before.since) or now,
                why=trouble.code,
            )
            await self._dispatcher.note_surely(due)

    async def _forget(self, topic: Topic) -> None:
        """Drop the retry of a topic that was found to have no news; a note drops its own."""
        if (due := self._failed.pop(topic, None)) is not None:
            try:
                await self._store.timers.drop(due)
            except StoreError as error:  # then there is nothing to say when it is due
                log.warning("Due stays", extra={"number": topic.number, "why": str(error)})
