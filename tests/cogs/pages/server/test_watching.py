"""Watching: what the channel was told, when it was told, and nothing before."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from cogs.pages.web import replaying, scenes
from cogs.pages.web.server import files, showing
from tests.cogs.pages.server.visiting import Server, Visitor
from tests.tabletop.playing import ADA, BELA, active, begun, finish, play_turn


def address(server: Server, game: int) -> str:
    return f"/api/watch/{server.services.links.watching(game)}"


async def watched(visitor: Visitor, path: str) -> dict[str, object]:
    answer = await visitor.get(path)
    assert answer.status == 200, answer.text
    found: dict[str, object] = answer.data
    return found


async def test_a_turn_is_seen_with_its_message_and_never_before(server: Server) -> None:
    game = await begun(server.tables)
    path = address(server, game)
    async with server.visitor() as visitor:
        early = await visitor.get(path)
        assert (early.status, early.data["code"]) == (404, "not-begun")
        await server.publisher.publish(game)
        first = await watched(visitor, path)
        server.board.goes_on.clear()
        async with visitor.events(f"{path}/events") as events:
            assert await events.next() == ("turn", {"version": 0})
            await play_turn(server.tables, game)
            server.publisher.begin(game)
            assert await events.none()
            assert await watched(visitor, path) == first
            server.board.goes_on.set()
            kind, heard = await events.next()
            assert kind == "turn"
            seen = await watched(visitor, path)
            assert (seen["turn"], seen["version"]) == (2, heard["version"])


async def test_the_end_is_seen_with_its_message(server: Server) -> None:
    game = await begun(server.tables)
    await server.publisher.publish(game)
    await play_turn(server.tables, game)
    await server.publisher.publish(game)
    path = address(server, game)
    async with server.visitor() as visitor:
        server.board.goes_on.clear()
        await finish(server.tables, game)
        before = await watched(visitor, path)
        assert (before["state"], before["result"], before["turn"]) == ("running", None, 2)
        server.board.goes_on.set()
        await server.publisher.publish(game)
        over = await watched(visitor, path)
        assert over["state"] == "finished"
        assert over["result"] is not None


async def test_nothing_of_a_turn_is_seen_that_can_be_taken_back(server: Server) -> None:
    game = await begun(server.tables)
    await server.publisher.publish(game)
    path = address(server, game)
    async with server.visitor() as visitor:
        before = await watched(visitor, path)
        async with visitor.events(f"{path}/events") as events:
            await events.next()
            position = (await server.tables.get(game)).running_game().position
            user = await active(server.tables, game)
            await server.tables.turns.act(game, user, next(iter(position.legal_actions())))
            assert await events.none()
        assert await watched(visitor, path) == before


async def test_a_game_of_a_hidden_channel_is_watched_by_a_link_of_ones_own_for_an_hour(
    server: Server,
) -> None:
    game = await begun(server.tables)
    await server.publisher.publish(game)
    async with server.visitor() as visitor:
        path = address(server, game)
        async with visitor.events(f"{path}/events") as events:
            await events.next()
            server.hidden.add(game)
            assert (await visitor.get(path)).status == 403
            server.pages.streams.wake_all()
            assert (await events.next())[0] == "gone"
        own = f"/api/watch/{server.services.links.visiting(game, BELA)}"
        assert (await visitor.get(own)).status == 200
        server.clock.now += 60 * 60 * 1000
        assert (await visitor.get(own)).status == 403


async def test_a_watcher_gets_no_cookie_and_their_own_language(server: Server) -> None:
    game = await begun(server.tables, language="nl")
    await server.publisher.publish(game)
    path = address(server, game)
    async with server.visitor() as visitor:
        for place in (path, path.replace("/api", "")):
            answer = await visitor.get(place)
            assert "Set-Cookie" not in answer.headers
        assert (await watched(visitor, path))["language"] == "nl"
        assert (await watched(visitor, f"{path}?l=fr"))["language"] == "fr"
        assert (await watched(visitor, f"{path}?l=<script>"))["language"] == "nl"


@pytest.mark.parametrize("user", [ADA, BELA])
async def test_a_watchers_scene_is_the_same_for_a_player_without_a_cookie(
    server: Server, user: int
) -> None:
    game = await begun(server.tables)
    await server.publisher.publish(game)
    path = address(server, game)
    async with server.player(game, user) as player, server.visitor() as visitor:
        assert (await player.get(path)).text == (await visitor.get(path)).text


async def test_what_many_ask_for_at_once_is_drawn_once(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(server.tables)
    await server.publisher.publish(game)
    edition = (await server.tables.get(game)).running_game().start.edition
    drawn: Counter[str] = Counter()

    def counted(what: str, draw: Callable[..., Any]) -> Callable[..., Any]:
        def both(*given: Any) -> Any:
            drawn[what] += 1
            return draw(*given)

        return both

    monkeypatch.setattr(showing, "watched", counted("scene", scenes.watched))
    monkeypatch.setattr(replaying, "played_with", counted("pieces", replaying.played_with))
    kept = files.PageFiles({})
    kept.know(edition)
    wanted = f"editions/{edition.fingerprint}.json"
    found = await asyncio.gather(*(kept.find(wanted) for _ in range(40)))
    assert (len({id(one) for one in found}), drawn["pieces"]) == (1, 1)
    async with server.visitor() as visitor:
        path = address(server, game)
        seen = await asyncio.gather(*(visitor.get(path) for _ in range(20)))
        assert (len({answer.text for answer in seen}), drawn["scene"]) == (1, 1)
        await play_turn(server.tables, game)
        await server.publisher.publish(game)
        assert ((await visitor.get(path)).data["turn"], drawn["scene"]) == (2, 2)
