"""A newcomer who practises has a tip in each of the first turns, until they want none."""

from __future__ import annotations

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
async def test_a_tip_in_each_of_five_turns_and_never_the_same(world: World) -> None:
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
    assert given[5:] == ["", ""]
    told = [tip for tip in given if tip]
    assert len({tip.split("*")[-1] for tip in told}) == len(told)


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
    await match.play(record.actions)
    ada = world.people[0]
    practice = await practising(world, ada)
    assert tip_in(await panel(practice, ada)) == ""
