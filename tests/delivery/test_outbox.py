"""What is new is said once, in order, and again later when that was not possible."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from db.errors import StoreError
from db.outbox import STRIP, StoredItem, Topic, strip
from db.store import Store
from delivery import causes
from delivery.causes import NotShownError
from delivery.dispatcher import LONGEST_REST_S, Dispatcher
from delivery.outbox import Attempt, Outbox, Said
from tests.delivery.waiting import until
from tests.tabletop.playing import Clock

pytestmark = pytest.mark.databases

GUILD, CHANNEL = 7 << 22, 5
NEWS = "news"
UNAVAILABLE, FORBIDDEN = NotShownError("unavailable"), NotShownError("forbidden")
GONE = NotShownError("gone")


class Crier:
    """Says what is new, or fails as it is told, and changes messages the same way.

    Attributes:
        outbox: what has it say so; there is a new one after each restart.
        said: of each success the number of the topic, its news, and whether it looked back.
        troubles: what happens at the next attempts; None is a success.
        changed: the messages of all attempts to change one.
        obstacles: what happens then; None is a success.
        given_up: what is not tried any more.
        notes: whether the store takes what was said, each time.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.dispatcher = Dispatcher(store, clock)
        self.said: list[tuple[int, int, bool]] = []
        self.troubles: list[Exception | None] = []
        self.changed: list[int] = []
        self.obstacles: list[Exception | None] = []
        self.given_up: list[Topic] = []
        self.notes: list[bool] = []
        self.gate: asyncio.Event | None = None
        self.arrived = 0
        self.outbox = self.new_outbox()

    def new_outbox(self) -> Outbox:
        for kind in (NEWS, STRIP):  # an outbox before it is no more
            self.dispatcher.handle(kind, None)
        self.outbox = Outbox(self.store, self.dispatcher, self.clock)
        self.outbox.handle(NEWS, self.say, self.give_up)
        self.outbox.handle_change(STRIP, self.do)
        return self.outbox

    @property
    def numbers(self) -> list[int]:
        return [number for number, *_ in self.said]

    async def say(self, attempt: Attempt) -> Said:
        item = await self.store.outbox.notice(attempt.topic)
        assert item is not None
        if item.shown == item.news:
            return Said()
        self.arrived += 1
        if self.gate is not None:
            await self.gate.wait()
        if (trouble := self.troubles.pop(0) if self.troubles else None) is not None:
            raise trouble
        self.said.append((attempt.topic.number, item.news, item.since <= attempt.doubted_until))
        if self.notes and not self.notes.pop(0):
            raise StoreError("full")
        message = 100 * item.subject_id + item.news
        await self.store.outbox.note_said(item, shown=item.news, channel=CHANNEL, message=message)
        after = await self.store.outbox.notice(attempt.topic)
        assert after is not None
        return Said(after.shown < after.news)

    async def give_up(self, topic: Topic, trouble: NotShownError) -> None:
        self.given_up.append(topic)

    async def do(self, item: StoredItem) -> None:
        self.changed.append(item.message_id)
        if (trouble := self.obstacles.pop(0) if self.obstacles else None) is not None:
            raise trouble

    async def news(self, number: int, since: int = 1 << 40) -> Topic:
        item = StoredItem(NEWS, GUILD, number, CHANNEL, since=since)
        await self.store.outbox.put(item)
        return item.topic

    async def pass_by(self, seconds: float) -> None:
        self.clock.now += round(seconds * 1000)
        self.dispatcher.wake()
        await asyncio.sleep(0)
        await until(lambda: self.dispatcher._until is not None and not self.dispatcher._again)

    async def put(self, *messages: int) -> list[StoredItem]:
        items = [strip(GUILD, 1, CHANNEL, message) for message in messages]
        await self.store.outbox.put(*items)
        return items

    async def left(self) -> list[int]:
        items = await self.store.outbox.to_do(Topic("strip", GUILD, 1))
        return [item.message_id for item in items]


@pytest.fixture
async def crier(store: Store, clock: Clock) -> AsyncIterator[Crier]:
    crier = Crier(store, clock)
    crier.dispatcher.start()
    clock.now += 1
    yield crier
    await crier.outbox.close()
    await crier.dispatcher.close()


async def test_what_is_new_is_said_once(crier: Crier) -> None:
    topic = await crier.news(1)
    assert await crier.outbox.say(topic) is None
    assert await crier.outbox.say(topic) is None
    await asyncio.gather(*(crier.outbox.say(topic) for _ in range(5)))
    assert crier.said == [(1, 1, False)]
    assert await crier.store.outbox.unsaid(1 << 62) == ()


async def test_what_comes_while_something_is_said_is_said_next(crier: Crier) -> None:
    topic = await crier.news(1)
    crier.gate = asyncio.Event()
    first = asyncio.create_task(crier.outbox.say(topic))
    await until(lambda: crier.arrived == 1)
    await crier.news(1)
    await crier.news(1)
    crier.gate.set()
    await first
    assert crier.said == [(1, 1, False), (1, 3, False)]


@pytest.mark.parametrize("trouble", [UNAVAILABLE, StoreError("full")])
async def test_what_may_help_is_retried_and_looks_back(crier: Crier, trouble: Exception) -> None:
    topic = await crier.news(1)
    crier.troubles = [trouble] * 4
    told = await crier.outbox.say(topic)
    assert told is not None
    assert told.code == "unavailable"
    for seconds in causes.RETRY_AFTER_S[:4]:
        assert crier.said == []
        await crier.pass_by(seconds)
    assert (crier.arrived, crier.said) == (5, [(1, 1, True)])
    assert await crier.store.timers.next([NEWS], limit=1) == ()


async def test_what_was_sent_and_not_noted_is_looked_back_for(crier: Crier) -> None:
    crier.notes = [False, False]
    await crier.outbox.say(await crier.news(1))
    await crier.pass_by(causes.RETRY_AFTER_S[0])
    await crier.pass_by(causes.RETRY_AFTER_S[1])
    assert [looked for *_, looked in crier.said] == [False, True, True]


async def test_a_retry_outlives_a_full_disk(crier: Crier, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise StoreError("full")

    crier.troubles = [UNAVAILABLE]
    topic = await crier.news(1)
    with monkeypatch.context() as patched:
        patched.setattr(crier.store.timers, "put", full)
        await crier.outbox.say(topic)
    await crier.pass_by(causes.RETRY_AFTER_S[0])
    await until(lambda: bool(crier.said))


@pytest.mark.parametrize("trouble", [GONE, ValueError("a defect")])
async def test_what_does_not_help_waits_for_more_news(crier: Crier, trouble: Exception) -> None:
    first, second = await crier.news(1), await crier.news(2)
    crier.troubles = [trouble]
    assert await crier.outbox.say(first) is not None
    assert crier.given_up == [first]
    assert await crier.store.timers.next([NEWS], limit=1) == ()
    assert await crier.outbox.say(second) is None
    await crier.news(1)
    assert await crier.outbox.say(first) is None
    assert crier.numbers == [2, 1]


async def test_a_forbidden_place_is_tried_more_seldom_and_given_up(crier: Crier) -> None:
    topic, begin = await crier.news(1), crier.clock.now
    crier.troubles = [FORBIDDEN] * 100
    await crier.outbox.say(topic)
    times = [begin]
    while due := await crier.store.timers.next([NEWS], limit=1):
        times.append(due[0].at)
        await crier.pass_by((due[0].at - crier.clock.now) / 1000)
    pauses = [(after - before) / 1000 for before, after in pairwise(times)]
    assert pauses == sorted(pauses)
    assert pauses[0] == 900
    assert 13 * 86_400 < sum(pauses) < 15 * 86_400
    assert 10 <= crier.arrived <= 25
    assert crier.given_up == [topic]


async def test_an_outage_makes_a_forbidden_place_no_more_seldom_tried(crier: Crier) -> None:
    topic = await crier.news(1)
    crier.troubles = [UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, FORBIDDEN, UNAVAILABLE]
    waits = []
    await crier.outbox.say(topic)
    while due := await crier.store.timers.next([NEWS], limit=1):
        waits.append((due[0].at - crier.clock.now) // 1000)
        await crier.pass_by(waits[-1])
    assert waits == [15, 60, 300, 900, 15]


async def test_news_that_no_one_began_are_found_and_what_was_given_up_is_left(
    crier: Crier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("delivery.outbox.LOOK_EVERY_S", 0.01)
    crier.troubles = [GONE]
    await crier.news(1)
    await crier.outbox.catch_up()
    for number in (2, 3):  # saved by an act that ended in an error
        await crier.news(number)
    await until(lambda: len(crier.said) > 1)
    assert sorted(number for number, *_ in crier.said) == [2, 3]
    await crier.news(1)
    await crier.outbox.say(Topic(NEWS, GUILD, 1))
    assert crier.numbers[2:] == [1]
    await crier.outbox.close()
    await crier.outbox.catch_up()  # the cog that shows news was reloaded
    crier.gate, arrived = asyncio.Event(), crier.arrived
    await crier.news(4)
    await until(lambda: crier.arrived > arrived)
    closing = asyncio.create_task(crier.outbox.close())
    await asyncio.sleep(0)
    crier.gate.set()
    await closing
    assert crier.numbers[3:] == [4]


async def test_at_the_start_everything_not_said_is_said_the_newest_first(crier: Crier) -> None:
    for number in (1, 2, 3):
        await crier.news(number, since=0)
    await crier.outbox.say(Topic(NEWS, GUILD, 2))
    crier.said.clear()
    await crier.store.outbox.put(strip(GUILD, 3, CHANNEL, 33))
    await crier.new_outbox().catch_up()
    assert (crier.said, crier.changed) == ([(3, 1, True), (1, 1, True)], [33])
    await crier.outbox.close()
    assert await crier.store.outbox.unsaid(1 << 62) == ()


async def test_a_lost_database_is_waited_for(crier: Crier, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, failures, waits = crier.store.outbox.unsaid, [StoreError("gone")] * 6, list[float]()
    sleep = asyncio.sleep

    async def sometimes(later: int) -> tuple[Topic, ...]:
        if failures:
            raise failures.pop()
        return await ask(later)

    await crier.news(1)

    async def at_once(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr(crier.store.outbox, "unsaid", sometimes)
    with monkeypatch.context() as hurried:
        hurried.setattr(asyncio, "sleep", at_once)
        await crier.outbox.catch_up()
    # Clocks and reminders wait for it, as the dispatcher does for its database.
    asked = [wait for wait in waits if wait != LONGEST_REST_S]  # the dispatcher's own
    assert asked[:6] == [15, 60, 60, 60, 60, 60]
    assert crier.numbers == [1]
    assert crier.outbox.caught_up.is_set()


async def test_at_the_start_a_place_waits_that_has_been_forbidden_for_long(crier: Crier) -> None:
    long_ago, lately = await crier.news(1), await crier.news(2)
    crier.troubles = [FORBIDDEN] * 5
    await crier.outbox.say(long_ago)
    for seconds in causes.STANDING_RETRY_AFTER_S[:3]:
        await crier.pass_by(seconds)
    await crier.outbox.say(lately)
    assert crier.said == []
    crier.troubles = []
    await crier.new_outbox().catch_up()
    assert crier.numbers == [2]


async def test_at_the_start_eight_are_said_at_once_and_what_is_due_waits(crier: Crier) -> None:
    for number in range(12):
        await crier.news(number)
    crier.gate = asyncio.Event()
    catching_up = asyncio.create_task(crier.outbox.catch_up())
    await until(lambda: crier.arrived == 8)
    await asyncio.sleep(0.01)
    assert crier.arrived == 8
    assert not crier.outbox.caught_up.is_set()
    crier.gate.set()
    await catching_up
    assert sorted(crier.numbers) == list(range(12))
    assert crier.outbox.caught_up.is_set()


async def test_what_nobody_says_waits_until_somebody_does(crier: Crier) -> None:
    crier.outbox.handle(NEWS, None)
    assert await crier.outbox.say(await crier.news(1)) is not None
    crier.outbox.handle(NEWS, crier.say)
    await crier.pass_by(causes.RETRY_AFTER_S[0])
    assert crier.numbers == [1]


async def test_a_change_that_failed_is_tried_again_and_holds_nothing_up(crier: Crier) -> None:
    crier.obstacles = [UNAVAILABLE, None, StoreError("full")]
    crier.outbox.begin(await crier.put(7, 8))
    await until(lambda: crier.changed == [7, 8] and not crier.outbox._tasks)
    for seconds in causes.RETRY_AFTER_S[:2]:
        await crier.pass_by(seconds)
    await crier.outbox.close()
    assert (crier.changed, await crier.left()) == ([7, 8, 7, 7], [])


@pytest.mark.parametrize("trouble", [GONE, NotShownError("failed"), ValueError("a defect")])
async def test_an_impossible_change_is_tried_once(crier: Crier, trouble: Exception) -> None:
    crier.obstacles = [trouble]
    crier.outbox.begin(await crier.put(7))
    await until(lambda: not crier.outbox._tasks)
    await crier.outbox.close()
    assert (crier.changed, await crier.left()) == ([7], [])
    assert await crier.store.timers.next(["strip"], limit=1) == ()


async def test_no_change_is_tried_for_ever(crier: Crier) -> None:
    crier.obstacles = [FORBIDDEN] * 1_000
    crier.outbox.begin(await crier.put(7))
    await until(lambda: not crier.outbox._tasks)
    while due := await crier.store.timers.next(["strip"], limit=1):
        await crier.pass_by((due[0].at - crier.clock.now) / 1000)
    await crier.outbox.close()
    assert len(crier.changed) == len(causes.STANDING_RETRY_AFTER_S) + 1
    assert await crier.left() == []


async def test_a_change_that_is_found_twice_at_a_time_is_made_once(crier: Crier) -> None:
    [item] = await crier.put(7)
    crier.outbox.begin([item])
    crier.outbox.begin([item])
    await crier.outbox.close()
    assert (crier.changed, await crier.left()) == ([7], [])


async def test_what_is_to_be_done_once_more_is_not_forgotten(crier: Crier) -> None:
    await crier.put(7)
    await crier.store.outbox.done(await crier.put(7))
    assert await crier.left() == [7]
