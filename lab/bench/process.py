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
    """Measure the bot's start and memory beside discord.py alone."""
    (floor_time, floor_memory), (time, memory), (_, worker), (_, python), (ready, _) = measured(
        "import discord", _BOT, "import players.levels", "pass", _READY
    )
    alone = "discord.py alone"
    name, peer = "memory of a computer player's worker", "Python alone"
    slim, small = worker - python <= 15, memory <= 70
    return [
        above("the bot is imported, processor time", time, "s", alone, floor_time, 1.6),
        limited("it starts and stops, after discord.py", ready, "s", 1),
        Row("memory of the bare bot", memory, "MB", alone, floor_memory, goal="≤ 70 MB", ok=small),
        Row(name, worker, "MB", peer, python, goal="≤ 15 MB more", ok=slim),
    ]
