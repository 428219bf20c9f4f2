"""Streams to open pages: each is told within moments that there is something new to see."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import hdrs, web

from db.errors import StoreError
from tabletop.doors import ClosedDoorError
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table
from web.server.answers import CLOSED, SIGNED_OUT, SayError
from web.server.front import Front
from web.server.limits import ALL
from web.server.showing import watchable
from web.server.site import connection_of, most_connections
from web.server.streams import (
    QUIET_S,
    Look,
    OwnLook,
    Seen,
    Stream,
    event,
    public_look,
    seen_by,
    send,
)
from web.server.visitors import game_of, table_of, visit_of, words_of
from web.server.watching import as_told

log = logging.getLogger("arkadia.pages")

STREAMS_OF_ADDRESS: Final = 30
STREAMS_OF_PERSON: Final = 10
STREAMS_OF_GAME: Final = 500
STREAMS: Final = 5_000

FOR_PAGES: Final = 1 / 6
"""The part of all connections that streams leave to those that load a page or act."""

Allowed = Callable[[], Awaitable[bool]]
"""Returns whether a page may still see its game."""


class Telling:
    """Answers requests for a stream of events.

    Args:
        front: what the parts of the server share.
    """

    def __init__(self, front: Front) -> None:
        self._front = front
        self._house = front.house

    async def watched(self, request: web.Request) -> web.StreamResponse:
        """Tell a watcher."""
        door, table = await watchable(self._house, request)
        words = self._house.words(request.query.get("l"), table.row.language)

        async def goes_on() -> bool:
            try:
                await watchable(self._house, request)
            except (ClosedDoorError, TableError, UnreadableTableError):
                return False
            return True

        return await self._stream(request, table, told_look, goes_on, words(CLOSED), door.user)

    async def played(self, request: web.Request) -> web.StreamResponse:
        """Tell one of a game's people."""
        game = game_of(request)
        visit = await visit_of(request, self._house, game)
        table = await table_of(self._house, visit)
        user, words = visit.user_id, words_of(request, self._house, visit)

        async def goes_on() -> bool:
            try:
                await table_of(self._house, await visit_of(request, self._house, game))
            except (SayError, TableError, UnreadableTableError):
                return False
            return True

        look = OwnLook(user)
        await look.learn(table, self._house.personal)
        return await self._stream(request, table, look, goes_on, words(SIGNED_OUT), user)

    async def _stream(
        self,
        request: web.Request,
        table: Table,
        look: Look,
        goes_on: Allowed,
        closed: str,
        user: int,
    ) -> web.StreamResponse:
        """Send events to a page until it goes, or may see the game no longer."""
        number, streams = table.number, self._front.streams
        with self._front.rooms.one(*self._places(request, number, user)):
            response = web.StreamResponse(
                headers={hdrs.CONTENT_TYPE: "text/event-stream", "X-Accel-Buffering": "no"}
            )
            response.headers["X-Page"] = self._front.files.hash
            await response.prepare(request)
            stream = Stream(look)
            if (connection := connection_of(request)) is not None:
                connection.when_lost = stream.leave
            streams.join(number, stream)
            try:
                stream.show(seen_by(look, table))
                await self._tell(response, stream, goes_on, closed)
            except (TimeoutError, ConnectionError) as error:
                log.debug("Page gone", extra={"table": number, "why": str(error)})
            finally:
                streams.part(number, stream)
        return response

    def _places(self, request: web.Request, number: int, user: int) -> list[tuple[Any, int]]:
        """Return what a stream counts for, each with the most that it may have."""
        places: list[tuple[Any, int]] = [
            (ALL, min(STREAMS, round(most_connections() * (1 - FOR_PAGES)))),
            (("address", self._front.visitor(request)), STREAMS_OF_ADDRESS),
            (("game", number), STREAMS_OF_GAME),
        ]
        if user:
            places.append((("person", user), STREAMS_OF_PERSON))
        return places

    async def _tell(
        self, response: web.StreamResponse, stream: Stream, goes_on: Allowed, closed: str
    ) -> None:
        # Browsers come back by themselves after a broken stream, and soon after a restart.
        await send(response, "retry: 2000\n\n")
        told: Seen | None = None
        while not self._ends(stream):
            try:
                async with asyncio.timeout(QUIET_S):
                    await stream.news.wait()
            except TimeoutError:
                await send(response, ": \n\n")
            stream.news.clear()
            await self._front.telling.next()
            if self._ends(stream):
                return
            try:
                allowed = not stream.over and await goes_on()
            except StoreError:  # whether the page may go on is asked again later
                continue
            if not allowed:
                await send(response, event("gone", 0, said=closed))
                return
            if stream.seen is not None and stream.seen != told:
                version = stream.seen[0]
                # Of the same version, a page would think that it shows it already.
                anew = {"anew": True} if told is not None and told[0] == version else {}
                told = stream.seen
                await send(response, event("turn", version, version=version, **anew))

    def _ends(self, stream: Stream) -> bool:
        """Return whether nothing more is to be sent to a stream."""
        return self._front.streams.closed or stream.left


def told_look(table: Table) -> Seen:
    """Return what watchers see."""
    return public_look(as_told(table))
