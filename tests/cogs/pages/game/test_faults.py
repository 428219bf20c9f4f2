"""What the page says and does when something goes wrong, or its line to the bot was cut."""

import asyncio

import pytest
from aiohttp.test_utils import unused_port
from playwright.async_api import Browser, Page, Route, expect

from tests.cogs.pages.game.touch import enter
from tests.cogs.pages.server.visiting import Server
from tests.delivery.waiting import until
from tests.e2e.browser import DESK, IN_ONE_BROWSER, PHONE, WRONG, window
from tests.tabletop.playing import active, play_turn

pytestmark = IN_ONE_BROWSER

DAY_MS = 86_400_000


async def opened(chrome: Browser, server: Server) -> tuple[Page, int, int]:
    """The page of the person whose turn it is, in the middle of a game; faults are expected."""
    game, user = await server.middle(6)
    page = await enter(chrome, server.entering(game, user))
    WRONG.clear()
    return page, game, user


async def place_a_worker(page: Page) -> None:
    await page.locator("[data-key=workers]").tap()
    await page.locator("[data-key=site]").select_option(index=1)
    await page.locator(".squares button").first.tap()
    await page.locator("[data-key=do]").tap()


async def test_an_act_whose_answer_is_lost_is_done_once(chrome: Browser, server: Server) -> None:
    page, game, _ = await opened(chrome, server)
    version, sent = (await server.tables.get(game)).version, 0

    async def lose(route: Route) -> None:
        nonlocal sent
        sent += 1
        answer = await route.fetch()
        if sent == 1:
            await route.abort()
        else:
            await route.fulfill(response=answer)

    await page.route("**/act*", lambda route: route.abort())
    await place_a_worker(page)
    await expect(page.locator(".note")).to_contain_text("The bot isn't answering.")
    await page.unroute("**/act*")
    await page.route("**/act*", lose)
    async with page.expect_response(lambda answer: "/act" in answer.url):
        await page.locator("[data-key=do]").tap()
    await expect(page.locator("main")).to_have_attribute("data-version", str(version + 1))
    assert sent == 2
    assert (await server.tables.get(game)).version == version + 1


async def test_what_is_chosen_in_the_bots_silence_is_shown(chrome: Browser, server: Server) -> None:
    page, _, _ = await opened(chrome, server)
    await page.route("**/api/play/*", lambda route: route.abort())
    await page.locator("#language").select_option("de")
    await page.locator(".note .wrong").wait_for()
    assert await page.evaluate("document.documentElement.lang") == "de"
    await page.locator("[data-key=workers]").tap()
    await expect(page.locator("[data-key=site]")).to_be_visible()
    await page.unroute("**/api/play/*")
    await page.route("**/words-fr.json", lambda route: route.abort())
    async with page.expect_event("requestfailed"):
        await page.locator("#language").select_option("fr")
    await page.unroute("**/words-fr.json")
    for language in ("de", "fr"):
        await page.locator("#language").select_option(language)
        await page.locator(f"html[lang={language}]").wait_for()


@pytest.mark.parametrize("early", [False, True])
async def test_a_page_signed_out_says_so(chrome: Browser, server: Server, early: bool) -> None:
    page, _, user = await opened(chrome, server)
    await until(lambda: len(server.pages.streams) > 0)

    async def close(route: Route) -> None:
        await server.services.links.close(user)
        await route.continue_()

    if early:  # before its stream is open
        await page.route("**/events*", close)
        await page.reload()
    else:
        await server.services.links.close(user)
    await expect(page.get_by_role("alert")).to_contain_text("signed out here")
    assert await page.locator(".board").count() == 0


@pytest.mark.nightly
async def test_an_old_page_is_offered_a_newer_one(chrome: Browser, server: Server) -> None:
    page, game, _ = await opened(chrome, server)

    async def renewed(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, headers={**answer.headers, "x-page": "newer"})

    await page.route(lambda url: "/api/" in url and "/events" not in url, renewed)
    await place_a_worker(page)
    note = page.locator(".note")
    await expect(note).to_contain_text("There's a newer version of this page.")
    await page.unroute_all(behavior="wait")
    await note.get_by_role("button", name="Reload the page").tap()
    await page.locator(".board .building").first.wait_for()
    version = (await server.tables.get(game)).version
    await expect(page.locator("main")).to_have_attribute("data-version", str(version))


async def test_pages_come_back_after_a_restart(chrome: Browser, server: Server) -> None:
    port = unused_port()
    at = {"url": f"http://127.0.0.1:{port}", "port": port}
    async with server.anew(**at) as first:
        game, user = await first.middle(6)
        pages = [await enter(chrome, first.entering(game, user))]
        pages.append(await window(chrome, first.at(first.watching(game)), PHONE))
        await pages[1].locator(".board .building").first.wait_for()
    for page in pages:
        await expect(page.locator(".note")).to_contain_text("Connection lost.")
    await play_turn(first.tables, game, 99)
    async with server.anew(**at) as later:
        await later.publisher.publish(game)
        for page in pages:
            await expect(page.locator("main")).to_have_attribute("data-turn", "8")
            await expect(page.locator(".note")).to_contain_text("You're connected again")
        await play_turn(later.tables, game, 98)
        await later.publisher.publish(game)
        for page in pages:
            await expect(page.locator("main")).to_have_attribute("data-turn", "9")
    WRONG.clear()


async def test_a_phone_wakes_with_a_wrong_clock(chrome: Browser, server: Server) -> None:
    game, user = await server.middle(6)
    page = await window(chrome, server.entering(game, user), PHONE, touched=True)
    await page.clock.install(time="2001-01-01")
    await page.get_by_role("button").tap()
    await page.locator(".board .rim").wait_for()
    await page.evaluate(
        "globalThis.asleep = (hidden) => {"
        " Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    await page.evaluate("asleep(true)")
    await until(lambda: len(server.pages.streams) > 0)
    # Its stream is gone without a word: nothing of what follows comes to it.
    for stream in server.pages.streams.of(game):
        server.pages.streams.part(game, stream)
    server.clock.now += DAY_MS
    while await active(server.tables, game) == user:
        await play_turn(server.tables, game, 5)
    while await active(server.tables, game) != user:
        await play_turn(server.tables, game, 6)
    turn = (await server.tables.get(game)).running_game().position.turn
    await expect(page.locator("main")).not_to_have_attribute("data-turn", str(turn))
    await page.clock.fast_forward(DAY_MS)
    await page.evaluate("asleep(false); arkadia.table.named = true")
    await expect(page.locator("main")).to_have_attribute("data-turn", str(turn))
    async with page.expect_response(lambda response: "/act" in response.url) as acted:
        await place_a_worker(page)
    assert (await acted.value).status == 200


async def test_of_two_pages_that_race_one_is_told_so(chrome: Browser, server: Server) -> None:
    page, game, user = await opened(chrome, server)
    pages = [page, await enter(chrome, server.entering(game, user), DESK)]
    version = (await server.tables.get(game)).version
    for page in pages:
        await page.route("**/events*", lambda route: route.abort())
        await page.reload()
        await page.evaluate("arkadia.table.named = true")
    await asyncio.gather(*(place_a_worker(page) for page in pages))
    for page in pages:
        await expect(page.locator("main")).to_have_attribute("data-version", str(version + 1))
    notes = [await page.locator(".note").inner_text() for page in pages]
    gone_on = "The game has moved on. Here's how it stands now."
    assert [gone_on in note for note in notes].count(True) == 1
    assert (await server.tables.get(game)).version == version + 1
    WRONG.clear()
