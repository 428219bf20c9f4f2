"""Requests of a page in its person's name: read, counted, and answered in the person's language."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from web.server import acting
from web.server.acting import Asked
from web.server.answers import NO_MEMBER, NOT_KNOWN, OLD_PAGE, UNCLEAR, SayError, answer, refusal
from web.server.front import Front
from web.server.visitors import (
    CSRF,
    PAGE,
    game_of,
    own_origin,
    table_of,
    take_cookie,
    visit_of,
    words_of,
)

BODY_WITHIN_S: Final = 5.0
"""Seconds within which a body has to arrive."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Asking:
    """Answers requests by which people do something.

    Args:
        front: what the parts of the server share.
    """

    def __init__(self, front: Front) -> None:
        self._front = front
        self._house = front.house

    def doing(self, do: acting.Do) -> Handler:
        """Return what has a request carried out once, however often it comes."""

        async def handler(request: web.Request) -> web.StreamResponse:
            asked = await self._asked(request)
            await self._as_member(asked)
            try:
                return await acting.carried_out(asked, do)
            except Exception as error:  # noqa: BLE001 - answered in the person's language
                return refusal(error, asked.words)

        return handler

    def asking(self, tell: Callable[[Asked], Awaitable[web.Response]]) -> Handler:
        """Return what answers a request that changes nothing."""

        async def handler(request: web.Request) -> web.StreamResponse:
            return await tell(await self._asked(request))

        return handler

    async def _as_member(self, asked: Asked) -> None:
        """Check that a person is a member of the server still, as a press in Discord shows.

        Raises:
            SayError: if they are not, or Discord does not say.
        """
        server = (await asked.table()).row.guild_id
        member = await self._house.is_member(server, asked.visit.user_id)
        if member is None:
            raise SayError(503, NOT_KNOWN, code="later")
        if not member:
            raise SayError(403, NO_MEMBER)

    async def leave(self, request: web.Request) -> web.StreamResponse:
        """End the session of a page."""
        game = game_of(request)
        self._from_page(request)
        visit = await visit_of(request, self._house, game)
        await self._house.doors.leave(visit)
        response = answer({"said": []})
        take_cookie(response, game, encrypted=self._house.encrypted)
        return response

    def _from_page(self, request: web.Request) -> None:
        own_origin(request, self._house)
        if request.headers.get(CSRF) != "1":
            raise SayError(403, UNCLEAR)
        current = self._front.files.hash
        if request.headers.get(PAGE, current) != current:
            raise SayError(409, OLD_PAGE, code="old-page")

    async def _asked(self, request: web.Request) -> Asked:
        """Read what a page asks for in its person's name."""
        game = game_of(request)
        self._from_page(request)
        visit = await visit_of(request, self._house, game)
        self._front.acts.take(visit.user_id)
        words = words_of(request, self._house, visit)
        if request.content_type != "application/json":
            raise SayError(400, UNCLEAR)
        try:
            async with asyncio.timeout(BODY_WITHIN_S):
                body = json.loads(await request.read())
        except (ValueError, TimeoutError, RecursionError) as error:
            raise SayError(400, UNCLEAR) from error
        if not isinstance(body, dict):
            raise SayError(400, UNCLEAR)
        await table_of(self._house, visit)
        return Asked(self._house, visit, words, body)
