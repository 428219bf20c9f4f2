"""Playing on the page, by finger and by keys, with the real server behind it."""

from __future__ import annotations

import re
from random import Random
from typing import Literal

import pytest
from playwright.async_api import Browser, Page, expect

from engine.actions import Action, Build
from i18n.translation import languages
from tests.e2e.browser import WITH_A_BROWSER
from tests.tabletop.playing import ADA, BELA, active, begun, finish, play_turn
from tests.web.game.touch import done, enter, is_due, serious
from tests.web.game.touch import play_turn as play_by_touch
from tests.web.pages import DESK, PHONE, window
from tests.web.server.visiting import Server

pytestmark = [*WITH_A_BROWSER, pytest.mark.slow]


def entering(server: Server, game: int, user: int, language: str = "en") -> str:
    return server.at(f"/enter/{server.house.doors.entering(game, user, language)}")


async def middle(server: Server, turns: int = 14, **begin: str) -> tuple[int, int]:
    """A game after some turns, and the person whose turn it is."""
    game = await begun(server.tables, setup="first-game", **begin)
    for turn in range(turns):
        await play_turn(server.tables, game, turn)
    return game, await active(server.tables, game)


@pytest.mark.parametrize("width", [PHONE, DESK])
async def test_two_people_take_turns_by_touch(chrome: Browser, server: Server, width: int) -> None:
    game = await begun(server.tables, setup="first-game")
    rng = Random(width)
    pages = {user: await enter(chrome, entering(server, game, user), width) for user in (ADA, BELA)}
    for _ in range(6):
        page, _ = pages[await active(server.tables, game)]
        await expect(page.locator(".bar.own")).to_have_count(1)
        await play_by_touch(page, rng)
    position = (await server.tables.get(game)).running_game().position
    assert position.turn == 7
    for page, wrong in pages.values():
        await expect(page.locator("main")).to_have_attribute("data-turn", "7")
        assert wrong == []
    assert [await is_due(page) for page, _ in pages.values()].count(True) == 1


async def test_a_turn_is_taken_by_keys_alone(chrome: Browser, server: Server) -> None:
    game, user = await middle(server)
    page, wrong = await enter(chrome, entering(server, game, user), DESK)
    await to(page, "card-0")
    await page.keyboard.press("Enter")
    await to(page, "where")
    place = await page.locator("[data-key=where]").input_value()
    await page.keyboard.press("ArrowDown")
    assert await page.locator("[data-key=where]").input_value() != place
    await page.locator(".board").focus()
    place = await page.locator("[data-key=where]").input_value()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "r"):
        await page.keyboard.press(key)
    assert await page.locator("[data-key=where]").input_value() != place
    await to(page, "draw-stack")
    await page.keyboard.press("Space")
    await to(page, "do")
    async with page.expect_response(lambda response: "/act" in response.url):
        await page.keyboard.press("Enter")
    table = await server.tables.get(game)
    assert isinstance(table.running_game().actions[-1], Build)
    await expect(page.locator("[data-key=do]")).to_have_count(0)
    await to(page, "end")
    async with page.expect_response(lambda response: "/act" in response.url):
        await page.keyboard.press("Enter")
    await expect(page.locator(".bar.own")).to_have_count(0)
    assert wrong == []


async def to(page: Page, key: str) -> None:
    """Goes by Tab to a part of the page that has the focus then."""
    for _ in range(60):
        if await page.evaluate("document.activeElement.dataset.key ?? ''") == key:
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {key}")


async def test_a_turn_can_be_taken_back_until_a_card_is_drawn(
    chrome: Browser, server: Server
) -> None:
    game, user = await middle(server)
    page, wrong = await enter(chrome, entering(server, game, user))
    await page.locator("[data-key=workers]").tap()
    await page.locator("[data-key=site]").select_option(index=1)
    await page.locator(".squares button").first.tap()
    await done(page, "do")
    while await page.locator("[data-key=undo]").count():
        await done(page, "undo")
    assert (await server.tables.get(game)).running_game().turn.plies == []
    await expect(page.locator(".bar .card").first).to_be_visible()
    assert wrong == []


async def test_what_a_choice_would_bring_is_said_before(chrome: Browser, server: Server) -> None:
    game, user = await middle(server)
    page, wrong = await enter(chrome, entering(server, game, user))
    version = (await server.tables.get(game)).version
    await page.locator(".bar .card").first.tap()
    await page.locator(".brings p:not(.spoken), .brings li").first.wait_for()
    assert (await server.tables.get(game)).version == version
    assert wrong == []


async def test_a_turn_is_prepared_and_looked_at_when_it_comes(
    chrome: Browser, server: Server
) -> None:
    game, user = await middle(server)
    other = BELA if user == ADA else ADA
    page, wrong = await enter(chrome, entering(server, game, other))
    await page.locator(".bar .card").first.tap()
    await page.locator("[data-key=draw-stack]").tap()
    place = await page.locator("[data-key=where]").input_value()
    await page.locator("[data-key=do]").tap()
    await page.locator("[data-key=forget]").wait_for()
    table = await server.tables.get(game)
    planned = await server.house.personal.prepared(table, other)
    assert planned is not None
    assert place in str(planned.choices[0].action)
    await server.tables.turns.act(game, user, await first_workers(server, game))
    await finish_turn(server, game, user)
    await page.locator(".bar.own").wait_for()
    await page.locator("[data-key=look]").tap()
    assert await page.locator("[data-key=where]").count() == 1
    assert wrong == []


async def first_workers(server: Server, game: int) -> Action:
    position = (await server.tables.get(game)).running_game().position
    return next(one for one in position.legal_actions() if str(one).startswith("workers"))


async def finish_turn(server: Server, game: int, user: int) -> None:
    while await active(server.tables, game) == user:
        position = (await server.tables.get(game)).running_game().position
        action = list(position.legal_actions())[-1]
        await server.tables.turns.act(game, user, action)


async def test_another_page_of_the_same_person_follows(chrome: Browser, server: Server) -> None:
    game, user = await middle(server)
    first, _ = await enter(chrome, entering(server, game, user))
    second, wrong = await enter(chrome, entering(server, game, user), DESK)
    await first.locator("[data-key=workers]").tap()
    await first.locator("[data-key=site]").select_option(index=1)
    await first.locator(".squares button").first.tap()
    await done(first, "do")
    version = (await server.tables.get(game)).version
    await expect(second.locator("main")).to_have_attribute("data-version", str(version))
    assert wrong == []


async def test_the_end_says_who_has_won(chrome: Browser, server: Server) -> None:
    game, user = await middle(server, 2)
    await finish(server.tables, game)
    page, wrong = await enter(chrome, entering(server, game, user))
    assert "Won by" in await page.locator(".bar").inner_text()
    assert await page.locator(".player .amount").count() == 2
    assert wrong == []


@pytest.mark.parametrize("language", languages())
async def test_it_fits_every_width_in_every_language(
    chrome: Browser, server: Server, language: str
) -> None:
    game, user = await middle(server)
    page, wrong = await enter(chrome, entering(server, game, user, language), 320)
    for width in (320, PHONE, DESK, 2560):
        await page.set_viewport_size({"width": width, "height": 860})
        for step in ("[data-key=card-0]", "[data-key=back]", "[data-key=workers]"):
            await fits(page, width)
            await page.locator(step).tap()
        await page.locator("[data-key=site]").select_option(index=1)
        await fits(page, width)
        await page.locator("[data-key=back]").tap()
    assert await page.evaluate("document.documentElement.lang") == language
    assert wrong == []


async def fits(page: Page, width: int) -> None:
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    small = await page.evaluate(
        "[...document.querySelectorAll('button, select, input, summary')].filter(one => {"
        " const box = one.getBoundingClientRect();"
        " return box.width < 44 || box.height < 44; }).map(one => one.outerHTML.slice(0, 90))"
    )
    assert small == []
    text = await page.locator("main").inner_text()
    assert re.search(r"undefined|\bnull\b|NaN|[{}]", text) is None


async def test_squares_for_workers_are_large_enough_for_a_finger(
    chrome: Browser, server: Server
) -> None:
    game, user = await middle(server)
    page, wrong = await enter(chrome, entering(server, game, user))
    await page.locator("[data-key=workers]").tap()
    box = await page.locator(".board").bounding_box()
    assert box is not None
    await page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert await page.evaluate("arkadia.table.camera.side") >= 44
    spots = [await lit.bounding_box() for lit in await page.locator(".board .lit").all()]
    middles = [(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2) for one in spots if one]
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    seen = [(x, y) for x, y in middles if box["x"] < x < right and box["y"] < y < bottom]
    await page.touchscreen.tap(*seen[0])
    assert await page.locator(".squares .own-on").count() == 1
    assert wrong == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_assistive_technology_finds_nothing_serious(
    chrome: Browser, server: Server, scheme: Literal["dark", "light"]
) -> None:
    game, user = await middle(server)
    page, _ = await enter(chrome, entering(server, game, user), scheme=scheme)
    assert await serious(page) == []
    await page.locator("[data-key=card-0]").tap()
    assert await serious(page) == []
    await page.locator("[data-key=back]").tap()
    await page.locator("[data-key=workers]").tap()
    await page.locator("[data-key=site]").select_option(index=1)
    await page.locator(".squares button").first.tap()
    assert await serious(page) == []


async def test_those_who_watch_see_turns_and_hear_them(chrome: Browser, server: Server) -> None:
    game, _ = await middle(server)
    await server.publisher.publish(game)
    code = server.house.doors.watching(game)
    page, wrong = await window(chrome, server.at(f"/watch/{code}"), PHONE, 860)
    await page.locator(".board .building").first.wait_for()
    assert await page.locator(".bar button").count() == 0
    turn = (await server.tables.get(game)).running_game().position.turn
    await play_turn(server.tables, game, 99)
    await server.publisher.publish(game)
    await expect(page.locator("main")).to_have_attribute("data-turn", str(turn + 1))
    spoken = await page.locator("[role=log]").inner_text()
    assert f"Turn {turn}: " in spoken
    assert await serious(page) == []
    assert wrong == []
