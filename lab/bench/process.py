"""The process: what the bot's start takes of the processor, and its memory.

Every figure is of a fresh process, the median of several, taken in turns. Modules are compiled
beforehand, as hosts and images have them.
"""

import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

from lab.bench.table import Row, above, limited

ROOT: Final = Path(__file__).parents[2]
BYTECODE: Final = ROOT / "build" / "bytecode"
RUNS: Final = 9
TABLES: Final = 10_000

_MEASURE: Final = r"""
import time
begin = time.process_time()
{code}
took = time.process_time() - begin
import pathlib, re
status = pathlib.Path("/proc/self/status").read_text()
print(took, int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024)
"""
_READY: Final = """
import asyncio, pathlib, tempfile
from lab.discord.in_process import InProcess
from lab.discord.model import Discord
from runtime import settings
begin = time.process_time()
import bot

async def main():
    global begin
    with tempfile.TemporaryDirectory() as folder:
        database = pathlib.Path(folder) / "bench.sqlite3"
        arkadia = bot.ArkadiaBot(settings.Settings(token="", database=database))
        inside = InProcess(arkadia, Discord())
        await inside.start()
        await inside.close()
    begin += time.process_time() - inside.worked  # the simulated Discord's part

asyncio.run(main())
"""
_BOT: Final = """
import bot, pathlib
from runtime import settings
arkadia = bot.ArkadiaBot(settings.Settings(token="", database=pathlib.Path("unused")))
"""


_TABLES: Final = """
import asyncio, pathlib, random, tempfile
from db.store import Store
from engine.random_play import random_action
from lab.tables import tables_on
from tabletop.opening import Opening

async def play(tables, number):
    rng = random.Random(number)
    table = await tables.lobby.open(Opening(guild=number, channel=1, host=number, name="A"))
    await tables.lobby.join(table.number, -1 - number, "B")
    await tables.lobby.begin(table.number, number)
    for _ in range(4):
        table = await tables.cache.get(table.number)
        action = random_action(table.running_game().position, rng)
        await tables.turns.act(table.number, table.active.user_id, action)

async def main():
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(pathlib.Path(folder) / "bench.sqlite3")
        tables = tables_on(store, lambda: 0, random.Random(0))
        for first in range(0, {count}, 250):
            numbers = range(first, min(first + 250, {count}))
            await asyncio.gather(*[play(tables, number) for number in numbers])
        await store.close()

asyncio.run(main())
"""


def printed(code: str) -> str:
    """Return the output of some code in a fresh process; its errors go to the terminal."""
    # An environment that forbids to keep compiled modules would have them compiled at each start.
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**kept, "PYTHONPYCACHEPREFIX": str(BYTECODE)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def measured(*codes: str, runs: int = RUNS) -> list[tuple[float, float]]:
    """Measure each code in fresh processes: processor seconds, and megabytes at its end."""
    found: list[list[tuple[float, float]]] = [[] for _ in codes]
    if runs > 1:
        for code in codes:
            printed(_MEASURE.format(code=code))  # compiles what it imports
    for _ in range(runs):
        for code, measurements in zip(codes, found, strict=True):
            took, memory = map(float, printed(_MEASURE.format(code=code)).split())
            measurements.append((took, memory))
    return [
        (
            statistics.median(took for took, _ in some),
            statistics.median(memory for _, memory in some),
        )
        for some in found
    ]


def rows() -> list[Row]:
    """Measure the bot's start and memory beside discord.py alone, also with tables."""
    (floor_time, floor_memory), (time, memory), (_, worker), (_, python), (ready, _) = measured(
        "import discord", _BOT, "import players.levels", "pass", _READY
    )
    # Once: ten thousand games take long to begin, and their memory hardly varies.
    (_, few), (_, many) = measured(_TABLES.format(count=1), _TABLES.format(count=TABLES), runs=1)
    alone = "discord.py alone"
    name, peer = "memory of a computer player's worker", "Python alone"
    slim, small = worker - python <= 15, memory <= 70
    spare, tables = many - few <= 60, f"memory with {TABLES:,} running tables"
    return [
        above("the bot is imported, processor time", time, "s", alone, floor_time, 1.6),
        limited("it starts and stops, after discord.py", ready, "s", 1),
        Row("memory of the bare bot", memory, "MB", alone, floor_memory, goal="≤ 70 MB", ok=small),
        Row(name, worker, "MB", peer, python, goal="≤ 15 MB more", ok=slim),
        Row(tables, many, "MB", "with one", few, goal="≤ 60 MB more", ok=spare),
    ]
