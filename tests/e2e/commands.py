"""Every command there is, to be run where it makes little sense."""

from collections.abc import Iterator
from typing import Any

from discord import AppCommandOptionType, app_commands

from tests.e2e.people import Person
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

THINKING = {"arkadia hint", "arkadia practice"}  # these ask a computer player, which takes its time


def leaves(world: World) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in world.bot.tree.walk_commands():
        if not isinstance(command, app_commands.Command) or command.qualified_name in THINKING:
            continue
        if not command.qualified_name.startswith("arkadia-admin"):
            yield command


def options_of(command: app_commands.Command[Any, ..., Any], person: Person) -> dict[str, Any]:
    filled: dict[str, Any] = {}
    for option in command.parameters:
        if option.required:
            if option.type is AppCommandOptionType.user:
                filled[option.name] = person.actor
                continue
            sample: Any = 1 if option.type.name in ("integer", "number") else "red"
            sample = option.choices[0].value if option.choices else sample
            filled[option.name] = WORDS.get(option.name, sample)
    return filled


async def run_all(world: World, person: Person, place: Place) -> None:
    """Runs every command once; whatever it is, the answer is private and no failure."""
    for command in leaves(world):
        answer = await person.run(command.qualified_name, place, **options_of(command, person))
        assert answer.answered, command.qualified_name
        assert answer.private, command.qualified_name
        for post in answer.posts:
            assert "Something went wrong" not in post.text, command.qualified_name
            assert "{" not in post.text, command.qualified_name
            assert len(post.text) <= 2000
    await world.env.settle()
    assert world.env.errors == []
