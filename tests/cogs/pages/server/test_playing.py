"""Turns on a page, by what was seen; hints; and those who watch."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from cogs.pages.web import replaying, scenes
from cogs.pages.web.server import files, showing
from db.errors import UnreachableError
from engine.actions import End, Workers
from engine.preview import in_turn
from tabletop.personal import new_plan
from tests.cogs.pages.server.visiting import Server, Visitor, first_action, think_little
from tests.tabletop.playing import ADA, BELA, active, begun, finish, play_turn


async def to_the_end(server: Server, visitor: Visitor, game: int) -> None:
    """Plays a turn on the page, the first legal action each time."""
    while True:
        scene = await visitor.scene(game)
        action = await first_action(server.tables, game)
        answer = await visitor.act(game, action, scene["version"])
        assert answer.status == 200, answer.text
        if action == str(End()):
            return


async def test_an_action_is_saved_answered_and_seen(server: Server) -> None:
    game = await begun(server.tables)
    user = await active(server.tables, game)
    async with server.player(game, user) as visitor:
        scene = await visitor.scene(game)
        action = await first_action(server.tables, game)
        answer = await visitor.act(game, action, scene["version"])
        assert answer.status == 200
        assert answer.data["scene"] == await visitor.scene(game)
        assert answer.data["scene"]["done"]
    stored = await server.tables.store.games.load(game)
    assert stored is not None
    assert [(entry.entry, entry.author) for entry in stored.log] == [(action, user)]


async def test_a_turn_that_ends_is_told_as_any_other(server: Server) -> None:
    game = await begun(server.tables)
    await server.publisher.publish(game)
    user = await active(server.tables, game)
    async with server.player(game, user) as visitor:
        await to_the_end(server, visitor, game)
        await server.publisher.outbox.close()
    assert server.board.told == [(game, 1), (game, 2)]


async def test_the_same_request_is_carried_out_once_and_answered_the_same(server: Server) -> None:
    game = await begun(server.tables)
    async with server.player(game, await active(server.tables, game)) as visitor:
        action = await first_action(server.tables, game)
        answers = [await visitor.act(game, action, 0, "the-very-same-key") for _ in range(3)]
        assert {answer.text for answer in answers} == {answers[0].text}
        assert answers[0].status == 200
    assert (await server.tables.get(game)).version == 1


async def test_a_key_is_its_persons_alone(server: Server) -> None:
    game = await begun(server.tables)
    user = await active(server.tables, game)
    other = BELA if user == ADA else ADA
    async with server.player(game, user) as visitor, server.player(game, other) as forger:
        answer = await visitor.act(
            game, await first_action(server.tables, game), 0, "the-very-same-key"
        )
        assert answer.status == 200
        repeated = await forger.act(game, "end", 0, "the-very-same-key")
        assert repeated.status == 409


async def test_of_two_pages_acting_at_once_one_is_told_that_the_game_went_on(
    server: Server,
) -> None:
    game = await begun(server.tables)
    user = await active(server.tables, game)
    async with server.player(game, user) as one, server.player(game, user) as other:
        action = await first_action(server.tables, game)
        assert (await one.act(game, action, 0)).status == 200
        late = await other.act(game, action, 0)
        assert late.status == 409
        assert late.data["said"] == "The game has moved on. Here's how it stands now."
        assert late.data["scene"] == await one.scene(game)
    assert (await server.tables.get(game)).version == 1


async def test_a_refusal_says_what_discord_says(server: Server) -> None:
    game = await begun(server.tables)
    user = await active(server.tables, game)
    async with server.player(game, user, "de") as visitor:
        answer = await visitor.act(game, "end", 0)
        assert answer.status == 422
        assert answer.data["code"] == "must-first"
        assert answer.data["said"].startswith("Dein Zug beginnt mit einem Gebäude")
        unread = await visitor.act(game, "build moon F7", 0)
        assert (unread.status, unread.data["code"]) == (422, "bad-card")
    assert (await server.tables.get(game)).version == 0


async def test_another_persons_turn_is_not_ones_own(server: Server) -> None:
    game = await begun(server.tables)
    user = await active(server.tables, game)
    async with server.player(game, BELA if user == ADA else ADA) as visitor:
        answer = await visitor.act(game, await first_action(server.tables, game), 0)
        assert answer.status == 409
    assert (await server.tables.get(game)).version == 0


async def test_an_action_is_taken_back(server: Server) -> None:
    game = await begun(server.tables)
    async with server.player(game, await active(server.tables, game)) as visitor:
        scene = await visitor.scene(game)
        site = next(squares for _, squares in scene["may"]["workers"]["sites"])
        done = await visitor.act(game, f"workers own {site[0]}", scene["version"])
        assert done.status == 200, done.text
        undone = await visitor.act(game, "undo", done.data["scene"]["version"])
        assert undone.status == 200
        assert undone.data["said"][0].startswith("Taken back: a worker on")
        assert undone.data["scene"]["board"] == scene["board"]


async def test_a_turn_is_prepared_and_the_plan_forgotten(server: Server) -> None:
    game = await begun(server.tables)
    user = await active(server.tables, game)
    async with server.player(game, BELA if user == ADA else ADA) as visitor:
        scene = await visitor.scene(game)
        assert scene["may"]["ahead"]
        site = next(squares for _, squares in scene["may"]["workers"]["sites"])
        action, path = f"workers own {site[0]}", f"/api/play/{game}/prepare"
        for number, wanted in enumerate((action, None)):
            answer = await visitor.post(
                path, version=0, action=wanted, once=f"prepared-number-{number}"
            )
            assert answer.status == 200, answer.text
            assert answer.data["scene"]["may"]["prepared"] == wanted
        refused = await visitor.post(path, version=0, action="end", once="prepared-wrongly-1")
        assert refused.status == 422


async def test_a_preview_changes_nothing_and_tells_no_card_that_is_hidden(server: Server) -> None:
    game = await begun(server.tables)
    async with server.player(game, await active(server.tables, game)) as visitor:
        table = await server.tables.get(game)
        build = next(
            str(action)
            for action in table.running_game().position.legal_actions()
            if str(action).endswith("draw stack")
        )
        path, scene = f"/api/play/{game}/preview", await visitor.scene(game)
        answer = await visitor.post(path, version=0, action=build)
        assert answer.status == 200
        assert await visitor.scene(game) == scene
        position = table.running_game().position
        drawn = position.stack[position.drawn]
        assert str(drawn) not in answer.text
        old = await visitor.post(path, version=7, action=build)
        assert (old.status, old.data["code"]) == (409, "outdated")
    assert (await server.tables.get(game)).version == 0


async def test_what_cannot_be_saved_is_said_and_may_be_asked_for_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(server.tables)
    async with server.player(game, await active(server.tables, game)) as visitor:
        action, games = await first_action(server.tables, game), type(server.tables.store.games)

        async def lost(*_: object, **__: object) -> None:
            raise UnreachableError("db.example")

        with monkeypatch.context() as broken:
            broken.setattr(games, "append", lost)
            answer = await visitor.act(game, action, 0, "asked-for-twice-01")
        assert (answer.status, answer.data["code"]) == (503, "later")
        again = await visitor.act(game, action, 0, "asked-for-twice-01")
        assert again.status == 200
    assert (await server.tables.get(game)).version == 1


async def test_a_page_hears_within_moments_what_another_one_or_discord_did(server: Server) -> None:
    game = await begun(server.tables)
    user = await active(server.tables, game)
    other = BELA if user == ADA else ADA
    async with (
        server.player(game, user) as own,
        server.player(game, other) as theirs,
        own.events(f"/api/play/{game}/events") as mine,
        theirs.events(f"/api/play/{game}/events") as others,
    ):
        assert await mine.next() == ("turn", {"version": 0})
        assert await others.next() == ("turn", {"version": 0})
        await server.tables.turns.act(
            game,
            user,
            next(iter((await server.tables.get(game)).running_game().position.legal_actions())),
        )
        assert await mine.next() == ("turn", {"version": 1})
        # What can be taken back yet is its own person's alone, even that it was done.
        assert await others.none()
        table = await play_turn(server.tables, game)
        kind, heard = await others.next()
        assert (kind, heard["version"]) == ("turn", table.position_for().ply)


async def test_a_plan_changed_in_discord_is_heard_by_its_own_person_alone(server: Server) -> None:
    game = await begun(server.tables)
    user = await active(server.tables, game)
    other = BELA if user == ADA else ADA
    watch = f"/api/watch/{server.services.links.watching(game)}/events"
    await server.publisher.publish(game)
    async with (
        server.player(game, user) as theirs,
        server.player(game, other) as own,
        theirs.events(f"/api/play/{game}/events") as others,
        own.events(f"/api/play/{game}/events") as mine,
        own.events(watch) as watchers,
    ):
        for events in (others, mine, watchers):
            await events.next()
        table = await server.tables.get(game)
        position = in_turn(table.position_for(other), table.own_seat(other).seat)
        action = next(one for one in position.legal_actions() if isinstance(one, Workers))
        await server.tables.turns.prepare(game, other, new_plan(action, position))
        assert await mine.next() == ("turn", {"version": 0, "anew": True})
        assert await others.none()
        assert await watchers.none(0.05)
        [said] = (await own.scene(game))["may"]["planned"][:1]
        assert said.startswith("Prepared: ")
        assert said not in json.dumps(await theirs.scene(game))


async def asked(server: Server, game: int) -> tuple[int, dict[str, object]]:
    async with server.player(game, await active(server.tables, game)) as visitor:
        answer = await visitor.post(f"/api/play/{game}/hint", version=0)
        return answer.status, answer.data


async def test_a_hint_names_actions_that_are_legal_and_says_why(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_little(monkeypatch)
    game = await begun(server.tables, help="all")
    status, given = await asked(server, game)
    assert status == 200
    position = (await server.tables.get(game)).running_game().position
    ideas = given["ideas"]
    assert isinstance(ideas, list)
    assert ideas
    for idea in ideas:
        assert position.is_legal(position.parse(idea["action"]))
        assert idea["text"][0].isupper(), "the page's list has the numbers"
        assert idea["why"]
    assert given["said"] == []


async def test_a_game_without_hints_refuses_as_in_discord(server: Server) -> None:
    game = await begun(server.tables, help="none")
    status, given = await asked(server, game)
    assert (status, given["said"]) == (422, f"Game {game} is played without hints.")


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
async def test_watchers_see_the_same_as_a_player_without_cookie(server: Server, user: int) -> None:
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
