"""The end of a game that comes in somebody's quiet hours is told when those are over, once."""

from __future__ import annotations

import pytest

from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.reminded import MESSAGES, direct, quiet
from tests.e2e.world import World
from tests.tabletop.playing import finish

pytestmark = pytest.mark.slow


async def end(match: Match) -> Person:
    """Plays a game to its end; gives who ended it."""
    services, world = match.services, match.world
    with world.env._bot_scope():
        table = await finish(services.tables, match.number)
        await services.publisher.publish(match.number)
    await world.env.settle()
    last = table.running_game().last_turn
    assert last is not None
    return world.person(table.seats[last.seat].user_id)


async def told(match: Match) -> list[Post]:
    """What was posted where the game was, to tell people that it is over."""
    return [post for post in await match.posts() if "ended in your quiet hours" in post.text]


async def quiet_end(world: World, hours: float = 8) -> tuple[Match, Person]:
    """A game that ended in the quiet hours of the person who did not end it."""
    match = await Match.begin(world)
    for person in world.people[:2]:
        await person.run("arkadia preferences", quiet=quiet(world, -1, hours), zone="UTC")
    ended_it = await end(match)
    [other] = [person for person in world.people[:2] if person != ended_it]
    assert (await match.posts())[-1].pings == ()
    return match, other


async def test_it_is_told_in_the_morning_where_the_game_was(world: World) -> None:
    match, person = await quiet_end(world)
    await world.later(hours=7.5)
    assert await told(match) == []
    await world.later(hours=1)
    [post] = await told(match)
    first, second = post.text.splitlines()
    assert first.startswith(f"{person.mention}, game 1 ended in your quiet hours, <t:")
    assert second.startswith(("Ada wins game 1 with ", "Bela wins game 1 with "))
    assert post.pings == (person.id,)
    assert (await person.press(post, "Notices…")).fields
    await world.later(days=3)
    assert len(await told(match)) == 1


async def test_quiet_hours_that_end_sooner_have_it_told_sooner(world: World) -> None:
    match, person = await quiet_end(world)
    await world.later(hours=1)
    await person.run("arkadia preferences", quiet=quiet(world, 0, 1), zone="UTC")
    assert await told(match) == []
    await world.later(hours=1.1)
    assert len(await told(match)) == 1
    await world.later(hours=9)
    assert len(await told(match)) == 1


async def test_who_wants_to_know_no_more_is_not_told(world: World) -> None:
    match, person = await quiet_end(world)
    await person.run("arkadia preferences", end=False)
    await world.later(hours=9)
    assert await told(match) == []


async def test_several_ends_are_one_message(world: World) -> None:
    matches = [await Match.begin(world) for _ in range(3)]
    for person in world.people[:2]:
        await person.run("arkadia preferences", quiet=quiet(world, -1, 8), zone="UTC")
    ended = [await end(match) for match in matches]
    await world.later(hours=9)
    posts = [post for match in matches for post in await told(match)]
    assert len(posts) == len(set(ended))
    most = max(ended.count(person) for person in ended)
    assert any(f"{most - 1} more of your games" in post.text for post in posts)


async def test_it_comes_by_a_direct_message_to_who_is_reminded_so(world: World) -> None:
    match, person = await quiet_end(world)
    await person.run("arkadia preferences", remind_in="message")
    world.lose_answer("POST", MESSAGES)
    await world.later(hours=9)
    await world.crash()
    await world.later(hours=1)
    [_, post] = direct(world, person)  # the first one was the trial
    assert post["content"].startswith("Game 1 (<#")
    final = await match.newest()
    [row] = post["components"]
    assert row["components"][0]["url"].endswith(f"/{final.channel}/{final.id}")
    assert await told(match) == []
