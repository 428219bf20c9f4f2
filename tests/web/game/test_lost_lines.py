"""Pages whose line to the bot was cut: by a restart, by sleep, or beside another page."""

from __future__ import annotations

import asyncio
from random import Random

from aiohttp.test_utils import unused_port
from playwright.async_api import Browser, expect

from db.database import Place
from db.store import Store
from lab.tables import tables_on
from tests.e2e.browser import IN_ONE_BROWSER
from tests.tabletop.playing import Clock, active, begun, play_turn
from tests.web.game.touch import enter
from tests.web.pages import DESK, PHONE, window
from tests.web.server.visiting import Server, serving

pytestmark = IN_ONE_BROWSER

DAY_MS = 86_400_000


async def middle(server: Server, turns: int = 6) -> tuple[int, int]:
    game = await begun(server.tables, setup="first-game")
    for turn in range(turns):
        await play_turn(server.tables, game, turn)
    await server.publisher.publish(game)
    return game, await active(server.tables, game)


async def test_pages_come_back_after_a_restart(chrome: Browser, database: Place) -> None:
    store, clock, port = await Store.open(database), Clock(), unused_port()
    url, tables = f"http://127.0.0.1:{port}", tables_on(store, clock, Random(1))
    async with serving(store, tables, clock, url=url, port=port) as server:
        game, user = await middle(server)
        link = server.house.doors.entering(game, user, "en")
        own, _ = await enter(chrome, server.at(f"/enter/{link}"))
        watch = server.at(f"/watch/{server.house.doors.watching(game)}")
        watcher, _ = await window(chrome, watch, PHONE, 860)
        await watcher.locator(".board .building").first.wait_for()
    for page in (own, watcher):
        await expect(page.locator(".note")).to_contain_text("The connection is lost.")
    await play_turn(tables, game, 99)
    again = tables_on(store, clock, Random(2))
    async with serving(store, again, clock, url=url, port=port) as server:
        await server.publisher.publish(game)
        for page in (own, watcher):
            await expect(page.locator("main")).to_have_attribute("data-turn", "8")
            await expect(page.locator(".note")).to_contain_text("The connection is back")
        await play_turn(again, game, 98)
        await server.publisher.publish(game)
        for page in (own, watcher):
            await expect(page.locator("main")).to_have_attribute("data-turn", "9")
    await store.close()


async def test_a_phone_wakes_after_a_day_and_its_clock_is_wrong(
    chrome: Browser, server: Server
) -> None:
    game, user = await middle(server)
    page, wrong = await window(
        chrome, server.at(f"/enter/{server.house.doors.entering(game, user, 'en')}"), PHONE, 860
    )
    await page.clock.install(time="2001-01-01")
    await page.get_by_role("button").click()
    await page.locator(".board .rim").wait_for()
    await page.evaluate(
        "globalThis.asleep = (hidden) => {"
        " Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    await page.evaluate("asleep(true)")
    # Its stream is gone without a word: nothing of what follows comes to it.
    for stream in server.front.streams.of(game):
        server.front.streams.part(game, stream)
    server.clock.now += DAY_MS
    while await active(server.tables, game) == user:
        await play_turn(server.tables, game, 5)
    while await active(server.tables, game) != user:
        await play_turn(server.tables, game, 6)
    await page.clock.fast_forward(DAY_MS)
    turn = (await server.tables.get(game)).running_game().position.turn
    await expect(page.locator("main")).not_to_have_attribute("data-turn", str(turn))
    await page.evaluate("asleep(false)")
    await expect(page.locator("main")).to_have_attribute("data-turn", str(turn))
    await page.locator("[data-key=workers]").click()
    await page.locator("[data-key=names]").click()
    await page.locator("[data-key=site]").select_option(index=1)
    await page.locator(".squares button").first.click()
    async with page.expect_response(lambda response: "/act" in response.url) as acted:
        await page.locator("[data-key=do]").click()
    assert (await acted.value).status == 200
    assert wrong == []


async def test_of_two_pages_that_race_one_is_told_that_the_game_went_on(
    chrome: Browser, server: Server
) -> None:
    game, user = await middle(server)
    links = [server.house.doors.entering(game, user, "en") for _ in range(2)]
    pages = [
        (await enter(chrome, server.at(f"/enter/{link}"), width))[0]
        for link, width in zip(links, (PHONE, DESK), strict=True)
    ]
    version = (await server.tables.get(game)).version
    for page in pages:
        await page.route("**/events*", lambda route: route.abort())
        await page.reload()
        await page.locator("[data-key=workers]").tap()
        await page.locator("[data-key=names]").tap()
        await page.locator("[data-key=site]").select_option(index=1)
        await page.locator(".squares button").first.tap()
    await asyncio.gather(*(page.locator("[data-key=do]").tap() for page in pages))
    for page in pages:
        await expect(page.locator("main")).to_have_attribute("data-version", str(version + 1))
    notes = [await page.locator(".note").inner_text() for page in pages]
    gone_on = "The game has moved on. This is how it stands now."
    assert [gone_on in note for note in notes].count(True) == 1
    assert (await server.tables.get(game)).version == version + 1
