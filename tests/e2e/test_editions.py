"""Editions of a host's own folder: the default of what is opened, read anew, left out if wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import EXTENSIONS
from engine.edition_files import BUILT_IN, SHELF, load_edition
from tests.e2e.computers import until_a_person_is_due
from tests.e2e.loading import QuickBot
from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.world import World
from tests.editions import SMALL_TEXT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "editions"
    folder.mkdir()
    return folder


def write(folder: Path, name: str, text: str, **changes: Any) -> None:
    (folder / name).write_text(json.dumps(json.loads(text) | changes), "utf-8")


async def hosted(world: World, folder: Path, edition: str) -> Person:
    """Starts the bot anew with a folder and a default; gives the person who runs it."""
    settings = replace(world.bot.settings, editions=folder, edition=edition)
    await world.bot.close()
    await world.env.restart_bot(QuickBot(settings, EXTENSIONS))
    owner = world.newcomer("olga", permissions=discord.Permissions(manage_guild=True))
    world.bot.owner_id = owner.id
    return owner


async def newest_game(world: World) -> int:
    """The number of the game that was opened last."""
    found = await world.bot.store.games.find(world.guild.id, states=["running"], limit=1)
    return found[0].game_id


@pytest.fixture(autouse=True)
def usual() -> Any:
    yield
    SHELF.look_in(BUILT_IN)


async def test_a_file_is_the_default_of_start_practice_and_about(
    world: World, folder: Path
) -> None:
    write(folder, "ours.json", SMALL_TEXT, id="ours", title="Our box")
    await hosted(world, folder, "ours")
    ada, *_ = world.people
    await ada.run("arkadia start")
    assert "Edition: Our box. It is made up; no box has it." in world.newest().text
    assert (await ada.run("arkadia about")).text.startswith("**Our box**")
    practice = await ada.run("arkadia practice", level="apprentice")
    game = await Match(world, int(practice.text.split()[1])).game()
    assert game.start.edition is load_edition("ours")
    offered = list(await ada.suggestions("arkadia start", "edition"))
    assert offered[0] == "Our box"
    assert {"Arkadia (Ravensburger 26 433 9, 2006)", "An atoll (made up)"} <= set(offered)
    await ada.run("arkadia start", edition="Arkadia (Ravensburger 26 433 9, 2006)")
    assert "Edition" not in world.newest().text


async def test_a_bad_file_is_told_and_the_bot_runs_on_until_it_is_mended(
    world: World, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(folder, "bad.json", SMALL_TEXT, id="bad", camps=["A1", "A1"])
    owner = await hosted(world, folder, "bad")
    (line,) = [one for one in caplog.records if vars(one).get("edition") == "bad.json"]
    assert vars(line)["why"] == "the camp on A1 is named twice"
    assert (await owner.run("arkadia start")).answered
    assert "Edition" not in world.newest().text
    status = (await owner.run("arkadia-admin status")).text
    assert "- Edition left out, `bad.json`: the camp on A1 is named twice" in status
    write(folder, "bad.json", SMALL_TEXT, id="bad", title="Mended")
    await owner.run("arkadia-admin reload")
    await owner.run("arkadia start")
    assert "Edition: Mended." in world.newest().text
    assert "left out" not in (await owner.run("arkadia-admin status")).text


@pytest.mark.databases
async def test_a_corrected_camp_disturbs_no_game_that_runs(world: World, folder: Path) -> None:
    match = await Match.begin(world, 2)
    await match.turn()
    before = (await match.game()).position
    camps = [*json.loads(load_edition().text)["camps"][:-1], "A1"]
    write(folder, "ours.json", load_edition().text, camps=camps, revision=2)
    await hosted(world, folder, "ravensburger-2006")
    ada = await match.active()
    assert f"ame {match.number}" in (await ada.run("arkadia games")).text
    assert (await match.game()).position == before
    await match.turn()
    assert (await match.table()).row.state == "running"
    newest = load_edition()
    assert newest.revision == 2
    assert (await match.game()).start.edition.fingerprint != newest.fingerprint
    practice = await ada.run("arkadia practice", level="apprentice")
    begun = await Match(world, int(practice.text.split()[1])).game()
    assert begun.start.edition is newest


@pytest.mark.parametrize("edition", ["ours", "atoll"])
async def test_the_lesson_keeps_its_edition_and_the_rules_are_of_the_default(
    world: World, folder: Path, edition: str
) -> None:
    write(folder, "ours.json", SMALL_TEXT, id="ours", title="Our box")
    said = []
    for default in ("ravensburger-2006", edition):
        await hosted(world, folder, default)
        assert load_edition().id == default
        ada, *_ = world.people
        learned = await ada.run("arkadia learn")
        assert learned.post.pictures
        said.append((learned.text, learned.post.pictures[0].alt))
        rules = (await ada.run("arkadia rules")).text
        assert f"seals** of {len(load_edition().families)} families" in rules
    assert said[0] == said[1]


async def test_advice_says_that_it_was_fitted_to_another_edition(
    world: World, folder: Path
) -> None:
    write(folder, "ours.json", SMALL_TEXT, id="ours", title="Our box")
    await hosted(world, folder, "ours")
    ada, bela, *_ = world.people
    said = {}
    for edition in ("ours", "ravensburger-2006"):
        await ada.run("arkadia start", edition=edition, seats=2, help="all")
        await bela.press(world.newest(), "Join")
        begun = await ada.press(world.newest(), "Begin")
        match = Match(world, await newest_game(world))
        assert begun.answered
        said[edition] = (await (await match.active()).run("arkadia hint", game=match.number)).text
    assert "fitted to another edition" in said["ours"]
    assert "fitted to another edition" not in said["ravensburger-2006"]


@pytest.mark.slow
async def test_a_turn_played_by_the_computer_says_so_too(world: World) -> None:
    ada, *_ = world.people
    for title, warned in (("An atoll (made up)", True), (load_edition().title, False)):
        await ada.run("arkadia practice", level="pupil", edition=title)
        match = Match(world, await newest_game(world))
        await until_a_person_is_due(match)
        played = await ada.run("arkadia hint", await match.place(), play=True)
        assert "played turn" in played.text
        assert ("fitted to another edition" in played.text) == warned
