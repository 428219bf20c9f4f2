"""Floods of visitors, shortly: what they are answered, what is logged, which files stay open."""

import asyncio
import gzip
import re
import shutil
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from ipaddress import ip_network
from pathlib import Path
from random import Random
from typing import Final

import pytest
from aiohttp.test_utils import unused_port

from tests.cogs.pages.server.visiting import Server
from tests.delivery.waiting import until

pytestmark = pytest.mark.nightly

ANSWERED: Final = {
    "bodies": {"415", "413"},
    "heads": {"400", "505"},
    "links": {"200", "403", "404", "429"},
    "streams": {"200", "429", "503"},
    "slow": {"408"},
}
"""What visitors of each kind may read, unless their connection just ends."""


BOMB: Final = gzip.compress(bytes(60_000_000))
"""A body that is a thousand times as large once it is inflated."""


def asked(path: str, more: str = "\r\n") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n{more}".encode()


def requests_of(kind: str, code: str) -> list[bytes]:
    """What visitors of a kind send, who have the link to watch a game.

    Bodies that are packed or never end, what is no request, pages and links by good codes and bad
    ones, streams that stay, and requests whose answer is not taken or that never end.
    """
    post = b"POST /api/play/1/act HTTP/1.1\r\nHost: x\r\nContent-"
    length = b"Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(BOMB)
    kinds = ("/watch/", "/api/watch/", "/enter/")
    return {
        "bodies": [post + length + BOMB, post + b"Length: 1000000\r\n\r\n" + bytes(200_000)],
        "heads": [
            b"GET / HTTP/9.9\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
            asked("/", "A: " + "a" * 9_000 + "\r\n\r\n"),
            b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        ],
        "links": [asked("/"), *(asked(kind + one) for kind in kinds for one in (code, "x" * 60))],
        "streams": [asked(f"/api/watch/{code}/events")],
        "slow": [asked(f"/watch/{code}") * 8, asked(f"/watch/{code}", "X-Slow: ")],
    }[kind]


async def flood(port: int, code: str, kind: str, seconds: float, at_once: int) -> Counter[str]:
    """Flood for some seconds by some connections at once, each from any address.

    Returns:
        How often each status was answered; ``ended`` for connections that just ended.
    """
    seen: Counter[str] = Counter()
    sent, rng, until = requests_of(kind, code), Random(port), time.monotonic() + seconds

    async def ask() -> None:
        source = ".".join(["127", *(str(rng.randrange(1, 255)) for _ in range(3))])
        opened = asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
        reader, writer = await opened
        try:
            writer.write(rng.choice(sent))
            if kind == "slow":
                await asyncio.sleep(until - time.monotonic())
            status = (await reader.readline()).split(b" ")
            seen[status[1].decode() if len(status) > 1 else "ended"] += 1
            if kind == "streams" and status[1:2] == [b"200"]:
                await reader.read()
        finally:
            writer.transport.abort()

    async def again() -> None:
        while (left := until - time.monotonic()) > 0:
            try:
                async with asyncio.timeout(left):
                    await ask()
            except (OSError, TimeoutError):
                seen["ended"] += 1
                await asyncio.sleep(0.01)

    await asyncio.gather(*[again() for _ in range(at_once)])
    return seen


@asynccontextmanager
async def nginx(behind: int, folder: Path) -> AsyncIterator[int]:
    """Run nginx in front of the pages, as ``docs/hosting.md`` configures it; give its port."""
    port, text = unused_port(), Path("docs/hosting.md").read_text("utf-8")
    [written] = re.findall(r"```nginx\n(.*?)```", text, re.DOTALL)
    site = re.sub(r"listen .*;", f"listen 127.0.0.1:{port};", written).replace("8080", str(behind))
    kept = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder};" for kind in kept)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; worker_rlimit_nofile 9000;"
        f"events {{ worker_connections 4000; }} http {{ access_log off; {places}\n{site} }}"
    )
    given = ("-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log")
    front = await asyncio.create_subprocess_exec("nginx", *given)
    try:
        yield port
    finally:
        front.terminate()
        await front.wait()


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("proxy", [False, True])
async def test_floods_leave_nothing(
    server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture, proxy: bool
) -> None:
    if proxy and shutil.which("nginx") is None:
        pytest.skip("nginx is not installed")
    async with (
        server.anew(proxies=(ip_network("127.0.0.1/32"),) if proxy else ()) as later,
        nginx(later.port, tmp_path) if proxy else nullcontext(later.port) as port,
        later.visitor() as visitor,
    ):
        game, _ = await later.middle(0)
        path, before = f"/api{later.watching(game)}", open_files()
        for kind, statuses in ANSWERED.items():
            code, at_once = path.rpartition("/")[2], 60 if kind == "streams" else 10
            seen = await flood(port, code, kind, 0.5, at_once)
            assert seen
            assert seen.keys() <= statuses | {"ended"}, (kind, seen)
            await until(lambda: open_files() <= before and not len(later.pages.streams))
        assert (await visitor.get(path)).status == 200
    assert [one.message for one in caplog.records if one.levelname != "INFO"] == []
