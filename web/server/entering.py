"""The page in front of a board: a link is used up by its button, not by being looked at.

Discord and other programs open links to preview them. So opening one changes nothing.
"""

from __future__ import annotations

import json
from html import escape

from aiohttp import hdrs, web

from i18n.translation import Words
from tabletop.doors import ClosedDoorError, Door
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table
from web.server.answers import CLOSED, NOWHERE, SIGNED_OUT, SayError
from web.server.files import PageFiles
from web.server.front import Front
from web.server.visitors import games_of, give_cookie, own_origin, table_of, visit_of


class Entrance:
    """Answers requests for a board by a link to play.

    Args:
        front: what the parts of the server share.
    """

    def __init__(self, front: Front) -> None:
        self._front = front
        self._house = front.house

    async def newest(self, request: web.Request) -> web.StreamResponse:
        """Lead to the newest game in which the browser is signed in, as the installed page begins.

        Raises:
            SayError: if there is none.
        """
        for game in sorted(games_of(request), reverse=True):
            try:
                await table_of(self._house, await visit_of(request, self._house, game))
            except (SayError, TableError, UnreadableTableError):
                continue
            return web.Response(text="", status=303, headers={hdrs.LOCATION: f"play/{game}"})
        raise SayError(*((401, SIGNED_OUT) if games_of(request) else (404, NOWHERE)))

    async def before(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page in front of a board."""
        self._front.entries.take(self._front.visitor(request))
        door, table = await self._entered(request)
        person = table.person(door.user)
        assert person is not None
        words = self._house.words(request.query.get("l"), door.language)
        return enter_page(self._front.files, words, door.game, person.name)

    async def enter(self, request: web.Request) -> web.StreamResponse:
        """Use a link up: its person is signed in to its game."""
        self._front.entries.take(self._front.visitor(request))
        own_origin(request, self._house)
        await self._entered(request)
        door, cookie = await self._house.doors.enter(request.match_info["code"])
        if request.headers.get("Sec-Fetch-Dest") == "iframe":
            # A browser may keep no cookie in a frame: the page itself comes, with its session.
            session = {"path": f"play/{door.game}", "token": cookie}
            first = f'<script type="application/json" id="session">{json.dumps(session)}</script>'
            return self._front.files.page(first).answer(request, kept=False)
        response = web.Response(status=303, headers={hdrs.LOCATION: f"../play/{door.game}"})
        give_cookie(response, door.game, cookie, encrypted=self._house.encrypted)
        return response

    async def _entered(self, request: web.Request) -> tuple[Door, Table]:
        door = self._house.doors.read(request.match_info["code"], "enter")
        table = await self._house.tables.get(door.game)
        if table.person(door.user) is None:
            raise ClosedDoorError
        return door, table


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
    <link rel="stylesheet" href="{files.here}/enter.css" />
  </head>
  <body>
    <main><h1>{head}</h1>{body}</main>
  </body>
</html>
"""
    headers = {hdrs.CONTENT_LANGUAGE: words.language}
    return web.Response(text=text, status=status, content_type="text/html", headers=headers)
