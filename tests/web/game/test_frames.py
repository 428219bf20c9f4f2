"""The page in a foreign frame: no cookie, a path before it, and a stream that is held back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest_asyncio
from aiohttp import ClientSession, web
from aiohttp.test_utils import unused_port
from playwright.async_api import Browser, expect

from db.database import Place
from db.store import Store
from lab.tables import tables_on
from tests.e2e.browser import IN_ONE_BROWSER
from tests.tabletop.playing import Clock, active, begun, play_turn
from tests.web.pages import window
from tests.web.server.visiting import Server, serving

pytestmark = IN_ONE_BROWSER

BELOW = "/.proxy"


@pytest_asyncio.fixture(loop_scope="session")
async def framed(database: Place) -> AsyncIterator[tuple[Server, str]]:
    """A server behind a proxy that has it below a path, holds streams back and frames a link."""
    store, clock, port = await Store.open(database), Clock(), unused_port()
    url = f"http://127.0.0.1:{port}"
    tables = tables_on(store, clock, Random(1))
    async with (
        serving(store, tables, clock, url=url, frames=["http://localhost:*"]) as server,
        ClientSession() as http,
    ):

        async def passed(request: web.Request) -> web.StreamResponse:
            path = request.path_qs.removeprefix(BELOW)
            if path.endswith("/events"):
                await server.board.goes_on.wait()
                held = web.StreamResponse()
                await held.prepare(request)
                async with http.get(server.at(path), headers=sent(request)) as answer:
                    await answer.read()
                return held
            data = await request.read()
            async with http.request(
                request.method, server.at(path), headers=sent(request), data=data
            ) as answer:
                kept = ("Content-Type", "Content-Security-Policy", "X-Page")
                headers = {name: answer.headers[name] for name in kept if name in answer.headers}
                return web.Response(body=await answer.read(), status=answer.status, headers=headers)

        async def around(request: web.Request) -> web.Response:
            text = f'<iframe width="1000" height="700" src="{url}{BELOW}{request.query["at"]}">'
            return web.Response(text=text, content_type="text/html")

        app = web.Application()
        app.router.add_get("/around", around)
        app.router.add_route("*", f"{BELOW}/{{rest:.*}}", passed)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        try:
            yield server, f"http://localhost:{port}/around"
        finally:
            await runner.cleanup()
    await store.close()


def sent(request: web.Request) -> dict[str, str]:
    """The headers of a request that a proxy passes on, cookies not among them."""
    kept = ("Authorization", "Content-Type", "Origin", "X-Arkadia", "X-Arkadia-Page")
    known = {name: request.headers[name] for name in kept if name in request.headers}
    return known | {"Sec-Fetch-Dest": request.headers.get("Sec-Fetch-Dest", "")}


async def test_a_game_is_played_in_a_foreign_frame_without_a_cookie(
    chrome: Browser, framed: tuple[Server, str]
) -> None:
    server, around = framed
    game = await begun(server.tables, setup="first-game")
    user = await active(server.tables, game)
    link = f"/enter/{server.house.doors.entering(game, user, 'en')}"
    page, wrong = await window(chrome, f"{around}?at={link}", 1040, 760)
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
    assert wrong == []
