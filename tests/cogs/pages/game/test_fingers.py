"""Fingers on the board, and the page in a foreign frame."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest_asyncio
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer, unused_port
from playwright.async_api import Browser, expect

from tests.cogs.pages.game.touch import box_of, enter, move, seen, way
from tests.cogs.pages.server.visiting import Server
from tests.e2e.browser import IN_ONE_BROWSER, window
from tests.tabletop.playing import begun, play_turn

pytestmark = IN_ONE_BROWSER


async def test_a_board_is_pinched_and_a_tile_dragged(chrome: Browser, server: Server) -> None:
    game, user = await server.middle(6)
    page = await enter(chrome, server.entering(game, user))
    hand = await page.context.new_cdp_session(page)
    box = await box_of(page.locator(".board"))
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
    ghost = await box_of(page.locator(".board .ghost"))
    assert len(await page.locator("[data-key=where] option").all_inner_texts()) > 1
    before = await page.locator("[data-key=where]").input_value()
    start = ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2
    corners = [(box["x"] + 30, box["y"] + 30), (box["x"] + box["width"] - 20, y)]
    farthest = max(corners, key=lambda end: abs(end[0] - start[0]) + abs(end[1] - start[1]))
    await move(hand, way(start, farthest))
    assert await page.locator("[data-key=where]").input_value() != before
    assert await seen(page) == whole


BELOW = "/.proxy"


def passed_on(headers: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: headers[name] for name in names if name in headers}


@pytest_asyncio.fixture(loop_scope="session")
async def framed(server: Server) -> AsyncIterator[tuple[Server, str]]:
    """A server behind a proxy that has it below a path, holds streams back and frames a link."""
    port = unused_port()
    url = f"http://127.0.0.1:{port}"

    async def passed(request: web.Request) -> web.StreamResponse:
        path, known = request.path_qs.removeprefix(BELOW), request.headers
        sent = passed_on(known, "Authorization", "Content-Type", "Origin", "Sec-Fetch-Dest")
        sent |= passed_on(known, "X-Arkadia", "X-Arkadia-Page")  # no cookies
        if path.endswith("/events"):
            held = web.StreamResponse()
            await held.prepare(request)
            async with http.get(inner.at(path), headers=sent) as answer:
                await answer.read()
            return held
        given: dict[str, Any] = {"headers": sent, "data": await request.read()}
        async with http.request(request.method, inner.at(path), **given) as answer:
            kept = ("Content-Type", "Content-Security-Policy", "X-Page")
            headers = passed_on(answer.headers, *kept)
            return web.Response(body=await answer.read(), status=answer.status, headers=headers)

    async def around(request: web.Request) -> web.Response:
        text = f'<iframe width="1000" height="700" src="{url}{BELOW}{request.query["at"]}">'
        return web.Response(text=text, content_type="text/html")

    app = web.Application()
    app.router.add_get("/around", around)
    app.router.add_route("*", f"{BELOW}/{{rest:.*}}", passed)
    async with (
        server.anew(url=url, frames=["http://localhost:*"]) as inner,
        ClientSession() as http,
        TestServer(app, host="127.0.0.1", port=port),
    ):
        yield inner, f"http://localhost:{port}/around"


async def test_a_game_is_played_in_a_frame(chrome: Browser, framed: tuple[Server, str]) -> None:
    server, around = framed
    game, user = await server.middle(0)
    link = f"/enter/{server.services.links.entering(game, user, 'en')}"
    page = await window(chrome, f"{around}?at={link}", 1040, 760)
    inside = page.frame_locator("iframe")
    await inside.locator("form button").click()
    await inside.locator(".bar.own .card").first.click()
    await inside.locator("[data-key=draw-stack]").click()
    await inside.locator("[data-key=do]").click()
    await inside.locator("[data-key=end]").click()
    await expect(inside.locator(".bar.own")).to_have_count(0)
    assert await page.context.cookies() == []
    assert page.frames[1].url.endswith(f"{BELOW}/play/{game}")
    # The stream brings nothing: the page asks by itself.
    await play_turn(server.tables, game, 5)
    await inside.locator(".bar.own").wait_for()
    # Another game is entered without a cookie, too.
    other = await begun(server.tables)
    await inside.locator(".bar.own .card").first.click()
    await inside.locator("[data-key=draw-stack]").click()
    await inside.locator("[data-key=do]").click()
    await inside.locator(f"[data-key=game-{other}]").click()
    await expect(inside.locator("h1")).to_have_text(f"Game {other}")
    assert await page.context.cookies() == []
