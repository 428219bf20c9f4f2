"""What several people, or one with two hands, do at the same moment happens once."""

from __future__ import annotations

import pytest

from engine.actions import Build, Castle, End
from lab.commands import command_of
from tests.e2e.actions import one_worker
from tests.e2e.people import Answer
from tests.e2e.playing import TO_THE_TOP_FLOOR, Match
from tests.e2e.world import World


def accepted(*answers: Answer, sign: str) -> list[Answer]:
    """The answers that say it was done; all must be private and answered."""
    assert all(answer.answered and answer.private for answer in answers)
    return [answer for answer in answers if sign in answer.text]


@pytest.mark.quick
async def test_one_action_twice_at_once_is_done_once(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    command, options = command_of(await one_worker(match))
    async with world.at_once():
        first = await active.run(command, place, **options)
        second = await active.run(command, place, **options)
    assert len(accepted(first, second, sign="You did")) == 1
    assert len(await match.log()) == 1


async def test_two_different_actions_at_once_are_one(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    position = (await match.game()).position
    card = position.hands[0][0]
    build = Build(card, next(iter(position.placements(card))), position.face_up[0])
    workers, workers_options = command_of(await one_worker(match))
    command, options = command_of(build)
    async with world.at_once():
        first = await active.run(command, place, **options)
        second = await active.run(workers, place, **workers_options)
    # What the other is told depends on which of them read the position first.
    assert len(accepted(first, second, sign="You did")) == 1
    assert len(await match.log()) == 1


async def test_a_turn_ended_twice_at_once_ends_once(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    await match.do(await one_worker(match))
    before = len(await match.posts())
    async with world.at_once():
        first = await active.run("arkadia end", place)
        second = await active.run("arkadia end", place)
    assert len(accepted(first, second, sign="Your turn has ended.")) == 1
    assert await match.log() == [(await match.log())[0], "end"]
    assert len(await match.posts()) == before + 1


@pytest.mark.slow
async def test_one_castle_piece_twice_at_once_is_one(world: World) -> None:
    match, record = await Match.of(world, TO_THE_TOP_FLOOR)
    first_piece = next(n for n, action in enumerate(record.actions) if isinstance(action, Castle))
    await match.pass_by(record.actions[:first_piece])
    active, place = await match.active(), await match.place()
    command, options = command_of(record.actions[first_piece])
    async with world.at_once():
        first = await active.run(command, place, **options)
        second = await active.run(command, place, **options)
    assert len(accepted(first, second, sign="You did")) == 1
    assert len(await match.log()) == first_piece + 1


async def test_undo_twice_at_once_takes_one_back(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    await match.do(await one_worker(match))
    await active.run("arkadia banner", place)
    async with world.at_once():
        first = await active.run("arkadia undo", place)
        second = await active.run("arkadia undo", place)
    assert len(accepted(first, second, sign="Taken back")) == 1
    assert len(await match.log()) == 3
    assert len((await match.game()).actions) == 1


async def test_the_last_seat_goes_to_one(world: World) -> None:
    ada, bela, chiara, deniz = world.people
    await ada.run("arkadia start", seats=2)
    lobby = world.newest()
    async with world.at_once():
        answers = [await person.press(lobby, "Join") for person in (bela, chiara, deniz)]
    assert len(accepted(*answers, sign="You have a seat")) == 1
    assert len(accepted(*answers, sign="Game 1 is full.")) == 2
    assert "Seats: 2 of 2" in world.newest().text
    assert len(world.posts()) == 1


async def test_one_person_joins_twice_at_once_and_has_one_seat(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    lobby = world.newest()
    async with world.at_once():
        answers = [await bela.press(lobby, "Join") for _ in range(2)]
    assert len(accepted(*answers, sign="already")) == 1
    assert "Seats: 2 of 4: Ada (host), Bela" in world.newest().text


async def test_begin_twice_at_once_begins_one_game(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await bela.press(world.newest(), "Join")
    lobby = world.newest()
    async with world.at_once():
        answers = [await ada.press(lobby, "Begin") for _ in range(2)]
    assert len(accepted(*answers, sign="Game 1 has begun in")) == 1
    [thread] = world.threads()
    [post] = world.posts(thread)
    assert len(post.pings) == 1


async def test_begin_and_leave_at_once_leave_a_whole_table(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await bela.press(world.newest(), "Join")
    lobby = world.newest()
    async with world.at_once():
        await ada.press(lobby, "Begin")
        await bela.press(lobby, "Leave")
    table = await Match(world, 1).table()
    assert (table.row.state, len(table.seats)) in {("running", 2), ("lobby", 1)}


@pytest.mark.slow
@pytest.mark.parametrize("games", [6])
async def test_many_games_at_once_do_not_mix(world: World, games: int) -> None:
    matches = [await Match.begin(world) for _ in range(games)]
    workers = [await one_worker(match) for match in matches]
    async with world.at_once():
        for match, action in zip(matches, workers, strict=True):
            await match.do(action)
    async with world.at_once():
        for match in matches:
            await match.do(End())
    for match, action in zip(matches, workers, strict=True):
        assert await match.log() == [str(action), "end"]
        posts = await match.posts()
        assert len(posts) == 2
        assert f"in game {match.number}:" in posts[-1].text


async def test_a_turn_that_ends_while_the_bot_stops_is_answered_and_told_once(
    world: World,
) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    await match.do(await one_worker(match))
    before = len(await match.posts())
    async with world.at_once():
        ended = await active.run("arkadia end", place)
        await world.restart()
    assert "Your turn has ended." in ended.text
    assert (await match.log())[-1] == "end"
    assert len(await match.posts()) == before + 1
