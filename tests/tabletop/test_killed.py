"""Whenever the process is killed: all that was acknowledged is there, and is shown once."""

import asyncio
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from db.database import Place
from db.store import Store
from lab.tables import tables_on
from tests.tabletop.killing import acknowledged_in, check, kill

pytestmark = pytest.mark.kill

KILLS = 8


def live_and_die(
    database: Place, channel: Path, seed: int, lines: int, delay: float, *point: str
) -> dict[int, int]:
    """Runs the doomed process, kills it, and gives the length of each log that it acknowledged."""
    where = [str(database), str(channel)]
    command = [sys.executable, "-m", "tests.tabletop.doomed", *where, str(seed), *point]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = b"".join(process.stdout.readline() for _ in range(lines))
        if not point:
            time.sleep(delay)
            process.kill()
        said += process.stdout.read()
    assert process.returncode == -signal.SIGKILL or not point
    return acknowledged_in(said)


async def test_killed_at_any_moment(tmp_path: Path, database: Place) -> None:
    channel = tmp_path / "channel"
    chance = random.Random(2006)
    acknowledged: dict[int, int] = {}
    for seed in range(KILLS):
        lines, delay = chance.choice([0, 1, 5, 40]), chance.random() * 0.03
        said = await asyncio.to_thread(live_and_die, database, channel, seed, lines, delay)
        acknowledged |= said
        await check(database, channel, acknowledged)
    assert sum(acknowledged.values()) > 100


@pytest.mark.parametrize("count", [1, 2, 7, 30])
@pytest.mark.parametrize("point", ["before-show", "after-show"])
async def test_killed_between_saving_and_showing(
    tmp_path: Path, database: Place, point: str, count: int
) -> None:
    channel = tmp_path / "channel"
    said = await asyncio.to_thread(live_and_die, database, channel, count, 0, 0, point, str(count))
    await check(database, channel, said)


async def test_killed_as_soon_as_somebodys_resigning_is_saved(
    tmp_path: Path, database: Place
) -> None:
    channel = tmp_path / "channel"
    said = await asyncio.to_thread(live_and_die, database, channel, 5, 0, 0, "after-resigning", "1")
    store = await Store.open(database)
    tables = tables_on(store, lambda: 0, random.Random(0))
    seats = [seat for number in said for seat in (await tables.cache.get(number)).seats]
    active = [(await tables.cache.get(number)).active for number in said]
    await store.close()
    assert any(seat.status == "resigned" for seat in seats)
    assert all(seat is None or seat.status == "playing" for seat in active)
    await check(database, channel, said)


def test_many_kills_in_a_short_time(tmp_path: Path, place: Place) -> None:
    kills, acknowledged = kill(30, 7, tmp_path, fresh=lambda: place)
    assert kills == 30
    assert acknowledged > 50
