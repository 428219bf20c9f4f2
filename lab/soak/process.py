"""The bot's process, started, stopped and killed, and its mishaps.

Disks are full, connections dropped, messages and channels deleted.
"""

import asyncio
import contextlib
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

from lab.discord.sockets import TOKEN, Servers
from lab.postgres import PostgresServer

ROOT: Final = Path(__file__).parents[2]

COMING_UP: Final = 60.0  # seconds in which a bot must have logged in

STOPPING: Final = 30.0
"""Seconds from SIGTERM in which a bot must have ended, as supervisors want it."""

NOTHING: Final[Mapping[str, str]] = {}

ALLOCATOR: Final[Mapping[str, str]] = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "2097152",
    "MALLOC_TRIM_THRESHOLD_": "1048576",
}
"""The settings of glibc's allocator as image and unit have them."""

WITHOUT_DATABASE: Final = (69, 75)
"""The statuses of a bot that cannot use its database now, or whose servers another one has taken
meanwhile."""


class BotProcess:
    """The bot's process, started and ended over and over.

    Attributes:
        pid: the running process, or 0.
        starts: the number of starts.
        strange: the number of exits that no mishap explains, by status.
        hindered: True while the database was out of reach since the start, as the bot may say.
        ended: set while no process runs.
        said: all lines of the log.
        traces: the errors with a traceback, by their last line.
        stuck: the number of processes that did not end when they were asked to.
    """

    def __init__(
        self,
        servers: Servers,
        database: Path | str,
        speed: float = 1.0,
        settings: Mapping[str, str] = NOTHING,
    ) -> None:
        self.pid = self.starts = self.stuck = 0
        self.strange: Counter[int] = Counter()
        self.hindered = False
        self.ended = asyncio.Event()
        self.said: list[str] = []
        self.traces: Counter[str] = Counter()
        self._servers, self._database, self._speed = servers, database, speed
        self._settings = settings
        self._helpers: set[int] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start a bot."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "lab.soak.hurried", self._servers.address, str(self._speed)),
            cwd=ROOT,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),
                "DISCORD_TOKEN": TOKEN,
                "ARKADIA_DATABASE": str(self._database),
                **ALLOCATOR,
                **self._settings,
            },
            stderr=asyncio.subprocess.PIPE,
            limit=1 << 22,  # a logged traceback is one line, and may be longer than 64 KiB
        )
        assert process.stderr is not None
        self.ended.clear()
        self.pid, self.hindered = process.pid, False
        self.starts += 1
        self._tasks += map(
            asyncio.create_task, (self._wait_for(process), self._read(process.stderr))
        )

    async def _wait_for(self, process: asyncio.subprocess.Process) -> None:
        status = await process.wait()
        self.pid = 0
        usual = (0, -signal.SIGKILL, *(WITHOUT_DATABASE if self.hindered else ()))
        self.strange[status] += status not in usual
        self.ended.set()

    async def _read(self, log: asyncio.StreamReader) -> None:
        async for raw in log:
            line = raw.decode(errors="replace").rstrip("\n")
            self.said.append(line)
            if "Traceback" in line:
                self.traces[_last_words(line)] += 1

    async def end(self, *, clean: bool) -> None:
        """Ask the bot to stop and wait until it has, or kill it, so that it does nothing more."""
        if not self.pid:
            return
        # Looked up before the end, which makes them orphans that no longer name the bot.
        self._helpers.update(descendants(self.pid))
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM if clean else signal.SIGKILL)
        try:
            await asyncio.wait_for(self.ended.wait(), STOPPING)
        except TimeoutError:
            self.stuck += 1
            os.kill(self.pid, signal.SIGKILL)
            await self.ended.wait()

    async def close(self) -> None:
        """Kill the bot, and read its log to the end."""
        await self.end(clean=False)
        await asyncio.gather(*self._tasks)

    def limit_disk(self, size: int) -> None:
        """Make every write of the bot to a file beyond a size fail from now on."""
        self.hindered |= size != resource.RLIM_INFINITY
        # A limit of the file size needs no disk of its own: Python ignores SIGXFSZ, and the
        # write fails with EFBIG.
        for pid in (self.pid, *descendants(self.pid)) if self.pid else ():
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def left_over(self) -> list[int]:
        """Return the processes that ended bots have started and that still run."""
        now = set(descendants(self.pid)) if self.pid else set()
        return [pid for pid in self._helpers - now if Path(f"/proc/{pid}/stat").exists()]

    def wrong(self) -> Iterator[tuple[str, str, int]]:
        """Yield the faults of the processes, each with its kind, an example and a count."""
        for trace, count in self.traces.items():
            yield "a traceback in the log", trace, count
        if self.stuck:
            yield "did not stop when it was asked to", "; ".join(self.said[-3:]), self.stuck
        for left in self.left_over():
            yield "a process is left", str(left), 1
        for status, count in (+self.strange).items():
            yield "an exit", f"status {status}", count


@asynccontextmanager
async def running_bot(
    servers: Servers, database: Path | str, settings: Mapping[str, str] = NOTHING
) -> AsyncIterator[BotProcess]:
    """Run a Discord's servers, and a bot that has logged in there."""
    async with servers.serving():
        bot = BotProcess(servers, database, settings=settings)
        try:
            await bot.start()
            await asyncio.wait_for(servers.gateway.ready.wait(), COMING_UP)
            yield bot
        finally:
            await bot.close()


def descendants(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started, and their descendants."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in map(int, children):
        yield child
        yield from descendants(child)


def _last_words(line: str) -> str:
    """Return the end of a logged traceback, without the numbers that differ each time."""
    sentence = line.split(" error=", 1)[0].split(" ", 2)[-1].split(" interaction=", 1)[0]
    last = line.rstrip('"').split("\\n")[-1]
    return f"{sentence}: {last}"[:200]


OFTEN: Final = ("disk full", "message")
HARMS: Final = (*OFTEN, *OFTEN, "gateway dropped", "gateway asks", "archive", "thread", "channel")


class Mishaps:
    """A source of mishaps.

    Args:
        database: the database's server; None if the bot's database is a file.
    """

    def __init__(self, servers: Servers, database: PostgresServer | None = None) -> None:
        self.count: Counter[str] = Counter()
        self._servers, self._database = servers, database

    async def harm(self, bot: BotProcess, rng: Random) -> None:
        """Cause one mishap that is chosen at random; kills are not among them."""
        servers, discord = self._servers, self._servers.discord
        threads = [place for place in discord.history.places.values() if place.is_thread][-20:]
        what = rng.choice(HARMS)
        self.count[what] += 1
        match what:
            case "disk full" if self._database is not None:
                # A server's disk is not the bot's to fill; what it sees is a server that is gone.
                bot.hindered = True
                await asyncio.to_thread(_crash, self._database, rng.uniform(0.05, 0.5))
            case "disk full":
                bot.limit_disk(1)
                await asyncio.sleep(rng.uniform(0.05, 0.5))
                bot.limit_disk(resource.RLIM_INFINITY)
            case "gateway dropped" | "gateway asks":
                await servers.gateway.drop(ask=what == "gateway asks")
            case "message":
                # The newest one, which is most likely the one that the bot is about to change.
                place = rng.choice([discord.channel, *threads])
                for message in place.visible()[-1:]:
                    discord.delete_message(place.id, message.id)
            case "channel":
                discord.move_on()
            case "archive" if threads:
                discord.archive(rng.choice(threads))
            case "thread" if threads:
                discord.delete_place(rng.choice(threads))


def _crash(database: PostgresServer, away: float) -> None:
    """Crash a server, and start it again; in one thread, as the soak's questions wait for it."""
    database.stop(signal.SIGQUIT)
    time.sleep(away)
    database.start()
