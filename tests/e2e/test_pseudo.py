"""In a language made for tests all that people read is seen to be translated, and it all fits."""

import re
from typing import Final

import pytest
from simcord import SetupError
from simcord.components import walk_components

from engine.edition_files import editions
from tests.e2e.commands import run_all
from tests.e2e.forms import start
from tests.e2e.people import Answer, Person
from tests.e2e.playing import MIRRORED, Match
from tests.e2e.sent import Sent
from tests.e2e.wording import by_people, read, speaking, too_long
from tests.e2e.world import World
from tests.nightly import nightly_except
from tests.pseudo import MARK, pseudo, untranslated

OURS: Final = re.compile(
    r"Arkadia|Ada|Cup|UTC|Bela|Chiara|Deniz|Mona|Suomi|English|Ravensburger|red|olive|black|silver"
)
"""Names, and the notation, which stay."""

WORD: Final = re.compile(r"[^\W\d_]{3,}")

QUESTION: Final = re.compile(rf"^[^«»]*{MARK}»|\A«[^«»\n]*\?\Z", re.MULTILINE)
"""The last line of a message whose first lines are not said again, or the question that is its
first line, alone in a menu."""


CUT_NAME: Final = re.compile("«Aldo [^«»]*…")
"""A computer player's name, cut as everybody's is where there is little room."""


def left_in_english(sent: list[Sent]) -> set[str]:
    """What is read in requests and stands in no brackets, or in one that was cut."""
    found = set()
    for request in sent:
        if by_people(request):
            for text in read(request.body):
                rest = OURS.sub("", QUESTION.sub("", untranslated(CUT_NAME.sub("", text))))
                if WORD.search(rest) or "«" in rest:
                    found.add(text)
    return found


async def press_all(person: Person, answer: Answer, depth: int = 2) -> None:
    """Presses whatever stands under a private answer, and under what that leads to."""
    if not answer.answered or depth == 0:
        return
    for post in answer.posts:
        for part in list(walk_components(post.components)):
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


@pytest.mark.slow
@pytest.mark.parametrize("moments", nightly_except([{0, 24}, {24}], {24}), ids=["all", "few"])
async def test_all_that_is_read_is_translated(world: World, spoken: str, moments: set[int]) -> None:
    moderator = await speaking(world, spoken)
    ada, *_ = world.people
    await run_all(world, ada, world.channel)
    for command in ("help", "rules", "preferences", "record"):
        await press_all(ada, await ada.run(f"arkadia {command}"))
    await press_all(ada, await ada.run("arkadia learn"), 3)
    await start(world.people[2], seats=4, computers=2, mirror=True, level="master")
    match, record = await Match.of(world, MIRRORED, language=spoken)
    thread = await match.place()
    for number, action in enumerate(record.actions):
        if number in moments:
            active = await match.active()
            await active.run("arkadia turn", thread)
            for name in ("screen", "board", "log"):
                await press_all(active, await active.run(f"arkadia {name}", thread), 1)
            await run_all(world, world.people[3], thread)
        await match.do(action)
    if 0 in moments:
        await run_all(world, ada, thread)
    for command in ("list", "settings", "block"):
        await moderator.run(f"arkadia-admin {command}")
    await moderator.run("arkadia-admin close", game=1, sure="yes")
    await moderator.run("arkadia-league open", name="Cup")
    await run_all(world, moderator, world.channel)
    # A box is called the same in every language.
    found = left_in_english(world.sent) - {edition.title for edition in editions()}
    assert not found, "\n".join(sorted(found))
    assert too_long(world.sent) == set()


def test_what_is_too_long_in_a_language_is_seen() -> None:
    sentence = "The stack is empty. Take one of the open cards."
    field = {"type": 18, "label": pseudo(sentence)}
    form = Sent("POST", "/interactions/1/x/callback", None, [field], {}, accepted=True)
    assert {language for language, _ in too_long([form])} == {"de", "fr", "nl"}
