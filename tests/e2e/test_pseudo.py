"""In a language made for tests all that people read is seen to be translated, and it all fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

import discord
from simcord import SetupError

from tests.e2e.commands import run_all
from tests.e2e.people import Answer, Person
from tests.e2e.playing import MIRRORED, Match
from tests.e2e.posts import walk
from tests.e2e.sent import Sent
from tests.e2e.world import World
from tests.pseudo import MARK, untranslated

READ: Final = ("content", "label", "placeholder", "description", "title", "text", "name")
"""Where in a request stands what people read."""

OURS: Final = re.compile(
    r"Arkadia|Ada|Cup|UTC|Bela|Chiara|Deniz|Mona|Suomi|English|Ravensburger|red|olive|black|silver"
)
"""Names, and the notation, which stay."""

WORD: Final = re.compile(r"[^\W\d_]{3,}")

QUESTION: Final = re.compile(rf"^[^«»]*{MARK}»", re.MULTILINE)
"""The last line of a message whose first lines are not said again."""


def read(value: object, key: str = "") -> Iterator[str]:
    """All that people read of a request."""
    if isinstance(value, str) and key in READ:
        yield value
    elif isinstance(value, Mapping):
        for name, inside in value.items():
            yield from read(inside, name)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from read(inside, key)


def left_in_english(sent: list[Sent]) -> set[str]:
    """What is read in requests and stands in no brackets, or in one that was cut."""
    found = set()
    for request in sent:
        if request.path.split("/")[1] in ("interactions", "webhooks", "channels"):
            for text in read(request.body):
                rest = OURS.sub("", QUESTION.sub("", untranslated(text)))
                if WORD.search(rest) or "«" in rest:
                    found.add(text)
    return found


async def press_all(person: Person, answer: Answer, depth: int = 2) -> None:
    """Presses whatever stands under a private answer, and under what that leads to."""
    if not answer.answered or depth == 0:
        return
    for post in answer.posts:
        for part in list(walk(post.components)):
            if not part.get("custom_id") or part.get("disabled") or "forget" in part["custom_id"]:
                continue
            try:
                if part["type"] == 2:
                    shown = await person.press(post, custom_id=part["custom_id"])
                elif part["type"] == 3:
                    first = part["options"][0]["value"]
                    shown = await person.choose(post, first, custom_id=part["custom_id"])
                else:
                    continue
            except SetupError:  # an answer that was edited shows it no more
                continue
            await press_all(person, shown, depth - 1)


async def in_pseudo(world: World, spoken: str) -> Person:
    """Has everybody and the server speak the language; gives a moderator."""
    personal = world.bot.services.personal
    moderator = world.newcomer("mona", permissions=discord.Permissions(manage_guild=True))
    for person in (*world.people, moderator):
        chosen = replace(personal.preferences(person.id), language=spoken)
        await personal.prefer(person.id, chosen)
    await moderator.run("arkadia-admin language", language=spoken)
    return moderator


async def test_all_that_is_read_is_translated(world: World, spoken: str) -> None:
    moderator = await in_pseudo(world, spoken)
    ada, *_ = world.people
    await run_all(world, ada, world.channel)
    for command in ("help", "rules", "preferences", "privacy", "about"):
        await press_all(ada, await ada.run(f"arkadia {command}"))
    await press_all(ada, await ada.run("arkadia learn"), 3)
    await world.people[2].run("arkadia start", seats=4, computers=2, mirror=True, level="master")
    match, record = await Match.of(world, MIRRORED)
    thread = await match.place()
    for number, action in enumerate(record.actions):
        if number in (0, 24):
            active = await match.active()
            await active.run("arkadia turn", thread)
            for name in ("screen", "board", "log"):
                await press_all(active, await active.run(f"arkadia {name}", thread), 1)
            await run_all(world, world.people[3], thread)
        await match.do(action)
    await run_all(world, ada, thread)
    for command in ("list", "digest", "announce", "block", "language"):
        await moderator.run(f"arkadia-admin {command}")
    await moderator.run("arkadia-admin close", game=1)
    await moderator.run("arkadia-league open", name="Cup")
    await run_all(world, moderator, world.channel)
    found = left_in_english(world.sent)
    assert not found, "\n".join(sorted(found))
