"""A server of pages on real tables, and the people who visit it by real connections."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any
from uuid import uuid4

import aiohttp
import pytest

from cogs.pages.links import Links
from cogs.pages.store import TABLES
from cogs.pages.web.server.app import application
from cogs.pages.web.server.files import PageFiles
from cogs.pages.web.server.pages import Pages, PageServices
from cogs.pages.web.server.site import Site
from db.games.rows import GameSummary, StoredMessage
from db.store import Store
from lab.tables import tables_on
from players.player import Budget
from players.thinking import Question, ThinkingPool, processes
from tabletop.computers import Advice
from tabletop.once import Once
from tabletop.personal import Personal
from tabletop.publishing import Publisher, Shown
from tabletop.table import Table
from tabletop.tables import Tables
from tests.tabletop.playing import ADA, Clock, active, begun, play_turn
from tests.tabletop.showing import showing

URL = "https://arkadia.example.org"
files = cache(PageFiles.made)


@dataclass
class Board:
    """Announces turns as Discord's messages do; while it is held, none of them appears."""

    goes_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        await self.goes_on.wait()
        turn = None if table.game is None else table.game.position.turn
        news = table.row.news
        if table.row.state == "running":
            return Shown(news, [StoredMessage("turn", 1, news, turn)])
        return Shown(news, [StoredMessage("final", 1, news)])


@dataclass
class Answer:
    status: int
    headers: Any
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)


@dataclass
class Visitor:
    """A browser: it keeps cookies, and sends what a page of the server's sends."""

    server: Server
    http: aiohttp.ClientSession
    game: int = 0  # whose page it has open, if it plays
    user: int = 0
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def play(self) -> str:
        return f"/api/play/{self.game}"

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def get(self, path: str, **headers: str) -> Answer:
        return await self.ask("GET", path, headers=headers)

    async def ask(
        self, method: str, path: str, *, headers: dict[str, str] | None = None, **sent: Any
    ) -> Answer:
        given = {"Cookie": self.cookie, **(headers or {})}
        async with self.http.request(
            method, self.server.at(path), headers=given, allow_redirects=False, **sent
        ) as answer:
            for name, morsel in answer.cookies.items():
                self.cookies[name] = morsel.value
            return Answer(answer.status, answer.headers.copy(), await answer.text())

    async def enter(self, code: str, **headers: str) -> Answer:
        """Presses the button of the page in front of the board."""
        return await self.ask("POST", f"/enter/{code}", headers={"Origin": URL, **headers})

    async def post(self, path: str, headers: dict[str, str] | None = None, **body: Any) -> Answer:
        own = {"Origin": URL, "X-Arkadia": "1", **(headers or {})}
        return await self.ask("POST", path, headers=own, json=body)

    async def act(self, action: str, version: int, once: str = "") -> Answer:
        key = once or uuid4().hex
        return await self.post(f"{self.play}/act", action=action, version=version, once=key)

    async def scene(self, path: str = "") -> Any:
        answer = await self.get(path or self.play)
        assert answer.status == 200, answer.text
        return answer.data

    @asynccontextmanager
    async def events(self, path: str = "", last: str = "") -> AsyncIterator[Events]:
        """Opens a stream, as a page that has heard an event of this name before."""
        headers = {"Cookie": self.cookie, "Last-Event-ID": last}
        url = self.server.at(f"{path or self.play}/events")
        async with self.http.get(url, headers=headers) as answer:
            yield Events(answer)


class Events:
    def __init__(self, answer: aiohttp.ClientResponse) -> None:
        self.answer = answer
        self.last = ""

    async def next(self) -> tuple[str, Any]:
        while True:
            text = (await self.answer.content.readuntil(b"\n\n")).decode()
            lines = dict(line.split(": ", 1) for line in text.strip().split("\n") if ": " in line)
            if "event" in lines:
                self.last = lines["id"]
                return lines["event"], json.loads(lines["data"])

    async def none(self, within: float = 0.2) -> bool:
        """Whether no event comes meanwhile."""
        try:
            async with asyncio.timeout(within):
                await self.next()
        except TimeoutError:
            return True
        return False


@dataclass
class Server:
    """A server of pages."""

    tables: Tables
    services: PageServices
    pages: Pages
    board: Board
    publisher: Publisher
    clock: Clock
    port: int
    hidden: set[int]  # the games whose channel not everybody sees
    # whether people are members of the server where they are not; None if not known
    members: dict[int, bool | None] = field(default_factory=dict)

    def at(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def entering(self, game: int, user: int, language: str = "en") -> str:
        """The address at which a person enters a game."""
        return self.at(f"/enter/{self.services.links.entering(game, user, language)}")

    def watching(self, game: int) -> str:
        """The path of a game's page for all who have its link."""
        return f"/watch/{self.services.links.watching(game)}"

    async def middle(self, turns: int = 14, *others: int, **agreed: Any) -> tuple[int, int]:
        """A game after some turns, all of them told, and the person whose turn it is."""
        game = await begun(self.tables, *others, setup="first-game", **agreed)
        for turn in range(turns):
            await play_turn(self.tables, game, turn)
        await self.publisher.publish(game)
        return game, await active(self.tables, game)

    def anew(self, **services: Any) -> AbstractAsyncContextManager[Server]:
        """Another server on the same database, as after a restart."""
        store, clock = self.tables.store, self.clock
        return serving(store, tables_on(store, clock, Random(1)), clock, **services)

    async def legal(self, game: int) -> str:
        """An action that may be done now, as text."""
        position = (await self.tables.get(game)).running_game().position
        return str(next(iter(position.legal_actions())))

    @asynccontextmanager
    async def visitor(self) -> AsyncIterator[Visitor]:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
            yield Visitor(self, http)

    @asynccontextmanager
    async def player(
        self, game: int, user: int = ADA, language: str = "en"
    ) -> AsyncIterator[Visitor]:
        async with self.visitor() as visitor:
            entered = await visitor.enter(self.services.links.entering(game, user, language))
            assert entered.status == 303, entered.text
            visitor.game, visitor.user = game, user
            yield visitor


@asynccontextmanager
async def serving(
    store: Store, tables: Tables, clock: Clock, *, url: str = URL, port: int = 0, **services: Any
) -> AsyncIterator[Server]:
    personal, thinking = Personal(store), ThinkingPool(processes(1), 1)
    links, once, hidden, board = Links(store, clock), Once(store, clock), set[int](), Board()
    board.goes_on.set()
    await store.load(TABLES)
    await links.load()
    publisher, members = showing(tables, board), dict[int, bool | None]()

    async def is_member(_: int, user: int) -> bool | None:
        return members.get(user, True)

    async def is_open(row: GameSummary) -> bool:
        return row.game_id not in hidden

    advice = Advice(tables, personal, thinking)
    parts = PageServices(
        tables, personal, once, publisher, advice, links, is_open, is_member, url, **services
    )
    pages = Pages(parts, files())
    tables.cache.changed.connect(pages.streams.wake)
    links.closed.connect(pages.streams.wake_all)
    site = Site(application(pages), "127.0.0.1", port, parts.proxies, parts.count)
    found = await site.start()
    try:
        yield Server(tables, parts, pages, board, publisher, clock, found, hidden, members)
    finally:
        board.goes_on.set()
        await pages.streams.close()
        await site.stop()
        await publisher.outbox.close()
        thinking.close()


def think_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has advice come at once."""

    async def quick(_: ThinkingPool, __: Question, budget: Budget, work: Any, *rest: Any) -> Any:
        return work(*rest, replace(budget, playouts=2))

    monkeypatch.setattr(ThinkingPool, "ask", quick)
