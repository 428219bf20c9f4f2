"""What is read in other languages is translated, and no message is taller than a phone."""

import re
from pathlib import Path
from typing import Final

import pytest
from simcord import SetupError
from simcord.components import walk_components

from engine.edition_files import editions
from i18n.translation import words_for
from tests.e2e.commands import run_all
from tests.e2e.forms import set_to, setting_of, start
from tests.e2e.panels import Panel
from tests.e2e.people import Answer, Person, told
from tests.e2e.playing import FOUR_PEOPLE_IDLE, MIRRORED, TO_THE_END_BY_IDLENESS, Match, Plan
from tests.e2e.sent import Sent
from tests.e2e.wording import by_people, read, speak, speaking, too_long
from tests.e2e.world import World
from tests.nightly import nightly_except
from tests.pseudo import MARK, pseudo, untranslated
from tryout import simulation
from ui.buttons import BOARD
from ui.texts.markup import SCREEN, as_read, height


@pytest.mark.slow
async def test_tables_speak_their_language_and_people_theirs(world: World, spoken: str) -> None:
    ada, bela, *_ = world.people
    await speak(world, bela, spoken)
    assert told(await start(ada, language=spoken)).startswith("Game 1")
    assert "«" in world.newest().text
    assert "«" in told(await bela.press(world.newest(), pseudo("Join")))
    await ada.choose(world.newest(), "pupil")
    # A name keeps no sign of direction, which the pseudo-locale sets around all that it says.
    called = pseudo("{name} the pupil").format(name="Aldo").replace("\u200f", "")
    assert called in world.newest().text
    await ada.press(world.newest(), pseudo("Begin"))
    [thread] = world.threads()
    assert "«" in str(thread.name)
    board = world.newest(thread)
    assert all("«" in str(picture.alt) for picture in board.pictures)
    shown = pseudo(BOARD.caption)
    assert "«" not in told(await ada.press(board, shown))
    assert "«" in told(await bela.press(board, shown))


async def test_the_language_of_a_running_game_can_be_changed(world: World) -> None:
    match = await Match.begin(world)
    active, before = await match.active(), await match.newest()
    assert "not in game" in told(await world.people[3].display(language="nl"))
    thread = await match.place()
    assert "is now in Nederlands for everybody" in told(await active.display(language="nl"))
    now = await match.newest()
    assert now.id != before.id
    assert not world.now(before).buttons
    assert words_for("nl").context("button", BOARD.caption) in now.buttons
    assert now.pictures[0].alt.startswith("Arkadia, beurt 1.")
    assert not now.pings
    assert "Arkadia, partij 1: " in (thread.name or "")
    world.env.backend.edit_channel(thread.id, {"name": "Ours"})
    await active.display(language="en")
    assert thread.name == "Ours"
    await active.display(language="nl")
    await world.restart()
    await match.turn()
    assert "jouw beurt in partij 1" in (await match.newest()).text


async def test_a_server_speaks_as_is_chosen(world: World, spoken: str, moderator: Person) -> None:
    ada, *_ = world.people
    assert "are in English" in told(await setting_of(moderator, "language"))
    assert "are in Suomi" in told(await set_to(moderator, "language", "fi"))
    await ada.run("arkadia start")
    assert "«" in world.newest().text
    await start(ada, seats=2, language="en")
    assert "«" not in world.newest().text
    elsewhere = world.another_server()
    await start(elsewhere.people[0], seats=2)
    assert "«" not in elsewhere.newest().text
    assert "are in English" in told(await set_to(moderator, "language", "discord"))
    await ada.run("arkadia start")
    assert "«" not in world.newest().text


async def test_the_try_out_speaks_the_language_of_the_machine(
    spoken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "words", words_for(spoken))
    monkeypatch.setattr("tabletop.computers.PAUSE_S", 10_000.0)
    tried = simulation.Tryout(tmp_path, practice=True)
    async with tried.running(0):
        await tried.people[0].slash(tried.channel, "arkadia start")
        messages = tried.channel.history(viewer=tried.people[1])
    assert len(messages) == 3  # the greeting, a game of practice with no turn yet, the lobby
    assert all("«" in message.content for message in messages)


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


LOOKING = ("board", "screen", "turn", "games", "help", "rules", "preferences", "hint")


def texts(sent: Sent) -> list[str]:
    parts = [sent.body, sent.body.get("data")] if isinstance(sent.body, dict) else []
    found = [part["content"] for part in parts if isinstance(part, dict) and part.get("content")]
    return [as_read(text) for text in found]


@pytest.mark.nightly
@pytest.mark.parametrize("plan", [TO_THE_END_BY_IDLENESS, FOUR_PEOPLE_IDLE])
async def test_nothing_is_taller_than_a_phone(world: World, plan: Plan) -> None:
    match, record = await Match.of(world, plan)
    for number, action in enumerate(record.actions):
        if number % 9 == 0 and not (await match.game()).turn.plies:
            await (await Panel.open(match)).do(action)
        else:
            await match.do(action)
        if number in (20, len(record.actions) - 1):
            for person in world.people[: plan.seats]:
                for command in LOOKING:
                    await person.run(f"arkadia {command}", await match.place())
    rules = (await world.people[0].run("arkadia rules")).post
    while not rules.buttons["Next"].disabled:
        rules = (await world.people[0].press(rules, "Next")).post
    told = [text for sent in world.sent for text in texts(sent)]
    assert told
    assert [text for text in told if height(text) > SCREEN] == []
