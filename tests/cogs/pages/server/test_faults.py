"""What goes wrong on a page is told, and nothing tells what its reader may not know."""

import asyncio
import json
import re
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
from tabletop.table import Table
from tests.cogs.pages.server.visiting import Server, Visitor
from tests.e2e.information_sets import indistinguishable
from tests.e2e.secrets import names
from tests.tabletop.playing import active, play_turn


async def test_a_stop_ends_streams_at_once_and_they_come_back(due: Visitor) -> None:
    async with due.events() as events:
        assert await events.next() == ("turn", {"version": 0})
        await due.server.pages.streams.close()
        assert await events.answer.content.read() == b""
    for seed in range(4):
        await play_turn(due.server.tables, due.game, seed)
    due.server.clock.now += 24 * 60 * 60 * 1000
    async with due.server.anew() as later, later.visitor() as visitor:
        visitor.game, visitor.cookies = due.game, due.cookies
        version = (await visitor.scene())["version"]
        async with visitor.events() as events:
            assert await events.next() == ("turn", {"version": version})
        assert version > 0


async def test_a_lost_database_is_told(due: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: object, **__: object) -> None:
        raise UnreachableError("db.example")

    async with due.events() as events:
        await events.next()
        with monkeypatch.context() as broken:
            broken.setattr(Store, "ask", gone)
            answer = await due.get(due.play)
            assert (answer.status, answer.data["code"]) == (503, "later")
            assert "Nothing that was saved is lost" in answer.data["said"]
            due.server.pages.streams.wake_all()
            assert await events.none()
        await play_turn(due.server.tables, due.game)
        assert (await events.next())[0] == "turn"
        await due.scene()


@pytest.mark.parametrize(
    ("error", "said"),
    [(UnreachableError, "Nothing that was saved is lost"), (UnsureError, "Look at the board")],
)
async def test_what_is_perhaps_not_saved_is_told_so(
    due: Visitor, monkeypatch: pytest.MonkeyPatch, error: type[Exception], said: str
) -> None:
    games, action = type(due.server.tables.store.games), await due.server.legal(due.game)
    append = games.append

    async def failing(*given: object, **named: object) -> None:
        if error is UnsureError:
            await append(*given, **named)  # type: ignore[arg-type]
        raise error("db.example")

    with monkeypatch.context() as broken:
        broken.setattr(games, "append", failing)
        answer = await due.act(action, 0, "asked-for-twice-01")
    assert (answer.status, answer.data["code"]) == (503, "later")
    assert said in answer.data["said"]
    again = await due.act(action, 0, "asked-for-twice-01")
    assert (again.status, again.data["scene"]["version"]) == (200, 1)
    assert (await due.server.tables.get(due.game)).version == 1


async def test_a_page_that_goes_has_acted(due: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    action, games = await due.server.legal(due.game), type(due.server.tables.store.games)
    append, saving, gone = games.append, asyncio.Event(), asyncio.Event()

    async def saved_once_it_is_gone(*given: object, **named: object) -> int:
        saving.set()
        await gone.wait()
        return await append(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(games, "append", saved_once_it_is_gone)
    task = asyncio.create_task(due.act(action, 0, "gone-before-answer"))
    await saving.wait()
    task.cancel()
    with pytest.raises((asyncio.CancelledError, aiohttp.ClientError)):
        await task
    gone.set()
    assert (await due.act(action, 0, "gone-before-answer")).status == 200
    assert (await due.server.tables.get(due.game)).version == 1


async def test_a_page_from_before_an_update_is_told_to_load_again(due: Visitor) -> None:
    path, action = f"{due.play}/act", await due.server.legal(due.game)
    body = {"version": 0, "action": action, "once": "x" * 20}
    old = await due.post(path, {"X-Arkadia-Page": "0" * 16}, **body)
    assert (old.status, old.data["code"]) == (409, "old-page")
    assert (await due.post(path, {"X-Arkadia-Page": old.headers["X-Page"]}, **body)).status == 200


EVENTS = (
    r"retry: 2000\n\n(event: turn\nid: (\d+)-[0-9a-f]{32}\ndata: \{\"version\": \2\}\n\n|: \n\n)*"
)
"""Everything that a stream may say while a game goes on."""

FIRST = re.compile(r'<script type="application/json" id="scene">(.*?)</script>')
"""The scene with which a page comes."""


def leaks(text: str, table: Table, user: int | None, known: set[Card]) -> list[Card]:
    """The cards that a text names, in any way, and its reader may not know of."""
    position = table.running_game().position
    seat = None if user is None else table.person(user)
    own = set[Card]() if seat is None else set(position.hands[seat.seat])
    cards = {card for hand in position.hands for card in hand}
    cards |= set(position.stack[position.drawn :])
    return [card for card in cards - own - known if names(card).search(text)]


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
async def test_no_byte_of_a_whole_game_tells_what_is_hidden(
    due: Visitor, other: Visitor, visitor: Visitor, watch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pacer, "take", lambda *_: None)
    rng, known, looked = Random(1), set[Card](), 0
    visitors: dict[int | None, Visitor] = {None: visitor, due.user: due, other.user: other}
    async with other.events() as stream:
        while True:
            table = await due.server.tables.get(due.game)
            known |= seen_so_far(table.running_game().before_turn)
            user = await active(due.server.tables, due.game)
            action = random_action(table.running_game().position, rng)
            texts: dict[int | None, list[str]] = {reader: [] for reader in visitors}
            mine = visitors[user]
            asked: dict[str, Any] = {"version": table.version, "action": str(action)}
            seen = await mine.post(f"{mine.play}/preview", **asked)
            done = await mine.act(str(action), table.version)
            assert (seen.status, done.status) == (200, 200), seen.text + done.text
            # What is drawn is known by acting alone.
            assert leaks(seen.text, table, user, known) == []
            if isinstance(action, End):
                await due.server.publisher.publish(due.game)
            now = await due.server.tables.get(due.game)
            if now.running_game().position.over:
                break
            # Others get nothing new within a turn; they are asked now and then all the same.
            for reader in [user] if rng.random() < 0.7 and action != End() else visitors:
                one, path = visitors[reader], watch if reader is None else visitors[reader].play
                answer = await one.get(path)
                texts[reader].append(answer.text)
                if isinstance(action, End):
                    page = await one.get(path.removeprefix("/api"))
                    assert json.loads(*FIRST.findall(page.text)) == answer.data
            if isinstance(action, End):
                # What is refused comes with a scene as well.
                late = await mine.act(str(action), table.version)
                assert late.status == 409
                texts[user].append(late.text)
            public = known | seen_so_far(now.running_game().before_turn)
            for reader, said in texts.items():
                own = seen_so_far(now.running_game().position) if reader == user else set()
                assert leaks("".join(said), now, reader, public | own) == []
                looked += 1
            for text in texts[None]:
                assert gold_and_seals(json.loads(text)) == []
        assert re.fullmatch(EVENTS, (await stream.answer.content.read(1_000_000)).decode())
    assert looked > 80


async def test_other_hidden_things_look_the_same_to_watchers(server: Server, game: int) -> None:
    rng, words = Random(3), words_for("en")
    for _ in range(60):
        table = await server.tables.get(game)
        user = await active(server.tables, game)
        action = random_action(table.running_game().position, rng)
        table, _ = await server.tables.turns.act(game, user, action)
        if isinstance(action, End):
            await server.publisher.publish(game)
            table = await server.tables.get(game)
        twin = replace(indistinguishable(table, Random(table.version)), newest_turns=[])
        assert watched(as_told(twin), words) == watched(as_told(table), words)


async def test_no_file_of_the_page_tells_where_it_came_from(server: Server) -> None:
    for name, file in server.pages.files._files.items():
        text = file.plain.decode(errors="replace")  # letters are no text
        assert not re.search(r"sourceMappingURL|/(home|root|work|tmp|usr)/", text), name
