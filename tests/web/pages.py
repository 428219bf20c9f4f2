"""The page in windows, and what can be read of it."""

from __future__ import annotations

from playwright.async_api import Browser, Page

PHONE = 390
DESK = 1280


async def opened(
    browser: Browser, address: str, width: int = DESK, *, touched: bool = False
) -> Page:
    """The page in a window; whatever goes wrong in it fails the test."""
    page = await browser.new_page(
        viewport={"width": width, "height": 1800}, locale="en-GB", has_touch=touched
    )
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.set_default_timeout(10_000)
    await page.goto(address)
    await page.locator("#file #save").wait_for()
    assert not wrong
    return page
