"""What people ask for costs the same however many games a server has finished."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import discord
import pytest
from discord import app_commands

from tests.e2e.commands import options_of
from tests.e2e.faces import all_faces
from tests.e2e.many_games import Costs, finish_many
from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.world import Place, World
from tests.features import beside_features
from ui import buttons
from ui.components import MenuFace

FEW: Final = 100
MANY: Final = (2_000, 100_000)

FACTOR: Final = 2  # by how much a command may cost more with the many games

LEFT_OUT: Final = (
    # cost all that a person has played
    *(buttons.ALL_RECORDS.what, buttons.EXPORT_TRACES.what, buttons.FORGET_ME.what),
    buttons.FORGET_SURE.what,  # after which the person is gone
    *(buttons.HINT.what, buttons.PRACTICE.what, buttons.PLAY_FOR_ME.what, "review"),  # think long
)
"""The names of buttons that are not pressed."""

GAME_DIGITS: Final = 9  # the most digits of a game's number; longer ones are a person's

UNCERTAIN: Final = 4_000
"""Steps that timers may take meanwhile. To look at each game once takes three a game."""

Command = app_commands.Command[Any, ..., Any]


def commands_of(world: World) -> Iterator[Command]:
    for top in world.bot.tree.get_commands():
        if isinstance(top, app_commands.Group):
            yield from (one for one in top.walk_commands() if isinstance(one, app_commands.Command))


class Asking:
    """A person who asks for everything on a server, and what each question costs."""

    def __init__(self, world: World, costs: Costs) -> None:
        self.world = world
        self.costs = costs
        self.store = world.bot.services.tables.store
        self.found: dict[str, Counter[str]] = {}

    async def all(self, games: int) -> dict[str, Counter[str]]:
        asker = self.world.newcomer("asker", permissions=discord.Permissions(manage_guild=True))
        self.world.bot.owner_id = asker.id
        self.world.people = (asker, *self.world.people[1:])
        number = await finish_many(self.world, games)
        match = await Match.begin(self.world)
        place = await match.place()
        async with self.costs.watching(self.store):
            for feature in beside_features("many_games"):
                await feature.press(asker, number, self._note)
            for command in commands_of(self.world):
                await self._command(asker, command, place, number)
            await self._menus(asker)
            await self._faces(asker, await match.newest(), number)
            await self.store.admin.games_now()
            await self._note("a scrape")
        return self.found

    async def _command(self, asker: Person, command: Command, place: Place, number: int) -> None:
        """Asks for a command where a game runs; for one that needs none, where games were, too."""
        name, given = command.qualified_name, options_of(command, asker)
        for option in command.parameters:
            if option.autocomplete:
                await asker.suggestions(name, option.name, "", place)
                await self._note(f"/{name}, suggestions of {option.name}")
        await asker.run(name, place, **given)
        await self._note(f"/{name}")
        await asker.run(name, **given)
        await self._note(f"/{name} where games were")
        if "game" in {option.name for option in command.parameters}:
            await asker.run(name, **(given | {"game": number}))
            await self._note(f"/{name} of a finished game")

    async def _menus(self, asker: Person) -> None:
        target = self.world.people[1].actor
        for menu in self.world.bot.tree.get_commands(type=discord.AppCommandType.user):
            await asker.actor.context_menu(self.world.channel, menu.name, target)
            await self._note(menu.name)

    async def _faces(self, asker: Person, post: Post, number: int) -> None:
        """Presses every button there is, of a finished game."""
        for face in all_faces():
            if face.what not in LEFT_OUT:
                values = [str(number)] if isinstance(face, MenuFace) else None
                first = asker.id if face.digits > GAME_DIGITS else number
                await asker.forge(post, face.custom_id(*[first, 1, 0, 0][: face.count]), values)
                await self._note(f"the button {face.what}")

    async def _note(self, what: str) -> None:
        self.found[what] = await self.costs.taken(self.store)


@pytest.mark.nightly
@pytest.mark.parametrize("games", MANY)
async def test_what_is_asked_for_costs_the_same_with_many_games(world: World, games: int) -> None:
    costs = Costs()
    few = await Asking(world, costs).all(FEW)
    many = await Asking(world.another_server(), costs).all(games)
    assert few.keys() == many.keys()
    dearer = [
        f"{what}: {few[what].total()} and {steps.total()}, {steps.most_common(1)}"
        for what, steps in many.items()
        if steps.total() > FACTOR * few[what].total() + UNCERTAIN
    ]
    assert dearer == []
