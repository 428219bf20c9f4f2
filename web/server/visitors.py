"""The visitor behind a request: the language, the session, and whether its page is ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from aiohttp import hdrs, web

from db.people.rows import StoredVisit
from i18n.translation import Words
from tabletop.table import Table
from web.server.answers import NOWHERE, SIGNED_OUT, UNCLEAR, SayError
from web.server.house import House

CSRF: Final = "X-Arkadia"
"""The header that a page of another address cannot send without being asked."""

PAGE: Final = "X-Arkadia-Page"
"""The header with the hash of the files that a page was loaded with."""


def cookie_name(game: int, *, encrypted: bool) -> str:
    """Return the name of the cookie of a session in a game."""
    # The prefix has browsers refuse it from anywhere but this very address, encrypted.
    return f"__Host-arkadia-{game}" if encrypted else f"arkadia-{game}"


def give_cookie(response: web.StreamResponse, game: int, cookie: str, *, encrypted: bool) -> None:
    """Have a browser keep the cookie of a session, for no other address and no script to read."""
    response.set_cookie(
        cookie_name(game, encrypted=encrypted),
        cookie,
        max_age=7 * 24 * 60 * 60,
        path="/",
        secure=encrypted,
        httponly=True,
        samesite="Strict",
    )


def take_cookie(response: web.StreamResponse, game: int, *, encrypted: bool) -> None:
    """Have a browser forget the cookie of a session."""
    response.del_cookie(
        cookie_name(game, encrypted=encrypted),
        path="/",
        secure=encrypted,
        httponly=True,
        samesite="Strict",
    )


def games_of(request: web.Request) -> list[int]:
    """Return the games of which a browser has a cookie."""
    named = (
        re.fullmatch("(?:__Host-)?arkadia-([1-9][0-9]{0,8})", name) for name in request.cookies
    )
    return [int(found[1]) for found in named if found]


def game_of(request: web.Request) -> int:
    """Return the number of the game in a request's path.

    Raises:
        SayError: if that is no number.
    """
    text = request.match_info["game"]
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise SayError(404, NOWHERE)
    return int(text)


def own_origin(request: web.Request, house: House) -> None:
    """Check that a form or script of these very pages sends a request.

    Raises:
        SayError: if another page may have sent it.
    """
    if token_of(request):
        return  # No other page knows it, and no browser sends it by itself.
    if request.headers.get(hdrs.ORIGIN) != house.url:
        raise SayError(403, UNCLEAR)
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise SayError(403, UNCLEAR)


def token_of(request: web.Request) -> str:
    """Return the session that a page without a cookie sends; empty if it sends none."""
    return request.headers.get(hdrs.AUTHORIZATION, "").removeprefix("Bearer ")


async def visit_of(request: web.Request, house: House, game: int) -> StoredVisit:
    """Return the session of a request in a game.

    Raises:
        SayError: if there is none.
        StoreError: if the database fails.
    """
    cookie = token_of(request) or request.cookies.get(
        cookie_name(game, encrypted=house.encrypted), ""
    )
    visit = await house.doors.session(cookie, game)
    if visit is None:
        raise SayError(401, SIGNED_OUT)
    return visit


async def table_of(house: House, visit: StoredVisit) -> Table:
    """Return the table of a session.

    Raises:
        SayError: if its person has no seat any more.
        TableError: if there is no such table, or its game has not begun.
        StoreError: if the database fails.
    """
    table = await house.tables.get(visit.game_id)
    if table.person(visit.user_id) is None:
        raise SayError(401, SIGNED_OUT)
    table.running_game()
    return table


def words_of(request: web.Request, house: House, visit: StoredVisit | None = None) -> Words:
    """Return the language of a request: what it wishes, or the person's, or the browser's."""
    usual = _spoken(request.headers)
    if visit is not None:
        usual = house.personal.preferences(visit.user_id).language or visit.language
    return house.words(request.query.get("l"), usual)


def _spoken(headers: Mapping[str, str]) -> str:
    """Return the first language that a browser asks for."""
    first = headers.get(hdrs.ACCEPT_LANGUAGE, "").partition(",")[0].partition(";")[0].strip()
    return first if re.fullmatch("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?", first) else ""
