"""Workers that die or hang are replaced, and the question is asked again."""

import asyncio
import logging
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
import pytest_asyncio

from engine.position import Position
from players.deciding import decide
from players.levels import LevelError
from players.player import Budget
from players.workers import ATTEMPTS, Workers, WorkersError, processes
from tests.engine.scenes import scene


@pytest_asyncio.fixture
async def workers() -> AsyncIterator[Workers]:
    pool = Workers(processes(1), 1, patience=20)
    yield pool
    pool.close()


def die_once(marker: Path) -> int:
    """The process that answers; the first one that is asked dies."""
    if not marker.exists():
        marker.touch()
        os._exit(1)
    return os.getpid()


def hang_once(marker: Path) -> int:
    if not marker.exists():
        marker.touch()
        time.sleep(600)
    return os.getpid()


async def test_a_decision_is_the_same_as_here(workers: Workers) -> None:
    position: Position = scene()
    budget = Budget(playouts=5)
    there = await workers.decide("master", position.observe(0), 7, budget)
    assert there == decide("master", position.observe(0), 7, budget)


async def test_a_worker_that_dies_is_replaced(workers: Workers, tmp_path: Path) -> None:
    assert await workers.run(1, die_once, tmp_path / "dead") != os.getpid()


async def test_a_worker_that_hangs_is_replaced(tmp_path: Path) -> None:
    workers = Workers(processes(1), 1, patience=3)
    answer = await workers.run(0, hang_once, tmp_path / "hung")
    assert answer != os.getpid()
    workers.close()


def test_a_worker_knows_engine_and_players_only() -> None:
    code = "import players.deciding, sys; print(*{name.split('.')[0] for name in sys.modules})"
    out = run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = set(out.split())
    assert {"engine", "players"} <= loaded
    foreign = {"discord", "aiosqlite", "PIL", "rich", "numpy", "db", "tables", "render", "cogs"}
    assert not loaded & foreign


class Broken(Executor):
    """An executor whose workers have died; it counts how often it is asked."""

    asked = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        Broken.asked += 1
        raise BrokenProcessPool


async def test_after_repeated_failure_the_journeyman_answers_here(
    caplog: pytest.LogCaptureFixture,
) -> None:
    Broken.asked = 0
    workers = Workers(Broken, 1)
    observation = scene().observe(0)
    with caplog.at_level(logging.WARNING):
        answer = await workers.decide("master", observation, 7)
    assert answer == decide("journeyman", observation, 7, Budget())
    assert Broken.asked == ATTEMPTS
    assert "the journeyman answers here" in caplog.text


async def test_any_executor_will_do() -> None:
    workers = Workers(lambda: ThreadPoolExecutor(1), 1)
    assert await workers.run(1, sum, [1, 2, 3]) == 6
    workers.close()


async def test_what_a_question_raises_is_raised() -> None:
    workers = Workers(lambda: ThreadPoolExecutor(1), 1)
    with pytest.raises(LevelError):
        await workers.decide("mason", scene().observe(0), 1)
    workers.close()


async def test_no_more_questions_are_answered_at_once_than_there_are_workers() -> None:
    running, most = 0, 0

    def question() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        time.sleep(0.01)
        running -= 1

    workers = Workers(lambda: ThreadPoolExecutor(8), 2)
    await asyncio.gather(*(workers.run(1, question) for _ in range(8)))
    assert most == 2
    workers.close()


async def test_stopped_workers_answer_nothing() -> None:
    workers = Workers(lambda: ThreadPoolExecutor(1), 1)
    workers.close()
    with pytest.raises(WorkersError):
        await workers.run(1, sum, [1])


def test_workers_end_when_the_process_that_asks_them_is_killed() -> None:
    code = (
        "from players.workers import processes; import os, signal\n"
        "print(processes(1)().submit(os.getpid).result(), flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    out = run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout
    for _ in range(600):
        if not Path(f"/proc/{int(out)}").exists():
            return
        time.sleep(0.05)
    raise AssertionError("the worker goes on")
