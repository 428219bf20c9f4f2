"""A game's page as people use it: by finger, and by keys alone."""

import re
from collections.abc import Sequence
from typing import Any, Final

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, CDPSession, FloatRect, Locator, Page, expect

from engine.actions import Action, Banner, Build, Castle, Workers
from engine.squares import square_names
from tests.e2e.browser import DESK, PHONE, window

Point = tuple[float, float]


async def move(hand: CDPSession, *ways: Sequence[Point]) -> None:
    """Puts a finger on the first point of each way, and moves all of them to the last."""

    async def send(kind: str, place: int | None) -> None:
        points = [] if place is None else [way[place] for way in ways]
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    await send("touchStart", 0)
    for place in range(1, len(ways[0])):
        await send("touchMove", place)
    await send("touchEnd", None)


def way(start: Point, end: Point, steps: int = 8) -> list[Point]:
    (left, top), (right, bottom) = start, end
    parts = [step / steps for step in range(steps + 1)]
    return [(left + (right - left) * part, top + (bottom - top) * part) for part in parts]


async def box_of(part: Locator) -> FloatRect:
    box = await part.bounding_box()
    assert box is not None
    return box


async def seen(page: Page) -> list[float]:
    """The part of the board that is seen: left, top, width and height."""
    shown: list[float] = await page.evaluate("[...arkadia.table.camera.seen]")
    return shown


async def enter(browser: Browser, address: str, width: int = PHONE, **look: Any) -> Page:
    """A window in which a person has come in by a link."""
    page = await window(browser, address, width, touched=True, **look)
    await page.locator("form button").first.tap()
    await page.locator(".board .rim").wait_for()
    # They choose by name as well, whose fields are open in all steps then.
    await page.evaluate("arkadia.table.named = true")
    return page


async def is_due(page: Page) -> bool:
    """Whether the page says that it is its reader's turn."""
    return await page.locator(".bar.own").count() > 0


async def do(page: Page, action: Action) -> None:
    match action:
        case Build(card, squares, draw):
            hand = await page.evaluate("arkadia.table.scene.own.hand")
            await _button(page, f"card-{hand.index(str(card))}").tap()
            await _button(page, "where").select_option(" ".join(square_names(squares)))
            await _button(page, f"draw-{draw}").tap()
            await done(page, "do")
        case Workers(own, neutral):
            await _stand(page, square_names(own), square_names(neutral))
        case Castle(family, ring):
            await _button(page, f"family-{family}").tap()
            await _button(page, "ring").select_option(str(ring))
            await done(page, "do")
        case Banner():
            await _button(page, "banner").tap()
            for family, amount in action.sale:
                for _ in range(amount):
                    await _button(page, f"more-{family}").tap()
            await done(page, "do")
        case _:
            await done(page, str(action))


async def _stand(page: Page, own: list[str], neutral: list[str]) -> None:
    """Workers on some squares: a square is tapped until the right one stands there."""
    await _button(page, "workers").tap()
    sites = await page.evaluate(
        "arkadia.table.chosen.sites.map(one => one.squares.map(square =>"
        " 'ABCDEFGHIJKLMNOP'[square % arkadia.table.edition.columns]"
        " + (Math.floor(square / arkadia.table.edition.columns) + 1)))"
    )
    fitting = next(n for n, names in enumerate(sites) if {*own, *neutral} <= {*names})
    await _button(page, "site").select_option(str(fitting))
    for kind, names in (("own", own), ("neutral", neutral)):
        for name in names:
            if await _button(page, f"put-{kind}").get_attribute("aria-pressed") == "false":
                await _button(page, f"put-{kind}").tap()
            await _button(page, f"on-{name}").tap()
    await done(page, "do")


async def done(page: Page, key: str) -> None:
    """Presses a button that acts, and waits until the bot has answered."""
    async with page.expect_response(lambda response: response.url.split("?")[0].endswith("/act")):
        await _button(page, key).tap()
    await expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")


def _button(page: Page, key: str) -> Locator:
    return page.locator(f".bar [data-key='{key}']")


WIDTHS: Final = (320, PHONE, DESK, 2560)  # the windows that a page has to fit, in pixels

SMALL: Final = """
[...document.querySelectorAll("button, select, input, summary")].filter((one) => {
  const touched = one.type === "checkbox" ? one.closest("label") : one;
  const box = touched.getBoundingClientRect();
  return box.width < 44 || box.height < 44;
}).map((one) => one.outerHTML.slice(0, 90))
"""
"""What is smaller than a finger."""


def scheme_of(language: str) -> str:
    """The colours in which a page is looked at in a language: both have their turn."""
    return "light" if language == "de" else "dark"


async def unfit(page: Page) -> list[object]:
    """What is wrong with a page: too wide, too small, untold, or serious to axe-core."""
    results = await Axe().run(page)
    wide = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return [
        *(["wide"] * (wide > 0)),
        *await page.evaluate(SMALL),
        *re.findall(r"undefined|\bnull\b|NaN|[{}]", await page.locator("main").inner_text()),
        *(
            (one["id"], [node["html"][:160] for node in one["nodes"]])
            for one in results.response["violations"]
            if one["impact"] in ("serious", "critical")
        ),
    ]
