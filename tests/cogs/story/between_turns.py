"""The story of a whole game, heard while it runs."""

import re
from random import Random

from cogs.story import story_of_game
from i18n.translation import ENGLISH
from tests.e2e.information_sets import indistinguishable
from tests.e2e.playing import Match


async def look(match: Match) -> None:
    """A stranger hears the story, which tells nothing hidden."""
    story = await match.world.people[3].through("arkadia record", "Story", await match.place())
    assert re.search(r"\d+ turns? (?:so far|since turn)", story.text)
    table = await match.table()
    others = (table, indistinguishable(table, Random(table.version)))
    one, another = [story_of_game(each, 1, ENGLISH) for each in others]
    assert one == another
