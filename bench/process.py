"""The process: how long the bot takes to be there, and how much memory it takes.

Every figure is of a fresh process, the median of several.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.row import Row

ROOT: Final = Path(__file__).parent.parent
RUNS: Final = 7
TABLES: Final = 10_000

_MEASURE: Final = """
import time
begin = time.perf_counter()
{code}
took = time.perf_counter() - begin
for line in open("/proc/self/status"):
    if line.startswith("VmRSS"):
        print(took, int(line.split()[1]) / 1024)
"""
_BOT: Final = """
import bot, pathlib, settings
arkadia = bot.ArkadiaBot(settings.Settings(token="", database=pathlib.Path("unused")))
"""


_TABLES: Final = """
import asyncio, pathlib, random, tempfile
from db import Store
from engine.random_play import random_action
from tabletop.lobbies import Opening
from tabletop.service import Tables

async def play(tables, number):
    rng = random.Random(number)
    table = await tables.open(Opening(guild=1, channel=number, host=number, name="A"))
    await tables.join(table.number, -1 - number, "B")
    await tables.begin(table.number, number)
    for _ in range(4):
        table = await tables.cache.get(table.number)
        action = random_action(table.running_game().position, rng)
        await tables.act(table.number, table.active.user_id, action)

async def main():
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(pathlib.Path(folder) / "bench.sqlite3")
        tables = Tables(store, lambda: 0, random.Random(0))
        for first in range(0, {count}, 250):
            numbers = range(first, min(first + 250, {count}))
            await asyncio.gather(*(play(tables, number) for number in numbers))
        await store.close()

asyncio.run(main())
"""


def measured(code: str, runs: int = RUNS) -> tuple[float, float]:
    """The seconds that some code takes in a fresh process, and the MB that it has then."""
    found = []
    for _ in range(runs):
        command = [sys.executable, "-c", _MEASURE.format(code=code)]
        out = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        took, memory = map(float, out.split())
        found.append((took, memory))
    return (
        statistics.median(took for took, _ in found),
        statistics.median(memory for _, memory in found),
    )


def rows() -> list[Row]:
    """The bare bot beside discord.py alone."""
    floor_time, floor_memory = measured("import discord")
    time, memory = measured(_BOT)
    _, worker = measured("import players.levels")
    _, python = measured("pass")
    _, few = measured(_TABLES.format(count=1), runs=1)
    _, many = measured(_TABLES.format(count=TABLES), runs=1)
    return [
        Row(
            *("the bot is imported", time, "s", "discord.py alone", floor_time),
            *(time / floor_time, "≤ 0.5 s", time <= 0.5),
        ),
        Row(
            *("memory of the bare bot", memory, "MB", "discord.py alone", floor_memory),
            *(memory / floor_memory, "≤ 70 MB", memory <= 70),
        ),
        Row(
            *("memory of a computer player's worker", worker, "MB", "Python alone", python),
            *(worker / python, "≤ 15 MB more", worker - python <= 15),
        ),
        Row(
            *(f"memory with {TABLES:,} running tables", many, "MB", "with one", few),
            *(many / few, "≤ 60 MB more", many - few <= 60),
        ),
    ]
