"""What is due is done once, when its time has come, and again later when that failed."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from db.errors import DiskFullError
from db.store import Store
from db.timers import StoredDue
from delivery import dispatcher as module
from delivery.causes import RETRY_AFTER_S, NotShownError
from delivery.dispatcher import AT_ONCE, Dispatcher, Handler
from tests.delivery.waiting import until
from tests.tabletop.playing import Clock

EVERYTHING = ("call", "remind")


class Done:
    """A handler that remembers what it did, and fails as it is told.

    Attributes:
        dispatcher: what has it do so.
        lots: what was to be done together, each time.
        obstacles: what happens at the next calls; None is a success.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.dispatcher = Dispatcher(store, clock)
        self.lots: list[list[StoredDue]] = []
        self.obstacles: list[Exception | None] = []

    async def __call__(self, lot: Sequence[StoredDue]) -> None:
        trouble = self.obstacles.pop(0) if self.obstacles else None
        if trouble is not None:
            raise trouble
        self.lots.append(list(lot))

    def handle_by(self, kind: str, handler: Handler) -> None:
        self.dispatcher.handle(kind, None)
        self.dispatcher.handle(kind, handler)

    async def rested(self) -> None:
        """Waits until there is nothing more to be done now."""
        self.dispatcher.wake()
        await until(lambda: self.dispatcher._until is not None and not self.dispatcher._again)

    async def left(self) -> list[StoredDue]:
        return list(await self.store.timers.next(EVERYTHING, limit=100))


@pytest.fixture
async def done(store: Store, clock: Clock) -> AsyncIterator[Done]:
    done = Done(store, clock)
    for kind in EVERYTHING:
        done.dispatcher.handle(kind, done)
    done.dispatcher.start()
    yield done
    await done.dispatcher.close()


async def full(*_: object, **__: object) -> None:
    raise DiskFullError("The disk is full.")


async def test_each_thing_is_done_when_its_time_has_come(done: Done) -> None:
    soon, late = StoredDue("call", 2_000, game_id=1), StoredDue("call", 3_000, game_id=2)
    await done.dispatcher.note(late, soon)
    await done.rested()
    assert done.lots == []
    done.clock.now = 2_000
    await done.rested()
    assert done.lots == [[soon]]
    assert await done.left() == [late]
    done.clock.now = 9_000
    await done.rested()
    assert done.lots == [[soon], [late]]
    assert await done.left() == []


async def test_it_sleeps_until_the_next_thing(done: Done, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    sleep = asyncio.sleep

    async def slept(seconds: float) -> None:
        if seconds > 1:
            rests.append(seconds)
        await sleep(seconds)

    monkeypatch.setattr("delivery.dispatcher.asyncio.sleep", slept)
    await done.dispatcher.note(StoredDue("call", done.clock.now + 600_000, game_id=1))
    await done.rested()
    assert rests[-1] == 600
    await done.dispatcher.note(StoredDue("call", done.clock.now + 50_000, game_id=2))
    await until(lambda: rests[-1] == 50)
    await done.dispatcher.note(StoredDue("call", done.clock.now + 90_000, game_id=3))
    await asyncio.sleep(0.05)
    assert rests[-1] == 50
    await done.dispatcher.note(StoredDue("call", done.clock.now + 20, game_id=4))
    done.clock.now += 20
    await until(lambda: len(done.lots) == 1)


async def test_after_an_outage_a_person_is_told_everything_at_once(done: Done) -> None:
    dues = [
        StoredDue("remind", 1_000 + game, guild_id=game, user_id=user)
        for game in (1, 2, 3)
        for user in (11, 12)
    ]
    await done.store.timers.put(*dues, StoredDue("call", 1_500, game_id=1))
    done.clock.now = 1_000_000
    done.dispatcher.wake()
    await until(lambda: len(done.lots) == 3)
    told = {
        (lot[0].kind, lot[0].user_id): [due.guild_id or due.game_id for due in lot]
        for lot in done.lots
    }
    assert told == {("remind", 11): [1, 2, 3], ("remind", 12): [1, 2, 3], ("call", 0): [1]}
    await done.rested()
    assert (len(done.lots), await done.left()) == (3, [])


async def test_much_that_is_due_is_done_each_once(done: Done) -> None:
    count = 25 * AT_ONCE
    await done.store.timers.put(*(StoredDue("call", 1, game_id=game) for game in range(count)))
    done.dispatcher.wake()
    await until(lambda: len(done.lots) == count)
    await done.rested()
    assert sorted(lot[0].game_id for lot in done.lots) == list(range(count))


async def test_what_failed_is_tried_again(done: Done, caplog: pytest.LogCaptureFixture) -> None:
    done.obstacles = [RuntimeError("no")]
    await done.dispatcher.note(StoredDue("call", 1, game_id=1), StoredDue("call", 2, game_id=2))
    await until(lambda: len(done.lots) == 1)
    await done.rested()
    assert "Not done" in caplog.messages
    [again] = await done.left()
    wait = RETRY_AFTER_S[0] * 1000
    assert (again.game_id, again.at, again.attempts) == (1, done.clock.now + wait, 1)
    done.clock.now += wait
    await done.rested()
    assert [lot[0].game_id for lot in done.lots] == [2, 1]


async def test_a_new_time_noted_meanwhile_stands(done: Done) -> None:
    later = StoredDue("call", 5_000, game_id=1)

    async def once_more(lot: Sequence[StoredDue]) -> None:
        await done.dispatcher.note(later)

    done.handle_by("call", once_more)
    await done.dispatcher.note(StoredDue("call", 500, game_id=1))
    await done.rested()
    assert await done.left() == [later]


async def test_what_nobody_handles_waits_until_somebody_does(done: Done) -> None:
    done.dispatcher.handle("call", None)
    waiting = StoredDue("call", 500, game_id=1)
    await done.dispatcher.note(waiting)
    await done.rested()
    assert (done.lots, await done.left()) == ([], [waiting])
    done.dispatcher.handle("call", done)
    await until(lambda: done.lots == [[waiting]])


async def test_a_kind_has_one_handler_at_a_time(done: Done) -> None:
    with pytest.raises(ValueError, match="remind"):
        done.dispatcher.handle("remind", Done(done.store, done.clock))
    done.dispatcher.handle("remind", done)
    done.dispatcher.handle("remind", None)
    done.dispatcher.handle("remind", Done(done.store, done.clock))


async def test_what_could_not_be_noted_as_done_is_done_again_after_a_while(
    done: Done, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await done.rested()
    with monkeypatch.context() as patched:
        patched.setattr(done.store.timers, "drop", full)
        await done.dispatcher.note(StoredDue("call", 500, game_id=1))
        await until(lambda: "Not noted as done" in caplog.messages)
        await asyncio.sleep(0.02)
        assert len(done.lots) == 1
    await done.rested()
    assert len(done.lots) == 2
    assert await done.left() == []


async def test_a_close_lets_all_begun_come_to_an_end(done: Done) -> None:
    ended: list[bool] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(lot: Sequence[StoredDue]) -> None:
        begun.set()
        await go_on.wait()
        ended.append(True)

    done.handle_by("call", slowly)
    await done.dispatcher.note(StoredDue("call", 500, game_id=1))
    await begun.wait()
    closing = asyncio.create_task(done.dispatcher.close())
    await asyncio.sleep(0)
    go_on.set()
    await closing
    assert ended == [True]
    assert await done.left() == []
    await done.dispatcher.note(StoredDue("call", 500, game_id=2))
    await asyncio.sleep(0.02)
    assert ended == [True]


@pytest.mark.parametrize(
    ("trouble", "waits"),
    [(NotShownError("unavailable"), [15, 60, 300, 900, 3600, 3600]), (NotShownError("gone"), [])],
)
async def test_what_failed_is_tried_the_more_seldom_the_longer_or_no_more(
    done: Done, trouble: NotShownError, waits: list[int]
) -> None:
    done.obstacles = [trouble] * 6
    await done.dispatcher.note(StoredDue("call", 1, game_id=1))
    for seconds in waits:
        await done.rested()
        [again] = await done.left()
        assert again.at == done.clock.now + seconds * 1000
        done.clock.now = again.at
    await done.rested()
    assert await done.left() == []


async def test_what_was_not_taken_is_noted(done: Done, monkeypatch: pytest.MonkeyPatch) -> None:
    await done.rested()
    with monkeypatch.context() as patched:
        patched.setattr(done.store.timers, "put", full)
        await done.dispatcher.note_surely(StoredDue("call", 500, game_id=1))
        await asyncio.sleep(0.02)
        assert done.lots == []
    await done.rested()
    assert [lot[0].game_id for lot in done.lots] == [1]


async def test_a_lost_database_is_asked_soon(done: Done, monkeypatch: pytest.MonkeyPatch) -> None:
    await done.rested()
    monkeypatch.setattr(done.store.timers, "next", full)
    rests = []
    for _ in range(6):
        await done.rested()
        assert done.dispatcher._until is not None
        rests.append((done.dispatcher._until - done.clock.now) // 1000)
    assert rests == [15, 60, 60, 60, 60, 60]


async def test_what_takes_long_holds_none_up(done: Done, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROUND_S", 0.01)
    go_on, calls = asyncio.Event(), 0

    async def slowly(lot: Sequence[StoredDue]) -> None:
        nonlocal calls
        calls += 1
        await go_on.wait()

    done.handle_by("call", slowly)
    await done.dispatcher.note(StoredDue("call", 500, game_id=1))
    await until(lambda: calls == 1)
    await done.dispatcher.note(StoredDue("remind", 500, game_id=2))
    await until(lambda: len(done.lots) == 1)
    await done.rested()
    assert calls == 1
    go_on.set()
    await until(lambda: not done.dispatcher._running)
    await done.rested()
    assert await done.left() == []
