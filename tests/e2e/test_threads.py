"""Threads that the bot has done with are archived, and named as their games are, crashes or not."""

from __future__ import annotations

import pytest

from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.world import World


def open_threads(world: World) -> list[str]:
    """The names of the threads that are not archived."""
    channels = world.env.backend.channels.values()
    return [
        one.name or ""
        for one in channels
        if one.thread_metadata is not None and not one.thread_metadata.archived
    ]


async def practise(world: World, person: Person) -> int:
    """Begin a practice game; its number."""
    answer = await person.run("arkadia practice", level="pupil")
    assert "has begun in" in answer.text
    return int(answer.text.split()[1])


@pytest.mark.slow
async def test_practice_that_is_cancelled_again_and_again_leaves_no_open_thread(
    world: World,
) -> None:
    ada = world.people[0]
    for _ in range(5):
        number = await practise(world, ada)
        await ada.run("arkadia lobby cancel", game=number)
    await world.later(minutes=3)
    assert len(world.threads()) == 5
    assert open_threads(world) == []


@pytest.mark.slow
async def test_as_many_practice_threads_of_a_person_are_open_as_the_host_allows(
    world: World,
) -> None:
    ada, bela, *_ = world.people
    for person in (ada, bela):  # a reminder is a message, which opens the thread for another day
        await person.run("arkadia preferences", remind="never")
    numbers = [await practise(world, ada) for _ in range(4)]
    await practise(world, bela)
    await world.later(seconds=5)
    newest = [place.id for place in world.threads()]
    assert len(open_threads(world)) == 4
    tables = world.bot.services.tables
    first = await tables.get(numbers[0])
    assert first.row.state == "running"  # it goes on when the person comes back to it
    assert first.row.thread_id in newest
    await world.later(days=2)
    assert open_threads(world) == []


@pytest.mark.slow
async def test_a_thread_is_archived_although_the_bot_was_killed_in_between(world: World) -> None:
    ada = world.people[0]
    number = await practise(world, ada)
    await ada.run("arkadia lobby cancel", game=number)
    await world.crash()
    await world.later(minutes=3)
    assert open_threads(world) == []


async def test_a_thread_in_which_something_goes_on_stays_open(world: World) -> None:
    ada = world.people[0]
    number = await practise(world, ada)
    await world.later(hours=23)
    await ada.run("arkadia lobby language", game=number, language="de")  # a message of its own
    await world.later(hours=23)
    assert len(open_threads(world)) == 1
    await world.later(hours=2)
    assert open_threads(world) == []


@pytest.mark.slow
async def test_the_thread_of_a_game_without_a_result_is_archived_and_that_of_another_not(
    world: World,
) -> None:
    match = await Match.begin(world)
    other = await Match.begin(world)
    for person in world.people[:2]:
        await person.run("arkadia lobby cancel", game=match.number)
    assert (await match.table()).row.state == "cancelled"
    await world.later(minutes=3)
    [name] = open_threads(world)
    assert f"game {other.number}" in name


@pytest.mark.slow
async def test_threads_of_who_is_forgotten_lose_the_name_although_the_bot_was_killed(
    world: World,
) -> None:
    zuleika = world.newcomer("zuleika")
    match = await Match.begin(world)
    await practise(world, zuleika)
    await practise(world, world.people[0])
    assert any("uleika" in name for name in open_threads(world))
    await world.bot.services.forgetting.forget(zuleika.id, "Somebody")
    await world.crash()
    await world.env.settle()
    names = [place.name or "" for place in world.threads()]
    assert not any("uleika" in name for name in names)
    assert "Practice: Somebody" in names
    assert any(name.startswith(f"Arkadia, game {match.number}: ") for name in names)


@pytest.mark.slow
async def test_a_thread_that_people_named_keeps_its_name(world: World) -> None:
    bela = world.people[1]
    match = await Match.begin(world)
    thread = await match.place()
    world.env.backend.edit_channel(thread.id, {"name": "Our revenge"})
    await world.bot.services.forgetting.forget(bela.id, "Somebody")
    await world.crash()
    await world.env.settle()
    assert world.threads()[0].name == "Our revenge"
