"""A game's page as people use it who have keys alone."""

from random import Random

from playwright.async_api import Page, expect

MOST_STEPS = 120
FOCUSED = "document.activeElement.dataset.key ?? ''"


async def to(page: Page, key: str) -> None:
    """Goes by Tab to a part of the page that has the focus then."""
    for _ in range(MOST_STEPS):
        if await page.evaluate(FOCUSED) == key:
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {key}")


async def press(page: Page, key: str, name: str = "Enter") -> None:
    await to(page, key)
    await page.keyboard.press(name)


async def by_name(page: Page) -> None:
    """Opens the fields by which all is chosen without the board, once for all later steps."""
    if not await page.locator(".by-name[open]").count():
        await press(page, "names")


async def done(page: Page, key: str) -> None:
    """Goes to a button that acts, presses it, and waits until the bot has answered."""
    await to(page, key)
    async with page.expect_response(lambda response: response.url.split("?")[0].endswith("/act")):
        await page.keyboard.press("Enter")
    await expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")


async def play_turn(page: Page, rng: Random) -> None:
    """A turn: a building where there is a place, else workers, then all the rest."""
    cards = await _keys(page, ".card:not(.unfit)[data-key^=card-]")
    workers = await _keys(page, "[data-key=workers]")
    if cards and (not workers or rng.random() < 0.6):
        await press(page, rng.choice(cards))
        await by_name(page)
        for _ in range(rng.randrange(4)):
            await press(page, "where", "ArrowDown")
        if draws := await _keys(page, "[data-key^=draw-]"):
            await press(page, rng.choice(draws), "Space")
        await done(page, "do")
    elif workers:
        await press(page, "workers")
        await by_name(page)
        await press(page, "site", "ArrowDown")
        await press(page, rng.choice(await _keys(page, "[data-key^=on-]")))
        await done(page, "do")
    else:
        await done(page, "pass")
    while families := await _keys(page, "[data-key^=family-]"):
        await press(page, rng.choice(families))
        await by_name(page)
        await press(page, "ring", "ArrowDown")
        await done(page, "do")
    await done(page, "end")


async def _keys(page: Page, selector: str) -> list[str]:
    """The parts of the bar that a selector finds, by the page's names for them."""
    found: list[str] = await page.locator(f".bar {selector}").evaluate_all(
        "all => all.filter(one => !one.disabled).map(one => one.dataset.key)"
    )
    return found
