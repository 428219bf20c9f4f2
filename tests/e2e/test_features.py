"""Features can be left out, and one that cannot be loaded leaves the bot going on."""

from collections.abc import Callable

import pytest
from discord import app_commands

from bot import CORE, EXTENSIONS, ArkadiaBot
from db.database import Place as Database
from i18n.translation import ENGLISH
from runtime.settings import Settings
from tests.e2e.loading import QuickBot
from tests.e2e.people import Person
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.traces import Traces
from tests.e2e.world import WallClock, World
from ui.features import Extra, Feature, extra_of

BROKEN = "tests.e2e.extensions.broken"
WEATHER = "tests.e2e.extensions.weather"
CROWD = "tests.e2e.extensions.crowd"
LEFT_OUT = tuple(name.removeprefix("cogs.") for name in EXTENSIONS if name not in CORE)


@pytest.fixture
def make_bot(database: Database, wall: WallClock) -> Callable[[], ArkadiaBot]:
    settings = Settings(token="", database=database, without=(*LEFT_OUT, "arkadia", "nothing"))
    return lambda: QuickBot(settings, [*EXTENSIONS, BROKEN], clock=wall)


@pytest.fixture(autouse=True)
def _damaged(world: World, traces: Traces) -> None:
    [error] = traces.take()
    assert "its file is damaged" in str(error)


async def test_what_is_left_out_or_damaged_is_missing_alone(world: World, owner: Person) -> None:
    bot = world.bot
    assert bot.missing == (BROKEN,)
    assert set(bot.extensions) == CORE
    assert {one.name for one in bot.tree.get_commands()} == {"arkadia", "arkadia-admin"}
    assert f"Couldn't load {BROKEN}" in (await owner.run("arkadia-admin status")).text


@pytest.mark.slow
async def test_a_game_is_played_to_its_end_without_features(world: World) -> None:
    ada = world.people[0]
    await ada.run("arkadia start")
    lobby = world.newest()
    assert "Learn" not in lobby.text
    assert "Learn" not in lobby.buttons
    await ada.press(lobby, "Cancel")
    page = await ada.run("arkadia help")
    assert "arkadia practice" in page.text
    assert "arkadia learn" not in page.text
    of_lesson = "arkadia:turn:0:0:p0:build:do:9.9.9.9"
    for custom_id in ("arkadia:learn", "arkadia:lesson-on:3", of_lesson):
        assert "its feature was switched off" in (await ada.forge(lobby, custom_id)).text
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await match.end(record)
    assert (await match.table()).row.state == "finished"
    final = await match.newest()
    assert "Review my turns" not in final.buttons
    assert len((await ada.press(final, "Record")).post.pictures) == 1


async def test_a_features_commands_stay_in_their_group_when_it_is_reloaded(world: World) -> None:
    bot = world.bot
    await bot.load_extension(WEATHER)
    await bot.reload("cogs.arkadia")
    group = bot.tree.get_command("arkadia")
    assert isinstance(group, app_commands.Group)
    assert group.get_command("weather") is not None
    assert bot.tree.get_command("weather") is None
    await bot.unload_extension(WEATHER)
    assert group.get_command("weather") is None


async def test_one_goes_while_all_are_asked(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = world.bot
    match, _ = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await bot.load_extension(WEATHER)
    weather = bot.get_cog("Weather")
    assert isinstance(weather, Feature)

    async def leave(place: str, *given: object) -> Extra:
        if place != "file":
            return Extra()
        await bot.unload_extension(WEATHER)
        return Extra(["It rained."])

    monkeypatch.setattr(weather, "extra", leave)
    assert (await extra_of(bot, "file", await match.table(), ENGLISH)).lines == ["It rained."]
    assert bot.get_cog("Weather") is None


async def test_what_has_no_room_is_left_out(world: World, caplog: pytest.LogCaptureFixture) -> None:
    bot = world.bot
    group = bot.tree.get_command("arkadia")
    assert isinstance(group, app_commands.Group)
    before = {command.name for command in group.commands}
    await bot.load_extension(CROWD)
    await bot.sync_commands()
    names = {command.name for command in group.commands}
    assert len(names) == 25
    assert before < names
    left_out = [one for one in caplog.records if one.message == "Command left out"]
    assert len(left_out) == len(before)
    await bot.unload_extension(CROWD)
    assert {command.name for command in group.commands} == before
