"""The transactional outbox: the news of a topic are posted once, in order, with retries.

News are durable before anything is sent, as a count that is larger than the count of shown news.
There is one attempt for a topic at a time. A retry is a saved timer, so that any process may make
it; at the start all topics with unshown news are posted.

A change of a standing message (strip, retire, edit, delete) is saved in the transaction that makes
it necessary; its row is deleted once it is done or impossible.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from db.errors import StoreError
from db.outbox import StoredItem, Topic
from db.store import Store
from db.timers import StoredDue
from delivery.causes import RETRY_AFTER_S, Cause, NotShownError, retry_after_s, until_answered
from delivery.dispatcher import Dispatcher
from delivery.pace import PlaceLimits
from runtime.background import persistently
from runtime.newest import Newest

log = logging.getLogger("arkadia.outbox")

T = TypeVar("T")

AT_ONCE: Final = 8
"""Topics that are posted at the same time, at the start. Requests are made in their order
(``delivery/pace.py``), so what people do meanwhile waits for as many."""

MOST_KNOWN: Final = 2_000  # the topics known in memory to need no look-back

NEVER, ALWAYS = -1, 1 << 62  # times before all news, and after all

LOOK_EVERY_S: Final = 900.0  # seconds between two looks for news that wait without a retry


class Attempt(NamedTuple):
    """One attempt to post the news of a topic.

    Attributes:
        doubted_until: a message may stand without being noted if the topic's first news are not
            younger than this: after a failure, or from a process that was killed.
        attempts: how often it failed before for the same cause.
    """

    topic: Topic
    doubted_until: int
    attempts: int = 0


class Said(NamedTuple):
    """The outcome of an attempt, all of which is noted."""

    more: bool = False
    items: Sequence[StoredItem] = ()


Say: TypeAlias = Callable[[Attempt], Awaitable[Said]]
"""Posts the news of a topic and notes that.

Raises ``NotShownError`` if that is not possible now."""

Change: TypeAlias = Callable[[StoredItem], Awaitable[None]]
"""Makes a change to a message, again and again if need be; nothing if the message is gone.

It may raise ``NotShownError``; a cog's ``edits()`` also errors of discord.py."""

GiveUp: TypeAlias = Callable[[Topic, NotShownError], Awaitable[int | None]]
"""Called when news cannot be posted; returns the seconds until another look, None for no more."""

Posting: TypeAlias = asyncio.Task[NotShownError | None]
"""News being posted; its result is the error if that failed."""


class Outbox:
    """The service that posts the news of topics, by functions registered for each kind of topic.

    Attributes:
        limits: the turns in which messages are posted and changed.
        caught_up: an event, set once all news from before the start have been tried.
    """

    def __init__(self, store: Store, dispatcher: Dispatcher, clock: Callable[[], int]) -> None:
        self.limits = PlaceLimits()
        self.caught_up = asyncio.Event()
        self._store = store
        self._dispatcher = dispatcher
        self._clock = clock
        self._since = clock()
        self._kinds: dict[str, tuple[Say, GiveUp | None]] = {}
        self._locks: WeakValueDictionary[Topic, asyncio.Lock] = WeakValueDictionary()
        # Forgetting one costs a vain look-back; keeping all would grow with every game.
        self._noted: Newest[Topic, None] = Newest(MOST_KNOWN)
        self._unnoted: set[Topic] = set()
        self._failed: dict[Topic, StoredDue] = {}
        self._changes: dict[str, Change] = {}
        self._changing: set[StoredItem] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._given_up: Newest[Topic, None] = Newest(MOST_KNOWN)
        self._looking: asyncio.Task[None] | None = None

    def handle(self, kind: str, say: Say | None, give_up: GiveUp | None = None) -> None:
        """Register the function that posts a kind of news; None unregisters it."""
        if say is None:
            self._kinds.pop(kind, None)
        else:
            self._kinds[kind] = say, give_up
        self._dispatcher.handle(kind, None if say is None else self._say_due)

    def handle_change(self, kind: str, change: Change | None) -> None:
        """Register the function that makes a kind of change to messages; None unregisters it."""
        if change is None:
            self._changes.pop(kind, None)
        else:
            self._changes[kind] = change
        self.handle(kind, None if change is None else self._change_all)

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
        if changes := [item for item in items if item.message_id]:
            self._start(self._change(changes))
        for item in items:
            if not item.message_id:
                self.begin_saying(item.topic)

    def begin_saying(self, topic: Topic) -> Posting:
        """Start to post all news of a topic, or to make its changes, in the background."""
        return self._start(self.say(topic))

    def _start(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def begin_all(self, kind: str) -> None:
        """Start to make all saved changes of a kind, in the background."""
        for topic in await self._unsaid():
            if topic.kind == kind:
                self.begin_saying(topic)

    async def catch_up(self) -> None:
        """Post all unshown news at the start, the newest game first."""
        unsaid = await self._unsaid()
        if unsaid:
            log.info("Catching up", extra={"count": len(unsaid)})
        waiting = iter(unsaid)

        async def say_next() -> None:
            for topic in waiting:
                await self.say(topic)

        await asyncio.gather(*[say_next() for _ in range(AT_ONCE)])
        if unsaid:
            log.info("Caught up", extra={"count": len(unsaid)})
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
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        for lock in list(self._locks.values()):
            async with lock:
                pass

    async def _change_all(self, attempt: Attempt) -> Said:
        await self._change(await self._store.outbox.to_do(attempt.topic))
        return Said()

    async def _change(self, items: Sequence[StoredItem]) -> None:
        for item in items:
            # A change may be found by its begin, by a retry and at the start, all at the same time.
            change = self._changes.get(item.kind)
            if change is not None and item not in self._changing:
                self._changing.add(item)
                try:
                    async with self.limits.turn(item.channel_id):
                        await self._note_change(item, await self._try_change(change, item))
                finally:
                    self._changing.discard(item)

    async def _try_change(self, change: Change, item: StoredItem) -> Cause | None:
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

    async def _note_change(self, item: StoredItem, why: Cause | None) -> None:
        wait = None if why is None else retry_after_s(why, item.attempts + 1)
        where = {"number": item.subject_id, "what": item.kind}
        now, outbox = self._clock(), self._store.outbox
        due = StoredDue(item.kind, now + (wait or 1) * 1000, item.guild_id, item.subject_id)
        try:
            if wait is None:
                await outbox.done([item])
            else:
                log.info("Message not changed", extra={**where, "why": why, "seconds": wait})
                await outbox.put_off([item], replace(due, why=why or ""), now)
                self._dispatcher.wake(due.at)
        except StoreError as error:
            log.error("Change not noted", extra={**where, "why": str(error)})
            # The row remains, so the change is made once more: all kinds are idempotent.
            await self._dispatcher.note_surely(due)

    async def _say_due(self, lot: Sequence[StoredDue]) -> None:
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
        said = Said(more=True)
        while said.more:
            if topic.kind not in self._kinds:
                raise NotShownError("unavailable")
            say, _ = self._kinds[topic.kind]
            # Marked before the attempt and cleared after: any way out of it leaves a look-back due.
            doubted = ALWAYS if topic in self._unnoted else NEVER
            if topic not in self._noted:  # an earlier process may have been killed before it noted
                doubted = max(doubted, self._since)
            before = self._failed.get(topic)
            self._unnoted.add(topic)
            said = await say(Attempt(topic, doubted, before.attempts if before else 0))
            self._unnoted.discard(topic)
            self._noted[topic] = None
            # Old buttons go only once the new message stands and is known.
            self.begin(said.items)

    async def _put_off(self, topic: Topic, trouble: NotShownError) -> None:
        kind, guild, number = topic
        before = self._failed.get(topic)
        # Each reason counts its own: an outage says nothing on when a permission is granted.
        attempts = before.attempts + 1 if before and before.why == trouble.code else 1
        wait = retry_after_s(trouble.code, attempts)
        if wait is None and kind in self._kinds:
            self._given_up[topic] = None
            _, give_up = self._kinds[kind]
            try:
                wait = await give_up(topic, trouble) if give_up else None
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
