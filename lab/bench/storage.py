"""The store: the time for an action to be durable, and the actions a second of many games.

The floor is what durability costs without a database: 4 KiB written over in place and flushed by
``fdatasync``. Floor and store take turns, so that both see the same disk. The files lie in the
repository's ``build`` folder, because a temporary folder may lie in memory.
"""

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from db.games.rows import NewGame, StoredEntry, StoredSeat, StoredStart
from db.store import Store, opened
from lab.bench.table import Row, above, limited

FOLDER: Final = Path(__file__).parents[2] / "build"
ACTIONS: Final = 2_500
GAMES: Final = 200
ROUNDS: Final = 100

TABLE: Final = NewGame(
    guild_id=1,
    channel_id=2,
    host_id=3,
    edition="ravensburger-2006",
    setup="first-game",
    mirror=False,
    seat_limit=4,
    language="en",
    created_at=1_700_000_000_000,
)
SEATS: Final = tuple(StoredSeat(seat, 10 + seat, f"Player {seat}", "red") for seat in range(4))
START: Final = StoredStart(
    lot="G5:4x3",
    deck=" ".join(["trade-centre/silver"] * 40),
    rules_version=1,
    fingerprint="0" * 64,
    edition_text="{}",
)
BUILD: Final = StoredEntry("build farm/red D9 E9 E10 draw stack", 10**18, 1_700_000_000_000)
END: Final = StoredEntry("end", 10**18, 1_700_000_000_000)


@asynccontextmanager
async def fresh_file() -> AsyncIterator[Store]:
    """Make a store in a file, deleted after its context."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        async with opened(Path(folder) / "bench.sqlite3") as store:
            yield store


async def begun(store: Store) -> tuple[int, int]:
    """Begin a game at a new table; return the table's number and its count of news."""
    table = await store.games.open(TABLE, SEATS)
    return table, await store.games.begin(table, SEATS, START, at=1_700_000_000_000)


async def one_by_one(actions: int) -> tuple[list[float], list[float], list[float]]:
    """Return the seconds of each flush, action within a turn, and action that ends a turn."""
    floor, within, ending = [], [], []
    block = os.urandom(4_096)
    async with fresh_file() as store:
        with tempfile.TemporaryFile(dir=FOLDER, buffering=0) as floored:
            floored.write(block)
            os.fsync(floored.fileno())
            file = floored.fileno()
            (first, still), (second, news) = await begun(store), await begun(store)
            for length in range(actions):
                start = time.perf_counter()
                # Overwritten in place, so that the file system has no new length to save.
                os.pwrite(file, block, 0)
                os.fdatasync(file)
                flushed = time.perf_counter()
                await store.games.append(first, length, [BUILD], news=False, seen=still)
                built = time.perf_counter()
                news = await store.games.append(second, length, [END], news=True, seen=news)
                ended = time.perf_counter()
                floor.append(flushed - start)
                within.append(built - flushed)
                ending.append(ended - built)
    return floor, within, ending


async def at_once(rounds: int) -> tuple[float, float]:
    """Measure the actions a second of many games at once, and the 99th percentile of their seconds.

    Every other action ends a turn.
    """
    took: list[float] = []

    async def play(store: Store, table: int, news: int) -> None:
        for length in range(rounds):
            start, ends = time.perf_counter(), length % 2 == 1
            news = await store.games.append(table, length, [BUILD], news=ends, seen=news)
            took.append(time.perf_counter() - start)

    async with fresh_file() as store:
        tables = [await begun(store) for _ in range(GAMES)]
        start = time.perf_counter()
        await asyncio.gather(*[play(store, *table) for table in tables])
        total = time.perf_counter() - start
    return len(took) / total, statistics.quantiles(took, n=100)[-1]


def durable(name: str, ours: list[float], floor: list[float]) -> Row:
    """Return a row that compares our median time with the floor's; both are in seconds."""
    mine, least = (statistics.median(times) * 1e6 for times in (ours, floor))
    return above(name, mine, "µs", "4 KiB + fdatasync", least, 2)


def rows() -> list[Row]:
    """Measure the store beside the floor, and many games at once beside one."""
    floor, within, ending = asyncio.run(one_by_one(ACTIONS))
    speed, slowest = asyncio.run(at_once(ROUNDS))
    alone, name = len(within) / sum(within), f"{GAMES} games at once"
    return [
        durable("an action durable", within, floor),
        durable("the end of a turn durable", ending, floor),
        Row(name, speed, "actions/s", "one", alone, speed / alone, "≥ 10,000", speed >= 10_000),
        limited(f"{name}, p99", slowest * 1e3, "ms", 50),
    ]
