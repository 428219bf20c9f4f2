"""Every command there is, run where it makes little sense: a private answer and no error."""

from __future__ import annotations

import pytest

from tests.e2e.commands import leaves, run_all
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.world import World


@pytest.mark.slow
async def test_where_there_is_no_game(world: World) -> None:
    await run_all(world, world.people[0], world.channel)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["stranger", "waiting"])
async def test_in_the_middle_of_somebody_elses_turn(world: World, who: str) -> None:
    match = await Match.begin(world)
    await match.turn()
    log = await match.log()
    person = world.people[3] if who == "stranger" else await match.waiting()
    await run_all(world, person, await match.place())
    assert await match.log() == log


@pytest.mark.slow
async def test_when_the_game_is_over(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await match.end(record)
    log = await match.log()
    for person in (world.people[0], world.people[3]):
        await run_all(world, person, await match.place())
    assert await match.log() == log


@pytest.mark.slow
async def test_while_discord_takes_no_message(world: World) -> None:
    match = await Match.begin(world)
    world.fail("POST", "/channels/*/messages", times=None)
    world.fail("POST", "/channels/*/threads", times=None)
    await run_all(world, world.people[3], await match.place())


async def test_there_are_commands(world: World) -> None:
    names = {command.qualified_name for command in leaves(world)}
    assert len(names) > 20
