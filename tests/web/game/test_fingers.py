"""Fingers on the board: two that pinch, one that moves the board or a tile."""

from __future__ import annotations

from playwright.async_api import Browser

from tests.e2e.browser import IN_ONE_BROWSER
from tests.tabletop.playing import active, begun, play_turn
from tests.web.game.fingers import move, seen, way
from tests.web.game.touch import enter
from tests.web.server.visiting import Server

pytestmark = IN_ONE_BROWSER


async def test_a_board_is_pinched_and_moved_and_a_tile_dragged(
    chrome: Browser, server: Server
) -> None:
    game = await begun(server.tables, setup="first-game")
    for turn in range(6):
        await play_turn(server.tables, game, turn)
    user = await active(server.tables, game)
    link = server.house.doors.entering(game, user, "en")
    page, wrong = await enter(chrome, server.at(f"/enter/{link}"))
    hand = await page.context.new_cdp_session(page)
    box = await page.locator(".board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    whole = await seen(page)
    await move(hand, way((x - 20, y), (x - 100, y)), way((x + 20, y), (x + 100, y)))
    near = await seen(page)
    assert near[2] < whole[2] / 2
    await move(hand, way((x, y), (x + 60, y + 40)))
    moved = await seen(page)
    assert moved[0] < near[0]
    assert moved[1] < near[1]
    assert moved[2:] == near[2:]
    assert await page.evaluate("arkadia.table.chosen") is None, "moving the board chose something"
    await move(hand, way((x - 100, y), (x - 70, y)), way((x + 100, y), (x + 70, y)))
    assert near[2] < (await seen(page))[2] < whole[2]
    await page.locator(".zoom").tap()
    assert await seen(page) == whole

    await page.locator(".bar .card:not(.unfit)").first.tap()
    ghost = await page.locator(".board .ghost").bounding_box()
    places = await page.locator("[data-key=where] option").all_inner_texts()
    assert ghost is not None
    assert len(places) > 1
    before = await page.locator("[data-key=where]").input_value()
    start = ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2
    corners = [(box["x"] + 30, box["y"] + 30), (box["x"] + box["width"] - 20, y)]
    farthest = max(corners, key=lambda end: abs(end[0] - start[0]) + abs(end[1] - start[1]))
    await move(hand, way(start, farthest))
    assert await page.locator("[data-key=where]").input_value() != before
    assert await seen(page) == whole
    assert wrong == []
