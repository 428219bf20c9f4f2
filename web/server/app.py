"""The addresses of the pages, and what each of them answers."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import hdrs, web

from db.errors import StoreError
from tabletop.doors import ClosedDoorError, Door
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table
from web.live import watched
from web.server import acting
from web.server.acting import Asked, scene_of
from web.server.answers import (
    CLOSED,
    NOWHERE,
    OLD_PAGE,
    SIGNED_OUT,
    UNCLEAR,
    SayError,
    answer,
    refusal,
)
from web.server.entering import closed_page, enter_page
from web.server.files import PageFiles
from web.server.headers import guard
from web.server.house import House
from web.server.limits import Allowance, Pacer, Rooms, visitor_of
from web.server.site import connection_of
from web.server.streams import (
    QUIET_S,
    Look,
    Stream,
    Streams,
    event,
    own_look,
    public_look,
    seen_by,
    send,
)
from web.server.visitors import (
    CSRF,
    PAGE,
    game_of,
    give_cookie,
    own_origin,
    table_of,
    take_cookie,
    visit_of,
    words_of,
)
from web.server.watching import as_told

log = logging.getLogger("arkadia.pages")

LARGEST_BODY: Final = 4096
"""Bytes of the largest body that is read."""

BODY_WITHIN_S: Final = 5.0
"""Seconds within which a body has to arrive."""

ADDRESS: Final = Allowance(at_once=120, a_minute=300)
"""The requests of one address."""

PERSON: Final = Allowance(at_once=40, a_minute=120)
"""What one person does or asks for on pages."""

ENTRIES: Final = Allowance(at_once=10, a_minute=10)
"""The links that one address tries."""

STREAMS_OF_ADDRESS: Final = 30
STREAMS_OF_PERSON: Final = 10
STREAMS_OF_GAME: Final = 500
STREAMS: Final = 5_000

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Pages:
    """The application that serves the pages.

    Args:
        house: the services.
        files: the files of the page.

    Attributes:
        streams: the open streams of events.
    """

    def __init__(self, house: House, files: PageFiles) -> None:
        self._house = house
        self._files = files
        self.streams = Streams(house.tables)
        self._rooms = Rooms()
        self._requests, self._acts, self._entries = map(Pacer, (ADDRESS, PERSON, ENTRIES))

    def app(self) -> web.Application:
        """Return the application."""
        app = web.Application(middlewares=[self._middleware()], client_max_size=LARGEST_BODY)
        guard(app, encrypted=self._house.encrypted)
        get, post = app.router.add_get, app.router.add_post
        get("/watch/{code}", self._page)
        get("/play/{game}", self._page)
        get("/enter/{code}", self._before_entry)
        post("/enter/{code}", self._entry)
        get("/static/{hash}/{name:.+}", self._static)
        get("/api/watch/{code}", self._watched)
        get("/api/watch/{code}/events", self._watch_events)
        get("/api/play/{game}", self._played)
        get("/api/play/{game}/events", self._play_events)
        post("/api/play/{game}/act", self._doing(acting.act))
        post("/api/play/{game}/prepare", self._doing(acting.prepare))
        post("/api/play/{game}/preview", self._preview)
        post("/api/play/{game}/hint", self._hint)
        post("/api/play/{game}/leave", self._leave)
        return app

    def _middleware(self) -> Any:
        @web.middleware
        async def answered(request: web.Request, handler: Handler) -> web.StreamResponse:
            if (connection := connection_of(request)) is not None:
                connection.asked()
            try:
                self._requests.take(self._visitor(request))
                response = await handler(request)
            except web.HTTPException as error:
                response = self._refused(request, _as_said(error))
            except ConnectionError:
                raise
            except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
                response = self._refused(request, error)
            finally:
                if connection is not None:
                    connection.answered()
            self._house.count(response.status)
            if not response.prepared:
                response.headers["X-Page"] = self._files.hash
            return response

        return answered

    def _refused(self, request: web.Request, error: BaseException) -> web.Response:
        words = words_of(request, self._house)
        if request.path.startswith(("/api/", "/static/")):
            return refusal(error, words)
        if isinstance(error, ClosedDoorError):
            return closed_page(self._files, words)
        told = refusal(error, words)
        assert isinstance(told.body, bytes)
        said = json.loads(told.body)["said"]
        return closed_page(self._files, words, said, told.status)

    def _visitor(self, request: web.Request) -> str:
        return visitor_of(request, self._house.proxies)

    # Pages and files.

    async def _page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page itself; it asks for its scene, and says what became of it."""
        found = await self._files.find("game/index.html")
        if found is None:
            raise SayError(404, NOWHERE)
        return found.answer(request, kept=False)

    async def _static(self, request: web.Request) -> web.StreamResponse:
        right = request.match_info["hash"] == self._files.hash
        found = await self._files.find(request.match_info["name"]) if right else None
        if found is None:
            raise SayError(404, NOWHERE)
        return found.answer(request, kept=True)

    # Entering and leaving.

    async def _before_entry(self, request: web.Request) -> web.StreamResponse:
        self._entries.take(self._visitor(request))
        door, table = await self._entered(request)
        person = table.person(door.user)
        assert person is not None
        words = self._house.words(request.query.get("l"), door.language)
        return enter_page(self._files, words, door.game, person.name)

    async def _entered(self, request: web.Request) -> tuple[Door, Table]:
        door = self._house.doors.read(request.match_info["code"], "enter")
        table = await self._house.tables.get(door.game)
        if table.person(door.user) is None:
            raise ClosedDoorError
        return door, table

    async def _entry(self, request: web.Request) -> web.StreamResponse:
        self._entries.take(self._visitor(request))
        own_origin(request, self._house)
        await self._entered(request)
        door, cookie = await self._house.doors.enter(request.match_info["code"])
        response = web.Response(status=303, headers={hdrs.LOCATION: f"/play/{door.game}"})
        give_cookie(response, self._house, door.game, cookie)
        return response

    async def _leave(self, request: web.Request) -> web.StreamResponse:
        game = game_of(request)
        self._from_page(request)
        visit = await visit_of(request, self._house, game)
        await self._house.doors.leave(visit)
        response = answer({"said": []})
        take_cookie(response, self._house, game)
        return response

    # Scenes and events.

    async def _watchable(self, request: web.Request) -> tuple[Door, Table]:
        """Return what a link to watch opens, and its table as it was told."""
        door = self._house.doors.read(request.match_info["code"], "watch", "visit")
        table = await self._house.tables.get(door.game)
        if door.kind == "watch" and not await self._house.is_open(table.row):
            raise ClosedDoorError
        return door, table

    async def _watched(self, request: web.Request) -> web.StreamResponse:
        _, table = await self._watchable(request)
        words = self._house.words(request.query.get("l"), table.row.language)
        told = as_told(table)
        self._know(told)
        return answer(watched(told, words))

    async def _played(self, request: web.Request) -> web.StreamResponse:
        visit = await visit_of(request, self._house, game_of(request))
        table = await table_of(self._house, visit)
        words = words_of(request, self._house, visit)
        self._know(table)
        return answer(await scene_of(self._house, table, visit.user_id, words))

    def _know(self, table: Table) -> None:
        self._files.know(table.running_game().start.edition)

    async def _watch_events(self, request: web.Request) -> web.StreamResponse:
        door, table = await self._watchable(request)
        words = self._house.words(request.query.get("l"), table.row.language)

        async def goes_on() -> bool:
            try:
                await self._watchable(request)
            except (ClosedDoorError, TableError, UnreadableTableError):
                return False
            return True

        return await self._stream(request, table, told_look, goes_on, words(CLOSED), door.user)

    async def _play_events(self, request: web.Request) -> web.StreamResponse:
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
        return await self._stream(request, table, look, goes_on, words(SIGNED_OUT), user)

    async def _stream(
        self,
        request: web.Request,
        table: Table,
        look: Look,
        goes_on: Callable[[], Awaitable[bool]],
        closed: str,
        user: int,
    ) -> web.StreamResponse:
        """Send events to a page until it goes, or may see the game no longer."""
        visitor, number = self._visitor(request), table.number
        places: list[tuple[Any, int]] = [
            ("all", STREAMS),
            (("address", visitor), STREAMS_OF_ADDRESS),
            (("game", number), STREAMS_OF_GAME),
        ]
        if user:
            places.append((("person", user), STREAMS_OF_PERSON))
        with self._rooms.one(*places):
            response = web.StreamResponse(
                headers={hdrs.CONTENT_TYPE: "text/event-stream", "X-Accel-Buffering": "no"}
            )
            response.headers["X-Page"] = self._files.hash
            await response.prepare(request)
            stream = Stream(look)
            if (connection := connection_of(request)) is not None:
                connection.when_lost = stream.leave
            self.streams.join(number, stream)
            try:
                stream.show(seen_by(look, table))
                await self._tell(response, stream, goes_on, closed)
            except (TimeoutError, ConnectionError) as error:
                log.debug("Page gone", extra={"table": number, "why": str(error)})
            finally:
                self.streams.part(number, stream)
        return response

    async def _tell(
        self,
        response: web.StreamResponse,
        stream: Stream,
        goes_on: Callable[[], Awaitable[bool]],
        closed: str,
    ) -> None:
        # Browsers come back by themselves after a broken stream, and soon after a restart.
        await send(response, "retry: 2000\n\n")
        told = None
        while not self._ends(stream):
            try:
                async with asyncio.timeout(QUIET_S):
                    await stream.news.wait()
            except TimeoutError:
                await send(response, ": \n\n")
            stream.news.clear()
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
                told = stream.seen
                await send(response, event("turn", told[0], version=told[0]))

    def _ends(self, stream: Stream) -> bool:
        """Return whether nothing more is to be sent to a stream."""
        return self.streams.closed or stream.left

    # What people do.

    def _from_page(self, request: web.Request) -> None:
        own_origin(request, self._house)
        if request.headers.get(CSRF) != "1":
            raise SayError(403, UNCLEAR)
        if request.headers.get(PAGE, self._files.hash) != self._files.hash:
            raise SayError(409, OLD_PAGE, code="old-page")

    async def _asked(self, request: web.Request) -> Asked:
        """Read what a page asks for in its person's name."""
        game = game_of(request)
        self._from_page(request)
        visit = await visit_of(request, self._house, game)
        self._acts.take(visit.user_id)
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

    def _doing(self, do: acting.Do) -> Handler:
        async def handler(request: web.Request) -> web.StreamResponse:
            asked = await self._asked(request)
            try:
                return await acting.carried_out(asked, do)
            except Exception as error:  # noqa: BLE001 - answered in the person's language
                return refusal(error, asked.words)

        return handler

    async def _preview(self, request: web.Request) -> web.StreamResponse:
        return await acting.preview(await self._asked(request))

    async def _hint(self, request: web.Request) -> web.StreamResponse:
        return await acting.hint(await self._asked(request))


class OwnLook:
    """A look at a table by one of its people."""

    def __init__(self, user: int) -> None:
        self._user = user

    def __call__(self, table: Table) -> tuple[int, Any]:
        """Return what the person sees."""
        return own_look(table, self._user)


def told_look(table: Table) -> tuple[int, Any]:
    """Return what watchers see."""
    return public_look(as_told(table))


def _as_said(error: web.HTTPException) -> BaseException:
    """Return an error of the server's own as one with a sentence."""
    if error.status == 404:
        return SayError(404, NOWHERE)
    return SayError(error.status, UNCLEAR)
