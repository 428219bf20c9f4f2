"""A cluster is asked while it answers, and processes of our own while it does not."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from engine.position import Position
from players.levels import LevelError, decide
from players.player import Budget
from players.thinking import RETRY_AFTER_S, ThinkingPool, cluster, processes
from tests.engine.scenes import scene
from tests.players.asked import ANY, SECOND, added, die_once


def with_dask(test: Any) -> Any:
    """Marks a test that needs Dask."""
    missing = find_spec("distributed") is None
    test = pytest.mark.skipif(missing, reason="Dask is not installed")(test)
    return pytest.mark.slow(pytest.mark.filterwarnings("default")(test))


class Remote(Executor):
    """A cluster in this process, which can be reached or not; it counts what it is asked."""

    def __init__(self) -> None:
        self.reached = True
        self.silent = False
        self.lost = False
        self.asked = self.tried = 0

    def connect(self) -> Remote:
        self.tried += 1
        if not self.reached:
            raise TimeoutError("it does not answer")
        return self

    def get_executor(self, **_: object) -> Remote:
        return self

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked += 1
        answer: Future[Any] = Future()
        if self.lost:
            answer.cancel()
        elif not self.silent:
            try:
                answer.set_result(fn(*args, **kwargs))
            except TypeError as error:
                answer.set_exception(error)
        return answer

    def close(self) -> None:
        pass


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def threads() -> Executor:
    return ThreadPoolExecutor(1)


@pytest.mark.parametrize("fault", ["lost", "silent"])
async def test_what_the_cluster_fails_own_processes_answer_for_a_while(fault: str) -> None:
    remote, time = Remote(), Time()
    pool = ThinkingPool(threads, 1, connect=remote.connect, clock=time, patience=0.05)
    least = Budget(seconds=0.05)
    assert await pool.ask(ANY, least, added, [1, 2]) == 3
    setattr(remote, fault, True)
    remote.reached = False
    for number in range(5):
        assert await pool.ask(ANY, least, added, [number]) == number
    assert (remote.asked, remote.tried) == (2, 1)
    time.now += RETRY_AFTER_S
    for number in range(5):
        assert await pool.ask(ANY, least, added, [number]) == number
    assert (remote.asked, remote.tried) == (2, 2)
    time.now += RETRY_AFTER_S
    remote.reached, remote.lost, remote.silent = True, False, False
    for number in range(5):
        assert await pool.ask(ANY, least, added, [number]) == number
    assert (remote.asked, remote.tried) == (7, 3)
    pool.close()


async def test_an_error_of_the_question_is_no_failure_of_the_cluster() -> None:
    remote = Remote()
    pool = ThinkingPool(threads, 1, connect=remote.connect)
    for _ in range(3):
        with pytest.raises(TypeError):
            await pool.ask(ANY, SECOND, added, 7)
    assert await pool.ask(ANY, SECOND, added, [7]) == 7
    assert remote.asked == 4
    pool.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The scheduler of a cluster with one worker, so that one that hangs is missed."""
    import distributed  # takes half a second, of every process that collects tests
    from dask import config

    with (
        config.set(
            {
                "distributed.scheduler.allowed-failures": 1,
                "distributed.deploy.lost-worker-timeout": "10 minutes",  # on a busy machine
            }
        ),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
        ) as local,
    ):
        yield local.scheduler_address


@pytest.fixture
async def workers(address: str) -> AsyncIterator[ThinkingPool]:
    pool = ThinkingPool(processes(1), 1, connect=partial(cluster, address), patience=60)
    yield pool
    pool.close()


@with_dask
async def test_a_decision_is_the_same_as_here(workers: ThinkingPool) -> None:
    position: Position = scene()
    budget = Budget(playouts=5)
    there = await workers.decide("master", position.observe(0), 7, budget)
    assert there == decide("master", position.observe(0), 7, budget)


@with_dask
async def test_what_a_question_raises_is_raised(workers: ThinkingPool) -> None:
    with pytest.raises(LevelError):
        await workers.decide("alchemist", scene().observe(0), 1)


@with_dask
async def test_what_a_worker_dies_of_is_asked_again(workers: ThinkingPool, tmp_path: Path) -> None:
    assert await workers.ask(ANY, SECOND, die_once, tmp_path / "dead") != os.getpid()


@pytest.mark.nightly
@with_dask
async def test_a_real_cluster_that_goes_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    monkeypatch.setattr("players.thinking.CONNECT_WITHIN_S", 0.5)
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    time = Time()
    with distributed.LocalCluster(**options) as first:
        address = first.scheduler_address
        connect = partial(cluster, address)
        pool = ThinkingPool(processes(1), 1, connect=connect, clock=time, patience=10)
        there = await pool.ask(ANY, SECOND, process_of)
    assert there != os.getpid()
    own = {await pool.ask(ANY, SECOND, process_of) for _ in range(5)}
    assert own.isdisjoint({there, os.getpid()})
    port = int(address.rsplit(":", 1)[1])
    with distributed.LocalCluster(**options, scheduler_port=port):
        time.now += RETRY_AFTER_S
        back = {await pool.ask(ANY, SECOND, process_of) for _ in range(2)}
        assert back.isdisjoint(own | {os.getpid()})
        pool.close()


def process_of(_: Budget) -> int:
    return os.getpid()
