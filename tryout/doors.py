"""The try-out's first page: one picture and two doors, to the board of a game and to the channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from html import escape
from typing import Final

from aiohttp import hdrs, web

from i18n.translation import Words
from web.policy import policy

WELCOME: Final = "/?welcome"
"""Where the try-out begins; without the query the channel's own page answers."""

STYLE: Final = """
body { margin: 0; background: #211913; color: #f3e8d2; font: 18px/1.5 system-ui, sans-serif; }
main { max-width: 900px; margin: 0 auto; padding: 16px; text-align: center; }
h1 { margin: 0 0 8px; color: #fff9ea; }
img { display: block; width: 100%; height: auto; max-height: 60vh; object-fit: contain; border-radius: 12px; }
nav { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); margin-top: 16px; }
a { display: block; padding: 14px 18px; border: 2px solid #745636; border-radius: 14px; background: #36291e; color: inherit; text-decoration: none; }
a:first-child { background: #fff9ea; color: #211913; border-color: #fff9ea; }
a:focus-visible { outline: 3px solid #ffd23e; outline-offset: 3px; }
strong { display: block; font-size: 1.25rem; }
"""

_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": policy(),
    hdrs.CACHE_CONTROL: "no-store",
    hdrs.REFERRER_POLICY: "no-referrer",
}

Entered = Callable[[], Awaitable[web.Response]]
"""Returns the response that leads to a board where it is the reader's turn."""


class FrontDoors:
    """Answers requests for the try-out's first page, and for its picture and doors.

    Args:
        words: the language of the machine.
        channel: the address of the channel's page.
        picture: returns the newest picture of a board.
        enter: lets the reader in to a game.
    """

    def __init__(
        self, words: Words, channel: str, picture: Callable[[], bytes], enter: Entered
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
                return web.Response(text=STYLE, content_type="text/css", headers=_HEADERS)
            case "picture":
                return web.Response(body=self._picture(), content_type="image/png", headers=_HEADERS)
            case "play":
                return await self._enter()
        return None

    def _page(self) -> str:
        words = self._words
        play = words("You against a computer player, on the board. Nothing to set up.")
        channel = words("As it looks in Discord, with four friends whom you play as well.")
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
      <img src="/?picture" width="1220" height="760" alt="{escape(words("Board"))}" />
      <nav>
        <a href="/?play"><strong>{escape(words("Play now"))}</strong>{escape(play)}</a>
        <a href="{escape(self._channel)}"><strong>{escape(words("In a Discord channel"))}</strong>{escape(channel)}</a>
      </nav>
    </main>
  </body>
</html>
"""
