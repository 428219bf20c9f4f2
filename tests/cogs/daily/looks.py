"""What people who look in once a day do about the position of the day."""

from dataclasses import replace
from itertools import cycle
from random import Random

from cogs.daily.service import Daily, in_file
from tests.e2e.answers import told
from tests.e2e.people import Person
from tests.e2e.world import World


async def prepare(world: World, first: int, days: int) -> None:
    """Has a position for each day: those of the file, whose days are other ones."""
    known = world.bot.services[Daily].positions
    for day, puzzle in zip(range(first, first + days), cycle(in_file().values()), strict=False):
        await known.keep(replace(puzzle, day=day))


async def look(world: World, person: Person, rng: Random, *, shown: bool) -> bool:
    """Answers the position of the day, which a person without anything else looks at."""
    daily = world.bot.services[Daily]
    puzzle = await daily.position(daily.today)
    if puzzle is None:
        return False
    if shown:
        assert "Your first answer counts" in told(await person.run("arkadia-daily"))
    second, _ = puzzle.behind[0]
    action = rng.choice((puzzle.action, puzzle.position.parse(second)))
    await daily.answer(person.id, world.guild.id, puzzle, action)
    return True
