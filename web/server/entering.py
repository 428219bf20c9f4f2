"""The page in front of a board: a link is used up by its button, not by being looked at.

Discord and other programs open links to preview them. So opening one changes nothing.
"""

from __future__ import annotations

from html import escape

from aiohttp import hdrs, web

from i18n.translation import Words
from web.server.answers import CLOSED
from web.server.files import PageFiles


def enter_page(files: PageFiles, words: Words, game: int, name: str) -> web.Response:
    """Return the page that asks a person to go on to a board.

    Args:
        game: the number of the game.
        name: the person's name at its table.
    """
    head = words("Game {number}: play as {name}", number=game, name=escape(name))
    note = words(
        "This browser stays signed in to this game for a week. *Sign out* in Discord ends that at "
        "once."
    )
    button = words.context("button", "Open the board")
    body = f'<p>{_plain(note)}</p><form method="post"><button>{escape(button)}</button></form>'
    return _page(files, words, head, body)


def closed_page(
    files: PageFiles, words: Words, said: str = CLOSED, status: int = 403
) -> web.Response:
    """Return the page that says why there is nothing behind a link."""
    return _page(files, words, "Arkadia", f'<p role="alert">{_plain(words(said))}</p>', status)


def _plain(sentence: str) -> str:
    """Return a sentence with its captions in italics, as they are in Discord."""
    parts = escape(sentence).split("*")
    return "".join(f"<em>{part}</em>" if place % 2 else part for place, part in enumerate(parts))


def _page(files: PageFiles, words: Words, head: str, body: str, status: int = 200) -> web.Response:
    text = f"""<!doctype html>
<html lang="{escape(words.language)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Arkadia</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/static/{files.hash}/colours.css" />
    <link rel="stylesheet" href="/static/{files.hash}/enter.css" />
  </head>
  <body>
    <main><h1>{head}</h1>{body}</main>
  </body>
</html>
"""
    headers = {hdrs.CONTENT_LANGUAGE: words.language}
    return web.Response(text=text, status=status, content_type="text/html", headers=headers)
