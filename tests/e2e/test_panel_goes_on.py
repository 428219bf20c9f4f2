"""The panel between turns: what it offers then, and that it goes on where computers alone play."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from engine.actions import Action, End
from engine.random_play import random_action
from players.thinking import ThinkingPool
from tests.e2e.computers import against, until_a_person_is_due
from tests.e2e.people import Answer, Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.world import World


async def private_posts(match: Match, person: Person) -> list[Post]:
    """The private messages that stand in the game's place for a person."""
    return [post for post in person.sees(await match.place()) if post.owner == person.id]


async def up_to_the_end(match: Match, seed: int = 1) -> Answer:
    """Plays a turn by commands; the answer is that to its end."""
    rng = Random(seed)
    while True:
        action = random_action((await match.game()).position, rng)
        answer = await match.do(action)
        if isinstance(action, End):
            return answer


async def test_a_turn_that_has_ended_offers_what_can_be_done_meanwhile(world: World) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    answer = await up_to_the_end(match)
    assert [*answer.post.buttons] == ["Prepare next turn", "Board", "What changed"]
    changed = await person.press(answer.post, "What changed")
    assert "Nothing has changed since your last turn." in changed.text
    await match.turn(seed=2)
    changed = await person.press(changed.post, "What changed")
    assert "Since your last turn:" in changed.text
    assert changed.post.pictures
    panel = await person.press(changed.post, "Take your turn")
    assert "it is your turn" in panel.text


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players think so long that people see them think."""
    decide = ThinkingPool.decide

    async def after_a_while(*args: Any, **kwargs: Any) -> Action:
        await asyncio.sleep(20.0)
        return await decide(*args, **kwargs)

    monkeypatch.setattr(ThinkingPool, "decide", after_a_while)


@pytest.mark.usefixtures("slowly")
async def test_against_computers_the_panel_goes_on_by_itself(
    world: World,
) -> None:
    match = await against(world, "apprentice", "apprentice")
    ada = world.people[0]
    await until_a_person_is_due(match)
    for seed in range(1, 4):
        posts = len(await match.posts())
        answer = await up_to_the_end(match, seed)
        assert "Your next turn comes here by itself." in answer.text
        assert len(await match.posts()) == posts
        await until_a_person_is_due(match)
        assert len(await match.posts()) == posts + 1
        newest = (await private_posts(match, ada))[-1]
        assert "it is your turn" in newest.text
        assert newest.pictures
        assert newest.id > (await match.newest()).id
        assert answer.posts == [newest], "the answer before is no more"


@pytest.mark.usefixtures("slowly")
async def test_a_turn_that_is_being_prepared_is_not_taken_away(
    world: World,
) -> None:
    match = await against(world, "apprentice")
    ada = world.people[0]
    await until_a_person_is_due(match)
    answer = await up_to_the_end(match)
    panel = await ada.press(answer.post, "Prepare next turn")
    assert "your next turn" in panel.text
    await until_a_person_is_due(match)
    assert "your next turn" in (await private_posts(match, ada))[-1].text


async def test_the_end_of_a_game_is_shown_with_what_comes_after_it(world: World) -> None: ...
