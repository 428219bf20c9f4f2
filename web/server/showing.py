"""Requests for something to see: the pages with their files, and scenes of games."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, Final

from aiohttp import web

from db.errors import StoreError
from engine.errors import EngineError
from runtime.newest import Newest
from tabletop.doors import ClosedDoorError, Door
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table
from web.live import watched
from web.server.acting import scene_of
from web.server.answers import NOWHERE, SayError, answer, json_of
from web.server.files import PageFile
from web.server.front import Front
from web.server.house import House
from web.server.streams import public_look
from web.server.visitors import game_of, table_of, visit_of, words_of
from web.server.watching import as_told

Scene = Mapping[str, Any]

MOST_TOLD: Final = 100
"""Games, in a language each, of which what watchers see is kept."""

UNSEEN = (SayError, ClosedDoorError, EngineError, TableError, UnreadableTableError, StoreError)
"""What keeps a scene from a page's reader; the page asks for it and says what it is told."""


class Told:
    """The scene of a game as all its watchers see it: made and compressed for the first of them.

    Args:
        scene: the scene.
        page: makes the page that comes with it.
    """

    def __init__(self, scene: Scene, page: Callable[[Scene], PageFile]) -> None:
        self._scene = scene
        self._page = page

    @cached_property
    def answer(self) -> PageFile:
        """The scene as data."""
        return PageFile.of("scene.json", json_of(self._scene).encode())

    @cached_property
    def page(self) -> PageFile:
        """The page with the scene in it."""
        return PageFile.of("page.html", self._page(self._scene).plain)


class Showing:
    """Answers requests for something to see.

    Args:
        front: what the parts of the server share.
    """

    def __init__(self, front: Front) -> None:
        self._house = front.house
        self._files = front.files
        self._seen: Newest[Hashable, Told] = Newest(MOST_TOLD)

    async def watching_page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page of a game that is watched."""
        try:
            page = (await self._told(request)).page
        except UNSEEN:
            page = self._files.page("")
        return page.answer(request, kept=False)

    async def playing_page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page of a game that is played."""
        try:
            page = self._page(await self._own(request))
        except UNSEEN:
            page = self._files.page("")
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
        text = json_of(scene).replace("<", "\\u003c")
        data = f'<script type="application/json" id="scene">{text}</script>'
        return self._files.page("".join(asked) + data)

    async def replay_page(self, request: web.Request) -> web.StreamResponse:
        """Answer with the page that looks back; the game in its link comes to no server."""
        return (await self._file("replay/index.html")).answer(request, kept=False)

    async def file(self, request: web.Request) -> web.StreamResponse:
        """Answer with a file of the pages."""
        if request.match_info["hash"] != self._files.hash:
            raise SayError(404, NOWHERE)
        return (await self._file(request.match_info["name"])).answer(request, kept=True)

    async def _file(self, name: str) -> PageFile:
        if (found := await self._files.find(name)) is None:
            raise SayError(404, NOWHERE)
        return found

    async def watched(self, request: web.Request) -> web.StreamResponse:
        """Answer with the scene of a game as its watchers may see it."""
        return (await self._told(request)).answer.answer(request, kept=False)

    async def played(self, request: web.Request) -> web.StreamResponse:
        """Answer with the scene of a game as one of its people may see it."""
        return answer(await self._own(request))

    async def _told(self, request: web.Request) -> Told:
        _, table = await watchable(self._house, request)
        words = self._house.words(request.query.get("l"), table.row.language)
        told = as_told(table)
        key = table.number, public_look(told), words.language
        if (seen := self._seen.get(key)) is None:
            self._know(told)
            seen = self._seen[key] = Told(watched(told, words), self._page)
        return seen

    async def _own(self, request: web.Request) -> Scene:
        visit = await visit_of(request, self._house, game_of(request))
        table = await table_of(self._house, visit)
        self._know(table)
        return await scene_of(
            self._house, table, visit.user_id, words_of(request, self._house, visit)
        )

    def _know(self, table: Table) -> None:
        self._files.know(table.running_game().start.edition)


async def watchable(house: House, request: web.Request) -> tuple[Door, Table]:
    """Return what a link to watch opens, and its table.

    Raises:
        ClosedDoorError: if the link opens nothing, or nothing any more.
        TableError: if there is no such table.
    """
    door = house.doors.read(request.match_info["code"], "watch", "visit")
    table = await house.tables.get(door.game)
    if door.kind == "watch" and not await house.is_open(table.row):
        raise ClosedDoorError
    if await house.doors.is_closed(door):
        raise ClosedDoorError
    return door, table
