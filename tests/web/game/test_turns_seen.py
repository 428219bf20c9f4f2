"""A turn as its person sees it: the whole board, action in reach, the end in sight, answers."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from tests.e2e.browser import IN_ONE_BROWSER
from tests.tabletop.playing import active, begun, play_turn
from tests.web.game.fingers import move, seen
from tests.web.game.touch import done, enter
from tests.web.server.visiting import Server

pytestmark = IN_ONE_BROWSER

SQUARE = """([column, row]) => {
    const { svg, seen: [left, top, width] } = arkadia.table.camera;
    const box = svg.getBoundingClientRect();
    const scale = box.width / width;
    return [box.left + (66 + column * 60 - left) * scale, box.top + (63 + row * 60 - top) * scale];
}"""
"""The middle of a square on the screen, of a board that fills its frame."""


async def tap_square(page: Page, square: int) -> None:
    await page.touchscreen.tap(*await page.evaluate(SQUARE, [square % 16, square // 16]))


async def test_a_turn_on_a_phone(chrome: Browser, server: Server) -> None:
    game = await begun(server.tables, setup="first-game")
    for turn in range(14):
        await play_turn(server.tables, game, turn)
    user = await active(server.tables, game)
    link = server.house.doors.entering(game, user, "en")
    page, wrong = await enter(chrome, server.at(f"/enter/{link}"), 360)
    await page.set_viewport_size({"width": 360, "height": 640})
    bar, board = page.locator(".bar"), page.locator(".board")
    # An end in sight, and the turn in the title and the icon.
    for text in ("Turn 15", "End in"):
        await expect(page.locator("header")).to_contain_text(text)
    assert await page.locator("header .values").count() == 2
    assert (await page.title()).startswith("\u25cf It is your turn.")
    icon = await page.locator("link[rel=icon]").get_attribute("href")
    assert icon is not None
    assert icon.endswith("icon-due.svg")
    await expect(page.locator(".since")).to_contain_text("Since your last turn")

    # Its letters are those of the pictures.
    assert await page.evaluate("document.fonts.load('700 16px Cabin').then(faces => faces.length)")

    # The bar is at the bottom, the board above it, and a step's button in reach.
    await page.locator(".bar .card:not(.unfit)").first.tap()
    place, frame = await bar.bounding_box(), await board.bounding_box()
    assert place is not None
    assert frame is not None
    assert round(place["y"] + place["height"]) == 640
    assert place["y"] >= frame["y"] + frame["height"] - 1
    confirm = await page.locator("[data-key=do]").bounding_box()
    assert confirm is not None
    assert confirm["height"] >= 44
    assert confirm["y"] + confirm["height"] <= 640

    # A tap that hits nothing says why, and where it fits; the tile stays.
    before = await page.evaluate("arkadia.table.chosen.place.text")
    whole = await seen(page)
    castle = await page.evaluate("arkadia.table.scene.lot[0]")
    await tap_square(page, castle)
    await expect(page.locator(".wrong")).to_contain_text("It fits on")
    assert await page.evaluate("arkadia.table.chosen.place.text") == before
    # The first tap that fits shows its region with squares for a finger; the second one turns it.
    lit = await page.evaluate("arkadia.table.chosen.places.at(-1).squares[0]")
    await tap_square(page, lit)
    assert await page.evaluate("arkadia.table.camera.side") >= 24
    assert await seen(page) != whole
    # What was moved by hand stays until the step is over.
    hand = await page.context.new_cdp_session(page)
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    await move(hand, [(x - 60, y), (x - 30, y)], [(x + 60, y), (x + 30, y)])
    by_hand = await seen(page)
    await page.locator("[data-key=turn]").tap()
    assert await seen(page) == by_hand
    await page.locator("[data-key=back]").tap()
    assert await seen(page) == whole

    # A worker goes back by a tap.
    await page.locator("[data-key=workers]").tap()
    await page.locator("[data-key=site]").select_option(index=1)
    square = await page.evaluate("arkadia.table.chosen.site.squares[0]")
    for stands in (1, 0):
        await tap_square(page, square)
        placed = "arkadia.table.chosen.own.length + arkadia.table.chosen.neutral.length"
        assert await page.evaluate(placed) == stands
    await tap_square(page, square)
    await done(page, "do")
    while await page.locator("[data-key=ring]").count():
        await page.locator(".families button").first.tap()
        await page.locator("[data-key=ring]").select_option(index=1)
        await done(page, "do")
    await done(page, "end")

    # What was said belongs to its scene, and each turn begins with the whole board.
    await expect(page.locator(".note")).to_contain_text("Your turn has ended")
    await play_turn(server.tables, game, 99)
    await page.locator(".bar.own").wait_for()
    assert await page.locator(".note").inner_text() == ""
    assert await seen(page) == whole
    answer = await page.request.get(server.at("/"), max_redirects=0)
    assert (answer.status, answer.headers["location"]) == (303, f"play/{game}")
    assert wrong == []


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
async def test_all_of_a_step_is_seen_at_a_desk(
    chrome: Browser, server: Server, size: tuple[int, int]
) -> None:
    game = await begun(server.tables, setup="first-game")
    for turn in range(14):
        await play_turn(server.tables, game, turn)
    link = server.house.doors.entering(game, await active(server.tables, game), "de")
    page, wrong = await enter(chrome, server.at(f"/enter/{link}"), size[0])
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    for step in (".bar .card:not(.unfit)", "[data-key=workers]"):
        await page.locator(step).first.tap()
        for part in (".board", "[data-key=do]", "[data-key=back]", "[data-key=names]"):
            box = await page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size[1]
        await page.locator("[data-key=back]").tap()
    assert wrong == []
