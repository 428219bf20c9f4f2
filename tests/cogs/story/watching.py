"""The story, as one way of looking at a game that everybody has."""

from tests.e2e.people import Answer, Person
from tests.e2e.world import Place


async def look(person: Person, place: Place) -> Answer:
    return await person.through("arkadia board", "Story", place)
