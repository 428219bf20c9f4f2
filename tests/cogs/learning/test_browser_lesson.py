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
        await seen(ada, "turn", DESKTOP)
        await ada.press(head("turn"), "👉 Black house")
        await seen(ada, "place", DESKTOP)
    async with Tryout(tmp_path).running(0) as preview:
        ada = await Window.open(chrome, preview.url, "Ada", width=PHONE)
        await ada.page.set_viewport_size({"width": PHONE, "height": 844})
        await ada.press("Welcome!", "Learn")
        await ada.sees("From the start")
        for stage in STAGES[1:]:
            here = head(stage.name)
            await seen(ada, stage.name, PHONE)
            if stage.name == "place":
                await ada.press(here, "Go to…")
                await ada.fill(text="D7")
                await ada.press(here, "Build, draw from the stack")
            elif stage.name == "workers":
                await ada.choose(here, 0, "Own on 1")
                await in_reach(ada, here)
                await ada.press(here, "Place")
            elif stage.name == "complete":
                await ada.choose(here, 0, "Black farm")
                await ada.choose(here, 0, "Own on 1", "Own on 2")
                await in_reach(ada, here)
                await ada.press(here, "Place")
            elif stage.name != "done":
                await ada.press(here, "Next" if stage.is_read else "Skip")
        await ada.press(head("done"), "Play practice")
        await ada.sees("has begun in")


async def in_reach(ada: Window, stage: str) -> None:
    """Makes sure that a stage whose message has grown still shows its button."""
    button = (await ada.sees(stage)).get_by_role("button", name="Place", exact=True)
    await expect(button).to_be_in_viewport(ratio=1)


def head(name: str) -> str:
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
