"""Turns of each kind in a real browser, by clicking on the panel alone.

With ``GALLERY=1`` in the environment the pictures of the screens in ``docs/gallery`` are made anew.
"""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from playwright.async_api import Browser

from tests.e2e.browser import IN_ONE_BROWSER, Window, is_private, picture_width
from tryout.simulation import Tryout

pytestmark = IN_ONE_BROWSER

GALLERY: Final = Path(__file__).parent.parent.parent / "docs" / "gallery"
COLOURS: Final = 128

FORMS: Final = re.compile("house|farm|tavern|mill|smithy|trade centre|monastery")
CHOOSE, WORKERS, CASTLE = ": your turn.", "Workers round", "Castle piece for"
END, BANNER, BUILD = "You did:", "own workers for you, and a sale", "vacant squares round it"


async def keep(window: Window, text: str, name: str) -> None:
    """Makes sure that a screen is private and shows a board; keeps its picture when asked to."""
    message = await window.sees(text)
    assert await is_private(message)
    assert await picture_width(message) == 1220
    if os.environ.get("GALLERY"):
        picture = Image.open(io.BytesIO(await message.screenshot()))
        picture.convert("RGB").quantize(COLOURS).save(GALLERY / f"panel-{name}.png", optimize=True)


@pytest.mark.nightly
async def test_turns_by_clicking(chrome: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path).running(0) as preview:
        first, other = await begun(chrome, preview.url)
        await workers_castle_and_banner(first, other)
        await building(other)
        assert not await is_private(await first.sees("Turn 2:"))


async def begun(chrome: Browser, address: str) -> tuple[Window, Window]:
    """Two people in a game that has begun, the one whose turn it is first."""
    ada = await Window.open(chrome, address, "Ada")
    bela = await Window.open(chrome, address, "Bela")
    await ada.run("arkadia start")
    await bela.press("Seats: 1 of 4", "Join")
    await ada.press("Seats: 2 of 4", "Begin")
    turn = await ada.sees("your turn in game")
    return (bela, ada) if "@Bela, your turn in game" in await turn.inner_text() else (ada, bela)


async def workers_castle_and_banner(first: Window, other: Window) -> None:
    """A turn in which workers complete a building and seals are sold."""
    await first.press("your turn in game", "Take your turn")
    await keep(first, CHOOSE, "choose")
    await first.choose(CHOOSE, 0, "The red house")
    await first.press(WORKERS, "Complete it")
    await first.sees("neutral on")
    await first.choose(WORKERS, 1, "Own worker on 1")
    await first.sees("your own on")
    assert await first.menus(WORKERS) == [
        "The red house I8",
        "Own worker on 1: J8 Neutral worker on 2: J9 Neutral worker on 3: I10",
    ]
    await keep(first, WORKERS, "workers")
    await first.press(WORKERS, "Place")
    await keep(first, CASTLE, "castle")
    await first.choose(CASTLE, 0, "Ring square 10")
    await keep(first, END, "end")
    await other.sees_not("You did")
    await first.press(END, "Hand in a banner… (6 gold)")
    await first.choose(BANNER, 0, "Sell 1 red")
    await first.sees("Hand it in for 3 gold")
    await keep(first, BANNER, "banner")
    await first.press(BANNER, "Sell all for 6 gold")
    await first.press(END, "End turn")
    await first.sees("Your turn has ended")


async def building(other: Window) -> None:
    """A turn in which a tile is moved about and laid."""
    await other.press("Turn 1:", "Take your turn")
    message = await other.sees(CHOOSE)
    await message.get_by_role("button", name=FORMS).first.click()
    await other.press(BUILD, "↻ Rotate")
    await other.press(BUILD, "Next place")
    await other.press(BUILD, "Go to…")
    await other.fill(text="A12")
    await other.sees("No legal place")
    await keep(other, BUILD, "build")
    await other.press(BUILD, "Build, draw from the stack")
    await other.press(END, "End turn")
    await other.sees("Your turn has ended")
