"""What is to be done to messages is tried until it is done or impossible."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from db.outbox.rows import StoredChore
from db.store import Store
from tabletop import chores
from tabletop.chores import MOST_ATTEMPTS, Chores
from tabletop.errors import NotShownError, TableError
from tabletop.tables import Tables
from tests.tabletop.playing import CHANNEL, begun

AGAIN = NotShownError("forbidden", again=True)


class Doer:
    """Does chores, or fails as it is told.

    Attributes:
        tried: the messages of all attempts.
        obstacles: what happens at the next attempts; None is a success.
    """

    def __init__(self) -> None:
        self.tried: list[int] = []
        self.obstacles: list[Exception | None] = []

    async def do(self, chore: StoredChore) -> None:
        self.tried.append(chore.message_id)
        trouble = self.obstacles.pop(0) if self.obstacles else None
        if trouble is not None:
            raise trouble


@pytest.fixture
def doer() -> Doer:
    return Doer()


@pytest.fixture
async def tending(tables: Tables, doer: Doer) -> AsyncIterator[Chores]:
    tending = Chores(tables)
    tending.start(doer)
    yield tending
    await tending.close()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chores, "RETRY_SECONDS", (0,))
    monkeypatch.setattr(chores, "NOTED_WITHIN", 0.0)


async def note(tables: Tables, *messages: int) -> None:
    game = await begun(tables)
    more = [StoredChore(message, "strip", CHANNEL, game) for message in messages]
    await tables.store.outbox.add_chores(more)


async def left(store: Store) -> list[int]:
    return [chore.message_id for chore in await store.outbox.chores_due(1 << 62)]


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(5_000):
        if condition():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it did not happen")


async def until_all_is_done(store: Store) -> None:
    for _ in range(5_000):
        if not await left(store) and len(asyncio.all_tasks()) == 1:
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it goes on and on")


async def test_what_is_done_is_forgotten_and_nothing_goes_on(
    tables: Tables, store: Store, doer: Doer, tending: Chores
) -> None:
    await note(tables, 7, 8)
    tending.begin()
    await until_all_is_done(store)
    assert sorted(doer.tried) == [7, 8]


async def test_what_failed_is_tried_again_and_holds_nothing_up(
    tables: Tables, store: Store, doer: Doer, tending: Chores
) -> None:
    await note(tables, 7, 8)
    doer.obstacles = [AGAIN, None, AGAIN, ValueError("a defect")]
    tending.begin()
    await until_all_is_done(store)
    assert doer.tried == [7, 8, 7, 7]


@pytest.mark.parametrize(
    "trouble", [NotShownError("failed", again=False), TableError("unknown-table", number=1)]
)
async def test_what_is_impossible_is_tried_once(
    tables: Tables, store: Store, doer: Doer, tending: Chores, trouble: Exception
) -> None:
    await note(tables, 7)
    doer.obstacles = [trouble]
    tending.begin()
    await until_all_is_done(store)
    assert doer.tried == [7]


async def test_nothing_is_tried_for_ever(
    tables: Tables, store: Store, doer: Doer, tending: Chores
) -> None:
    await note(tables, 7)
    doer.obstacles = [AGAIN] * 1_000
    tending.begin()
    await until_all_is_done(store)
    assert doer.tried == [7] * MOST_ATTEMPTS


async def test_what_comes_while_others_wait_is_done_at_once(
    tables: Tables,
    store: Store,
    doer: Doer,
    tending: Chores,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chores, "RETRY_SECONDS", (3600,))
    await note(tables, 7)
    doer.obstacles = [AGAIN]
    tending.begin()
    await until(lambda: doer.tried == [7])
    await asyncio.sleep(0.02)
    await note(tables, 8)
    tending.begin()
    await until(lambda: doer.tried == [7, 8])
    await tending.close()
    assert await left(store) == [7]


async def test_what_was_noted_just_now_is_done_once_and_saved_with_what_is_shown_next(
    tables: Tables,
    store: Store,
    doer: Doer,
    tending: Chores,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chores, "NOTED_WITHIN", 3600.0)
    game = await begun(tables)
    strips = [StoredChore(message, "strip", CHANNEL, game) for message in (7, 8)]
    _, fresh = await tables.display.note_shown(game, 1, chores=strips)
    assert list(fresh) == strips
    tending.begin(fresh)
    tending.begin(fresh)
    await until(lambda: len(tending.done) == 2)
    tending.begin(fresh)
    assert await left(store) == [7, 8], "a killed process would do it once more"
    done = tending.done
    _, fresh = await tables.display.note_shown(game, 1, done=done)
    tending.noted(done)
    assert await left(store) == []
    assert (list(fresh), tending.done, doer.tried) == ([], (), [7, 8])


async def test_what_was_done_is_saved_at_the_end(
    tables: Tables, store: Store, tending: Chores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chores, "NOTED_WITHIN", 3600.0)
    await note(tables, 7)
    tending.begin()
    await until(lambda: len(tending.done) == 1)
    await tending.close()
    assert await left(store) == []


async def test_what_failed_is_tried_at_its_time_though_more_is_done_meanwhile(
    tables: Tables, store: Store, doer: Doer, tending: Chores, monkeypatch: pytest.MonkeyPatch
) -> None:
    await note(tables, 7)
    doer.obstacles = [AGAIN]
    monkeypatch.setattr(chores, "RETRY_SECONDS", (0.05,))
    monkeypatch.setattr(chores, "NOTED_WITHIN", 3600.0)
    tending.begin()
    await until(lambda: doer.tried == [7])
    for message in range(100, 1_000):
        tending.begin([StoredChore(message, "strip", CHANNEL, 1)])
        await asyncio.sleep(0.001)
        if doer.tried.count(7) == 2:
            return
    raise AssertionError("it was put off for ever")
