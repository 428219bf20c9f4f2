"""What was acknowledged is there after the process is killed, whenever that happens."""

import asyncio
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.db.samples import entry, opened, running_games, whole
from tests.visiting import visiting

pytestmark = pytest.mark.kill

KILLS = 8


def run_and_kill(path: Path, reads: int, delay: float) -> dict[int, tuple[int, int]]:
    """Kills a process some time after it said something; what it said: lengths and news.

    Args:
        reads: how often to listen; 0 kills it while it starts.
        delay: seconds.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "tests.db.doomed", path], stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdout is not None
        said = b""
        for _ in range(reads):
            said += process.stdout.read(256)
        time.sleep(delay)
        process.kill()
        said += process.stdout.read()
    lines = said.decode().splitlines(keepends=True)
    whole = [line.split() for line in lines if line.endswith("\n")]
    return {int(game): (int(length), int(news)) for game, length, news in whole}


async def lengths(path: Path) -> dict[int, tuple[int, int]]:
    """Length and news of each running game, after checking that all is as it was written."""
    found = {}
    async with opened(path) as store:
        for game in await running_games(store):
            stored = await whole(store, game)
            assert stored.log == tuple(entry(seq) for seq in range(len(stored.log)))
            found[game] = (len(stored.log), stored.news)
    with visiting(path) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return found


async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(path: Path) -> None:
    chance = random.Random(2006)
    acknowledged: dict[int, tuple[int, int]] = {}
    for _ in range(KILLS):
        reads = chance.choice([0, 1, 2, 5, 20, 60])
        delay = chance.random() * (0.01 if reads else 0.2)
        acknowledged |= await asyncio.to_thread(run_and_kill, path, reads, delay)
        found = await lengths(path)
        for game, (length, news) in acknowledged.items():
            assert found[game][0] >= length
            assert found[game][1] >= news
    assert sum(length for length, _ in acknowledged.values()) > 100


@pytest.mark.parametrize("lost", [1, 100, 4_096, 5_000, 20_000])
async def test_a_torn_write_costs_no_more_than_itself(path: Path, lost: int) -> None:
    said = await asyncio.to_thread(run_and_kill, path, 40, 0.0)
    journal = path.with_name(path.name + "-wal")
    journal.write_bytes(journal.read_bytes()[:-lost] + bytes(lost))
    assert (await lengths(path)).keys() >= said.keys()
