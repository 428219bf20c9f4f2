"""Playing on the page, by finger and by keys, with the real server behind it."""

import os
import re
from random import Random

import pytest
from playwright.async_api import Browser, expect

from engine.actions import Build, End, Workers
from i18n.translation import languages
from tests.cogs.pages.game import keys
from tests.cogs.pages.game.touch import WIDTHS, box_of, done, enter, is_due, scheme_of, unfit
from tests.cogs.pages.server.visiting import Server
from tests.e2e.browser import DESK, IN_ONE_BROWSER, PHONE, window
from tests.nightly import nightly_except
from tests.tabletop.playing import ADA, BELA, active, begun, finish, play_turn

pytestmark = IN_ONE_BROWSER

WHOLE_GAME = bool(os.environ.get("WHOLE_GAME"))
"""Whether games are played from their first turn to their last, which takes minutes."""


@pytest.mark.nightly
async def test_a_game_is_played_by_keys_alone(chrome: Browser, server: Server) -> None:
    game, user = await server.middle(0 if WHOLE_GAME else 24)
    page = await window(chrome, server.entering(game, user), reduced=True)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.locator(".board .rim").wait_for()
    await keys.press(page, "card-0")
    await keys.by_name(page)
    where = page.locator("[data-key=where]")
    place = await where.input_value()
    await keys.press(page, "where", "ArrowDown")
    assert await where.input_value() != place
    place = await where.input_value()
    await keys.to(page, "board")
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "r"):
        await page.keyboard.press(key)
    assert await where.input_value() != place
    await keys.press(page, "draw-stack", "Space")
    await keys.done(page, "do")
    assert isinstance((await server.tables.get(game)).running_game().actions[-1], Build)
    await expect(page.locator("[data-key=do]")).to_have_count(0)
    await keys.done(page, "end")
    await expect(page.locator(".bar.own")).to_have_count(0)
    assert await page.evaluate("document.getAnimations().length") == 0
    other = BELA if user == ADA else ADA
    pages = {user: page, other: await enter(chrome, server.entering(game, other), DESK)}
    rng, turns = Random(4), 1000 if WHOLE_GAME else 3
    while (await server.tables.get(game)).active is not None and (turns := turns - 1) >= 0:
        page = pages[await active(server.tables, game)]
        await page.locator(".bar.own").wait_for()
        await keys.play_turn(page, rng)
    if WHOLE_GAME:
        for page in pages.values():
            await expect(page.locator(".bar")).to_contain_text("Won by")


async def test_a_turn_is_taken_back_until_a_card_is_drawn(chrome: Browser, server: Server) -> None:
    game, user = await server.middle()
    page = await enter(chrome, server.entering(game, user))
    await page.locator(".bar .card").first.tap()
    # What a choice would bring is said before it is done.
    await page.locator(".brings p:not(.spoken), .brings li").first.wait_for()
    assert (await server.tables.get(game)).running_game().turn.plies == []
    await page.locator("[data-key=back]").tap()
    await page.locator("[data-key=workers]").tap()
    await page.locator("[data-key=site]").select_option(index=1)
    await page.locator(".squares button").first.tap()
    await done(page, "do")
    while await page.locator("[data-key=undo]").count():
        await done(page, "undo")
    assert (await server.tables.get(game)).running_game().turn.plies == []
    await expect(page.locator(".bar .card").first).to_be_visible()
    await finish(server.tables, game)
    await page.reload()
    assert "Won by" in await page.locator(".bar").inner_text()
    assert await page.locator(".player .amount").count() == 2


async def test_ones_other_games_are_a_tap_away(chrome: Browser, server: Server) -> None:
    game, user = await server.middle()
    other = await begun(server.tables)
    page = await enter(chrome, server.entering(game, user))
    for there in (other, game, other):
        button = page.locator(f"[data-key=game-{there}]")
        due = await active(server.tables, there) == user
        assert (await button.inner_text()).startswith("\u25cf") == due
        icon = await page.locator("link[rel=icon]").get_attribute("href")
        assert str(icon).endswith("icon-due.svg") == (due or await is_due(page))
        await button.tap()
        await page.wait_for_url(server.at(f"/play/{there}"))
        await expect(page.locator("h1")).to_have_text(f"Game {there}")


async def test_a_turn_is_prepared_and_seen_when_it_comes(chrome: Browser, server: Server) -> None:
    game, user = await server.middle()
    other = BELA if user == ADA else ADA
    page = await enter(chrome, server.entering(game, other))
    planned = page.locator(".planned")
    chosen = []
    for card in (0, 1):
        await page.locator(".bar .card").nth(card).tap()
        await page.locator("[data-key=draw-stack]").tap()
        chosen.append(await page.locator("[data-key=where]").input_value())
        await page.locator("[data-key=do]").tap()
        await expect(planned).to_contain_text(("Prepared: ", "Second choice: ")[card])
    prepared = await server.services.personal.prepared(await server.tables.get(game), other)
    assert prepared is not None
    for place, choice in zip(chosen, prepared.choices, strict=True):
        assert place in str(choice.action)
    # In Discord, meanwhile: the open page follows.
    await server.tables.turns.prepare(game, other, None)
    await expect(planned).to_have_count(0)
    await server.tables.turns.prepare(game, other, prepared)
    await expect(planned).to_contain_text("Second choice: ")
    await play_turn(server.tables, game)
    await page.locator(".bar.own").wait_for()
    await page.locator("[data-key=look]").tap()
    assert await page.locator("[data-key=where]").count() == 1


async def test_what_is_prepared_is_played_at_once(chrome: Browser, server: Server) -> None:
    game, user = await server.middle(at_once=True)
    other = BELA if user == ADA else ADA
    page = await enter(chrome, server.entering(game, other))
    await page.locator("[data-key=workers]").tap()
    # What would complete a building is not played at once: the site with the most room.
    sites = await page.locator("[data-key=site] option").count()
    await page.locator("[data-key=site]").select_option(index=sites - 1)
    await page.locator(".squares button").last.tap()
    stands = await page.evaluate("arkadia.table.chosen.action")
    await page.locator("[data-key=do]").tap()
    button = page.locator("[data-key=at-once]")
    for text in ("Play it immediately", "Wait for me", "Play it immediately"):
        await expect(button).to_have_text(text)
        await button.tap()
    await expect(button).to_have_text("Wait for me")
    # It rests on what is round it, so the other one acts elsewhere.
    table = await server.tables.get(game)
    prepared = await server.services.personal.prepared(table, other)
    assert prepared is not None
    rests = prepared.choices[0].rests
    legal = table.running_game().position.legal_actions()
    away = (one for one in legal if isinstance(one, Workers) and not one.own & rests)
    for action in (next(away), End()):
        await server.tables.turns.act(game, user, action)
    last = (await server.tables.get(game)).running_game().actions[-2:]
    assert [str(action) for action in last] == [stands, "end"]
    assert await active(server.tables, game) == user
    await expect(page.locator(".log .head").first).to_contain_text("Turn 16")
    assert not await is_due(page)


@pytest.mark.parametrize("language", nightly_except(languages(), "de"))
async def test_it_fits_in_every_language(chrome: Browser, server: Server, language: str) -> None:
    game, user = await server.middle()
    page = await enter(chrome, server.entering(game, user, language), scheme=scheme_of(language))
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 860})
        for step in ("[data-key=card-0]", "[data-key=back]", "[data-key=workers]"):
            assert await unfit(page) == []
            await page.locator(step).tap()
        await page.locator("[data-key=site]").select_option(index=1)
        await page.locator(".squares button").first.tap()
        assert await unfit(page) == []
        await page.locator("[data-key=back]").tap()
    assert await page.evaluate("document.documentElement.lang") == language


async def test_squares_of_workers_are_as_large_as_fingers(chrome: Browser, server: Server) -> None:
    game, user = await server.middle()
    page = await enter(chrome, server.entering(game, user))
    await page.locator("[data-key=workers]").tap()
    box = await box_of(page.locator(".board"))
    await page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert await page.evaluate("arkadia.table.camera.side") >= 43.9
    spots = [await box_of(lit) for lit in await page.locator(".board .lit").all()]
    middles = [(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2) for one in spots if one]
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    seen = [(x, y) for x, y in middles if box["x"] < x < right and box["y"] < y < bottom]
    await page.touchscreen.tap(*seen[0])
    assert await page.locator(".squares .own-on").count() == 1


async def test_those_who_watch_see_turns_and_hear_them(chrome: Browser, server: Server) -> None:
    game, _ = await server.middle()
    page = await window(chrome, server.at(server.watching(game)), PHONE)
    await page.locator(".board .building").first.wait_for()
    assert await page.locator(".bar button").count() == 0
    box = await box_of(page.locator(".board .building").last)
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    told = await page.locator(".asked").inner_text()
    assert re.search("would go to|There's no worker|is completed", told)
    await page.locator("summary", has_text="What each building pays").click()
    assert await page.locator("details[open] li").first.inner_text()
    turn = (await server.tables.get(game)).running_game().position.turn
    await play_turn(server.tables, game, 99)
    await server.publisher.publish(game)
    await expect(page.locator("main")).to_have_attribute("data-turn", str(turn + 1))
    assert f"Turn {turn}: " in await page.locator("[role=log]").inner_text()
    assert await unfit(page) == []
