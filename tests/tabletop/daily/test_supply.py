"""Positions that are missing are made by the pool of thinking, and kept."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from db.store import Store
from delivery.dispatcher import Dispatcher
from lab.daily.__main__ import main
from players.daily.making import Step, making
from players.daily.puzzle import Puzzle
from players.daily.steps import Effort
from players.player import Budget
from players.thinking import Kind, Question, ThinkingError, ThinkingPool
from players.worker_processes import processes
from tabletop.daily.positions import Positions, in_file
from tabletop.daily.service import Daily
from tabletop.daily.supply import Supply
from tabletop.tables import Tables
from tests.tabletop.playing import Clock
from ui.daily.texts import date_of

T = TypeVar("T")

KNOWN = in_file()
LAST = max(KNOWN)
DAY = 86_400_000
LITTLE = Effort(look=12, search=36)
QUICK = 20_824
"""A day whose position is found in half a second by so little thought."""


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


@pytest.mark.slow
async def test_real_workers_make_what_the_file_lacks_and_the_command_makes_the_same(
    tables: Tables, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert QUICK > LAST
    clock.now = QUICK * DAY
    known = {QUICK + 1: next(iter(KNOWN.values()))}
    daily = Daily(tables, Dispatcher(store, clock), Positions(store, known))
    for where in ("tabletop.daily.supply.making", "lab.daily.__main__.making"):
        monkeypatch.setattr(where, partial(making, effort=LITTLE))
    workers = ThinkingPool(processes(1), 1, patience=60)
    try:
        await Supply(daily, workers, 1).tend()
    finally:
        workers.close()
    [row] = await store.daily.positions()
    assert row.day == QUICK
    made = await daily.positions.of(QUICK)
    assert made is not None
    assert made.position.is_legal(made.action)
    file = tmp_path / "positions.jsonl"
    day = date_of(QUICK).isoformat()
    assert main(["make", "--days", "1", "--first", day, "--file", str(file)]) == 0
    assert file.read_text("utf-8") == f"{row.line}\n"


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
