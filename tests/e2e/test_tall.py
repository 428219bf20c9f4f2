"""No message is taller than a phone's screen, but for the log, the full text and about."""

import pytest

from tests.e2e.panels import Panel
from tests.e2e.people import Person
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.sent import Sent
from tests.e2e.world import World
from ui.texts.markup import SCREEN, as_read, height

LOOKING = ("board", "screen", "turn", "games", "help", "rules", "preferences", "privacy", "hint")


def texts(sent: Sent) -> list[str]:
    """The contents of the message that a request sends, if it sends one."""
    parts = [sent.body, sent.body.get("data")] if isinstance(sent.body, dict) else []
    found = [part["content"] for part in parts if isinstance(part, dict) and part.get("content")]
    return [as_read(text) for text in found]


def too_tall(world: World) -> list[str]:
    """What was sent so far that a phone does not show at a time."""
    told = [text for sent in world.sent for text in texts(sent)]
    assert told
    return [text for text in told if height(text) > SCREEN]


async def look(world: World, person: Person, match: Match) -> None:
    """Looks at all that a person looks at."""
    place = await match.place()
    for command in LOOKING:
        await person.run(f"arkadia {command}", place)
    rules = (await person.run("arkadia rules", place)).post
    while not rules.buttons["Next"].disabled:
        rules = (await person.press(rules, "Next")).post


@pytest.mark.nightly
async def test_a_game_of_two_on_a_phone(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    for number, action in enumerate(record.actions):
        if number % 9 == 0 and not (await match.game()).turn.plies:
            await (await Panel.open(match)).do(action)
        else:
            await match.do(action)
    await look(world, world.people[0], match)
    assert too_tall(world) == []


@pytest.mark.nightly
async def test_after_days_away_in_a_game_of_four(world: World) -> None:
    match = await Match.begin(world, 4)
    for seed in range(7):
        await match.turn(seed)
    for person in (await match.active(), await match.waiting()):
        await look(world, person, match)
    assert too_tall(world) == []
