"""Whenever the process is killed: all that was acknowledged is there, and is shown once."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from db.store import Store
from tables.publishing import Publisher
from tables.service import Tables
from tests.tables.channel import FileChannel, Told, read

KILLS = 16


def live_and_die(
    database: Path, channel: Path, seed: int, lines: int, delay: float, *point: str
) -> dict[int, int]:
    """Runs the doomed process, kills it, and gives the length of each log that it acknowledged."""
    where = [str(database), str(channel)]
    command = [sys.executable, "-m", "tests.tables.doomed", *where, str(seed), *point]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = b"".join(process.stdout.readline() for _ in range(lines))
        if not point:
            time.sleep(delay)
            process.kill()
        said += process.stdout.read()
    assert process.returncode == -signal.SIGKILL or not point
    whole = [line.split() for line in said.decode().splitlines(keepends=True) if "\n" in line]
    acknowledged: dict[int, int] = {}
    for entry in whole:
        if len(entry) == 2:
            number, length = int(entry[0]), int(entry[1])
            acknowledged[number] = max(length, acknowledged.get(number, 0))
    return acknowledged


async def check(database: Path, channel: Path, acknowledged: dict[int, int]) -> None:
    """After a new start everything is there, replays, goes on and is shown."""
    store = await Store.open(database)
    tables = Tables(store, lambda: 0, random.Random(0))
    try:
        for number, length in acknowledged.items():
            assert (await tables.cache.get(number)).version >= length
        await Publisher(tables, FileChannel(channel)).publish_all()
        assert await store.unshown() == ()
        told = read(channel)
        for number in {entry.table for entry in told} | set(acknowledged):
            table = await tables.cache.get(number)
            posts = [entry for entry in told if entry.table == number]
            assert posts[-1].news == table.row.news
            assert posts[-1].state == table.row.state
            assert_told_once(posts, len(table.turns_since(1)) if table.game else 0)
            if table.active is not None:
                assert table.active.status == "playing"
    finally:
        await store.close()


def assert_told_once(posts: list[Told], turns: int) -> None:
    """Every turn is told in one message, in order, and no message stands twice."""
    assert all(before.news < after.news for before, after in pairwise(posts))
    assert [turn for post in posts for turn in post.turns] == list(range(1, turns + 1))


async def test_killed_at_any_moment(tmp_path: Path) -> None:
    database, channel = tmp_path / "arkadia.sqlite3", tmp_path / "channel"
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
async def test_killed_between_saving_and_showing(tmp_path: Path, point: str, count: int) -> None:
    database, channel = tmp_path / "arkadia.sqlite3", tmp_path / "channel"
    said = await asyncio.to_thread(live_and_die, database, channel, count, 0, 0, point, str(count))
    await check(database, channel, said)


async def test_killed_between_resigning_and_the_caretakers_turn(tmp_path: Path) -> None:
    database, channel = tmp_path / "arkadia.sqlite3", tmp_path / "channel"
    said = await asyncio.to_thread(
        live_and_die, database, channel, 5, 0, 0, "before-caretaker", "1"
    )
    await check(database, channel, said)
