"""What must hold after a kill, and kills without end: ``python -m tests.tabletop.killing 10000``.

More arguments are the seed, after how many minutes it ends although it has not killed as often, and
``postgres`` for a database of PostgreSQL's instead of files.

Each life is a fork of this process, which has imported everything, so that ten thousand take
minutes. A database lives through a hundred kills and is looked at after every fifth.
"""

import asyncio
import math
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Final

from db.database import Place
from db.store import Store
from lab.postgres import running
from lab.tables import tables_on
from tests.tabletop.channel import FileChannel, Told, read
from tests.tabletop.doomed import live
from tests.tabletop.showing import showing

KILLS_OF_A_DATABASE: Final = 100
KILLS_BETWEEN_LOOKS: Final = 5


def acknowledged_in(said: bytes) -> dict[int, int]:
    """The length of each log that was acknowledged before the kill; half a line is none."""
    acknowledged: dict[int, int] = {}
    for line in said.decode().splitlines(keepends=True):
        numbers = line.split()
        if line.endswith("\n") and len(numbers) == 2:
            number, length = map(int, numbers)
            acknowledged[number] = max(length, acknowledged.get(number, 0))
    return acknowledged


async def check(database: Place, channel: Path, acknowledged: dict[int, int]) -> None:
    """After a new start everything is there, replays, goes on and is shown."""
    store = await Store.open(database)
    tables = tables_on(store, lambda: 0, random.Random(0))
    try:
        for number, length in acknowledged.items():
            assert (await tables.cache.get(number)).version >= length
        publisher = showing(tables, FileChannel(channel))
        await publisher.outbox.catch_up()
        await publisher.outbox.close()
        assert await store.outbox.unshown() == ()
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


def fork_and_kill(database: Place, channel: Path, seed: int, lines: int, delay: float) -> bytes:
    """Lets a fork of this process play and kills it; gives what it said before."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(writing, 1)
        status = 1
        try:
            asyncio.run(live(database, channel, seed, "never", 0))
            status = 0  # all its games are over
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = b"".join(pipe.readline() for _ in range(lines))
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        said += pipe.read()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) in (-signal.SIGKILL, 0), "it failed"
    return said


def kill(
    count: int,
    seed: int,
    folder: Path,
    seconds: float = math.inf,
    fresh: Callable[[], Place] | None = None,
) -> tuple[int, int]:
    """Kills so many times, or for so many seconds.

    Args:
        folder: where people's channels are, and the databases if they are files.
        fresh: makes databases that are no files.

    Returns:
        How often it has killed, and how many actions were acknowledged, all of which are there.

    Raises:
        AssertionError: if anything is not as it was acknowledged, or told twice, or not at all.
    """
    chance = random.Random(seed)
    total = 0
    acknowledged: dict[int, int] = {}
    end = time.monotonic() + seconds
    number = -1
    over = False
    while not over:
        number += 1
        over = number + 1 == count or time.monotonic() > end
        if number % KILLS_OF_A_DATABASE == 0:
            channel = folder / f"{number}.channel"
            database: Place = fresh() if fresh else channel.with_suffix(".sqlite3")
        lines, delay = chance.choice([0, 0, 1, 5, 20]), chance.random() * 0.03
        said = fork_and_kill(database, channel, seed + number, lines, delay)
        for table, length in acknowledged_in(said).items():
            acknowledged[table] = max(length, acknowledged.get(table, 0))
        last = (number + 1) % KILLS_OF_A_DATABASE == 0
        if last or over or (number + 1) % KILLS_BETWEEN_LOOKS == 0:
            asyncio.run(check(database, channel, acknowledged))
        if last or over:
            total += sum(acknowledged.values())
            acknowledged = {}
            for path in folder.iterdir():
                path.unlink()
    return number + 1, total


def main(count: int, seed: int, minutes: float, database: str) -> None:
    """Kills so many times, and says what came of it."""
    begun = time.monotonic()
    server = running() if database == "postgres" else nullcontext()
    with tempfile.TemporaryDirectory() as folder, server as postgres:
        fresh = None if postgres is None else postgres.fresh
        count, total = kill(count, seed, Path(folder), minutes * 60, fresh)
    seconds = time.monotonic() - begun
    sys.stdout.write(f"{count:,} kills in {seconds:.0f} s, seed {seed}: ")
    sys.stdout.write(f"{total:,} actions acknowledged, none lost; every turn told once\n")


if __name__ == "__main__":
    given = [*sys.argv[1:], *("10000", "1", "inf", "sqlite")[len(sys.argv) - 1 :]]
    main(int(given[0]), int(given[1]), float(given[2]), given[3])
