"""Help is one screen by what one wants to do; each command answers where it makes little sense."""

import re

import pytest

from i18n.translation import words_for
from tests.cogs.payloads import by_path
from tests.e2e.commands import run_all
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.world import World
from tests.ui.counting import LANGUAGES, MOST_WORDS, words_in
from ui.features import offers_of
from ui.texts.bot import help_text
from ui.texts.markup import SCREEN, height


@pytest.mark.quick
async def test_one_screen_names_every_command_and_its_buttons_open_the_rest(world: World) -> None:
    ada = world.people[0]
    answer = await ada.run("arkadia help")
    assert answer.private
    group = world.bot.tree.get_command("arkadia")
    assert group is not None
    payload = group.to_dict(world.bot.tree)
    names = {path.split()[1] for path, _ in by_path(payload) if " " in path} - {"help"}
    assert names == {name for name in names if re.search(rf"(`|arkadia ){name}\b", answer.text)}
    assert "Game 1" in (await ada.press(answer.post, "Play practice")).text
    await world.restart()
    for label in ("About", "Privacy", "Learn", "Rules"):
        assert (await ada.press(answer.post, label)).private


async def test_about_is_short_and_tells_what_is_made_up(world: World) -> None:
    about = await world.people[0].through("arkadia help", "About")
    assert len(about.text) < 560
    assert f"client_id={world.bot.application_id}" in about.post.links["Add to a server"]
    assert "We made up where" in about.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_short_and_fits_a_phone_with_features(world: World, language: str) -> None:
    words = words_for(language)
    text = help_text(offers_of(world.bot, "help", words).lines, [], words)
    assert words_in(text) <= MOST_WORDS["help"]
    assert height(text) <= SCREEN


@pytest.mark.slow
async def test_where_there_is_no_game_and_in_anothers_turn(world: World) -> None:
    stranger = world.people[3]
    await run_all(world, stranger, world.channel)
    match = await Match.begin(world)
    await match.turn()
    log = await match.log()
    for person in (stranger, await match.waiting()):
        await run_all(world, person, await match.place())
    assert await match.log() == log


@pytest.mark.nightly
async def test_when_the_game_is_over(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await match.end(record)
    log = await match.log()
    for person in (world.people[0], world.people[3]):
        await run_all(world, person, await match.place())
    assert await match.log() == log
