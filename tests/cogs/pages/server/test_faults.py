"""What goes wrong on a page is told, and nothing tells what its reader may not know."""

import asyncio
import json
import re
from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random
from typing import Any

import aiohttp
import pytest

from cogs.pages.web.scenes import watched
from cogs.pages.web.server.answers import Pacer
from cogs.pages.web.server.showing import as_told
from db.errors import UnreachableError, UnsureError
from db.store import Store
from engine.actions import End
from engine.edition import Card
from engine.position import Position
from engine.random_play import random_action
from i18n.translation import words_for
from lab.tables import tables_on
from tabletop.table import Table
from tabletop.tables import Tables
from tests.cogs.pages.server.visiting import Server, Visitor, first_action, serving
from tests.e2e.information_sets import indistinguishable
from tests.e2e.secrets import names
from tests.tabletop.playing import ADA, BELA, Clock, active, begun, play_turn


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


EVENTS = (
    r"retry: 2000\n\n(event: turn\nid: (\d+)-[0-9a-f]{32}\ndata: \{\"version\": \2\}\n\n|: \n\n)*"
)
"""Everything that a stream may say while a game goes on."""

FIRST = re.compile(r'<script type="application/json" id="scene">(.*?)</script>')
"""The scene with which a page comes."""

PEOPLE = (ADA, BELA)


def hidden(table: Table, user: int | None, known: set[Card]) -> list[Card]:
    """The cards of a game that a person may not know of: unseen ones that are not their own."""
    position = table.running_game().position
    seat = None if user is None else table.person(user)
    own = set[Card]() if seat is None else set(position.hands[seat.seat])
    cards = {card for hand in position.hands for card in hand}
    cards |= set(position.stack[position.drawn :])
    return sorted(cards - own - known, key=str)


def leaks(text: str, table: Table, user: int | None, known: set[Card]) -> list[str]:
    """The hidden cards that a text names, in any way."""
    return [str(card) for card in hidden(table, user, known) if names(card).search(text)]


def gold_and_seals(data: Any) -> list[Any]:
    """Every number of a scene that stands for what is behind a screen."""
    found = []
    if isinstance(data, dict):
        found += [data[key] for key in ("gold", "seals", "own") if data.get(key) is not None]
        found += [one for value in data.values() for one in gold_and_seals(value)]
    if isinstance(data, list):
        found += [one for value in data for one in gold_and_seals(value)]
    return found


def seen_so_far(position: Position) -> set[Card]:
    return {laid.card for laid in position.buildings} | set(position.face_up)


@pytest.mark.slow
async def test_no_byte_of_a_whole_game_tells_what_its_reader_may_not_know(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(server.tables, *PEOPLE[1:])
    await server.publisher.publish(game)
    monkeypatch.setattr(Pacer, "take", lambda *_: None)
    watch = f"/api/watch/{server.services.links.watching(game)}"
    rng, known, looked = Random(1), set[Card](), 0
    async with AsyncExitStack() as open_:
        visitors: dict[int | None, Visitor] = {
            None: await open_.enter_async_context(server.visitor())
        }
        for user in PEOPLE:
            visitors[user] = await open_.enter_async_context(server.player(game, user))
        stream = await open_.enter_async_context(visitors[BELA].events(f"/api/play/{game}/events"))
        while True:
            table = await server.tables.get(game)
            position = table.running_game().position
            if position.over:
                break
            known |= seen_so_far(table.running_game().before_turn)
            user = await active(server.tables, game)
            action = random_action(position, rng)
            texts: dict[int | None, list[str]] = {reader: [] for reader in visitors}
            mine = visitors[user]
            for path in ("preview", "act"):
                sent = await mine.post(
                    f"/api/play/{game}/{path}",
                    version=table.version,
                    action=str(action),
                    once=f"whole-game-{game}-{table.version:06d}",
                )
                assert sent.status == 200, sent.text
                # What is drawn is known by acting alone.
                if path == "preview":
                    assert leaks(sent.text, table, user, known) == []
            if isinstance(action, End):
                await server.publisher.publish(game)
            now = await server.tables.get(game)
            if now.running_game().position.over:
                break
            # Others get nothing new within a turn; they are asked now and then all the same.
            asked = [user] if rng.random() < 0.7 and not isinstance(action, End) else visitors
            for reader in asked:
                visitor = visitors[reader]
                path = watch if reader is None else f"/api/play/{game}"
                answer = await visitor.get(path)
                texts[reader].append(answer.text)
                if isinstance(action, End):
                    page = await visitor.get(path.removeprefix("/api"))
                    assert json.loads(*FIRST.findall(page.text)) == answer.data
            if isinstance(action, End):
                # What is refused comes with a scene as well.
                late = await mine.act(game, str(action), table.version)
                assert late.status == 409
                texts[user].append(late.text)
            seen = known | seen_so_far(now.running_game().before_turn)
            for reader, said in texts.items():
                own = seen | (seen_so_far(now.running_game().position) if reader == user else set())
                assert leaks("".join(said), now, reader, own) == []
                looked += 1
            for text in texts[None]:
                assert gold_and_seals(json.loads(text)) == []
        told = await stream.answer.content.read(1_000_000)
        assert re.fullmatch(EVENTS, told.decode())
    assert looked > 80


async def test_a_game_with_other_hidden_things_looks_the_same_to_watchers(server: Server) -> None:
    game = await begun(server.tables, *PEOPLE[1:])
    await server.publisher.publish(game)
    rng = Random(3)
    for _ in range(60):
        table = await server.tables.get(game)
        if table.running_game().position.over:
            break
        user = await active(server.tables, game)
        action = random_action(table.running_game().position, rng)
        table, _ = await server.tables.turns.act(game, user, action)
        if isinstance(action, End):
            await server.publisher.publish(game)
            table = await server.tables.get(game)
        twin = replace(indistinguishable(table, Random(table.version)), newest_turns=[])
        words = words_for("en")
        assert watched(as_told(twin), words) == watched(as_told(table), words)


async def test_a_planted_leak_is_found(server: Server) -> None:
    game = await begun(server.tables)
    table = await server.tables.get(game)
    position = table.running_game().position
    other = table.seats[1].user_id
    card = next(card for card in position.hands[0] if card not in position.face_up)
    assert card in hidden(table, None, set()) or card in position.hands[1]
    form, family = str(card).split("/")
    for text in (f"{form}/{family}", f"a {family} {form}", f'"{form}/{family}"'):
        assert str(card) in leaks(text, table, None, set())
        assert (str(card) in leaks(text, table, other, set())) == (card not in position.hands[1])


async def test_no_file_of_the_page_tells_where_it_came_from(server: Server) -> None:
    for name, file in server.pages.files._files.items():
        text = file.plain.decode(errors="replace")  # letters are no text
        assert "sourceMappingURL" not in text, name
        assert not re.search(r"/(home|root|work|tmp|usr)/", text), name
