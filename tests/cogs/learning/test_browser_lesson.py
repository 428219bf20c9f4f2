"""The lesson in a real browser: begun on a desktop, left, and taken up again on a phone.

With ``KEEP=<folder>`` and ``-m nightly`` a picture of each stage is kept there.
"""

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, expect

from cogs.learning.stages import STAGES
from tests.e2e.browser import IN_ONE_BROWSER, Window, is_private, picture_width
from tryout.simulation import Tryout

pytestmark = IN_ONE_BROWSER

DESKTOP: Final = 1280
PHONE: Final = 390


@pytest.mark.nightly
async def test_a_newcomer_learns(chrome: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path).running(0) as preview:
        ada = await Window.open(chrome, preview.url, "Ada", width=DESKTOP)
        await ada.press("Welcome!", "Learn")
        await pointed(ada, DESKTOP, "turn", "👉 Black house")
        await seen(ada, "place", DESKTOP)
    async with Tryout(tmp_path).running(0) as preview:
        ada = await Window.open(chrome, preview.url, "Ada", width=PHONE)
        await ada.page.set_viewport_size({"width": PHONE, "height": 844})
        await ada.press("Welcome!", "Learn")
        await ada.sees("From the start")
        await decisions(ada)
        await completing(ada)
        await puzzle(ada)
        await ada.press(head("done"), "Play practice")
        await ada.sees("has begun in")


async def decisions(ada: Window) -> None:
    """Builds somewhere, and places a worker where Orange completes."""
    place, workers = head("place"), head("workers")
    await ada.press(place, "Go to…")
    await ada.fill(text="D7")
    await ada.sees("+1 neutral worker")
    await ada.press(place, "Build, draw from the stack")
    await pointed(ada, PHONE, "end", "👉 End turn")
    await seen(ada, "numbers", PHONE)
    await ada.choose(head("numbers"), 0, "Black farm")
    await ada.choose(workers, 0, "Own on 1")
    await ada.sees("completes nothing yet")
    await in_reach(ada, workers)
    await seen(ada, "workers", PHONE)
    await ada.press(workers, "Place")
    await ada.sees("you earned: 1 black")
    await seen(ada, "earned", PHONE)
    await ada.press(head("earned"), "Next")


async def completing(ada: Window) -> None:
    """Completes the farm after a miss, raises black, and waits with the sale."""
    complete, castle = head("complete"), head("castle")
    await ada.choose(complete, 0, "Black farm")
    await ada.choose(complete, 0, "Neutral on 1", "Neutral on 2")
    await ada.sees("completes the black farm")
    await ada.press(complete, "Place")
    await ada.sees("You can do better")
    await ada.press(complete, "Place")
    await ada.sees("The answer: fill")
    await seen(ada, "complete", PHONE)
    await ada.choose(complete, 0, "Own on 1", "Own on 2")
    await ada.sees("Yellow 3")
    await in_reach(ada, complete)
    await ada.press(complete, "Place")
    await seen(ada, "castle", PHONE)
    await ada.choose(castle, 2, "1: ")
    await seen(ada, "banner", PHONE)
    await ada.press(head("banner"), "End turn")


async def puzzle(ada: Window) -> None:
    """Solves the puzzle with a tile."""
    told = head("puzzle")
    await seen(ada, "puzzle", PHONE)
    await ada.press(told, "Olive house")
    await ada.press(told, "Go to…")
    await ada.fill(text="E5 F5")
    await ada.press(told, "Build, draw from the stack")
    await seen(ada, "done", PHONE)


async def pointed(ada: Window, width: int, name: str, label: str) -> None:
    """Presses the marked control of a stage."""
    await seen(ada, name, width)
    await ada.press(head(name), label)


async def in_reach(ada: Window, stage: str) -> None:
    """Makes sure that a stage whose message has grown still shows its button."""
    button = (await ada.sees(stage)).get_by_role("button", name="Place", exact=True)
    await expect(button).to_be_in_viewport(ratio=1)


def head(name: str) -> str:
    """What stands above a stage."""
    number = next(at for at, stage in enumerate(STAGES, 1) if stage.name == name)
    return f"Lesson {number} of {len(STAGES)}"


async def seen(ada: Window, name: str, width: int) -> None:
    """Looks at a stage, and keeps a picture of it if that is asked for."""
    message = await ada.sees(head(name))
    assert await is_private(message)
    assert await picture_width(message) == 1220
    folder = os.environ.get("KEEP")
    if folder:
        await message.screenshot(path=Path(folder) / f"lesson-{width}-{name}.png")
