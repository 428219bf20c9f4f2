"""The pages' pictures in ``docs/gallery``, made anew with ``GALLERY=1`` in the environment."""

import io
import os

import pytest
from PIL import Image
from playwright.async_api import Browser, Page

from tests.cogs.pages.game.touch import enter
from tests.cogs.pages.replays import GOLDEN, replay
from tests.cogs.pages.server.visiting import Server
from tests.e2e.browser import DESK, IN_ONE_BROWSER, save, window

pytestmark = [
    *IN_ONE_BROWSER,
    pytest.mark.skipif("GALLERY" not in os.environ, reason="no pictures were asked for"),
]


async def keep(page: Page, name: str, *, of: str = ".board .building") -> None:
    await page.locator(of).first.wait_for()
    save(Image.open(io.BytesIO(await page.screenshot())), f"page-{name}")


async def test_pictures_of_the_pages(chrome: Browser, server: Server, address: str) -> None:
    game, user = await server.middle()
    page = await enter(chrome, server.entering(game, user))
    await page.locator(".bar .card:not(.unfit)").nth(1).tap()
    await keep(page, "playing", of=".brings p:not(.spoken), .brings li")
    for name, where in (
        ("watching", server.at(server.watching(game))),
        ("looking-back", replay(address, GOLDEN[3], turn=20)),
    ):
        await keep(await window(chrome, where, DESK, 800, scheme="light"), name)
