"""Messages find their pace and place, and what went wrong its cause."""

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import cycle, repeat
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from yarl import URL

from db.errors import DiskFullError
from db.store import Store
from db.timers import StoredDue
from delivery import dispatcher as module
from delivery.causes import (
    CODES,
    HOPELESS,
    PASSING,
    RETRY_AFTER_S,
    Cause,
    NotShownError,
    retry_after_s,
)
from delivery.dispatcher import AT_ONCE, Dispatcher, Handler
from delivery.pace import IN_A_PLACE, Pace, PlaceLimits
from delivery.sender import cause_of
from tests.delivery.waiting import until
from tests.tabletop.playing import Clock
from ui.texts.bot import REASONS

EVERYTHING = ("call", "remind")


class Done:
    """A handler that remembers what it did, and fails as it is told.

    Attributes:
        lots: what was to be done together, each time.
        obstacles: what happens at the next calls; None is a success.
    """

    def __init__(self) -> None:
        self.lots: list[list[StoredDue]] = []
        self.obstacles: list[Exception | None] = []

    async def __call__(self, lot: Sequence[StoredDue]) -> None:
        trouble = self.obstacles.pop(0) if self.obstacles else None
        if trouble is not None:
            raise trouble
        self.lots.append(list(lot))


@pytest.fixture
def done() -> Done:
    return Done()


@pytest.fixture
async def dispatcher(store: Store, clock: Clock, done: Done) -> AsyncIterator[Dispatcher]:
    dispatcher = Dispatcher(store, clock)
    for kind in EVERYTHING:
        dispatcher.handle(kind, done)
    dispatcher.start()
    yield dispatcher
    await dispatcher.close()


def handle_by(dispatcher: Dispatcher, kind: str, handler: Handler) -> None:
    """Have another handler handle a kind."""
    dispatcher.handle(kind, None)
    dispatcher.handle(kind, handler)


async def rested(dispatcher: Dispatcher) -> None:
    """Waits until there is nothing more to be done now."""
    dispatcher.wake()
    await until(lambda: dispatcher._until is not None and not dispatcher._again)


async def left(store: Store) -> list[StoredDue]:
    return list(await store.timers.next(EVERYTHING, limit=100))


async def test_each_thing_is_done_when_its_time_has_come(
    dispatcher: Dispatcher, store: Store, clock: Clock, done: Done
) -> None:
    soon, late = StoredDue("call", 2_000, game_id=1), StoredDue("call", 3_000, game_id=2)
    await dispatcher.note(late, soon)
    await rested(dispatcher)
    assert done.lots == []
    clock.now = 2_000
    await rested(dispatcher)
    assert done.lots == [[soon]]
    assert await left(store) == [late]
    clock.now = 9_000
    await rested(dispatcher)
    assert done.lots == [[soon], [late]]
    assert await left(store) == []


async def test_it_sleeps_until_the_next_thing_and_no_longer(
    dispatcher: Dispatcher, clock: Clock, done: Done, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    sleep = asyncio.sleep

    async def slept(seconds: float) -> None:
        if seconds > 1:
            rests.append(seconds)
        await sleep(seconds)

    monkeypatch.setattr("delivery.dispatcher.asyncio.sleep", slept)
    await dispatcher.note(StoredDue("call", clock.now + 600_000, game_id=1))
    await rested(dispatcher)
    assert rests[-1] == 600
    await dispatcher.note(StoredDue("call", clock.now + 50_000, game_id=2))
    await until(lambda: rests[-1] == 50)
    await dispatcher.note(StoredDue("call", clock.now + 90_000, game_id=3))
    await asyncio.sleep(0.05)
    assert rests[-1] == 50
    await dispatcher.note(StoredDue("call", clock.now + 20, game_id=4))
    clock.now += 20
    await until(lambda: len(done.lots) == 1)


async def test_after_an_outage_a_person_is_told_everything_at_once(
    store: Store, clock: Clock, done: Done
) -> None:
    dues = [
        StoredDue("remind", 1_000 + game, guild_id=game, user_id=user)
        for game in (1, 2, 3)
        for user in (11, 12)
    ]
    await store.timers.put(*dues, StoredDue("call", 1_500, game_id=1))
    clock.now = 1_000_000
    dispatcher = Dispatcher(store, clock)
    dispatcher.handle("remind", done)
    dispatcher.handle("call", done)
    dispatcher.start()
    await until(lambda: len(done.lots) == 3)
    told = {
        (lot[0].kind, lot[0].user_id): [due.guild_id or due.game_id for due in lot]
        for lot in done.lots
    }
    assert told == {("remind", 11): [1, 2, 3], ("remind", 12): [1, 2, 3], ("call", 0): [1]}
    await rested(dispatcher)
    assert await left(store) == []
    await dispatcher.close()


async def test_much_that_is_due_is_done_each_once(store: Store, clock: Clock, done: Done) -> None:
    count = 25 * AT_ONCE
    await store.timers.put(*(StoredDue("call", 1, game_id=game) for game in range(count)))
    dispatcher = Dispatcher(store, clock)
    dispatcher.handle("call", done)
    dispatcher.start()
    await until(lambda: len(done.lots) == count)
    assert sorted(lot[0].game_id for lot in done.lots) == list(range(count))
    await dispatcher.close()


async def test_what_failed_is_tried_again_later_and_stops_nothing(
    dispatcher: Dispatcher, store: Store, clock: Clock, done: Done, caplog: pytest.LogCaptureFixture
) -> None:
    done.obstacles = [RuntimeError("no")]
    await dispatcher.note(StoredDue("call", 1, game_id=1), StoredDue("call", 2, game_id=2))
    await until(lambda: len(done.lots) == 1)
    await rested(dispatcher)
    assert "Not done" in caplog.messages
    [again] = await left(store)
    wait = RETRY_AFTER_S[0] * 1000
    assert (again.game_id, again.at, again.attempts) == (1, clock.now + wait, 1)
    clock.now += wait
    await rested(dispatcher)
    assert [lot[0].game_id for lot in done.lots] == [2, 1]


async def test_a_new_time_noted_meanwhile_stands(
    dispatcher: Dispatcher, store: Store, clock: Clock
) -> None:
    later = StoredDue("call", 5_000, game_id=1)

    async def once_more(lot: Sequence[StoredDue]) -> None:
        await dispatcher.note(later)

    handle_by(dispatcher, "call", once_more)
    await dispatcher.note(StoredDue("call", 500, game_id=1))
    await rested(dispatcher)
    assert await left(store) == [later]


async def test_what_nobody_handles_waits_until_somebody_does(
    dispatcher: Dispatcher, store: Store, clock: Clock, done: Done
) -> None:
    dispatcher.handle("call", None)
    waiting = StoredDue("call", 500, game_id=1)
    await dispatcher.note(waiting)
    await rested(dispatcher)
    assert (done.lots, await left(store)) == ([], [waiting])
    dispatcher.handle("call", done)
    await until(lambda: done.lots == [[waiting]])


async def test_a_kind_has_one_handler_at_a_time(dispatcher: Dispatcher, done: Done) -> None:
    with pytest.raises(ValueError, match="remind"):
        dispatcher.handle("remind", Done())
    dispatcher.handle("remind", done)
    dispatcher.handle("remind", None)
    dispatcher.handle("remind", Done())


async def test_what_could_not_be_noted_as_done_is_done_again_after_a_while(
    dispatcher: Dispatcher,
    store: Store,
    done: Done,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def full(*_: StoredDue) -> None:
        raise DiskFullError("The disk is full.")

    await rested(dispatcher)
    with monkeypatch.context() as patched:
        patched.setattr(store.timers, "drop", full)
        await dispatcher.note(StoredDue("call", 500, game_id=1))
        await until(lambda: "Not noted as done" in caplog.messages)
        await asyncio.sleep(0.02)
        assert len(done.lots) == 1
    await rested(dispatcher)
    assert len(done.lots) == 2
    assert await left(store) == []


async def test_a_close_lets_all_begun_come_to_an_end(dispatcher: Dispatcher, store: Store) -> None:
    ended: list[bool] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(lot: Sequence[StoredDue]) -> None:
        begun.set()
        await go_on.wait()
        ended.append(True)

    handle_by(dispatcher, "call", slowly)
    await dispatcher.note(StoredDue("call", 500, game_id=1))
    await begun.wait()
    closing = asyncio.create_task(dispatcher.close())
    await asyncio.sleep(0)
    go_on.set()
    await closing
    assert ended == [True]
    assert await left(store) == []
    await dispatcher.note(StoredDue("call", 500, game_id=2))
    await asyncio.sleep(0.02)
    assert ended == [True]


@pytest.mark.parametrize(
    ("trouble", "waits"),
    [(NotShownError("unavailable"), [15, 60, 300, 900, 3600, 3600]), (NotShownError("gone"), [])],
)
async def test_what_failed_is_tried_the_more_seldom_the_longer_or_no_more(
    dispatcher: Dispatcher,
    store: Store,
    clock: Clock,
    done: Done,
    trouble: NotShownError,
    waits: list[int],
) -> None:
    done.obstacles = [trouble] * 6
    await dispatcher.note(StoredDue("call", 1, game_id=1))
    for seconds in waits:
        await rested(dispatcher)
        [again] = await left(store)
        assert again.at == clock.now + seconds * 1000
        clock.now = again.at
    await rested(dispatcher)
    assert await left(store) == []


async def test_what_the_database_does_not_take_is_noted_when_it_does(
    dispatcher: Dispatcher, store: Store, done: Done, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: StoredDue) -> None:
        raise DiskFullError("The disk is full.")

    await rested(dispatcher)
    with monkeypatch.context() as patched:
        patched.setattr(store.timers, "put", full)
        await dispatcher.note_surely(StoredDue("call", 500, game_id=1))
        await asyncio.sleep(0.02)
        assert done.lots == []
    await rested(dispatcher)
    assert [lot[0].game_id for lot in done.lots] == [1]


async def test_a_database_that_was_gone_for_long_is_asked_again_soon(
    dispatcher: Dispatcher, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object, **__: object) -> None:
        raise DiskFullError("The disk is full.")

    await rested(dispatcher)
    monkeypatch.setattr(store.timers, "next", full)
    rests = []
    for _ in range(6):
        await rested(dispatcher)
        assert dispatcher._until is not None
        rests.append((dispatcher._until - clock.now) // 1000)
    assert rests == [15, 60, 60, 60, 60, 60]


async def test_what_takes_long_holds_nothing_else_back(
    dispatcher: Dispatcher, store: Store, done: Done, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ROUND_S", 0.01)
    go_on, calls = asyncio.Event(), 0

    async def slowly(lot: Sequence[StoredDue]) -> None:
        nonlocal calls
        calls += 1
        await go_on.wait()

    handle_by(dispatcher, "call", slowly)
    await dispatcher.note(StoredDue("call", 500, game_id=1))
    await until(lambda: calls == 1)
    await dispatcher.note(StoredDue("remind", 500, game_id=2))
    await until(lambda: len(done.lots) == 1)
    await rested(dispatcher)
    assert calls == 1
    go_on.set()
    await until(lambda: not dispatcher._running)
    await rested(dispatcher)
    assert await left(store) == []


# The bot asks Discord for a little less in a second than it takes, and for answers at once.


DISCORD = 50


class Time:
    """A time that passes only while somebody waits.

    Attributes:
        late: the seconds by which everybody wakes too late, in turns.
    """

    def __init__(self) -> None:
        self.now = 1000.0
        self.late: Iterator[float] = repeat(0.0)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds + next(self.late)

    def time(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    fake = {"get_running_loop": lambda: found, "sleep": found.sleep, "Lock": asyncio.Lock}
    monkeypatch.setattr("delivery.pace.asyncio", SimpleNamespace(**fake))
    return found


async def ask(pace: Pace, path: str = "/api/v10/channels/1/messages") -> None:
    request: Any = SimpleNamespace(url=URL(f"https://discord.com{path}"))
    session: Any = None
    await pace.wait(session, SimpleNamespace(), request)


async def made(time: Time, share: float, count: int) -> list[float]:
    """When a process with such a share makes so many requests that all come at once."""
    time.now, pace, found = 1000.0, Pace(share), []
    for _ in range(count):
        await ask(pace)
        found.append(time.now - 1000)
    return found


def most(times: list[float]) -> int:
    """The most requests in any second."""
    times = sorted(times)
    return max(bisect_left(times, one + 1 - 1e-9) - place for place, one in enumerate(times))


@pytest.mark.parametrize(
    "shares", [(1.0,), (0.5, 0.5), (0.75, 0.25), *((1 / n,) * n for n in (3, 4, 5, 8, 11, 24))]
)
async def test_no_second_has_more_requests_of_all_processes_than_discord_takes(
    time: Time, shares: tuple[float, ...]
) -> None:
    each = [await made(time, share, 1 + round(200 * share)) for share in shares]
    assert most([one for times in each for one in times]) < DISCORD
    assert max(times[-1] for times in each) < 200 / 38, "none starves"


async def test_who_wakes_too_late_asks_no_more_in_a_second_for_it(time: Time) -> None:
    time.late = cycle([0.0] * 25 + [0.5])
    times = await made(time, 1.0, 400)
    assert most(times) < DISCORD
    assert times[-1] < 400 / 38 * 1.5


async def test_an_answer_never_waits(time: Time) -> None:
    pace = Pace()
    for _ in range(16):
        await ask(pace)
    before = time.now
    for path in ("interactions/1/token/callback", "v10/webhooks/1/token/messages/@original"):
        await ask(pace, f"/api/{path}")
    assert time.now == before > 1000


# Turns at places: few at once in one place, and so many in all; no place waits for another's.


class Speakers:
    """People who speak in turns, each until they are let go."""

    def __init__(self, most: int) -> None:
        self.limits = PlaceLimits(most)
        self.speaking: Counter[int] = Counter()
        self.go_on = asyncio.Event()

    async def speak(self, place: int) -> None:
        async with self.limits.turn(place):
            self.speaking[place] += 1
            await self.go_on.wait()


async def at_rest() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_busy_place_leaves_room_to_others() -> None:
    all_ = Speakers(most=IN_A_PLACE + 1)
    tasks = [asyncio.create_task(all_.speak(1)) for _ in range(50)]
    tasks += [asyncio.create_task(all_.speak(place)) for place in (2, 3)]
    await at_rest()
    assert all_.speaking == {1: IN_A_PLACE, 2: 1}, "the third place waits for room"
    all_.go_on.set()
    await asyncio.gather(*tasks)
    assert all_.speaking == {1: 50, 2: 1, 3: 1}


async def test_who_is_cancelled_while_waiting_takes_no_turn() -> None:
    all_ = Speakers(most=1)
    tasks = [asyncio.create_task(all_.speak(place)) for place in (1, 2, 3)]
    await at_rest()
    tasks[1].cancel()
    all_.go_on.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert all_.speaking == {1: 1, 3: 1}


# What each of Discord's refusals means, whatever its status.


class Response:
    """What discord.py's errors read of a response."""

    reason = ""

    def __init__(self, status: int) -> None:
        self.status = status


def refused(status: int, body: Any) -> discord.HTTPException:
    response: Any = Response(status)
    return discord.HTTPException(response, body)


@pytest.mark.parametrize(
    ("status", "code", "cause"),
    [
        (403, 40333, "unavailable"),
        (400, 40006, "unavailable"),
        (403, 20016, "unavailable"),
        (400, 30046, "unavailable"),
        (404, 10008, "missing"),
        (403, 50005, "missing"),
        (404, 10003, "gone"),
        (400, 50083, "locked"),
        (403, 50013, "forbidden"),
        (403, 50001, "absent"),
        (404, 10004, "absent"),
        (400, 160006, "full"),
        (400, 200001, "wording"),
        (400, 20031, "wording"),
        (400, 40067, "refused"),
        (403, 50007, "closed"),
        (404, 10062, "over"),
        (400, 40060, "done"),
        (400, 987654, "unknown"),
        (403, 987654, "unknown"),
        (503, 50013, "unavailable"),
        (429, 0, "unavailable"),
    ],
)
def test_the_code_says_the_cause_and_not_the_status(status: int, code: int, cause: Cause) -> None:
    assert cause_of(refused(status, {"code": code, "message": "no"})) == cause


@pytest.mark.parametrize("status", [400, 403, 404, 502])
def test_what_is_not_json_passes(status: int) -> None:
    assert cause_of(refused(status, "<html>Attention Required!</html>")) == "unavailable"


def test_an_unknown_code_is_logged_and_tried_again_soon(caplog: pytest.LogCaptureFixture) -> None:
    cause = cause_of(refused(403, {"code": 987654, "message": "new"}))
    assert cause in PASSING
    assert retry_after_s(cause, 1) == retry_after_s("unavailable", 1)
    [record] = caplog.records
    assert record.__dict__["code"] == 987654


def test_each_code_has_one_cause_with_words_and_a_wait_unless_it_is_hopeless() -> None:
    codes = [code for some in CODES.values() for code in some]
    assert len(codes) == len(set(codes))
    for cause in CODES:
        assert (retry_after_s(cause, 1) is None) == (cause in HOPELESS)
        assert cause in REASONS or cause in ("over", "done")
