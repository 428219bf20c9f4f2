"""Turns on a page, by what was seen; hints; and those who watch."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from cogs.pages.web import replaying, scenes
from cogs.pages.web.server import files, showing
from engine.actions import Workers
from engine.preview import in_turn
from tabletop.personal import new_plan
from tests.cogs.pages.server.visiting import Server, Visitor, think_little
from tests.tabletop.playing import ADA, BELA, active, begun, finish, play_turn


async def test_an_action_is_saved_answered_seen_and_taken_back(due: Visitor) -> None:
    scene = await due.scene()
    site = next(squares for _, squares in scene["may"]["workers"]["sites"])
    action = f"workers own {site[0]}"
    done = await due.act(action, scene["version"])
    assert (done.status, done.data["scene"]) == (200, await due.scene())
    assert done.data["scene"]["done"]
    stored = await due.server.tables.store.games.load(due.game)
    assert stored is not None
    assert [(entry.entry, entry.author) for entry in stored.log] == [(action, due.user)]
    undone = await due.act("undo", done.data["scene"]["version"])
    assert (undone.status, undone.data["scene"]["board"]) == (200, scene["board"])
    assert undone.data["said"][0].startswith("Taken back: a worker on")


async def test_the_same_request_is_carried_out_once(due: Visitor, other: Visitor) -> None:
    action, key = await due.server.legal(due.game), "the-very-same-key"
    answers = [await due.act(action, 0, key) for _ in range(3)]
    assert {(answer.status, answer.text) for answer in answers} == {(200, answers[0].text)}
    assert (await due.server.tables.get(due.game)).version == 1
    assert (await other.act("end", 0, key)).status == 409  # a key is its person's alone
    async with due.server.anew() as later, later.visitor() as visitor:
        visitor.game, visitor.cookies = due.game, due.cookies
        repeated = await visitor.act(action, 0, key)
        assert (repeated.status, repeated.text) == (200, answers[0].text)
        assert (await later.tables.get(due.game)).version == 1


async def test_a_refusal_says_what_discord_says(due: Visitor, other: Visitor) -> None:
    async with due.server.player(due.game, due.user, "de") as visitor:
        answer = await visitor.act("end", 0)
        assert (answer.status, answer.data["code"]) == (422, "must-first")
        assert answer.data["said"].startswith("Erst musst du bauen")
        unread = await visitor.act("build moon F7", 0)
        assert (unread.status, unread.data["code"]) == (422, "bad-card")
    assert (await other.act(await due.server.legal(due.game), 0)).status == 409
    assert (await due.server.tables.get(due.game)).version == 0


async def test_a_turn_is_prepared_and_the_plan_forgotten(other: Visitor) -> None:
    may, path = (await other.scene())["may"], f"{other.play}/prepare"
    assert may["ahead"]
    site = next(squares for _, squares in may["workers"]["sites"])
    for number, wanted in enumerate((f"workers own {site[0]}", None)):
        answer = await other.post(path, version=0, action=wanted, once=f"prepared-number-{number}")
        assert answer.status == 200, answer.text
        assert answer.data["scene"]["may"]["prepared"] == wanted
    refused = await other.post(path, version=0, action="end", once="prepared-wrongly-1")
    assert refused.status == 422


async def test_a_preview_changes_nothing(due: Visitor) -> None:
    path, scene, action = f"{due.play}/preview", await due.scene(), await due.server.legal(due.game)
    assert (await due.post(path, version=0, action=action)).status == 200
    old = await due.post(path, version=7, action=action)
    assert (old.status, old.data["code"]) == (409, "outdated")
    assert await due.scene() == scene
    assert (await due.server.tables.get(due.game)).version == 0


async def test_a_page_hears_what_was_done_elsewhere(due: Visitor, other: Visitor) -> None:
    async with due.events() as mine, other.events() as others:
        assert await mine.next() == ("turn", {"version": 0})
        assert await others.next() == ("turn", {"version": 0})
        position = (await due.server.tables.get(due.game)).running_game().position
        await due.server.tables.turns.act(due.game, due.user, next(iter(position.legal_actions())))
        assert await mine.next() == ("turn", {"version": 1})
        # What can be taken back yet is its own person's alone, even that it was done.
        assert await others.none()
        table = await play_turn(due.server.tables, due.game)
        assert await others.next() == ("turn", {"version": table.position_for().ply})


async def test_a_plan_is_its_own_persons_alone(due: Visitor, other: Visitor, watch: str) -> None:
    async with due.events() as theirs, other.events() as mine, other.events(watch) as watchers:
        for events in (theirs, mine, watchers):
            await events.next()
        table = await due.server.tables.get(due.game)
        position = in_turn(table.position_for(other.user), table.own_seat(other.user).seat)
        action = next(one for one in position.legal_actions() if isinstance(one, Workers))
        await due.server.tables.turns.prepare(due.game, other.user, new_plan(action, position))
        assert await mine.next() == ("turn", {"version": 0, "anew": True})
        assert await theirs.none()
        assert await watchers.none(0.05)
        [said] = (await other.scene())["may"]["planned"][:1]
        assert said.startswith("Prepared: ")
        assert said not in json.dumps(await due.scene())


async def test_hints_are_legal_and_say_why(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    for hints, status, said in (("all", 200, []), ("none", 422, "Game 2 is played without hints.")):
        game = await begun(server.tables, help=hints)
        async with server.player(game, await active(server.tables, game)) as visitor:
            answer = await visitor.post(f"{visitor.play}/hint", version=0)
        assert (answer.status, answer.data["said"]) == (status, said)
        position = (await server.tables.get(game)).running_game().position
        assert bool(answer.data.get("ideas")) == (status == 200)
        for idea in answer.data.get("ideas", ()):
            assert position.is_legal(position.parse(idea["action"]))
            assert idea["text"][0].isupper(), "the page's list has the numbers"
            assert idea["why"]


async def test_turns_and_the_end_are_seen_with_messages(server: Server, visitor: Visitor) -> None:
    game = await begun(server.tables)
    path = f"/api{server.watching(game)}"
    early = await visitor.get(path)
    assert (early.status, early.data["code"]) == (404, "not-begun")
    await server.publisher.publish(game)
    first = await visitor.scene(path)
    server.board.goes_on.clear()
    async with visitor.events(path) as events:
        assert await events.next() == ("turn", {"version": 0})
        await play_turn(server.tables, game)
        server.publisher.begin(game)
        assert await events.none()
        assert await visitor.scene(path) == first
        server.board.goes_on.set()
        kind, heard = await events.next()
        assert kind == "turn"
        seen = await visitor.scene(path)
        assert (seen["turn"], seen["version"]) == (2, heard["version"])
    server.board.goes_on.clear()
    await finish(server.tables, game)
    before = await visitor.scene(path)
    assert (before["state"], before["result"], before["turn"]) == ("running", None, 2)
    server.board.goes_on.set()
    await server.publisher.publish(game)
    over = await visitor.scene(path)
    assert (over["state"], over["result"] is None) == ("finished", False)


async def test_a_hidden_game_has_links_for_an_hour(visitor: Visitor, game: int, watch: str) -> None:
    async with visitor.events(watch) as events:
        await events.next()
        visitor.server.hidden.add(game)
        assert (await visitor.get(watch)).status == 403
        visitor.server.pages.streams.wake_all()
        assert (await events.next())[0] == "gone"
    own = f"/api/watch/{visitor.server.services.links.visiting(game, BELA)}"
    assert (await visitor.get(own)).status == 200
    visitor.server.clock.now += 60 * 60 * 1000
    assert (await visitor.get(own)).status == 403


async def test_watchers_see_the_same_and_get_no_cookie(server: Server, visitor: Visitor) -> None:
    game = await begun(server.tables, language="nl")
    await server.publisher.publish(game)
    page = server.watching(game)
    for place in (page, f"/api{page}"):
        assert "Set-Cookie" not in (await visitor.get(place)).headers
    for asked_for, language in (("", "nl"), ("?l=fr", "fr"), ("?l=<script>", "nl")):
        assert (await visitor.scene(f"/api{page}{asked_for}"))["language"] == language
    for user in (ADA, BELA):
        async with server.player(game, user) as player:
            assert await player.scene(f"/api{page}") == await visitor.scene(f"/api{page}")


async def test_what_many_ask_for_is_drawn_once(
    visitor: Visitor, game: int, watch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = (await visitor.server.tables.get(game)).running_game().start.edition
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
    seen = await asyncio.gather(*(visitor.get(watch) for _ in range(20)))
    assert (len({answer.text for answer in seen}), drawn["scene"]) == (1, 1)
    await play_turn(visitor.server.tables, game)
    await visitor.server.publisher.publish(game)
    assert ((await visitor.scene(watch))["turn"], drawn["scene"]) == (2, 2)
