"""Hostile visitors of the pages, while people play in Discord: ``python -m lab.soak.siege``.

Floods come from many addresses at once, by themselves or through nginx with the configuration of
``docs/hosting.md``. Judged are the presses in Discord meanwhile, against those of the same run
without a flood, and how much is logged. The floods are made by a process of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import re
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Final

from lab.soak.options import Options
from lab.soak.process import ROOT
from lab.soak.run import Soak

AT_ONCE: Final = 100
"""Connections of a flood; that of streams opens as many as it can."""

STREAMS: Final = 2_000
"""Streams that a flood tries to keep open."""

TIMES: Final = 3.0
"""By how much a press may take longer, at its 99th percentile."""

MOST_LOGGED: Final = 1_000_000
"""Bytes of the log in a whole run."""

BOMB: Final = gzip.compress(bytes(60_000_000))
"""A body that is a thousand times as large once it is inflated."""

HEADS: Final = (
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 9_000 + b"\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
)


class Flood:
    """A flood of one kind.

    Args:
        port: where the pages are served.
        code: the link to watch a game.
        seconds: for how long it goes on.

    Attributes:
        seen: how often each status was answered; ``ended`` for connections that just ended.
    """

    def __init__(self, port: int, code: str, seconds: float) -> None:
        self.seen: Counter[str] = Counter()
        self._port = port
        self._code = code
        self._rng = Random(port)
        self._until = time.monotonic() + seconds

    async def run(self, kind: str) -> None:
        """Flood until the time is over."""
        do: Callable[[], Awaitable[None]] = getattr(self, kind)
        count = STREAMS if kind == "streams" else AT_ONCE
        await asyncio.gather(*[self._again(do) for _ in range(count)])

    async def _again(self, do: Callable[[], Awaitable[None]]) -> None:
        while (left := self._until - time.monotonic()) > 0:
            try:
                async with asyncio.timeout(left):
                    await do()
            except (OSError, TimeoutError):
                self.seen["ended"] += 1
                await asyncio.sleep(0.01)

    async def bodies(self) -> None:
        """Send a body that is packed, or one that never ends."""
        packed = self._rng.random() < 0.5
        more = "Content-Encoding: gzip\r\n" if packed else ""
        size = len(BOMB) if packed else 1_000_000
        head = f"POST /api/play/1/act HTTP/1.1\r\nHost: x\r\n{more}Content-Length: {size}\r\n\r\n"
        await self._ask(head.encode() + (BOMB if packed else bytes(200_000)))

    async def heads(self) -> None:
        """Send what is no request."""
        await self._ask(self._rng.choice(HEADS))

    async def links(self) -> None:
        """Ask for a page, a scene or a link, by good codes and bad ones."""
        code = self._code if self._rng.random() < 0.7 else "x" * 60
        path = self._rng.choice((f"/watch/{code}", f"/api/watch/{code}", f"/enter/{code}", "/"))
        await self._ask(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())

    async def streams(self) -> None:
        """Open a stream, and stay."""
        path = f"/api/watch/{self._code}/events"
        await self._ask(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode(), stay=True)

    async def slow(self) -> None:
        """Ask for much and take nothing, or never end a request."""
        whole = "Accept: */*\r\n\r\n" if self._rng.random() < 0.5 else "X-Slow: "
        asked = f"GET /watch/{self._code} HTTP/1.1\r\nHost: x\r\n"
        await self._ask((asked * 8 + whole).encode(), take=False)

    async def _ask(self, sent: bytes, *, take: bool = True, stay: bool = False) -> None:
        """Send something by a connection from any address, and note what is answered."""
        source = ".".join(["127", *(str(self._rng.randrange(1, 255)) for _ in range(3))])
        opened = asyncio.open_connection("127.0.0.1", self._port, local_addr=(source, 0))
        reader, writer = await opened
        try:
            writer.write(sent)
            if not take:
                await asyncio.sleep(self._until - time.monotonic())
            status = (await reader.readline()).split(b" ")
            self.seen[status[1].decode() if len(status) > 1 else "ended"] += 1
            if stay and status[1:2] == [b"200"]:
                while await reader.read(65_536):
                    pass
        finally:
            writer.transport.abort()


KINDS: Final = ("bodies", "heads", "links", "streams", "slow")


class Siege(Soak):
    """A soak in which nothing fails, and visitors do what they can.

    Attributes:
        kinds: the floods.
        nginx: whether they come through nginx.
        took: the seconds of each press in Discord, by what went on meanwhile.
        seen: what each flood was answered.
    """

    def __init__(
        self,
        database: Path,
        seconds: float,
        *,
        kinds: Sequence[str] = KINDS,
        nginx: bool = False,
        seed: int = 1,
    ) -> None:
        quiet = Options(
            seed=seed, rate=0, kill_every=0, mishap_every=0, speed=1, tables=4, hostile=3
        )
        super().__init__(quiet, database)
        self.kinds = kinds
        self.nginx = nginx
        self.took: dict[str, list[float]] = {}
        self.seen: dict[str, Counter[str]] = {}
        self._seconds = seconds
        self._port, self._front = free_port(), free_port()

    def settings(self) -> dict[str, str]:
        """Return the bot's settings: with pages."""
        port = self._front if self.nginx else self._port
        proxy = {"ARKADIA_WEB_PROXY": "127.0.0.1"} if self.nginx else {}
        url = f"http://127.0.0.1:{port}"
        return {"ARKADIA_WEB_PORT": str(self._port), "ARKADIA_WEB_URL": url, **proxy}

    async def _until_enough(self, players: list[asyncio.Task[None]]) -> None:
        """Let people play without a flood, then with one after the other, and without again."""
        async with nginx(self._front, self._port) if self.nginx else nullcontext():
            code = await self._code()
            await self._measure("nothing", asyncio.sleep(self._seconds))
            for kind in self.kinds:
                await self._measure(kind, self._flood(kind, code))
                await asyncio.sleep(1)
            await self._measure("nothing", asyncio.sleep(self._seconds))

    async def _code(self) -> str:
        """Return the link to watch a game, as everybody reads it below its message."""
        while True:
            for messages in self.discord.messages.values():
                for message in messages.values():
                    if found := re.search(r"/watch/([\w-]+)", json.dumps(message.components)):
                        return found[1]
            await asyncio.sleep(0.1)

    async def _measure(self, what: str, meanwhile: Awaitable[None]) -> None:
        """Note how long presses take while something goes on."""
        heard = self.discord.answering.took
        heard.clear()
        await meanwhile
        self.took.setdefault(what, []).extend(heard)

    async def _flood(self, kind: str, code: str) -> None:
        port = self._front if self.nginx else self._port
        command = (sys.executable, "-m", "lab.soak.siege", "--flood", kind)
        given = ("--port", str(port), "--code", code, "--seconds", str(self._seconds))
        flood = await asyncio.create_subprocess_exec(
            *command, *given, cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        told, _ = await flood.communicate()
        self.seen[kind] = Counter(json.loads(told))

    def judge(self) -> None:
        """Judge the soak, the presses and the log."""
        super().judge()
        usual = percentile(self.took["nothing"], 0.99)
        for kind in self.kinds:
            if percentile(self.took[kind], 0.99) > TIMES * usual:
                self.findings.add(f"presses wait for {kind}", self.times(kind))
        if (logged := self.logged) > MOST_LOGGED:
            self.findings.add("the log is flooded", f"{logged:,} bytes")

    @property
    def logged(self) -> int:
        """The bytes of the bot's log."""
        return sum(len(line) + 1 for line in self.bot.said)

    def times(self, what: str) -> str:
        """Return how long presses took, in a sentence."""
        took = self.took[what]
        middle, late = (1000 * percentile(took, part) for part in (0.5, 0.99))
        return f"{len(took)} presses: median {middle:.0f} ms, 99 of 100 within {late:.0f} ms"

    def report(self) -> list[str]:
        """Return the figures of the run, and its findings."""
        floods = [f"{kind}: {self.times(kind)}; {dict(self.seen[kind])}" for kind in self.kinds]
        return [
            f"without a flood: {self.times('nothing')}",
            *floods,
            f"log: {self.logged:,} bytes",
            *super().report(),
        ]


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value below which a part of some values lies.

    >>> percentile([3, 1, 2], 0.5)
    2
    """
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        number: int = one.getsockname()[1]
    return number


@asynccontextmanager
async def nginx(port: int, behind: int) -> AsyncIterator[None]:
    """Run nginx in front of the pages, as ``docs/hosting.md`` configures it."""
    text = (ROOT / "docs/hosting.md").read_text("utf-8")
    [written] = re.findall(r"```nginx\n(.*?)```", text, re.DOTALL)
    site = re.sub(r"listen .*;", f"listen 127.0.0.1:{port};", written).replace("8080", str(behind))
    with tempfile.TemporaryDirectory() as folder:
        kept = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        places = "".join(f"{kind}_temp_path {folder};" for kind in kept)
        (Path(folder) / "nginx.conf").write_text(
            f"daemon off; pid {folder}/pid; worker_rlimit_nofile 9000;"
            f"events {{ worker_connections 4000; }} http {{ access_log off; {places}\n{site} }}"
        )
        front = await asyncio.create_subprocess_exec(
            "nginx", "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"
        )
        try:
            yield
        finally:
            front.terminate()
            await front.wait()


def main(arguments: Sequence[str]) -> int:
    """Run a siege, or one flood of it, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m lab.soak.siege", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="of each flood")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--nginx", action="store_true", help="through nginx")
    parser.add_argument("--flood", choices=KINDS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--code", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.flood:
        flood = Flood(given.port, given.code, given.seconds)
        asyncio.run(flood.run(given.flood))
        print(json.dumps(flood.seen))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        siege = Siege(
            Path(folder) / "siege.sqlite3", given.seconds, kinds=given.kinds, nginx=given.nginx
        )
        asyncio.run(siege.run())
        print("\n".join(siege.report()))
    return 1 if siege.findings.count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
