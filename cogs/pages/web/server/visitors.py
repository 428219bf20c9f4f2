"""The visitor behind a request: the language, the session, and the page in front of a board.

A link is used up by its button, not by being looked at: Discord and other programs open links to
preview them.
"""

import json
import re
from html import escape
from typing import Final

from aiohttp import hdrs, web

from cogs.pages.links import SESSION_MS, DeadLinkError, Link
from cogs.pages.store import StoredVisit
from cogs.pages.web.server.answers import NOWHERE, SIGNED_OUT, UNCLEAR, SayError
from cogs.pages.web.server.files import PageFiles
from cogs.pages.web.server.pages import Pages, PageServices
from i18n.translation import Words
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table

CSRF: Final = "X-Arkadia"  # the header that no other address's page can send unasked
PAGE: Final = "X-Arkadia-Page"  # the header with the hash of the files that a page was loaded with


def cookie_name(game: int, *, encrypted: bool) -> str:
    """Return the name of the cookie of a session in a game."""
    # The prefix has browsers refuse it from anywhere but this very address, encrypted.
    return f"__Host-arkadia-{game}" if encrypted else f"arkadia-{game}"


def games_of(request: web.Request) -> list[int]:
    """Return the games of which a browser has a cookie."""
    named = (re.fullmatch("(?:__Host-)?arkadia-([1-9][0-9]{0,8})", key) for key in request.cookies)
    return [int(found[1]) for found in named if found]


def game_of(request: web.Request) -> int:
    """Return the number of the game in a request's path."""
    text = request.match_info["game"]
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise SayError(404, NOWHERE)
    return int(text)


def own_origin(request: web.Request, services: PageServices) -> None:
    """Check that a form or script of these very pages sends a request."""
    if token_of(request):
        return  # No other page knows it, and no browser sends it by itself.
    if request.headers.get(hdrs.ORIGIN) != services.url:
        raise SayError(403, UNCLEAR)
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise SayError(403, UNCLEAR)


def token_of(request: web.Request) -> str:
    """Return the session that a page without a cookie sends; empty if it sends none."""
    return request.headers.get(hdrs.AUTHORIZATION, "").removeprefix("Bearer ")


async def visit_of(request: web.Request, services: PageServices, game: int) -> StoredVisit:
    """Return the session of a request in a game."""
    name = cookie_name(game, encrypted=services.encrypted)
    cookie = token_of(request) or request.cookies.get(name, "")
    visit = await services.links.session(cookie, game)
    if visit is None:
        raise SayError(401, SIGNED_OUT)
    return visit


async def table_of(services: PageServices, visit: StoredVisit) -> Table:
    """Return the table of a session."""
    table = await services.tables.get(visit.game_id)
    if table.person(visit.user_id) is None:
        raise SayError(401, SIGNED_OUT)
    table.running_game()
    return table


def words_of(request: web.Request, services: PageServices, own: StoredVisit | None = None) -> Words:
    """Return the language of a request: what it wishes, or the person's, or the browser's."""
    accepted = request.headers.get(hdrs.ACCEPT_LANGUAGE, "")
    first = accepted.partition(",")[0].partition(";")[0].strip()
    usual = first if re.fullmatch("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?", first) else ""
    if own is not None:
        usual = services.personal.preferences(own.user_id).language or own.language
    return services.words(request.query.get("l"), usual)


class Entrance:
    """Answers requests for a board by a link to play."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._services = pages.services

    async def newest(self, request: web.Request) -> web.StreamResponse:
        """Lead to the newest game that the browser is signed in to: the installed page does so."""
        for game in sorted(games_of(request), reverse=True):
            try:
                await table_of(self._services, await visit_of(request, self._services, game))
            except (SayError, TableError, UnreadableTableError):
                continue
            return web.Response(text="", status=303, headers={hdrs.LOCATION: f"play/{game}"})
        raise SayError(401, SIGNED_OUT) if games_of(request) else SayError(404, NOWHERE)

    async def before(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page in front of a board."""
        self._pages.entries.take(self._pages.visitor(request))
        link, table = await self._entered(request)
        person = table.person(link.user)
        assert person is not None
        words = self._services.words(request.query.get("l"), link.language)
        head = words("Game {number}: play as {name}", number=link.game, name=escape(person.name))
        note = words(
            "This browser stays signed in to this game for a week. *Sign out* in Discord ends that "
            "at once."
        )
        button = escape(words.context("button", "Open the board"))
        body = f'<p>{_plain(note)}</p><form method="post"><button>{button}</button></form>'
        return _page(self._pages.files, words, head, body)

    async def enter(self, request: web.Request) -> web.StreamResponse:
        """Use a link up: its person is signed in to its game."""
        self._pages.entries.take(self._pages.visitor(request))
        own_origin(request, self._services)
        await self._entered(request)
        link, cookie = await self._services.links.enter(request.match_info["code"])
        if request.headers.get("Sec-Fetch-Dest") == "iframe":
            # A browser may keep no cookie in a frame: the page itself comes, with its session.
            session = {"path": f"play/{link.game}", "token": cookie}
            first = f'<script type="application/json" id="session">{json.dumps(session)}</script>'
            return self._pages.files.page(first).answer(request, kept=False)
        response = web.Response(status=303, headers={hdrs.LOCATION: f"../play/{link.game}"})
        encrypted = self._services.encrypted
        name, kept = cookie_name(link.game, encrypted=encrypted), SESSION_MS // 1000
        response.set_cookie(
            name, cookie, max_age=kept, secure=encrypted, httponly=True, samesite="Strict"
        )
        return response

    async def _entered(self, request: web.Request) -> tuple[Link, Table]:
        link = self._services.links.read(request.match_info["code"], "enter")
        table = await self._services.tables.get(link.game)
        if table.person(link.user) is None:
            raise DeadLinkError
        return link, table


def closed_page(files: PageFiles, words: Words, said: str, status: int) -> web.Response:
    """Return the page that says why there is nothing behind a link."""
    return _page(files, words, "Arkadia", f'<p role="alert">{_plain(said)}</p>', status)


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
    <meta property="og:title" content="Arkadia" />
    <meta property="og:image" content="{files.preview}" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="icon" href="{files.here}/icon.svg" />
    <link rel="stylesheet" href="{files.here}/enter.css" />
  </head>
  <body>
    <main>
      <img src="{files.here}/preview.png" width="1200" height="630" alt="" />
      <h1>{head}</h1>{body}
    </main>
  </body>
</html>
"""
    headers = {hdrs.CONTENT_LANGUAGE: words.language}
    return web.Response(text=text, status=status, content_type="text/html", headers=headers)
