"""The lesson in a real browser: begun on a desktop, left, and taken up again on a phone.

With ``KEEP=<folder>`` in the environment a picture of each step is kept there.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from tests.e2e.browser import WITH_A_BROWSER, Window, is_private, picture_width
from tryout.simulation import Tryout
from ui.lesson.script import STEPS

pytestmark = WITH_A_BROWSER

DESKTOP: Final = 1280
PHONE: Final = 390

LEFT_AT: Final = 6
"""The step at which the newcomer goes and the bot stops."""


async def test_a_newcomer_learns(browser: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path).running(0) as preview:
        ada = await Window.open(browser, preview.url, "Ada", width=DESKTOP)
        await ada.press("Welcome!", "Learn")
        await steps(ada, 1, LEFT_AT, DESKTOP)
    async with Tryout(tmp_path).running(0) as preview:
        ada = await Window.open(browser, preview.url, "Ada", width=PHONE)
        await ada.press("Welcome!", "Learn")
        await ada.sees("From the start")
        await steps(ada, LEFT_AT, len(STEPS), PHONE)
        await ada.press(head(len(STEPS)), "Play practice")
        await ada.sees("has begun in")


async def steps(ada: Window, first: int, last: int, width: int) -> None:
    """Presses what is right, in the first step something wrong before, as far as a step."""
    for number in range(first, last + 1):
        message = await ada.sees(head(number))
        assert await is_private(message)
        assert await picture_width(message) == 1220
        await keep(ada, number, 0, width)
        step = STEPS[number - 1]
        right = [choice for choice in step.choices if choice.right]
        wrong = [choice for choice in step.choices if not choice.right] if number == first else []
        for place, choice in enumerate([*wrong, *right], 1):
            await ada.press(head(number), choice.label)
            shown = await ada.sees(f"{'✅' if choice.right else '❌'} {choice.label}")
            assert await picture_width(shown) == 1220
            await keep(ada, number, place, width)
        if number < last:
            await ada.press(head(number), "Next")


def head(number: int) -> str:
    """What stands above a step."""
    return f"Lesson {number} of {len(STEPS)}"


async def keep(ada: Window, number: int, place: int, width: int) -> None:
    """Keeps a picture of a step if that is asked for."""
    folder = os.environ.get("KEEP")
    if folder:
        message = await ada.sees(head(number))
        await message.screenshot(path=Path(folder) / f"lesson-{width}-{number:02}-{place}.png")
