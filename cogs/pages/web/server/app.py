"""The addresses of the pages, and which part of the server answers each of them."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import hdrs, web

from cogs.pages.web.server import acting
from cogs.pages.web.server.acting import Asking
from cogs.pages.web.server.answers import FULL_S, NOWHERE, UNCLEAR, FullError, SayError, refusal
from cogs.pages.web.server.files import guard, squeezed
from cogs.pages.web.server.pages import WAITING, Pages
from cogs.pages.web.server.showing import Showing, Telling
from cogs.pages.web.server.site import connection_of
from cogs.pages.web.server.visitors import Entrance, closed_page, words_of

CLOSING: Final = (413, 415, 429, 503)  # statuses after which a connection ends
LARGEST_BODY: Final = 4096  # bytes of the largest body that is read

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def application(pages: Pages) -> web.Application:
    """Return the application that serves the pages."""
    app = web.Application(middlewares=[_middleware(pages)], client_max_size=LARGEST_BODY)
    guard(app, encrypted=pages.services.encrypted, frames=pages.services.frames)
    get, post = app.router.add_get, app.router.add_post
    entrance, showing = Entrance(pages), Showing(pages)
    telling, asking = Telling(pages), Asking(pages)
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
    post("/api/play/{game}/games", asking.asking(acting.others))
    post("/api/play/{game}/go", asking.go)
    post("/api/play/{game}/leave", asking.leave)
    return app


def _middleware(pages: Pages) -> Any:
    @web.middleware
    async def answered(request: web.Request, handler: Handler) -> web.StreamResponse:
        if (connection := connection_of(request)) is not None:
            connection.asked()
        try:
            if request.headers.get(hdrs.CONTENT_ENCODING, "identity").lower() != "identity":
                raise SayError(415, UNCLEAR)  # no page sends it
            if connection is not None and connection.full:
                raise FullError(FULL_S)
            await pages.turns.next(WAITING)
            pages.requests.take(pages.visitor(request))
            response = await handler(request)
        except web.HTTPException as error:
            said = NOWHERE if error.status == 404 else UNCLEAR
            response = _refused(pages, request, SayError(error.status, said))
        except ConnectionError:
            raise
        except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
            response = _refused(pages, request, error)
        finally:
            if connection is not None:
                connection.answered()
        pages.services.count(response.status)
        if not response.prepared:
            response.headers["X-Page"] = pages.files.hash
            if response.status in CLOSING:
                response.force_close()
            if isinstance(response, web.Response):
                squeezed(request, response)
        return response

    return answered


def _refused(pages: Pages, request: web.Request, error: BaseException) -> web.Response:
    words = words_of(request, pages.services)
    if request.path.startswith(("/api/", "/static/")):
        return refusal(error, words)
    refused = refusal(error, words)
    assert isinstance(refused.body, bytes)
    return closed_page(pages.files, words, json.loads(refused.body)["said"], refused.status)
