"""Positions that are missing are made by the pool of thinking, and kept."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

import pytest

from db.store import Store
from delivery.dispatcher import Dispatcher
from players.daily.making import Step
from players.daily.puzzle import Puzzle
from players.player import Budget
from players.thinking import Kind, Question, ThinkingError, ThinkingPool
from tabletop.daily.positions import Positions, in_file
from tabletop.daily.service import Daily
from tabletop.daily.supply import Supply
from tabletop.tables import Tables
from tests.tabletop.playing import Clock

T = TypeVar("T")

KNOWN = in_file()
LAST = max(KNOWN)
DAY = 86_400_000


class Pool(ThinkingPool):
    """Workers that answer at once, and note what they were asked."""

    def __init__(self) -> None:
        super().__init__(lambda: pytest.fail("no process is needed"), 1)
        self.asked: list[Question] = []
        self.fails = False

    async def ask(
        self, question: Question, budget: Budget, function: Callable[..., T], *arguments: object
    ) -> T:
        """Run a function as a worker does."""
        if self.fails:
            raise ThinkingError("no worker")
        self.asked.append(question)
        return function(*arguments, budget)


def work(day: int, _budget: Budget) -> int:
    """A piece of work."""
    return day


def short(day: int) -> Generator[Step, Any, Puzzle]:
    """A making of one piece of work."""
    assert (yield Step(work, (day,))) == day
    first = next(iter(KNOWN.values()))
    return Puzzle(day, first.packed, first.best, first.behind, first.margins, first.found)


@pytest.fixture
def daily(tables: Tables, clock: Clock) -> Daily:
    clock.now = LAST * DAY
    return Daily(tables, Dispatcher(tables.store, clock), Positions(tables.store))


async def test_what_is_missing_is_made_and_kept(
    daily: Daily, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop.daily.supply.making", short)
    pool = Pool()
    await Supply(daily, pool, 2).tend()
    assert [question.kind for question in pool.asked] == [Kind.SUPPLY] * 2
    assert [row.day for row in await store.daily.positions()] == [LAST + 1, LAST + 2]
    await Supply(daily, pool, 2).tend()
    assert len(pool.asked) == 2
    again = Positions(store)
    await again.load()
    assert await again.of(LAST + 2) == await daily.positions.of(LAST + 2)
    # Another process that knew nothing of it finds it where it is kept.
    assert await Positions(store).of(LAST + 1) is not None
    assert await Positions(store).of(LAST + 3) is None


async def test_without_a_worker_nothing_is_kept(
    daily: Daily, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop.daily.supply.making", short)
    pool = Pool()
    pool.fails = True
    with pytest.raises(ThinkingError):
        await Supply(daily, pool, 2).tend()
    assert await store.daily.positions() == ()


async def test_a_host_can_have_none_made(daily: Daily) -> None:
    pool = Pool()
    await Supply(daily, pool, 0).tend()
    assert pool.asked == []
