"""A cluster that fails is left alone for a while, and asked again later."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any

import pytest

from players.breaker import FAILURES, RETRY_AFTER_S, Breaker
from players.cluster import cluster
from players.player import Budget
from players.thinking import ThinkingPool
from players.worker_processes import processes
from tests.players.asked import ANY, SECOND, added


class Remote(Executor):
    """A cluster in this process, which can be reached or not; it counts what it is asked."""

    def __init__(self) -> None:
        self.reached = True
        self.silent = False
        self.asked = 0

    def __call__(self) -> Executor:
        return self

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked += 1
        answer: Future[Any] = Future()
        if self.silent:
            return answer
        if self.reached:
            answer.set_result(fn(*args, **kwargs))
        else:
            answer.set_exception(BrokenExecutor("cannot be reached"))
        return answer


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def threads() -> Executor:
    return ThreadPoolExecutor(1)


@pytest.fixture
def remote() -> Remote:
    return Remote()


async def test_what_the_cluster_fails_own_processes_answer(remote: Remote) -> None:
    time = Time()
    pool = ThinkingPool(Breaker(remote, threads, time), 1)
    assert await pool.ask(ANY, SECOND, added, [1, 2]) == 3
    assert remote.asked == 1
    remote.reached = False
    for number in range(10):
        assert await pool.ask(ANY, SECOND, added, [number]) == number
    assert remote.asked == 1 + FAILURES
    time.now += RETRY_AFTER_S
    for number in range(10):  # one of them is a probe, which fails
        assert await pool.ask(ANY, SECOND, added, [number]) == number
    assert remote.asked == 2 + FAILURES
    time.now += RETRY_AFTER_S
    remote.reached = True
    for number in range(10):
        assert await pool.ask(ANY, SECOND, added, [number]) == number
    assert remote.asked == 12 + FAILURES
    pool.close()


async def test_a_cluster_that_hangs_opens_the_circuit_too(remote: Remote) -> None:
    remote.silent = True
    pool = ThinkingPool(Breaker(remote, threads), 1, patience=0.0)
    assert await pool.ask(ANY, Budget(seconds=0.05), added, [7]) == 7
    assert remote.asked == FAILURES
    assert await pool.ask(ANY, Budget(seconds=60), added, [8]) == 8
    assert remote.asked == FAILURES
    pool.close()


async def test_an_error_of_the_question_is_no_failure_of_the_cluster(remote: Remote) -> None:
    pool = ThinkingPool(Breaker(remote, threads), 1)
    for _ in range(FAILURES + 1):
        with pytest.raises(TypeError):
            await pool.ask(ANY, SECOND, added, 7)
    assert await pool.ask(ANY, SECOND, added, [7]) == 7
    assert remote.asked == FAILURES + 2
    pool.close()


async def test_after_it_was_stopped_own_processes_are_not_asked(remote: Remote) -> None:
    executor = Breaker(remote, threads)()
    executor.shutdown()
    remote.reached = False
    answer = executor.submit(added, [1], SECOND)
    assert isinstance(answer.exception(), BrokenExecutor)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")
async def test_a_real_cluster_that_goes_and_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import distributed

    monkeypatch.setattr("players.cluster.CONNECT_WITHIN_S", 0.5)
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    time = Time()
    with distributed.LocalCluster(**options) as first:
        address = first.scheduler_address
        pool = ThinkingPool(Breaker(cluster(address), processes(1), time), 1, patience=10)
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
