"""The process: the time the bot takes to start, and its memory.

Every figure is of a fresh process, the median of several.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

from lab.bench.row import Row

ROOT: Final = Path(__file__).parents[2]
RUNS: Final = 7
TABLES: Final = 10_000
SERVERS: Final = 1_000

_MEASURE: Final = r"""
import time
begin = time.perf_counter()
{code}
took = time.perf_counter() - begin
import pathlib, re
status = pathlib.Path("/proc/self/status").read_text()
print(took, int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024)
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
            await asyncio.gather(*(play(tables, number) for number in numbers))
        await store.close()

asyncio.run(main())
"""

_SERVERS: Final = """
import asyncio, bot, pathlib
from lab.doors import add_server
from runtime import settings

def role(number):
    return dict(id=str(number), name=f"role {{number}}", permissions="2248473465835073",
        position=1, color=0, hoist=False, managed=False, mentionable=False, flags=0)

def channel(number):
    overwrites = [dict(id=str(number + n), type=0, allow="1024", deny="2048") for n in range(2)]
    return dict(id=str(number), type=0, name=f"channel-{{number}}", position=1, parent_id=None,
        permission_overwrites=overwrites, nsfw=False, topic="What is said here")

def server(number):
    return dict(id=str(number), name=f"Server {{number}}", owner_id="1", member_count=100,
        channels=[channel(number + n) for n in range(1, 51)], threads=[], members=[],
        roles=[role(number), *(role(number + n) for n in range(100, 130))],
        emojis=[], stickers=[], features=[], preferred_locale="en-US", unavailable=False)

async def main():
    global arkadia
    arkadia = bot.ArkadiaBot(settings.Settings(token="", database=pathlib.Path("unused")))
    for number in range(10**17, 10**17 + 1000 * {count}, 1000):
        add_server(arkadia, dict(id=str(number), unavailable=True))
        if {told} or arkadia.intents.guilds:
            add_server(arkadia, server(number))

asyncio.run(main())
"""


def printed(code: str) -> str:
    """Return the output of some code in a fresh process; its errors go to the terminal.

    Raises:
        subprocess.CalledProcessError: if it fails.
    """
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def measured(code: str, runs: int = RUNS) -> tuple[float, float]:
    """Measure the seconds that some code takes in a fresh process, and its memory then in MB."""
    found = []
    for _ in range(runs):
        took, memory = map(float, printed(_MEASURE.format(code=code)).split())
        found.append((took, memory))
    return (
        statistics.median(took for took, _ in found),
        statistics.median(memory for _, memory in found),
    )


def rows() -> list[Row]:
    """Measure the bot's start and memory beside discord.py alone, also with tables and servers."""
    floor_time, floor_memory = measured("import discord")
    time, memory = measured(_BOT)
    _, worker = measured("import players.levels")
    _, python = measured("pass")
    _, few = measured(_TABLES.format(count=1), runs=1)
    # Once: ten thousand games take long to begin, and their memory hardly varies.
    _, many = measured(_TABLES.format(count=TABLES), runs=1)
    _, alone = measured(_SERVERS.format(count=0, told=False), runs=3)
    _, known = measured(_SERVERS.format(count=SERVERS, told=False), runs=3)
    _, told = measured(_SERVERS.format(count=SERVERS, told=True), runs=3)
    return [
        Row(
            *(
                f"memory for {SERVERS:,} servers",
                known - alone,
                "MB",
                "were all told",
                told - alone,
            ),
            *((known - alone) / (told - alone), "≤ 3 MB", known - alone <= 3),
        ),
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
