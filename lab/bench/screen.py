"""Pages in a browser: the first board over a slow line, and how long a tap takes to show something.

Each figure is a median. The browser and the bot are on the same machine.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from playwright.async_api import Browser, Page, async_playwright

from bot import ArkadiaBot
from engine.actions import End
from engine.packing import pack
from engine.random_play import random_action
from engine.record import Record
from lab.bench.pages import bot_with_pages, shown
from lab.bench.row import Row, limited
from lab.chromium import CHROMIUM
from lab.discord.in_process import InProcess
from lab.discord.model import Discord
from lab.tables import due

TIMES: Final = 10
"""How often each is measured, after once that does not count."""
TURNS: Final = 14
"""The turns that were played of each game."""
BYTES_A_SECOND: Final = 1_600_000 / 8
LATENCY_MS: Final = 150
FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")

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


def rows() -> list[Row]:
    """Measure the pages in a browser."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder) / "bench.sqlite3"))


async def _measured(database: Path) -> list[Row]:
    bot, where = bot_with_pages(database), Discord()
    inside = InProcess(bot, where)
    await inside.start()
    url = bot.settings.web_url
    async with _browser() as browser:
        number = await _played(bot, where, over=False)
        watched = f"{url}/watch/{bot.services.doors.watching(number)}"
        finished = (await bot.services.tables.get(await _played(bot, where, over=True))).game
        assert finished is not None
        record = Record.of(finished.position, finished.actions)
        found = [
            *await _first_boards(browser, "watching", watched),
            *await _first_boards(browser, "looking back", f"{url}/replay/#{pack(record)}"),
            *await _taps(browser, bot, where),
        ]
    await inside.close()
    return found


@asynccontextmanager
async def _browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        await browser.close()


async def _played(bot: ArkadiaBot, where: Discord, *, over: bool) -> int:
    """Return the number of a game in its middle, or at its end."""
    tables, number, rng = bot.services.tables, await shown(bot, where), Random(1)
    turns = 0
    while over or turns < TURNS:
        table = await tables.get(number)
        if table.active is None:
            break
        action = random_action(table.running_game().position, rng)
        await tables.turns.act(number, due(table), action)
        turns += isinstance(action, End)
    await bot.services.publisher.publish(number)
    return number


_visitors = count(1)


async def _window(browser: Browser) -> Page:
    """Return a phone's window; each comes from another address, so that none is told to wait."""
    number = next(_visitors)
    return await browser.new_page(
        viewport={"width": 390, "height": 844},
        extra_http_headers={"X-Forwarded-For": f"10.0.{number // 250}.{number % 250}"},
    )


async def _first_boards(browser: Browser, what: str, address: str) -> list[Row]:
    await _first_board(browser, address)
    found = [await _first_board(browser, address) for _ in range(TIMES)]
    return [
        _row(f"{what}: first board, 1.6 Mbit/s and 150 ms", [ms for ms, _ in found], "ms", 1000),
        _row(f"{what}: sent for it", [kilobytes for _, kilobytes in found], "kB", 120),
    ]


async def _first_board(browser: Browser, address: str) -> tuple[float, float]:
    """Return the milliseconds until a board is shown over a slow line, and the kilobytes sent."""
    page = await _window(browser)
    line = await page.context.new_cdp_session(page)
    await line.send("Network.enable")
    got: list[float] = []
    line.on("Network.loadingFinished", lambda event: got.append(event["encodedDataLength"]))
    speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    await line.send(
        "Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **speed}
    )
    await page.goto(address, wait_until="commit")
    took: float = await page.evaluate(FIRST_BOARD)
    await page.close()
    return took, sum(got) / 1000


async def _taps(browser: Browser, bot: ArkadiaBot, where: Discord) -> list[Row]:
    choosing, acting = list[float](), list[float]()
    for _ in range(TIMES + 1):
        number = await _played(bot, where, over=False)
        person = due(await bot.services.tables.get(number))
        page = await _window(browser)
        code = bot.services.doors.entering(number, person, "en")
        await page.goto(f"{bot.settings.web_url}/enter/{code}")
        await page.locator("form button").click()
        await page.locator(".board .rim").wait_for()
        for _ in range(TIMES):
            for tapped in (".bar .card:not(.unfit)", "[data-key=draw-stack]", "[data-key=back]"):
                choosing.append(await page.evaluate(TAP, tapped))
        await page.evaluate(TAP, ".bar .card:not(.unfit)")
        await page.evaluate(TAP, "[data-key=draw-stack]")
        acting.append(await page.evaluate(ACT))
        await page.close()
    return [
        _row("a tap, until it is shown", choosing[3 * TIMES :], "ms", 100),
        _row("an act, until it is shown", acting[1:], "ms", 100),
    ]


def _row(name: str, figures: list[float], unit: str, most: float) -> Row:
    """Return the row of a median, named with its least and greatest figure."""
    spread = f"{min(figures):.0f} to {max(figures):.0f}, n = {len(figures)}"
    return limited(f"{name} ({spread})", median(figures), unit, most)
