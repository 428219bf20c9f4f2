"""The addresses of the pages, and which part of the server answers each of them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import hdrs, web

from tabletop.doors import ClosedDoorError
from web.server import acting
from web.server.answers import NOWHERE, UNCLEAR, SayError, refusal
from web.server.asking import Asking
from web.server.entering import Entrance, closed_page
from web.server.files import squeezed
from web.server.front import WAITING, Front
from web.server.headers import guard
from web.server.limits import FULL_S, FullError
from web.server.showing import Showing
from web.server.site import Connection, connection_of
from web.server.telling import Telling
from web.server.visitors import words_of

CLOSING: Final = (413, 415, 429, 503)
"""Statuses after which a connection ends: who goes on needs another one."""

LARGEST_BODY: Final = 4096
"""Bytes of the largest body that is read."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def application(front: Front) -> web.Application:
    """Return the application that serves the pages."""
    app = web.Application(middlewares=[_middleware(front)], client_max_size=LARGEST_BODY)
    guard(app, encrypted=front.house.encrypted, frames=front.house.frames)
    get, post = app.router.add_get, app.router.add_post
    entrance, showing = Entrance(front), Showing(front)
    telling, asking = Telling(front), Asking(front)
    get("/", entrance.newest)
    get("/watch/{code}", showing.watching_page)
    get("/play/{game}", showing.playing_page)
    get("/replay/", showing.replay_page)
    get("/static/{hash}/{name:.+}", showing.file)
    get("/enter/{code}", entrance.before)
    post("/enter/{code}", entrance.enter)
    get("/api/watch/{code}", showing.watched)
    get("/api/watch/{code}/events", telling.watched)
    get("/api/play/{game}", showing.played)
    get("/api/play/{game}/events", telling.played)
    post("/api/play/{game}/act", asking.doing(acting.act))
    post("/api/play/{game}/prepare", asking.doing(acting.prepare))
    post("/api/play/{game}/preview", asking.asking(acting.preview))
    post("/api/play/{game}/hint", asking.asking(acting.hint))
    post("/api/play/{game}/leave", asking.leave)
    return app


def _middleware(front: Front) -> Any:
    @web.middleware
    async def answered(request: web.Request, handler: Handler) -> web.StreamResponse:
        if (connection := connection_of(request)) is not None:
            connection.asked()
        try:
            _admit(request, connection)
            await front.turns.next(WAITING)
            front.requests.take(front.visitor(request))
            response = await handler(request)
        except web.HTTPException as error:
            response = _refused(front, request, _as_said(error))
        except ConnectionError:
            raise
        except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
            response = _refused(front, request, error)
        finally:
            if connection is not None:
                connection.answered()
        front.house.count(response.status)
        if not response.prepared:
            response.headers["X-Page"] = front.files.hash
            if response.status in CLOSING:
                response.force_close()
            if isinstance(response, web.Response):
                squeezed(request, response)
        return response

    return answered


def _admit(request: web.Request, connection: Connection | None) -> None:
    """Refuse what no page sends, and what there is no room for.

    Raises:
        SayError: if the request's body is packed.
        FullError: if all connections are taken.
    """
    if request.headers.get(hdrs.CONTENT_ENCODING, "identity").lower() != "identity":
        raise SayError(415, UNCLEAR)
    if connection is not None and connection.full:
        raise FullError(FULL_S)


def _refused(front: Front, request: web.Request, error: BaseException) -> web.Response:
    words = words_of(request, front.house)
    if request.path.startswith(("/api/", "/static/")):
        return refusal(error, words)
    if isinstance(error, ClosedDoorError):
        return closed_page(front.files, words)
    told = refusal(error, words)
    assert isinstance(told.body, bytes)
    said = json.loads(told.body)["said"]
    return closed_page(front.files, words, said, told.status)


def _as_said(error: web.HTTPException) -> BaseException:
    """Return an error of the server's own as one with a sentence."""
    if error.status == 404:
        return SayError(404, NOWHERE)
    return SayError(error.status, UNCLEAR)
