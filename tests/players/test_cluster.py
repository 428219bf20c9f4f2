"""A cluster is asked while it answers, and processes of our own while it does not."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

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
        self.reached, self.silent, self.lost = True, False, False
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


LOCAL: Any = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
LEAST = Budget(seconds=0.05)


@pytest.mark.parametrize("fault", ["lost", "silent"])
async def test_what_the_cluster_fails_own_processes_answer_for_a_while(fault: str) -> None:
    remote, now = Remote(), [100.0]
    pool = ThinkingPool(
        ThreadPoolExecutor, 1, connect=remote.connect, clock=lambda: now[0], patience=0.05
    )
    assert await pool.ask(ANY, LEAST, added, [1, 2]) == 3
    setattr(remote, fault, True)
    remote.reached = False
    for reached, asked, tried in ((False, 2, 1), (False, 2, 2), (True, 7, 3)):
        if reached:
            remote.reached, remote.lost, remote.silent = True, False, False
        for number in range(5):
            assert await pool.ask(ANY, LEAST, added, [number]) == number
        assert (remote.asked, remote.tried) == (asked, tried)
        now[0] += RETRY_AFTER_S
    pool.close()


async def test_an_error_of_the_question_is_no_failure_of_the_cluster() -> None:
    remote = Remote()
    pool = ThinkingPool(ThreadPoolExecutor, 1, connect=remote.connect)
    for _ in range(3):
        with pytest.raises(TypeError):
            await pool.ask(ANY, SECOND, added, 7)
    assert await pool.ask(ANY, SECOND, added, [7]) == 7
    assert remote.asked == 4
    pool.close()


@with_dask
async def test_a_real_cluster_answers_as_processes_do(tmp_path: Path) -> None:
    import distributed  # takes half a second, of every process that collects tests
    from dask import config

    options = {
        "distributed.scheduler.allowed-failures": 1,
        "distributed.deploy.lost-worker-timeout": "10 minutes",  # on a busy machine
    }
    observation, budget = scene().observe(0), Budget(playouts=5)
    with config.set(options), distributed.LocalCluster(**LOCAL) as local:
        address = local.scheduler_address
        pool = ThinkingPool(processes(1), 1, connect=partial(cluster, address), patience=60)
        there = await pool.decide("master", observation, 7, budget)
        assert there == decide("master", observation, 7, budget)
        with pytest.raises(LevelError):
            await pool.decide("alchemist", observation, 1)
        # A worker dies of it; it is asked again.
        assert await pool.ask(ANY, SECOND, die_once, tmp_path / "dead") != os.getpid()
        pool.close()


@pytest.mark.nightly
@with_dask
async def test_a_real_cluster_that_goes_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    monkeypatch.setattr("players.thinking.CONNECT_WITHIN_S", 0.5)
    now = [100.0]
    with distributed.LocalCluster(**LOCAL) as first:
        address = first.scheduler_address
        own, connect = processes(1), partial(cluster, address)
        pool = ThinkingPool(own, 1, connect=connect, clock=lambda: now[0], patience=10)
        there = await pool.ask(ANY, SECOND, process_of)
    assert there != os.getpid()
    here = {await pool.ask(ANY, SECOND, process_of) for _ in range(5)}
    assert here.isdisjoint({there, os.getpid()})
    port = int(address.rsplit(":", 1)[1])
    with distributed.LocalCluster(**LOCAL, scheduler_port=port):
        now[0] += RETRY_AFTER_S
        back = {await pool.ask(ANY, SECOND, process_of) for _ in range(2)}
        assert back.isdisjoint(here | {os.getpid()})
        pool.close()


def process_of(_: Budget) -> int:
    return os.getpid()
