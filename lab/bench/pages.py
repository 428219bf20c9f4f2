"""A thousand people who watch a hundred games: their memory, an event's way to all, and commands.

The visitors are another process on the same machine, with a connection each.
"""

from __future__ import annotations

import asyncio
import gc
import re
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from ipaddress import ip_network
from itertools import islice
from pathlib import Path
from typing import Final

from bot import ArkadiaBot
from engine.start import FREE
from lab.bench import turn
from lab.bench.process import ROOT
from lab.bench.row import Row, limited
from lab.discord.in_process import InProcess
from lab.discord.model import Discord
from lab.tables import begun, due
from runtime.settings import Settings
from tryout.simulation import free_port

WATCHED: Final = 100
"""Games that are watched."""
WATCHERS: Final = 1_000
ROUNDS: Final = 3
"""Games in which commands are measured, without watchers and with them in turns."""
MANY: Final = 99_999


def rows() -> list[Row]:
    """Measure the pages with all of their watchers."""
    with tempfile.TemporaryDirectory() as folder:
        kilobytes, delay, ratio = asyncio.run(_measured(Path(folder) / "bench.sqlite3"))
    watchers = f"{WATCHERS:,} watchers of {WATCHED} games"
    return [
        limited(f"{watchers}: memory of each", kilobytes, "kB", 40),
        limited(f"{watchers}: an event to the last", delay, "ms", 200),
        Row(
            "a command, with them", ratio, "×", "without them", 1.0, ratio, "≤ 1.05×", ratio <= 1.05
        ),
    ]


async def _measured(database: Path) -> tuple[float, float, float]:
    """Return the kilobytes of a watcher, the milliseconds of an event, and commands' ratio."""
    bot, where = bot_with_pages(database), Discord()
    port = bot.settings.web_port
    assert port is not None
    inside = InProcess(bot, where)
    await inside.start()
    numbers = [await shown(bot, where) for _ in range(WATCHED)]
    await turn.play(bot, inside, where, seed=0)
    kilobytes, ratios, delays = [], [], list[float]()
    for seed in range(1, ROUNDS + 1):
        alone = await _command(bot, inside, where, seed)
        gc.collect()
        before = _kilobytes()
        visitors = await _visit(bot, port, numbers)
        gc.collect()
        kilobytes.append((_kilobytes() - before) / WATCHERS)
        ratios.append(await _command(bot, inside, where, seed) / alone)
        delays += [delay for number in numbers for delay in await _told(bot, visitors, number)]
        visitors.kill()
        await visitors.wait()
    await inside.close()
    # What the first watchers take is not given back, so later ones seem to need next to nothing.
    return kilobytes[0], max(delays) * 1e3, statistics.median(ratios)


def bot_with_pages(database: Path) -> ArkadiaBot:
    """Return a bot that serves pages on this machine, and that believes visitors' addresses."""
    port = free_port(0)
    return ArkadiaBot(
        Settings(
            "",
            database,
            web_port=port,
            web_url=f"http://127.0.0.1:{port}",
            web_proxy=(ip_network("127.0.0.1"),),
            games_hosted=MANY,
            games_seated=MANY,
            games_unfinished=MANY,
            games_an_hour=MANY,
            threads_an_hour=MANY,
        )
    )


def _kilobytes() -> float:
    status = Path("/proc/self/status").read_text("ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found is not None
    return float(found[1])


async def _command(bot: ArkadiaBot, inside: InProcess, where: Discord, seed: int) -> float:
    """Return the mean processor seconds of a command in a game."""
    begin = inside.worked
    commands = await turn.play(bot, inside, where, seed)
    return (inside.worked - begin) / commands


async def shown(bot: ArkadiaBot, where: Discord) -> int:
    """Return the number of a game that has begun and was told to its channel."""
    two = islice(turn.PEOPLE.items(), 2)
    number = await begun(bot.services.tables, where.guild.id, where.channel.id, *two, setup=FREE)
    await bot.services.publisher.publish(number)
    return number


async def _visit(bot: ArkadiaBot, port: int, numbers: list[int]) -> asyncio.subprocess.Process:
    """Have visitors watch the games, and return their process once all of them do."""
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "lab.bench.visitors",
        str(port),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    for place in range(WATCHERS):
        code = bot.services.doors.watching(numbers[place % len(numbers)])
        program.stdin.write(f"/api/watch/{code}/events\n".encode())
    program.stdin.write(b"\n")
    await program.stdin.drain()
    assert await program.stdout.readline() == b"ready\n"
    return program


async def _told(bot: ArkadiaBot, visitors: asyncio.subprocess.Process, number: int) -> list[float]:
    """Play a turn of a game, and return how long after its message each watcher heard of it."""
    tables = bot.services.tables
    while True:
        table = await tables.get(number)
        actions = table.running_game().position.legal_actions()
        action = next(iter(actions))
        await tables.turns.act(number, due(table), action)
        if str(action) == "end":
            break
    await bot.services.publisher.publish(number)
    since = time.monotonic()
    assert visitors.stdout is not None
    heard = []
    with suppress(TimeoutError):
        async with asyncio.timeout(10):
            for _ in range(WATCHERS // WATCHED):
                heard.append(float(await visitors.stdout.readline()) - since)
    return heard
