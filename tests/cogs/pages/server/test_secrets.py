"""What goes out: the view of its reader and nothing else, over whole games."""

import json
import re
from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cogs.pages.web.scenes import watched
from cogs.pages.web.server.showing import as_told
from engine.actions import End
from engine.edition import Card
from engine.position import Position
from engine.random_play import random_action
from i18n.translation import words_for
from tabletop.table import Table
from tests.cogs.pages.server.visiting import Server, Visitor
from tests.e2e.information_sets import indistinguishable
from tests.e2e.secrets import names
from tests.tabletop.playing import ADA, BELA, active, begun

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
    monkeypatch.setattr("cogs.pages.web.server.answers.Pacer.take", lambda *_: None)
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


async def test_a_game_whose_hidden_things_are_others_looks_the_same_to_watchers(
    server: Server,
) -> None:
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
