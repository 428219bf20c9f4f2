"""Faults: what a page is told when something breaks, and that nothing is lost or done twice."""

import asyncio
from random import Random

import aiohttp
import pytest

from db.errors import UnreachableError, UnsureError
from db.store import Store
from lab.tables import tables_on
from tabletop.tables import Tables
from tests.cogs.pages.server.visiting import Server, Visitor, first_action, serving
from tests.tabletop.playing import BELA, Clock, active, begun, play_turn


async def test_after_a_restart_sessions_go_on_and_nothing_is_done_twice(
    store: Store, tables: Tables, clock: Clock
) -> None:
    async with serving(store, tables, clock) as server:
        game = await begun(tables)
        action = await first_action(tables, game)
        async with server.player(game, await active(tables, game)) as visitor:
            first = await visitor.act(game, action, 0, "before-the-restart")
            assert first.status == 200
            cookies = visitor.cookies
    again = tables_on(store, clock, Random(1))
    async with serving(store, again, clock) as server, server.visitor() as visitor:
        visitor.cookies = cookies
        repeated = await visitor.act(game, action, 0, "before-the-restart")
        assert (repeated.status, repeated.text) == (200, first.text)
        assert (await again.get(game)).version == 1


async def test_a_stop_ends_streams_at_once_and_they_come_back(
    store: Store, tables: Tables, clock: Clock
) -> None:
    async with serving(store, tables, clock) as server:
        game = await begun(tables)
        async with (
            server.player(game) as visitor,
            visitor.events(f"/api/play/{game}/events") as events,
        ):
            await events.next()
            await server.pages.streams.close()
            assert await events.answer.content.read() == b""
            cookies = visitor.cookies
    async with serving(store, tables, clock) as server, server.visitor() as visitor:
        visitor.cookies = cookies
        async with visitor.events(f"/api/play/{game}/events") as events:
            assert (await events.next())[0] == "turn"


async def test_a_database_that_is_gone_is_told_and_streams_stay(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(server.tables)

    async def gone(*_: object, **__: object) -> None:
        raise UnreachableError("db.example")

    async with server.player(game) as visitor, visitor.events(f"/api/play/{game}/events") as events:
        await events.next()
        with monkeypatch.context() as broken:
            broken.setattr(Store, "ask", gone)
            answer = await visitor.get(f"/api/play/{game}")
            assert (answer.status, answer.data["code"]) == (503, "later")
            assert "Nothing that was saved is lost" in answer.data["said"]
            server.pages.streams.wake_all()
            assert await events.none()
        await play_turn(server.tables, game)
        assert (await events.next())[0] == "turn"
        await visitor.scene(game)


async def test_what_may_be_saved_or_not_is_told_so_and_is_not_done_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(server.tables)
    games = type(server.tables.store.games)
    append = games.append

    async def saved_but_unsure(*given: object, **named: object) -> None:
        await append(*given, **named)  # type: ignore[arg-type]
        raise UnsureError("db.example")

    async with server.player(game, await active(server.tables, game)) as visitor:
        action = await first_action(server.tables, game)
        with monkeypatch.context() as broken:
            broken.setattr(games, "append", saved_but_unsure)
            answer = await visitor.act(game, action, 0, "perhaps-it-was-saved")
        assert (answer.status, answer.data["code"]) == (503, "later")
        assert "Look at the board" in answer.data["said"]
        again = await visitor.act(game, action, 0, "perhaps-it-was-saved")
        assert again.status == 200
        assert again.data["scene"]["version"] == 1
    assert (await server.tables.get(game)).version == 1


async def test_a_page_that_goes_while_it_acts_has_acted(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(server.tables)
    action = await first_action(server.tables, game)
    games = type(server.tables.store.games)
    append, saving, gone = games.append, asyncio.Event(), asyncio.Event()

    async def saved_once_it_is_gone(*given: object, **named: object) -> int:
        saving.set()
        await gone.wait()
        return await append(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(games, "append", saved_once_it_is_gone)
    async with server.player(game, await active(server.tables, game)) as visitor:
        task = asyncio.create_task(visitor.act(game, action, 0, "gone-before-answer"))
        await saving.wait()
        task.cancel()
        with pytest.raises((asyncio.CancelledError, aiohttp.ClientError)):
            await task
        gone.set()
        again = await visitor.act(game, action, 0, "gone-before-answer")
        assert again.status == 200
    assert (await server.tables.get(game)).version == 1


async def woken(visitor: Visitor, game: int) -> int:
    """The version that a page hears of when it connects again."""
    async with visitor.events(f"/api/play/{game}/events") as events:
        kind, heard = await events.next()
        assert kind == "turn"
        version: int = heard["version"]
        return version


async def test_a_phone_that_wakes_after_a_day_hears_how_it_stands(server: Server) -> None:
    game = await begun(server.tables)
    async with server.player(game, BELA) as visitor:
        assert await woken(visitor, game) == 0
        for seed in range(4):
            await play_turn(server.tables, game, seed)
        server.clock.now += 24 * 60 * 60 * 1000
        assert await woken(visitor, game) == (await visitor.scene(game))["version"] > 0


async def test_a_page_from_before_an_update_is_told_to_load_again(server: Server) -> None:
    game = await begun(server.tables)
    action = await first_action(server.tables, game)
    async with server.player(game, await active(server.tables, game)) as visitor:
        path, body = f"/api/play/{game}/act", {"version": 0, "action": action}
        old = await visitor.post(path, {"X-Arkadia-Page": "0" * 16}, **body, once="x" * 20)
        assert (old.status, old.data["code"]) == (409, "old-page")
        now = old.headers["X-Page"]
        assert (
            await visitor.post(path, {"X-Arkadia-Page": now}, **body, once="x" * 20)
        ).status == 200
