"""The pages' pictures in ``docs/gallery``, made anew with ``GALLERY=1`` in the environment."""

import io
import os
from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from playwright.async_api import Browser, Page

from tests.cogs.pages.game.touch import enter
from tests.cogs.pages.replays import GOLDEN, replay
from tests.cogs.pages.server.visiting import Server
from tests.e2e.browser import DESK, IN_ONE_BROWSER, PHONE, window
from tests.tabletop.playing import active, begun, play_turn

pytestmark = [
    *IN_ONE_BROWSER,
    pytest.mark.skipif("GALLERY" not in os.environ, reason="no pictures were asked for"),
]

GALLERY: Final = Path(__file__).parents[4] / "docs" / "gallery"


async def keep(page: Page, name: str) -> None:
    picture = Image.open(io.BytesIO(await page.screenshot()))
    picture.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT, 6).save(
        GALLERY / f"page-{name}.png", optimize=True
    )


async def test_playing_and_watching(chrome: Browser, server: Server) -> None:
    game = await begun(server.tables, setup="first-game")
    for turn in range(14):
        await play_turn(server.tables, game, turn)
    await server.publisher.publish(game)
    user = await active(server.tables, game)
    link = server.services.links.entering(game, user, "en")
    page, _ = await enter(chrome, server.at(f"/enter/{link}"), PHONE)
    await page.locator(".bar .card:not(.unfit)").nth(1).tap()
    await page.locator(".brings p:not(.spoken), .brings li").first.wait_for()
    await keep(page, "playing")
    code = server.services.links.watching(game)
    page, _ = await window(chrome, server.at(f"/watch/{code}"), DESK, 800)
    await page.locator(".board .building").first.wait_for()
    await keep(page, "watching")


async def test_looking_back(chrome: Browser, address: str) -> None:
    page, _ = await window(chrome, replay(address, GOLDEN[3], turn=20), DESK, 800)
    await page.locator(".board .building").first.wait_for()
    await keep(page, "looking-back")
