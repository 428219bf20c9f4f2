"""What the page says and does when something goes wrong on the way."""

from __future__ import annotations

from playwright.async_api import Browser, Page, Route, expect

from tests.delivery.waiting import until
from tests.e2e.browser import IN_ONE_BROWSER
from tests.tabletop.playing import active, begun, play_turn
from tests.web.game.touch import enter
from tests.web.server.visiting import Server

pytestmark = IN_ONE_BROWSER


async def opened(chrome: Browser, server: Server) -> tuple[Page, int, int]:
    """The page of the person whose turn it is, in the middle of a game."""
    game = await begun(server.tables, setup="first-game")
    for turn in range(6):
        await play_turn(server.tables, game, turn)
    user = await active(server.tables, game)
    link = server.house.doors.entering(game, user, "en")
    page, _ = await enter(chrome, server.at(f"/enter/{link}"))
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

    await page.route("**/act*", lose)
    async with page.expect_response(lambda answer: "/act" in answer.url):
        await place_a_worker(page)
    await expect(page.locator("main")).to_have_attribute("data-version", str(version + 1))
    assert sent == 2
    assert (await server.tables.get(game)).version == version + 1


async def test_a_bot_that_does_not_answer_is_told_of(chrome: Browser, server: Server) -> None:
    page, game, _ = await opened(chrome, server)
    version = (await server.tables.get(game)).version
    await page.route("**/act*", lambda route: route.abort())
    await place_a_worker(page)
    await expect(page.locator(".note")).to_contain_text("The bot does not answer.")
    await page.unroute("**/act*")
    await page.locator("[data-key=do]").tap()
    await expect(page.locator("main")).to_have_attribute("data-version", str(version + 1))


async def test_what_is_chosen_while_the_bot_is_silent_is_shown(
    chrome: Browser, server: Server
) -> None:
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


async def test_a_page_that_was_signed_out_says_so(chrome: Browser, server: Server) -> None:
    page, _, user = await opened(chrome, server)
    await until(lambda: len(server.front.streams) > 0)
    await server.house.doors.close(user)
    await page.get_by_role("alert").wait_for()
    assert await page.locator(".board").count() == 0
    assert await page.get_by_role("alert").inner_text() != ""


async def test_a_page_that_was_signed_out_before_its_stream_was_open_says_so(
    chrome: Browser, server: Server
) -> None:
    page, _, user = await opened(chrome, server)
    await until(lambda: len(server.front.streams) > 0)

    async def close(route: Route) -> None:
        await server.house.doors.close(user)
        await route.continue_()

    await page.route("**/events*", close)
    await page.reload()
    await expect(page.get_by_role("alert")).to_contain_text("signed out")
    assert await page.locator(".board").count() == 0


async def test_a_page_from_before_an_update_is_offered_the_newer_one(
    chrome: Browser, server: Server
) -> None:
    page, game, _ = await opened(chrome, server)

    async def renewed(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, headers={**answer.headers, "x-page": "newer"})

    def answered(url: str) -> bool:
        return "/api/" in url and "/events" not in url

    await page.route(answered, renewed)
    await place_a_worker(page)
    note = page.locator(".note")
    await expect(note).to_contain_text("There is a newer version of this page.")
    await page.unroute_all(behavior="wait")
    await note.get_by_role("button", name="Load it again").tap()
    await page.locator(".board .building").first.wait_for()
    version = (await server.tables.get(game)).version
    await expect(page.locator("main")).to_have_attribute("data-version", str(version))
