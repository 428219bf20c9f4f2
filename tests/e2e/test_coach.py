"""A newcomer who practises has a tip in each of the first turns, until they want none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.e2e.people import Person
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.posts import Post
from tests.e2e.world import World


async def practising(world: World, person: Person) -> Match:
    """A game of one person against a computer player, when it is the person's turn."""
    answer = await person.run("arkadia practice", level="pupil")
    match = Match(world, int(answer.text.split()[1]))
    await until_due(match)
    return match


async def until_due(match: Match) -> None:
    """Waits until no computer player has to act."""
    for _ in range(60):
        if not (await match.table()).computer_due:
            return
        await match.world.env.advance_time(2.5)
    raise AssertionError("the computer player does not come to an end")


async def panel(match: Match, person: Person) -> Post:
    """The panel as it is when it is opened."""
    return (await person.run("arkadia turn", await match.place())).post


def tip_in(post: Post) -> str:
    """The tip in a panel; empty without one."""
    [*found] = [line for line in post.text.split("\n") if line.startswith("**Tip.** ")]
    assert len(found) == ("No more tips" in post.buttons)
    return found[0] if found else ""


@pytest.mark.slow
async def test_each_tip_comes_once_and_none_is_too_late(world: World) -> None:
    ada = world.people[0]
    match = await practising(world, ada)
    given = []
    for _ in range(7):
        tip = tip_in(await panel(match, ada))
        assert tip_in(await panel(match, ada)) == tip  # in the same turn it is the same
        given.append(tip)
        await match.turn()
        await until_due(match)
    assert given[0]
    told = [tip for tip in given if tip]
    assert len({tip.split("*")[-1] for tip in told}) == len(told)
    # However many were told before: another one comes where it fits, at the end of a game as well.
    personal = world.bot.services.personal
    before = " ".join(f"0.{turn}=told{turn}" for turn in range(9))
    await personal.prefer(ada.id, replace(personal.preferences(ada.id), tips_had=before))
    assert tip_in(await panel(match, ada))


@pytest.mark.slow
async def test_they_are_remembered_and_ended_by_a_press(world: World) -> None:
    ada = world.people[0]
    match = await practising(world, ada)
    tip = tip_in(await panel(match, ada))
    await world.restart()
    post = await panel(match, ada)
    assert tip_in(post) == tip
    quiet = await ada.press(post, "No more tips")
    assert "No more tips. `/arkadia preferences` brings them back." in quiet.text
    assert tip_in(quiet.post) == ""
    assert tip_in(await panel(match, ada)) == ""
    await ada.run("arkadia preferences", tips=True)
    assert tip_in(await panel(match, ada)) == tip


@pytest.mark.slow
async def test_only_newcomers_have_them_and_only_in_practice(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    for person in (await match.active(), await match.waiting()):
        assert "Tip" not in (await panel(match, person)).text
    await match.end(record)
    ada = world.people[0]
    practice = await practising(world, ada)
    assert tip_in(await panel(practice, ada)) == ""


async def test_help_fades_in_practice_and_a_person_may_choose_it(world: World) -> None:
    ada = world.people[0]
    match = await practising(world, ada)
    assert "Help fades: 2 turns show" in (await match.posts())[0].text
    told = []
    for _ in range(6):
        await until_due(match)
        post = await panel(match, ada)
        assert "Hint" in post.buttons
        told.append("Play it for me" in post.buttons)
        await match.turn(len(told))
    assert all(told)
    await until_due(match)
    assert "You can complete" not in (await panel(match, ada)).text
    answer = await ada.run("arkadia preferences", help="none")
    assert "help: none at all" in answer.text
    post = await panel(match, ada)
    assert "Hint" not in post.buttons
    refused = await ada.run("arkadia hint", await match.place())
    assert "You turned hints off" in refused.text
    await ada.run("arkadia preferences", help="offered")
    assert "Hint" in (await panel(match, ada)).buttons


async def test_a_lobby_and_its_game_say_what_help_was_agreed(world: World) -> None:
    ada, grace, *_ = world.people
    await ada.run("arkadia start", seats=2)
    rules = await grace.press(world.newest(), "Settings…")
    assert "what you can complete is named; no hints." in rules.text
    await grace.press(world.newest(), "Join")
    await ada.press(world.newest(), "Begin")
    match = Match(world, 1)
    assert "what you can complete is named; no hints." in (await match.newest()).text
    person = await match.active()
    refused = await person.run("arkadia hint", await match.place())
    assert "Game 1 is played without hints." in refused.text
    assert "Hint" not in (await panel(match, person)).buttons
