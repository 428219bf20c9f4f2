"""A rematch: for those who played, by two of them, one game with their seats kept."""

from __future__ import annotations

import pytest

from tests.e2e.answers import refusal, told
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.world import World
from tests.tabletop.playing import finish


async def over(world: World, seats: int = 2) -> Post:
    """The last message of a game that is over."""
    match = await Match.begin(world, seats)
    await finish(world.bot.services.tables, match.number)
    await world.bot.services.publisher.publish(match.number)
    await world.env.settle()
    return await match.newest()


@pytest.mark.slow
async def test_strangers_open_none(world: World) -> None:
    last = await over(world)
    for _ in range(20):
        answer = await world.people[3].press(last, "Rematch")
        assert refusal(answer).startswith("A rematch is for those who played.")
    assert len(world.posts()) == 1


@pytest.mark.slow
async def test_two_people_who_want_it_play_on_at_once(world: World) -> None:
    last = await over(world)
    ada, bela, *_ = world.people
    for _ in range(20):
        answer = await ada.press(world.now(last), custom_id="arkadia:rematch:1")
        assert told(answer).startswith("You would like a rematch. It opens as soon as")
    assert len(world.posts()) == 1
    await world.restart()
    answer = await bela.press(world.now(last), "Rematch with Ada")
    assert told(answer).startswith("The rematch is game 2, in <#")
    assert "Rematch" in world.now(last).buttons
    first = await Match(world, 2).newest()
    assert "Game 2 of the series. Won so far: " in first.text
    assert told(await ada.press(world.now(last), "Rematch")) == told(answer)
    assert len(world.threads()) == 2


@pytest.mark.quick
async def test_seats_are_kept_and_each_is_called_once(world: World) -> None:
    last = await over(world, 3)
    ada, bela, chiara, deniz = world.people
    await ada.press(last, "Rematch")
    answer = await bela.press(world.now(last), "Rematch with Ada")
    assert told(answer).startswith("You have a seat in game 2, the rematch.")
    lobby = world.newest()
    assert lobby.text.startswith("## Arkadia, game 2: a rematch of game 1")
    assert f"A seat is kept for {chiara.mention}" in lobby.text
    assert lobby.pings == (chiara.id,)
    assert "are reserved" in refusal(await deniz.press(lobby, "Join"))
    await chiara.press(lobby, "Join")
    assert "has begun" in world.now(lobby).text
    assert len(world.posts()) == 2


async def test_practice_is_repeated_as_practice(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia practice", level="apprentice", setup="free")
    [thread] = world.threads()
    tables = world.bot.services.tables
    await finish(tables, 1)
    await world.bot.services.publisher.publish(1)
    await world.env.settle()
    answer = await ada.press(world.newest(thread), "Rematch")
    assert told(answer) == f"The rematch is game 2, in <#{thread.id}>."
    assert world.posts() == []
    again = await tables.get(2)
    assert (again.row.setup, again.row.state) == ("free", "running")
    assert bela.id not in {seat.user_id for seat in again.seats}
    assert (await ada.run("arkadia board", thread)).post.pictures
