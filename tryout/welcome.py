"""The try-out's first page: a picture and two links, to the board of a game and to the channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from html import escape
from pathlib import Path
from typing import Final

from aiohttp import hdrs, web

from i18n.translation import Words

WELCOME: Final = "/?welcome"
"""Where the try-out begins; without the query the channel's own page answers."""

STYLE: Final = Path(__file__).with_name("welcome.css")

_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none';"
        " form-action 'none'"
    ),
    hdrs.CACHE_CONTROL: "no-store",
    hdrs.REFERRER_POLICY: "no-referrer",
}

Entered = Callable[[], Awaitable[web.Response]]
"""Returns the response that leads to a board where it is the reader's turn."""


class FirstPage:
    """Answers requests for the try-out's first page, and for its picture and links."""

    def __init__(
        self, words: Words, channel: Callable[[], str], picture: Callable[[], bytes], enter: Entered
    ) -> None:
        self._words = words
        self._channel = channel
        self._picture = picture
        self._enter = enter

    async def answer(self, request: web.Request) -> web.Response | None:
        """Return the response to a request; None if it is for none of them."""
        match request.query_string:
            case "welcome":
                return web.Response(text=self._page(), content_type="text/html", headers=_HEADERS)
            case "style":
                style = STYLE.read_text("utf-8")
                return web.Response(text=style, content_type="text/css", headers=_HEADERS)
            case "picture":
                return web.Response(
                    body=self._picture(), content_type="image/png", headers=_HEADERS
                )
            case "play":
                return await self._enter()
        return None

    def _page(self) -> str:
        words = self._words
        now, there = escape(words("Play now")), escape(words("In a Discord channel"))
        play = words("You against a computer player, on the board. Nothing to set up.")
        channel = words("As it looks in Discord, with four friends whom you play as well.")
        board = words("Board")
        return f"""<!doctype html>
<html lang="{escape(words.language)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Arkadia</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/?style" />
  </head>
  <body>
    <main>
      <h1>Arkadia</h1>
      <img src="/?picture" width="1220" height="760" alt="{escape(board)}" />
      <nav>
        <a href="/?play"><strong>{now}</strong>{escape(play)}</a>
        <a href="{escape(self._channel())}"><strong>{there}</strong>{escape(channel)}</a>
      </nav>
    </main>
  </body>
</html>
"""
