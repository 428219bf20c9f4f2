"""The try-out in a real browser: one window for each person, used as people use it."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, Literal, cast
from weakref import WeakKeyDictionary

import pytest
from PIL import Image
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    async_playwright,
    expect,
)
from playwright.async_api import TimeoutError as PageTimeoutError

_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Programs that will do. The first has no windows of its own, which cost four fifths of a page."""

CHROMIUM: Final = next((found for name in _NAMES if (found := shutil.which(name))), None)

WITH_A_BROWSER: Final = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium for browser tests"),
]
"""The marks of a module with tests in a browser."""

IN_ONE_BROWSER: Final = [
    *WITH_A_BROWSER,
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="session"),
]
"""The marks of a module whose tests share one browser: it takes a second to start."""

FAILED: Final = Path(__file__).parent.parent.parent / "build" / "browser"
"""Where it is kept what the windows of a failed test showed."""

PHONE: Final = 390
DESK: Final = 1280  # pixels of the width of a window

FIRST: Final = ""

_PATIENCE: Final = 30_000
"""Milliseconds that a window may take for something, on a machine that is busy as well."""

_SOON: Final = 3_000
"""Milliseconds after which something is not coming any more, because the page was renewed."""

_FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    # This list stands for the one that Playwright gives, so it has the most important of that too.
    "--disable-features=PreloadTopChromeWebUI,PaintHolding,MediaRouter,OptimizationHints",
)

_READY: Final = re.compile("Preview ready|Action completed|Viewport updated")


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    expect.set_options(timeout=_PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(_FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


async def keep_windows(browser: Browser, test: str) -> None:
    """Keeps a picture and the text of each window, for somebody who looks for what went wrong."""
    FAILED.mkdir(parents=True, exist_ok=True)
    pages = [page for context in browser.contexts for page in context.pages]
    for number, page in enumerate(pages, 1):
        name = FAILED / f"{re.sub(r'[^a-z0-9]+', '-', test)}-{number}"
        await page.screenshot(path=name.with_suffix(".png"), full_page=True)
        name.with_suffix(".html").write_text(await page.content())


class Window:
    """The try-out's page as one person uses it. Everything waits until it can be done."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @classmethod
    async def open(cls, browser: Browser, address: str, name: str, *, width: int = DESK) -> Window:
        """Opens the page in a window of its own, so many pixels wide, and becomes a person."""
        context = await browser.new_context(viewport={"width": width, "height": 1000})
        context.set_default_timeout(_PATIENCE)
        page = await context.new_page()
        await page.goto(address)
        await expect(page.locator("#channel-composer-input")).to_be_visible()
        await page.get_by_label("Viewing as").select_option(label=name)
        await expect(page.locator("#action-status")).to_have_text(_READY)
        return cls(page)

    async def run(self, command: str, **options: str) -> None:
        """Runs a slash command, with its options as they are typed or picked from a list.

        ``FIRST`` for an option picks what is suggested first.
        """
        await self.pick(command)
        for name, text in options.items():
            await self._fill(name, text)
        await self._act(self.page.locator("#send-message"))
        await expect(self.page.locator("[data-command-mode]")).to_have_count(0)

    async def pick(self, command: str) -> None:
        """Types a slash command and picks it from the list; its options can be filled in then."""
        await self.page.locator("#channel-composer-input").fill(f"/{command}")
        title = self.page.locator("strong").get_by_text(f"/{command}", exact=True)
        await self.page.locator(".command-entry").filter(has=title).click()

    async def _fill(self, name: str, text: str) -> None:
        field = self.page.locator(f'input[data-option="{name}"]')
        if not await field.count():
            await self.page.locator(".command-ghost").click()
            await self._suggestion(name).click()
        await field.focus()
        await field.fill(text)
        if await field.get_attribute("role") != "combobox":
            return None
        listed = self.page.locator(".command-suggestion")
        wanted = listed.first if text == FIRST else self._suggestion(text)
        for _ in range(5):
            with suppress(PageTimeoutError):
                return await wanted.click(timeout=_SOON)
            # The page drops what it asks while it is renewed.
            await field.fill(f"{text} ")
            await field.fill(text)
        raise AssertionError(f"nothing is suggested for {name}: {text}")

    def _suggestion(self, text: str) -> Locator:
        label = self.page.locator(".command-suggestion-label").get_by_text(text, exact=True)
        return self.page.locator(".command-suggestion").filter(has=label)

    def messages(self, text: str = "") -> Locator:
        messages = self.page.locator("#channel-message-list [data-message-id]")
        return messages.filter(has_text=text) if text else messages

    async def sees(self, text: str) -> Locator:
        """Waits for a message with a text and gives the newest such."""
        newest = self.messages(text).last
        await expect(newest).to_be_visible()
        return newest

    async def sees_not(self, text: str) -> None:
        """Makes sure that no message has a text, in the page as it is brought up to date now."""
        await self.page.get_by_role("button", name="Refresh preview").click()
        await expect(self.page.locator("#action-status")).to_have_text("Preview refreshed")
        await expect(self.messages(text)).to_have_count(0)

    async def press(self, text: str, label: str) -> None:
        await self._act((await self.sees(text)).get_by_role("button", name=label, exact=True))

    async def _act(self, button: Locator) -> None:
        """Clicks, once more if the page was renewed at that moment: it drops what was done then."""
        await self._until_sent(button.click)

    async def _until_sent(self, do: Callable[[], Awaitable[None]]) -> None:
        """Does something until the page has sent it and it was taken."""
        result = "nothing was sent"
        for _ in range(5):
            asked = await self._sent_by(do)
            answer = None if asked is None else await asked.response()
            if answer is None:
                continue
            result = await answer.json()
            if not result["rejected"]:
                return
        raise AssertionError(f"the page does not take what is done: {result}")

    async def _sent_by(self, do: Callable[[], Awaitable[None]]) -> Request | None:
        """What the page sends when something is done; a renewal may swallow what was done."""
        sent = asyncio.get_running_loop().create_future()

        def note(request: Request) -> None:
            if request.url.endswith("/api/action") and not sent.done():
                sent.set_result(request)

        self.page.on("request", note)
        try:
            await do()
            async with asyncio.timeout(_SOON / 1000):
                return cast("Request", await sent)
        except TimeoutError:
            return None
        finally:
            self.page.remove_listener("request", note)

    async def choose(self, text: str, menu: int, *options: str) -> None:
        """Chooses in a menu of the newest message that contains a text, counted from 0.

        Who chooses what is chosen already sends nothing.
        """

        async def do() -> None:
            with suppress(PageTimeoutError):
                await self._pick_from(
                    self.messages(text).last.get_by_role("combobox").nth(menu), options
                )

        chosen = (await self.sees(text)).get_by_role("combobox").nth(menu)
        shown = await chosen.get_attribute("aria-valuetext") or ""
        if all(option in shown for option in options):
            return
        await self._until_sent(do)
        await expect(self.page.get_by_role("listbox")).to_have_count(0)

    async def _pick_from(self, menu: Locator, options: Sequence[str]) -> None:
        """Opens a menu and clicks its options; none is there any more if it was renewed."""
        await menu.click(timeout=_SOON)
        listed = self.page.get_by_role("listbox")
        kind = await listed.get_attribute("aria-multiselectable", timeout=_SOON)
        for option in options:
            wanted = listed.get_by_role("option").filter(has_text=option).first
            await wanted.click(timeout=_SOON)
        if kind == "true":
            await self.page.get_by_role("button", name="Apply").click(timeout=_SOON)

    async def fill(self, **values: str) -> None:
        """Fills in the form that is open, by the fields' custom ids, and sends it."""
        form = self.page.locator("#modal-root form")
        for custom_id, value in values.items():
            await form.locator(f'[data-custom-id="{custom_id}"]').locator("input").fill(value)
        await self._act(form.get_by_role("button", name="Submit"))
        await expect(form).to_have_count(0)


async def is_private(message: Locator) -> bool:
    """Whether a message says that only the one who reads it sees it."""
    return await message.get_by_text("Only you can see this").count() > 0


async def picture_width(message: Locator) -> int:
    """The width in pixels of the only picture of a message, once it is loaded; no emoji is one."""
    picture = message.locator("img:not([class*=avatar], [class*=emoji])")
    await expect(picture).to_have_count(1)
    await expect(picture).not_to_have_js_property("naturalWidth", 0)
    width: int = await picture.evaluate("picture => picture.naturalWidth")
    return width


async def begun(chrome: Browser, address: str, width: int = DESK) -> tuple[Window, Window]:
    """Two people in a game that has begun, the one whose turn it is first."""
    ada = await Window.open(chrome, address, "Ada", width=width)
    bela = await Window.open(chrome, address, "Bela", width=width)
    await ada.run("arkadia start")
    await bela.press("Seats (1 of 4)", "Join")
    await ada.press("Seats (2 of 4)", "Begin")
    turn = await ada.sees("your turn in game")
    return (bela, ada) if "@Bela, your turn in game" in await turn.inner_text() else (ada, bela)


GALLERY: Final = Path(__file__).parents[2] / "docs" / "gallery"


def save(picture: Image.Image, name: str, colours: int = 256) -> None:
    """Keeps a picture in the gallery, in so many colours."""
    few = picture.convert("RGB").quantize(colours, Image.Quantize.MEDIANCUT, 6)
    few.save(GALLERY / f"{name}.png", optimize=True)


WRONG: Final = WeakKeyDictionary[Page, list[str]]()
"""What went wrong in the windows at an address; after a test nothing must be left of it."""


async def window(
    browser: Browser,
    address: str,
    width: int = DESK,
    height: int = 860,
    *,
    touched: bool = False,
    reduced: bool = False,
    scheme: Literal["dark", "light"] = "dark",
) -> Page:
    """A window at an address, used by finger or not; ``reduced`` is for little motion."""
    page = await browser.new_page(
        viewport={"width": width, "height": height},
        locale="en-GB",
        has_touch=touched,
        color_scheme=scheme,
        reduced_motion="reduce" if reduced else "no-preference",
    )
    wrong = WRONG[page] = list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.extend(_wrong_in(said)))
    page.set_default_timeout(10_000)
    await page.goto(address)
    return page


def _wrong_in(said: ConsoleMessage) -> list[str]:
    url = said.location["url"]
    # A preview that was under way when its action was taken is too late, and nobody sees that.
    late = "409" in said.text and url.endswith("/preview")
    return [f"{said.text} {url}"] if said.type == "error" and not late else []
