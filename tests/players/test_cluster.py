"""The same questions to workers of a Dask cluster on this machine."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import BrokenExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.position import Position
from players.cluster import cluster
from players.levels import LevelError, decide
from players.player import Budget
from players.thinking import ThinkingPool
from tests.engine.scenes import scene
from tests.players.asked import ANY, SECOND, added, die_once, hang_once

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed"),
]


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
    pool = ThinkingPool(cluster(address), 1, patience=60)
    yield pool
    pool.close()


async def test_a_decision_is_the_same_as_here(workers: ThinkingPool) -> None:
    position: Position = scene()
    budget = Budget(playouts=5)
    there = await workers.decide("master", position.observe(0), 7, budget)
    assert there == decide("master", position.observe(0), 7, budget)


async def test_what_a_question_raises_is_raised(workers: ThinkingPool) -> None:
    with pytest.raises(LevelError):
        await workers.decide("alchemist", scene().observe(0), 1)


async def test_a_worker_that_dies_is_replaced(workers: ThinkingPool, tmp_path: Path) -> None:
    assert await workers.ask(ANY, SECOND, die_once, tmp_path / "dead") != os.getpid()


async def test_a_question_that_workers_die_of_is_told_as_such(address: str) -> None:
    executor = cluster(address)()
    with pytest.raises(BrokenExecutor, match="died"):
        await asyncio.wrap_future(executor.submit(die, SECOND))
    executor.shutdown()


async def test_a_worker_that_hangs_is_replaced(address: str, tmp_path: Path) -> None:
    workers = ThinkingPool(cluster(address), 1, patience=10)
    assert await workers.ask(ANY, Budget(seconds=60), added, [1]) == 1
    assert await workers.ask(ANY, SECOND, hang_once, tmp_path / "hung") != os.getpid()
    assert await workers.ask(ANY, SECOND, added, [2]) == 2
    workers.close()


async def test_without_a_cluster_the_journeyman_answers_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("players.cluster.CONNECT_WITHIN_S", 0.2)
    workers = ThinkingPool(cluster("tcp://127.0.0.1:9"), 1)
    observation = scene().observe(0)
    answer = await workers.decide("master", observation, 7)
    assert answer == decide("journeyman", observation, 7, Budget())
    workers.close()


def die(_: Budget) -> int:
    os._exit(1)
