"""The bot's process: started, stopped, killed, left without room on its disk, and measured."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import resource
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from lab.discord.sockets import TOKEN, Servers

ROOT: Final = Path(__file__).parents[2]

COMING_UP: Final = 60.0
"""Seconds in which a bot must have logged in."""

STOPPING: Final = 30.0
"""Seconds from SIGTERM in which a bot must have ended, as supervisors want it."""

NOTHING: Final[Mapping[str, str]] = {}

ALLOCATOR: Final[Mapping[str, str]] = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "2097152",
    "MALLOC_TRIM_THRESHOLD_": "1048576",
}
"""The settings of glibc's allocator as image and unit have them."""

REFUSED: Final = 69
"""The exit status of a bot that cannot use its database now, and should be started again."""

TAKEN: Final = 75
"""The exit status of a bot whose servers another one has taken."""

WHY: Final = re.compile(
    r"/\S+ could not be read or written .* Is the disk full|The disk with|\S+ cannot be reached"
    r"|\S+ was lost, so nothing was done|The connection to \S+ was lost"
)
"""The beginnings of the sentence with which a bot gives up a database out of reach or space."""


class BotProcess:
    """The bot's process, started and ended over and over.

    Attributes:
        pid: the running process, or 0.
        starts: the number of starts.
        exits: the number of exits by status; a signal's is negative.
        refused: the number of starts refused while the database was hindered.
        taken: the number of exits since then because another process had taken the servers over.
        gave_up: True if the last exit was counted as ``refused`` or ``taken``.
        told_why: the number of processes that said that the database had no room, or was away.
        stuck: the number of processes that did not end when they were asked to.
        ended: set while no process runs.
        said: all lines of the log.
        traces: the errors with a traceback, by their last line.
        helpers: the processes that bots have started themselves.
    """

    def __init__(
        self,
        address: str,
        database: Path | str,
        speed: float,
        *,
        settings: Mapping[str, str] = NOTHING,
    ) -> None:
        self.pid = 0
        self.starts = 0
        self.exits: Counter[int] = Counter()
        self.refused = self.taken = 0
        self.gave_up = False
        self.stuck = 0
        self.told_why = 0
        self.ended = asyncio.Event()
        self.said: list[str] = []
        self.traces: Counter[str] = Counter()
        self.helpers: set[int] = set()
        self._arguments = address, str(speed)
        self._environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": TOKEN,
            "ARKADIA_DATABASE": str(database),
            **ALLOCATOR,
            **settings,
        }
        self._launcher: asyncio.subprocess.Process | None = None
        self._readers: list[asyncio.Task[None]] = []
        self._said = asyncio.Event()
        self._hindered = False

    async def open(self) -> None:
        """Start the launcher, which starts bots."""
        self._launcher = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "lab.soak.launcher",
            *self._arguments,
            cwd=ROOT,
            env=self._environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            # A logged traceback is one line, and may be longer than asyncio's 64 KiB.
            limit=1 << 22,
        )
        self._readers = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._read_log()),
        ]

    async def close(self) -> None:
        """Kill the bot and end the launcher."""
        await self.kill()
        assert self._launcher is not None
        assert self._launcher.stdin is not None
        self._launcher.stdin.close()
        await self._launcher.wait()
        await asyncio.gather(*self._readers)

    async def start(self) -> None:
        """Start a bot."""
        assert self._launcher is not None
        assert self._launcher.stdin is not None
        self.ended.clear()
        self._said.clear()
        self._hindered = self.gave_up = False
        self._launcher.stdin.write(b"\n")
        await asyncio.wait_for(self._said.wait(), 60)
        self.starts += 1

    @property
    def running(self) -> bool:
        """True while a bot runs."""
        return self.pid != 0

    @property
    def last_words(self) -> str:
        """The last lines of the bot's log, as one text."""
        return "; ".join(self.said[-3:])

    async def kill(self) -> None:
        """Kill the bot, if one runs, by SIGKILL: it does nothing more."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """Ask the bot to stop, and wait until it has."""
        await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> None:
        if self.pid:
            # Looked up before the end, which makes them orphans that no longer name the bot.
            self.helpers.update(descendants(self.pid))
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)
            try:
                await asyncio.wait_for(self.ended.wait(), STOPPING)
            except TimeoutError:
                self.stuck += 1
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.pid, signal.SIGKILL)
                await asyncio.wait_for(self.ended.wait(), STOPPING)

    def hinder(self) -> None:
        """Note that the database cannot be reached, so that the bot may refuse to start."""
        self._hindered = True

    def fill_disk(self) -> None:
        """Make every write of the bot to a file fail from now on."""
        self.hinder()
        # A limit of the file size needs no disk of its own: Python ignores SIGXFSZ, and the
        # write fails with EFBIG.
        self._limit(1)

    def free_disk(self) -> None:
        """Let the bot write again."""
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        limits = (size, resource.RLIM_INFINITY)
        for pid in (self.pid, *descendants(self.pid)) if self.pid else ():
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)

    def strange_exits(self) -> Counter[int]:
        """Return the exits that no mishap explains, by their status.

        A bot may refuse to start without its database if it says why. If it was without its
        database for a while, it may find that another bot has taken over its servers.
        """
        usual = Counter({0: self.exits[0], -signal.SIGKILL: self.exits[-signal.SIGKILL]})
        usual[REFUSED] = min(self.refused, self.told_why)
        usual[TAKEN] = self.taken
        return self.exits - usual

    def wrong(self) -> Iterator[tuple[str, str, int]]:
        """Yield the faults of the processes, each with its kind, an example and a count."""
        for trace, count in self.traces.items():
            yield "a traceback in the log", trace, count
        if self.stuck:
            yield "did not stop when it was asked to", self.last_words, self.stuck
        for left in self.left_over():
            yield "a process is left", str(left), 1
        for status, count in self.strange_exits().items():
            yield "an exit", f"status {status}", count

    def left_over(self) -> list[int]:
        """Return the processes that ended bots have started and that still run."""
        now = set(descendants(self.pid)) if self.pid else set()
        return [pid for pid in self.helpers - now if Path(f"/proc/{pid}/stat").exists()]

    async def _listen(self) -> None:
        assert self._launcher is not None
        assert self._launcher.stdout is not None
        async for line in self._launcher.stdout:
            what, pid, *status = line.decode().split()
            if what == "started":
                self.pid = int(pid)
                self._said.set()
            elif int(pid) == self.pid:
                self.pid = 0
                how = int(status[0])
                self.exits[how] += 1
                self.refused += how == REFUSED and self._hindered
                self.taken += how == TAKEN and self._hindered
                self.gave_up = how in (REFUSED, TAKEN) and self._hindered
                self.ended.set()

    async def _read_log(self) -> None:
        assert self._launcher is not None
        assert self._launcher.stderr is not None
        async for raw in self._launcher.stderr:
            line = raw.decode(errors="replace").rstrip("\n")
            self.said.append(line)
            self.told_why += WHY.match(line) is not None
            if "Traceback" in line:
                self.traces[_last_words(line)] += 1


@asynccontextmanager
async def running_bot(
    servers: Servers,
    database: Path | str,
    speed: float = 1.0,
    *,
    settings: Mapping[str, str] = NOTHING,
) -> AsyncIterator[BotProcess]:
    """Run a Discord's servers, and a bot that has logged in there."""
    async with servers.serving():
        bot = BotProcess(servers.address, database, speed, settings=settings)
        await bot.open()
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
