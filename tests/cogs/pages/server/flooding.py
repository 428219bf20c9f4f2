"""Hostile visitors of the pages: floods from many addresses at once."""

import asyncio
import gzip
import time
from collections import Counter
from random import Random
from typing import Final

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
