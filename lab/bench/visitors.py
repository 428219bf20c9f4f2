"""``python -m lab.bench.visitors PORT``: watches games, and says when it heard of each event.

Each line of its input is a path of events; an empty line ends them. It prints ``ready`` once every
stream has told its first event, and then the time of each further event on a line of its own.
"""

from __future__ import annotations

import asyncio
import sys
import time


async def watch(port: int, path: str, place: int, ready: asyncio.Queue[str]) -> None:
    """Hold one stream of events open for good, as a visitor with an address of their own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    address = f"10.{place >> 16 & 255}.{place >> 8 & 255}.{place & 255}"
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n\r\n"
    writer.write(head.encode())
    await reader.readuntil(b"event: turn")
    await ready.put(path)
    while True:
        await reader.readuntil(b"event: turn")
        print(time.monotonic(), flush=True)


async def main() -> None:
    """Watch all games that are named."""
    port, ready = int(sys.argv[1]), asyncio.Queue[str]()
    paths = []
    for line in sys.stdin:
        if not line.strip():
            break
        paths.append(line.strip())
    watching = []
    for place, path in enumerate(paths):  # one after another, as people come
        watching.append(asyncio.create_task(watch(port, path, place, ready)))
        await ready.get()
    print("ready", flush=True)
    await asyncio.gather(*watching)


if __name__ == "__main__":
    asyncio.run(main())
