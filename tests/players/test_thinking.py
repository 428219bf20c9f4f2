"""Questions to computer players are answered in a fair order, whatever becomes of the workers."""

import asyncio
import errno
import logging
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random
from subprocess import run
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from engine.position import Position
from engine.random_play import random_start
from players import thinking
from players.levels import LevelError, decide
from players.player import Budget
from players.thinking import Kind, Question, StillThinkingError, ThinkingError, ThinkingPool
from tests.editions import ISLAND
from tests.engine.scenes import scene
from tests.players.asked import ANY, SECOND, added, die_once, hang_once


@pytest_asyncio.fixture
async def workers() -> AsyncIterator[ThinkingPool]:
    pool = ThinkingPool(thinking.processes(1), 1, patience=20)
    yield pool
    pool.close()


@pytest.mark.slow
async def test_a_decision_is_the_same_as_here(workers: ThinkingPool) -> None:
    """Also in an edition that is sent along, since the process that decides does not know it."""
    observation = Position(random_start(ISLAND, "free", 2, Random(1))).observe(0)
    budget = Budget(playouts=5)
    there = await workers.decide("master", observation, 7, budget)
    assert there == decide("master", observation, 7, budget)


async def test_a_worker_that_dies_is_replaced(workers: ThinkingPool, tmp_path: Path) -> None:
    assert await workers.ask(ANY, SECOND, die_once, tmp_path / "dead") != os.getpid()


@pytest.mark.slow
async def test_a_worker_that_hangs_is_replaced(tmp_path: Path) -> None:
    workers = ThinkingPool(thinking.processes(1), 1, patience=5)
    # the first one starts what forks the others, which takes longer on a busy machine
    assert await workers.ask(ANY, Budget(seconds=60), added, [1]) == 1
    answer = await workers.ask(ANY, Budget(seconds=0), hang_once, tmp_path / "hung")
    assert answer != os.getpid()
    workers.close()


@pytest.mark.slow
def test_a_worker_knows_engine_and_players_only() -> None:
    code = "import players.levels, sys; print(*{name.split('.')[0] for name in sys.modules})"
    out = run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = set(out.split())
    ours = {path.parent.name for path in Path(__file__).parents[2].glob("*/__init__.py")}
    assert loaded & (ours | {"bot", "discord", "PIL", "aiohttp"}) == {"engine", "players"}


class Broken(Executor):
    """An executor whose workers have died."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        raise BrokenProcessPool


async def test_after_failures_the_journeyman_answers_here(caplog: pytest.LogCaptureFixture) -> None:
    left = [Broken() for _ in range(thinking.ATTEMPTS)]
    workers = ThinkingPool(left.pop, 1)
    observation = scene().observe(0)
    with caplog.at_level(logging.WARNING):
        answer = await workers.decide("master", observation, 7)
    assert answer == decide("journeyman", observation, 7, Budget())
    assert left == []
    assert "the journeyman answers here" in caplog.text


async def test_where_no_worker_can_be_started_the_journeyman_answers_here() -> None:
    full = True

    def make() -> Executor:
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return ThreadPoolExecutor(1)

    workers = ThinkingPool(make, 1)
    observation = scene().observe(0)
    answer = await workers.decide("master", observation, 7)
    assert answer == decide("journeyman", observation, 7, Budget())
    with pytest.raises(ThinkingError):
        await workers.ask(ANY, SECOND, added, [1])
    full = False
    assert await workers.ask(ANY, SECOND, added, [1]) == 1
    workers.close()


async def test_any_executor_will_do_until_it_is_stopped() -> None:
    workers = ThinkingPool(lambda: ThreadPoolExecutor(1), 1)
    assert await workers.ask(ANY, SECOND, added, [1, 2, 3]) == 6
    with pytest.raises(LevelError):
        await workers.decide("alchemist", scene().observe(0), 1)
    workers.close()
    with pytest.raises(ThinkingError):
        await workers.ask(ANY, SECOND, added, [1])


@pytest.mark.slow
def test_workers_end_when_the_process_that_asks_them_is_killed() -> None:
    code = (
        "from players.thinking import processes; import os, signal\n"
        "print(processes(1)().submit(os.getpid).result(), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    out = run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout
    for _ in range(600):
        if not Path(f"/proc/{int(out)}").exists():
            return
        time.sleep(0.05)
    raise AssertionError("the worker goes on")


class PanelPlayer(Executor):
    """An executor whose answers are given by hand: it keeps what was begun, in order.

    Attributes:
        begun: for each question its name and the seconds it was given.
    """

    def __init__(self) -> None:
        self.begun: list[tuple[str, float]] = []
        self.open: dict[str, Future[Any]] = {}

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        [name], [budget] = fn.args, args
        self.begun.append((name, budget.seconds))
        self.open[name] = Future()
        return self.open[name]

    async def answer(self, name: str) -> None:
        """Give an answer and let the pool go on."""
        self.open.pop(name).set_result(name)
        await settled()

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.begun]


@pytest.fixture
def player() -> PanelPlayer:
    return PanelPlayer()


@pytest.fixture
def pool(player: PanelPlayer) -> ThinkingPool:
    return ThinkingPool(lambda: player, 1)


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def named(name: str, _: Budget) -> str:
    return name


def asked(
    pool: ThinkingPool, name: str, question: Question, seconds: float = 1.0
) -> "asyncio.Task[str]":
    return asyncio.create_task(pool.ask(question, Budget(seconds), named, name))


async def test_turns_come_before_hints(player: PanelPlayer, pool: ThinkingPool) -> None:
    for kind in (Kind.TURN, Kind.REVIEW, Kind.HINT, Kind.TURN, Kind.QUICK_TURN):
        asked(pool, f"{kind.name} {len(asyncio.all_tasks())}", Question(kind))
        await settled()
    while player.open:
        await player.answer(next(iter(player.open)))
    order = [name.partition(" ")[0] for name in player.names]
    assert order == ["TURN", "QUICK_TURN", "TURN", "HINT", "REVIEW"]


async def test_the_first_is_the_most_urgent(player: PanelPlayer, pool: ThinkingPool) -> None:
    masters = [asked(pool, f"master {n}", Question(Kind.TURN), 2.0) for n in range(10)]
    apprentice = asked(pool, "apprentice", Question(Kind.QUICK_TURN), 0.05)
    await settled()
    assert player.begun == [("apprentice", 0.05)]
    await player.answer("apprentice")
    assert player.begun[1] == ("master 0", thinking.LEAST_TIME_S)
    assert await apprentice == "apprentice"
    assert not any(task.done() for task in masters)
    pool.close()
    await asyncio.gather(*masters, return_exceptions=True)


async def test_a_worker_answers_one_at_a_time(player: PanelPlayer) -> None:
    pool = ThinkingPool(lambda: player, 2)
    tasks = [asked(pool, str(number), ANY) for number in range(6)]
    await settled()
    assert len(player.open) == 2
    while player.open:
        await player.answer(next(iter(player.open)))
        assert len(player.open) <= 2
    assert await asyncio.gather(*tasks) == [str(number) for number in range(6)]


async def test_a_person_has_one_question_at_a_time(player: PanelPlayer, pool: ThinkingPool) -> None:
    hint = Question(Kind.HINT, "Ada")
    first = asked(pool, "first", hint)
    await settled()
    with pytest.raises(StillThinkingError):
        await pool.ask(hint, SECOND, named, "second")
    with pytest.raises(StillThinkingError), pool.holding("Ada"):
        raise AssertionError
    other = asked(pool, "other", Question(Kind.HINT, "Bela"))
    await player.answer("first")
    assert await first == "first"
    with pool.holding("Ada"), pytest.raises(StillThinkingError):
        await pool.ask(hint, SECOND, named, "second")
    await player.answer("other")
    assert await other == "other"
    again = asked(pool, "again", hint)
    await settled()
    await player.answer("again")
    assert await again == "again"


async def test_what_is_cancelled_is_dropped(player: PanelPlayer, pool: ThinkingPool) -> None:
    hint = Question(Kind.HINT, "Ada")
    running = asked(pool, "running", ANY)
    waiting = asked(pool, "waiting", hint)
    await settled()
    waiting.cancel()
    await settled()
    after = asked(pool, "after", hint)
    await settled()
    await player.answer("running")
    assert player.names == ["running", "after"]
    await player.answer("after")
    assert [await running, await after] == ["running", "after"]


async def test_a_worker_ends_what_was_left(player: PanelPlayer, pool: ThinkingPool) -> None:
    left = asked(pool, "left", Question(Kind.HINT, "Ada"))
    await settled()
    left.cancel()
    other = asked(pool, "other", ANY)
    await settled()
    assert player.names == ["left"]
    with pytest.raises(StillThinkingError):
        await pool.ask(Question(Kind.HINT, "Ada"), SECOND, named, "more")
    await player.answer("left")
    await player.answer("other")
    assert await other == "other"


async def test_who_asks_can_be_told_what_to_expect(player: PanelPlayer, pool: ThinkingPool) -> None:
    assert pool.waiting(Kind.HINT) == 0
    tasks = [asked(pool, "a", ANY)]
    await settled()
    tasks += [asked(pool, name, ANY) for name in "bcd"]
    tasks.append(asked(pool, "a review", Question(Kind.REVIEW)))
    await settled()
    kinds = (Kind.QUICK_TURN, Kind.HINT, Kind.REVIEW)
    assert [pool.waiting(kind) for kind in kinds] == [0, 3, 4]
    pool.close()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(answer, ThinkingError) for answer in answers)


@given(st.floats(0.3, 10), st.integers(1, 8), st.integers(0, 50))
def test_time_is_shared_with_those_who_wait(seconds: float, workers: int, waiting: int) -> None:
    left = thinking.shrunk(Budget(seconds), workers, waiting).seconds
    share = seconds * workers / (workers + waiting)
    assert left == pytest.approx(max(thinking.LEAST_TIME_S, share))
    assert thinking.shrunk(Budget(seconds), workers, 0) == Budget(seconds)
    for budget in (Budget(0.05), Budget(playouts=100), Budget()):  # quick, or not by time
        assert thinking.shrunk(budget, workers, waiting) == budget
