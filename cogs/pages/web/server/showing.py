"""Requests for something to see: pages, scenes, a reader's other games, and streams of what is new.

Watchers see a game as far as the place where it is played was told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from aiohttp import hdrs, web

from cogs.pages.links import DeadLinkError, Link
from cogs.pages.web.replaying import compact
from cogs.pages.web.scenes import MOST_VERSIONS, watched
from cogs.pages.web.server import answers, pages
from cogs.pages.web.server.acting import scene_of
from cogs.pages.web.server.files import PageFile
from cogs.pages.web.server.site import connection_of, most_connections
from cogs.pages.web.server.visitors import game_of, table_of, visit_of, words_of
from db.errors import StoreError
from engine import EngineError, Game
from runtime.newest import Newest
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table


def as_told(table: Table) -> Table:
    """Return a table as the last message about it shows it; a copy if the game has moved on since.

    A turn becomes public with the message that tells it. Watchers see it then, and never before.

    Raises:
        TableError: if the game has not begun, or no message has told of it yet.
    """
    game, message = table.running_game(), table.messages.get("turn")
    all_told = table.row.shown >= table.row.news
    newest = message is not None and message.turn == game.position.turn
    if all_told and (table.row.state != "running" or newest):
        return table
    if message is None or message.turn is None:
        raise TableError("not-begun", number=table.number)
    row = replace(table.row, state="running")
    if newest and not game.position.over:
        return replace(table, row=row)
    return replace(table, row=row, game=_until(game, message.turn), newest_turns=[])


def _until(game: Game, turn: int) -> Game:
    earlier = Game(game.start)
    for action in game.actions:
        if earlier.position.turn == turn:
            break
        earlier.apply(action)
    return earlier


Scene = Mapping[str, Any]

MOST_SCENES: Final = 100  # games, in a language each, of which what watchers see is kept

UNSEEN = (answers.SayError, DeadLinkError, EngineError, UnreadableTableError, StoreError)
"""What keeps a scene from a page's reader; the page asks for it and says what it is told."""


class PublicScene:
    """The scene of a game as all its watchers see it: made and compressed for the first of them."""

    def __init__(self, scene: Scene, page: Callable[[Scene], PageFile]) -> None:
        self._scene = scene
        self._page = page

    @cached_property
    def answer(self) -> PageFile:
        """The scene as data."""
        return PageFile.of("scene.json", compact(self._scene).encode())

    @cached_property
    def page(self) -> PageFile:
        """The page with the scene in it."""
        return PageFile.of("page.html", self._page(self._scene).plain)


class Showing:
    """Answers requests for something to see."""

    def __init__(self, server: pages.Pages) -> None:
        self._services = server.services
        self._files = server.files
        self._seen: Newest[Hashable, PublicScene] = Newest(MOST_SCENES)

    async def watching_page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page of a game that is watched."""
        page = self._files.page("")
        with suppress(*UNSEEN):
            page = (await self._public(request)).page
        return page.answer(request, kept=False)

    async def playing_page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page of a game that is played."""
        page = self._files.page("")
        with suppress(*UNSEEN):
            page = self._page(await self._own(request))
        return page.answer(request, kept=False)

    def _page(self, scene: Scene) -> PageFile:
        """Return a page, with what its head has for its first board.

        A slow line takes a way there and back for all that a page learns of only by its script.
        """
        here = self._files.here
        needed = (f"words-{scene['language']}.json", f"editions/{scene['edition']}.json")
        asked = (
            f'<link rel="preload" as="fetch" crossorigin href="{here}/{name}" />\n    '
            for name in needed
        )
        # Data and no script: a browser runs nothing of it. No name in it ends the element.
        text = compact(scene).replace("<", "\\u003c")
        data = f'<script type="application/json" id="scene">{text}</script>'
        return self._files.page("".join(asked) + data)

    async def replay_page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page that looks back; the game in its link comes to no server."""
        return (await self._file("replay/index.html")).answer(request, kept=False)

    async def file(self, request: web.Request) -> web.StreamResponse:
        """Answer with a file of the pages."""
        if request.match_info["hash"] != self._files.hash:
            raise answers.SayError(404, answers.NOWHERE)
        return (await self._file(request.match_info["name"])).answer(request, kept=True)

    async def _file(self, name: str) -> PageFile:
        if (found := await self._files.find(name)) is None:
            raise answers.SayError(404, answers.NOWHERE)
        return found

    async def watched(self, request: web.Request) -> web.StreamResponse:
        """Answer with the scene of a game as its watchers may see it."""
        return (await self._public(request)).answer.answer(request, kept=False)

    async def played(self, request: web.Request) -> web.StreamResponse:
        """Answer with the scene of a game as one of its people may see it."""
        return answers.answer(await self._own(request))

    async def _public(self, request: web.Request) -> PublicScene:
        _, table = await watchable(self._services, request)
        words = self._services.words(request.query.get("l"), table.row.language)
        shown = as_told(table)
        key = table.number, pages.public_look(shown), words.language
        if (seen := self._seen.get(key)) is None:
            self._know(shown)
            seen = self._seen[key] = PublicScene(watched(shown, words), self._page)
        return seen

    async def _own(self, request: web.Request) -> Scene:
        visit = await visit_of(request, self._services, game_of(request))
        table = await table_of(self._services, visit)
        self._know(table)
        return await scene_of(
            self._services, table, visit.user_id, words_of(request, self._services, visit)
        )

    def _know(self, table: Table) -> None:
        self._files.know(table.running_game().start.edition)


async def watchable(services: pages.PageServices, request: web.Request) -> tuple[Link, Table]:
    """Return what a link to watch opens, and its table."""
    link = services.links.read(request.match_info["code"], "watch", "visit")
    table = await services.tables.get(link.game)
    if link.kind == "watch" and not await services.is_open(table.row):
        raise DeadLinkError
    if await services.links.is_closed(link):
        raise DeadLinkError
    return link, table


log = logging.getLogger("arkadia.pages")

STREAMS_OF_ADDRESS: Final = 30
STREAMS_OF_PERSON: Final = 10
STREAMS_OF_GAME: Final = 500
STREAMS: Final = 5_000

FOR_PAGES: Final = 1 / 6  # of all connections, left by streams to those that load a page or act

Check = Callable[[], Awaitable[None]]  # raises what keeps a page from seeing its game still


class Telling:
    """Answers requests for a stream of events."""

    def __init__(self, server: pages.Pages) -> None:
        self._pages = server
        self._services = server.services

    async def watched(self, request: web.Request) -> web.StreamResponse:
        """Tell a watcher."""
        link, table = await watchable(self._services, request)
        await self._check_past(request, table.number)
        words = self._services.words(request.query.get("l"), table.row.language)

        async def check() -> None:
            await watchable(self._services, request)

        closed = words(answers.CLOSED)
        return await self._stream(request, table, watchers_look, check, closed, link.user)

    async def played(self, request: web.Request) -> web.StreamResponse:
        """Tell one of a game's people."""
        game = game_of(request)
        await self._check_past(request, game)
        visit = await visit_of(request, self._services, game)
        table = await table_of(self._services, visit)
        user, words = visit.user_id, words_of(request, self._services, visit)

        async def check() -> None:
            await table_of(self._services, await visit_of(request, self._services, game))

        look = pages.OwnLook(user)
        await look.learn(table, self._services.personal)
        return await self._stream(request, table, look, check, words(answers.SIGNED_OUT), user)

    async def _check_past(self, request: web.Request, game: int) -> None:
        """Check that a page which comes back has seen nothing that was lost since."""
        last = request.headers.get("Last-Event-ID", "")
        if (seen := self._services.links.unsealed(game, last)) is not None:
            epoch, version = divmod(seen, MOST_VERSIONS)
            await self._services.tables.cache.check_past(game, epoch, version=version)

    async def _stream(
        self,
        request: web.Request,
        table: Table,
        look: pages.Look,
        check: Check,
        closed: str,
        user: int,
    ) -> web.StreamResponse:
        """Send events to a page until it goes, or may see the game no longer."""
        number, streams = table.number, self._pages.streams
        with self._pages.rooms.one(*self._places(request, number, user)):
            response = web.StreamResponse(
                headers={hdrs.CONTENT_TYPE: "text/event-stream", "X-Accel-Buffering": "no"}
            )
            response.headers["X-Page"] = self._pages.files.hash
            await response.prepare(request)
            stream = pages.Stream(look)
            if (connection := connection_of(request)) is not None:
                connection.when_lost = stream.leave
            streams.join(number, stream)
            try:
                stream.show(pages.seen_by(look, table))
                await self._tell(response, stream, check, closed, number)
            except (TimeoutError, ConnectionError) as error:
                log.debug("Page gone", extra={"table": number, "why": str(error)})
            finally:
                streams.part(number, stream)
        return response

    def _places(self, request: web.Request, number: int, user: int) -> list[tuple[Any, int]]:
        places: list[tuple[Any, int]] = [
            (answers.ALL, min(STREAMS, round(most_connections() * (1 - FOR_PAGES)))),
            (("address", self._pages.visitor(request)), STREAMS_OF_ADDRESS),
            (("game", number), STREAMS_OF_GAME),
        ]
        if user:
            places.append((("person", user), STREAMS_OF_PERSON))
        return places

    async def _tell(
        self,
        response: web.StreamResponse,
        stream: pages.Stream,
        check: Check,
        closed: str,
        number: int,
    ) -> None:
        # Browsers come back by themselves after a broken stream, and soon after a restart.
        await pages.send(response, "retry: 2000\n\n")
        sent: pages.Seen | None = None
        while not self._ends(stream):
            try:
                async with asyncio.timeout(pages.QUIET_S):
                    await stream.news.wait()
            except TimeoutError:
                await pages.send(response, ": \n\n")
            stream.news.clear()
            await self._pages.telling.next()
            if self._ends(stream):
                return
            gone = stream.over
            try:
                await check()
            except StoreError:  # whether the page may go on is asked again later
                continue
            except UNSEEN:
                gone = True
            if gone:
                await pages.send(response, pages.event("gone", 0, said=closed))
                return
            if stream.seen is not None and stream.seen != sent:
                version = stream.seen[0]
                # Of the same version, a page would think that it shows it already.
                anew = {"anew": True} if sent is not None and sent[0] == version else {}
                sent, name = stream.seen, self._services.links.sealed(number, version)
                await pages.send(response, pages.event("turn", name, version=version, **anew))

    def _ends(self, stream: pages.Stream) -> bool:
        return self._pages.streams.closed or stream.left


def watchers_look(table: Table) -> pages.Seen:
    """Return what watchers see."""
    return pages.public_look(as_told(table))
