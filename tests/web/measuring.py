"""How fast the pages are: ``.venv/bin/python -m tests.web.measuring``.

The first board is measured over a line of 1.6 Mbit/s and 150 ms, the time from a tap to what it
shows on the machine itself. Each figure is a median with the fastest and the slowest of its times.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from aiohttp.test_utils import unused_port
from playwright.async_api import Browser, Page

from db.store import Store
from lab.tables import tables_on
from tests.e2e.browser import chromium
from tests.tabletop.playing import Clock, active, begun, play_turn
from tests.web.game.touch import enter
from tests.web.pages import hosted
from tests.web.replays import GOLDEN, replay
from tests.web.server.visiting import Server, hurried, serving
from web.building import make_page

BYTES_A_SECOND: Final = 1_600_000 / 8
LATENCY: Final = 150
TURNS: Final = 14
"""The turns that were played of each game."""
FIRST_BOARD: Final = """
() => new Promise((done) => {
  const look = () => document.querySelector(".board .building")
    ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 5);
  look();
})
"""
TAP: Final = """
(selector) => new Promise((done) => {
  const before = performance.now();
  document.querySelector(selector).click();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - before)));
})
"""
ACT: Final = """
() => new Promise((done) => {
  const before = performance.now(), old = document.querySelector("main").dataset.version;
  const look = () => document.querySelector("main").dataset.version !== old
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - before)))
    : setTimeout(look, 1);
  document.querySelector("[data-key=do]").click();
  look();
})
"""


async def first_board(chrome: Browser, address: str) -> tuple[float, float]:
    """Milliseconds until a board is shown over a slow line, and the kilobytes it took."""
    page = await chrome.new_page(viewport={"width": 390, "height": 844})
    line = await page.context.new_cdp_session(page)
    await line.send("Network.enable")
    got: list[float] = []
    line.on("Network.loadingFinished", lambda event: got.append(event["encodedDataLength"]))
    conditions = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    await line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, **conditions},
    )
    await page.goto(address, wait_until="commit")
    took: float = await page.evaluate(FIRST_BOARD)
    await page.close()
    return took, sum(got) / 1000


async def taps(page: Page) -> tuple[list[float], list[float]]:
    """Milliseconds from a tap to what it shows, and from an act to the board after it."""
    choosing = []
    for _ in range(10):
        choosing.append(await page.evaluate(TAP, ".bar .card:not(.unfit)"))
        choosing.append(await page.evaluate(TAP, "[data-key=turn], [data-key=draw-stack]"))
        choosing.append(await page.evaluate(TAP, "[data-key=back]"))
    await page.evaluate(TAP, ".bar .card:not(.unfit)")
    await page.evaluate(TAP, "[data-key=draw-stack]")
    return choosing, [await page.evaluate(ACT)]


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def measured(times: int, folder: Path) -> None:
    store, clock, port = await Store.open(folder / "a.db"), Clock(), unused_port()
    tables = tables_on(store, clock, Random(1))
    url = f"http://127.0.0.1:{port}"
    make_page(folder / "site")
    # People are slower: what visitors may ask for in minutes is allowed again within seconds.
    served = serving(store, tables, clock, url=url, port=port, paced=hurried)
    with hosted(folder / "site", compressed=True) as static:
        async with served as server, chromium() as chrome:
            await _figures(chrome, server, replay(f"{static}/index.html", GOLDEN[3]), times)
    await store.close()


async def _figures(chrome: Browser, server: Server, looked_back: str, times: int) -> None:
    game = await played(server)
    await server.publisher.publish(game)
    watched = server.at(f"/watch/{server.house.doors.watching(game)}")
    for name, address in (("watching", watched), ("looking back", looked_back)):
        await first_board(chrome, address)
        found = [await first_board(chrome, address) for _ in range(times)]
        speeds = [ms for ms, _ in found]
        say(
            f"{name}: first board after {median(speeds):.0f} ms"
            f" ({min(speeds):.0f} to {max(speeds):.0f}; n = {times}), {found[-1][1]:.0f} kB"
        )
    choosing, acting = list[float](), list[float]()
    for _ in range(times):
        game = await played(server)
        user = await active(server.tables, game)
        link = server.house.doors.entering(game, user, "en")
        page, _ = await enter(chrome, server.at(f"/enter/{link}"))
        some, act = await taps(page)
        choosing, acting = choosing + some, acting + act
        await page.close()
    for name, figures in (("tap to shown", choosing), ("act to shown", acting)):
        say(
            f"{name}: {median(figures):.0f} ms"
            f" ({min(figures):.0f} to {max(figures):.0f}; n = {len(figures)})"
        )


async def played(server: Server) -> int:
    """A game in its middle."""
    game = await begun(server.tables, setup="first-game")
    for turn in range(TURNS):
        await play_turn(server.tables, game, turn)
    return game


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.web.measuring")
    parser.add_argument("--times", type=int, default=10, help="how often each is measured")
    with TemporaryDirectory() as folder:
        asyncio.run(measured(parser.parse_args().times, Path(folder)))


if __name__ == "__main__":
    main()
