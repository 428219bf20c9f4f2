"""Coming back to a game: what the others did stands first, once, and only for who was away."""

from __future__ import annotations

from random import Random

import pytest

from engine.random_play import random_action
from tests.e2e.panels import Panel
from tests.e2e.playing import Match
from tests.e2e.world import World

SINCE = "Since your last turn:"


@pytest.mark.slow
async def test_the_screen_begins_with_what_the_others_did(world: World) -> None:
    match = await Match.begin(world, 3)
    for seed in range(5):
        await match.turn(seed)
    person, place = await match.active(), await match.place()
    screen = await person.run("arkadia screen", place)
    table = await match.table()
    lines = screen.post.text.splitlines()
    told = lines[lines.index(SINCE) + 1 :][:2]
    for line, turn in zip(told, table.turns_since(4), strict=True):
        assert line.startswith(f"- {table.names[turn.seat]} ")
    waiting = await match.waiting()
    assert SINCE not in (await waiting.run("arkadia board", place)).text


@pytest.mark.slow
async def test_in_the_middle_of_a_turn_it_is_no_news_any_more(world: World) -> None:
    match = await Match.begin(world, 3)
    for seed in range(3):
        await match.turn(seed)
    person, place = await match.active(), await match.place()
    assert SINCE in (await person.run("arkadia screen", place)).text
    await match.do(random_action((await match.game()).position, Random(1)))
    assert SINCE not in (await person.run("arkadia screen", place)).text


async def test_who_has_just_had_a_turn_missed_nothing(world: World) -> None:
    match = await Match.begin(world, 2)
    for seed in range(2):
        await match.turn(seed)
    before = await match.active()
    await match.turn(7)
    screen = await before.run("arkadia screen", await match.place())
    assert SINCE not in screen.text


async def test_one_turn_alone_is_told_by_the_message_that_calls(world: World) -> None:
    match = await Match.begin(world, 2)
    await match.turn()
    panel = await Panel.open(match)
    assert "Turn 1: " in (await match.newest()).text
    assert "since" not in panel.post.text.casefold()
    assert "So far:" not in panel.post.text
