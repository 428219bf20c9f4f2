"""Hostile visitors of the pages: floods from many addresses at once, and nginx in front."""

import asyncio
import gzip
import json
import re
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).parents[3]

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
        at_once: the connections.

    Attributes:
        seen: how often each status was answered; ``ended`` for connections that just ended.
    """

    def __init__(self, port: int, code: str, seconds: float, at_once: int) -> None:
        self.seen: Counter[str] = Counter()
        self._port = port
        self._code = code
        self._rng = Random(port)
        self._until = time.monotonic() + seconds
        self._at_once = at_once

    async def run(self, kind: str) -> None:
        """Flood until the time is over."""
        do: Callable[[], Awaitable[None]] = getattr(self, kind)
        await asyncio.gather(*[self._again(do) for _ in range(self._at_once)])

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


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        number: int = one.getsockname()[1]
    return number


@asynccontextmanager
async def nginx(port: int, behind: int) -> AsyncIterator[int]:
    """Run nginx in front of the pages, as ``docs/hosting.md`` configures it; give its port."""
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
            yield port
        finally:
            front.terminate()
            await front.wait()


if __name__ == "__main__":
    _flood = Flood(int(sys.argv[1]), sys.argv[2], seconds=6, at_once=200)
    asyncio.run(_flood.run("streams"))
    sys.stdout.write(json.dumps(_flood.seen))
