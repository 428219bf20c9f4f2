"""The page in windows, and what can be read of it."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, ConsoleMessage, Page

PHONE = 390
DESK = 1280


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """A folder of files as any host serves it; its address."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


async def window(
    browser: Browser,
    address: str,
    width: int = DESK,
    height: int = 1800,
    *,
    touched: bool = False,
    reduced: bool = False,
    scheme: Literal["dark", "light"] = "light",
) -> tuple[Page, list[str]]:
    """A window at an address, and whatever goes wrong in it.

    Args:
        touched: whether it is used by finger.
        reduced: whether its reader wishes for little motion.
    """
    page = await browser.new_page(
        viewport={"width": width, "height": height},
        locale="en-GB",
        has_touch=touched,
        color_scheme=scheme,
        reduced_motion="reduce" if reduced else "no-preference",
    )
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(_told(said)) if said.type == "error" else None)
    page.set_default_timeout(10_000)
    await page.goto(address)
    return page, wrong


def _told(said: ConsoleMessage) -> str:
    """What a page said went wrong, and where."""
    return f"{said.text} {said.location['url']}"
