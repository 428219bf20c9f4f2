"""Games against computer players."""

from tabletop.table import Table
from tests.e2e.lobby_forms import start
from tests.e2e.playing import Match
from tests.e2e.world import World


async def against(world: World, *levels: str) -> Match:
    """A game of the first person of the world against computer players."""
    ada = world.people[0]
    answer = await start(ada, help="all")
    for level in levels:
        await ada.choose(world.newest(), level)
    await ada.press(world.newest(), "Begin")
    return Match(world, int(answer.text.split()[1]))


async def until_a_person_is_due(match: Match) -> Table:
    """The table when no computer player has to act any more."""
    for _ in range(60):
        table = await match.table()
        if not table.computer_due:
            return table
        await match.world.env.advance_time(2.5)
    raise AssertionError("the computer players do not come to an end")
