"""Every command there is, run where it makes little sense: a private answer and no error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from discord import app_commands

from tests.e2e.people import Person
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.world import Place, World

WORDS = {
    "card": "house/red",
    "place": "F7 F8",
    "own": "D4",
    "family": "red",
    "sure": "no",
    "action": "end",
    "text": "a note",
}


THINKING = {"arkadia hint", "arkadia practice", "arkadia record review"}
"""These ask a computer player, which takes its time."""


def leaves(world: World) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """All commands for everybody that can be run."""
    for name in ("arkadia", "arkadia-club", "arkadia-league"):
        group = world.bot.tree.get_command(name)
        assert isinstance(group, app_commands.Group)
        for command in group.walk_commands():
            if isinstance(command, app_commands.Command) and command.qualified_name not in THINKING:
                yield command


def options_of(command: app_commands.Command[Any, ..., Any]) -> dict[str, Any]:
    """Something for every option that must be given."""
    filled: dict[str, Any] = {}
    for option in command.parameters:
        if option.required:
            sample: Any = 1 if option.type.name in ("integer", "number") else "red"
            sample = option.choices[0].value if option.choices else sample
            filled[option.name] = WORDS.get(option.name, sample)
    return filled


async def run_all(world: World, person: Person, place: Place) -> None:
    """Runs every command once; whatever it is, the answer is private and no failure."""
    for command in leaves(world):
        answer = await person.run(command.qualified_name, place, **options_of(command))
        assert answer.answered, command.qualified_name
        assert answer.private, command.qualified_name
        for post in answer.posts:
            assert "Something went wrong" not in post.text, command.qualified_name
            assert "{" not in post.text, command.qualified_name
            assert len(post.text) <= 2000
    await world.env.settle()
    assert world.env.errors == []


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
    await match.play(record.actions)
    log = await match.log()
    for person in (world.people[0], world.people[3]):
        await run_all(world, person, await match.place())
    assert await match.log() == log


async def test_while_discord_takes_no_message(world: World) -> None:
    match = await Match.begin(world)
    world.fail("POST", "/channels/*/messages", times=None)
    world.fail("POST", "/channels/*/threads", times=None)
    await run_all(world, world.people[3], await match.place())


async def test_there_are_commands(world: World) -> None:
    names = {command.qualified_name for command in leaves(world)}
    assert len(names) > 20
