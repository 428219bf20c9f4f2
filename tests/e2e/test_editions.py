"""Editions of a host's folder: the default, read anew, left out if wrong, played by everybody."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot import EXTENSIONS
from engine.actions import Banner, End
from engine.edition import Edition
from engine.edition_files import BUILT_IN, SHELF, load_edition
from engine.random_play import random_action, random_start
from engine.record import Record
from engine.start import FREE
from tests.e2e.forms import start
from tests.e2e.loading import QuickBot
from tests.e2e.panels import Panel
from tests.e2e.people import Person
from tests.e2e.playing import Match, until_a_person_is_due
from tests.e2e.world import World
from tests.editions import ISLAND, SMALL_TEXT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "editions"
    folder.mkdir()
    return folder


def write(folder: Path, name: str, text: str, **changes: Any) -> None:
    (folder / name).write_text(json.dumps(json.loads(text) | changes), "utf-8")


async def hosted(world: World, folder: Path, edition: str) -> None:
    settings = replace(world.bot.settings, editions=folder, edition=edition)
    await world.restart(QuickBot(settings, EXTENSIONS))


@pytest.fixture(autouse=True)
def usual() -> Any:
    yield
    SHELF.look_in(BUILT_IN)


async def test_a_file_is_the_default_of_start_and_practice(world: World, folder: Path) -> None:
    write(folder, "ours.json", SMALL_TEXT, id="ours", title="Our box")
    await hosted(world, folder, "ours")
    ada, *_ = world.people
    await ada.run("arkadia start")
    said = "Edition: Our box. We made it up, so you won't find it in any box."
    assert said in world.newest().text
    assert (await ada.through("arkadia help", "About")).text.startswith("**Our box**")
    practice = await ada.run("arkadia practice", level="apprentice")
    game = await Match(world, int(practice.text.split()[1])).game()
    assert game.start.edition is load_edition("ours")
    offered = list(await ada.suggestions("arkadia practice", "edition"))
    assert offered[0] == "Our box"
    assert {"Arkadia (Ravensburger 26 433 9, 2006)", "An atoll (made up)"} <= set(offered)
    await start(ada, edition="ravensburger-2006")
    assert "Edition" not in world.newest().text


async def test_a_bad_file_is_told_and_the_bot_runs_on_until_it_is_mended(
    world: World, owner: Person, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(folder, "bad.json", SMALL_TEXT, id="bad", camps=["A1", "A1"])
    await hosted(world, folder, "bad")
    world.bot.owner_id = owner.id
    (line,) = [one for one in caplog.records if vars(one).get("edition") == "bad.json"]
    assert vars(line)["why"] == "the camp on A1 is named twice"
    assert (await owner.run("arkadia start")).answered
    assert "Edition" not in world.newest().text
    status = (await owner.run("arkadia-admin status")).text
    assert "- Edition `bad.json` not loaded: the camp on A1 is named twice" in status
    write(folder, "bad.json", SMALL_TEXT, id="bad", title="Mended")
    await owner.run("arkadia-admin reload")
    await owner.run("arkadia start")
    assert "Edition: Mended." in world.newest().text
    assert "not loaded" not in (await owner.run("arkadia-admin status")).text


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
    assert (await Match(world, int(practice.text.split()[1])).game()).start.edition is newest


@pytest.mark.nightly
@pytest.mark.parametrize("edition", ["ours", "atoll"])
async def test_the_lesson_keeps_its_edition(world: World, folder: Path, edition: str) -> None:
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


@pytest.mark.slow
async def test_advice_says_it_was_fitted_to_another_edition(world: World, folder: Path) -> None:
    write(folder, "ours.json", SMALL_TEXT, id="ours", title="Our box")
    await hosted(world, folder, "ours")
    ada, *_ = world.people
    titles = ("Our box", "An atoll (made up)", load_edition("ravensburger-2006").title)
    for number, title in enumerate(titles, 1):
        await ada.run("arkadia practice", level="pupil", edition=title)
        await until_a_person_is_due(Match(world, number))
        for play in (False, True):
            hint = await ada.run("arkadia hint", game=number, play=play)
            assert ("played turn" in hint.text) == play
            assert ("tuned for another edition" in hint.text) == (number < 3)


ATOLL = load_edition("atoll")
SEEDS = {ISLAND.id: 4354, ATOLL.id: 382}
"""In these games all forms are built, and seals are sold: those of the family that no other edition
has, and those of all families."""


@pytest.mark.nightly
@pytest.mark.parametrize("edition", [ISLAND, ATOLL], ids=lambda edition: edition.id)
async def test_a_whole_game_by_the_panel_with_pictures(world: World, edition: Edition) -> None:
    rng = Random(SEEDS[edition.id])
    dealt = random_start(edition, FREE, 2, rng)
    match = await Match.begin(world, setup=FREE, start=dealt, edition=edition.id)
    panel: Panel | None = None
    turns, sold, text = 0, set[str](), ""
    while not (game := await match.game()).position.over:
        if panel is None:
            turns += 1
            if turns % 9 == 0:
                await world.restart()
            panel = await Panel.open(match)
            text += (await match.newest()).text
        action = random_action(game.position, rng)
        if isinstance(action, Banner):
            sold.update(family for family, _ in action.sale)
        await panel.do(action)
        if isinstance(action, End):
            panel = None
            assert (await match.newest()).pictures
        else:
            assert panel.post.pictures
    assert (await match.newest()).pictures
    for name in (*edition.families, *edition.forms):
        assert name in text, name
    assert game.start.edition is edition
    assert sold >= ({"blue"} if edition is ISLAND else set(edition.families))
    record = Record.of(game.position, game.actions)
    assert Record.from_json(record.to_json()).replay() == game.position
