"""Each reads what is theirs alone in their own language, and what a table says in the table's."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import discord
import pytest

from i18n.translation import words_for
from tests.e2e.forms import set_to, setting_of, start
from tests.e2e.people import Person, told
from tests.e2e.playing import MIRRORED, Match
from tests.e2e.sent import Sent
from tests.e2e.wording import english_read, speaking
from tests.e2e.world import World
from tests.pseudo import pseudo
from tryout import simulation
from ui.buttons import BOARD

LOOKED_AT: Final = (0, 24, 90)
"""Before which actions a game is looked at in every way."""


async def speaks(world: World, person: Person, language: str) -> None:
    personal = world.bot.services.personal
    chosen = replace(personal.preferences(person.id), language=language)
    await personal.prefer(person.id, chosen)


@pytest.mark.slow
async def test_a_table_speaks_its_own_language_and_each_person_theirs(
    world: World, spoken: str
) -> None:
    ada, bela, *_ = world.people
    await speaks(world, bela, spoken)
    answer = await start(ada, language=spoken)
    assert told(answer).startswith("Game 1")
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
    stranger = world.people[3]
    assert "no seat" in told(await stranger.display(language="nl"))
    thread = await match.place()
    answer = await active.display(language="nl")
    assert "is in Nederlands now" in told(answer)
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


async def test_a_server_speaks_the_language_that_its_moderators_chose(
    world: World, spoken: str
) -> None:
    ada, *_ = world.people
    moderator = world.newcomer("mona", permissions=discord.Permissions(manage_guild=True))
    assert "is in English" in told(await setting_of(moderator, "language"))
    chosen = await set_to(moderator, "language", "fi")
    assert "is in Suomi" in told(chosen)
    await ada.run("arkadia start")
    assert "«" in world.newest().text
    await start(ada, seats=2, language="en")
    assert "«" not in world.newest().text
    elsewhere = world.another_server()
    await start(elsewhere.people[0], seats=2)
    assert "«" not in elsewhere.newest().text
    assert "is in English" in told(await set_to(moderator, "language", "discord"))
    await ada.run("arkadia start")
    assert "«" not in world.newest().text


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
async def test_no_english_is_read_in_a_whole_game_in_another_language(
    world: World, language: str
) -> None:
    await speaking(world, language)
    match, record = await Match.of(world, MIRRORED)
    for number, action in enumerate(record.actions):
        if number in LOOKED_AT:
            active, place = await match.active(), await match.place()
            for command in ("turn", "screen", "board", "log"):
                await active.run(f"arkadia {command}", place)
            await active.run("arkadia board", place, text=True)
        await match.do(action)
    assert (await match.table()).row.state == "finished"
    assert all(request.accepted for request in world.sent)
    assert english_read(world.sent, language) == set()


@pytest.mark.quick
def test_english_is_seen_where_it_is_read() -> None:
    def sent(text: str) -> list[Sent]:
        return [Sent("POST", "/channels/1/messages", None, {"content": text}, {}, accepted=True)]

    for text in (
        "Ada: The castle covers it, where nothing else can stand.",
        "Not enough\nVacant squares:",
        "the red mill",
    ):
        assert english_read(sent(text), "fr")
    assert english_read(sent("La partie commence. `/arkadia build` F7, house"), "fr") == {"house"}
    assert english_read(sent("Ton tour : `/arkadia build card:house`"), "fr") == set()


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
