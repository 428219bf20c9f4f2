"""Backups, servers that were left, and tables that cannot be read: by themselves, and told."""

import asyncio
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import cast

import discord
import pytest

from bot import EXTENSIONS, ArkadiaBot
from cogs.upkeep import Upkeep
from db.database import Place
from db.sqlite.upkeep import check_file
from runtime.settings import Settings
from tabletop.time_control import DAY, HOUR
from tests.e2e.corruption import corrupt
from tests.e2e.people import Person, refusal
from tests.e2e.playing import Match, build_of_unknown_card
from tests.e2e.secrets import names
from tests.e2e.traces import Traces
from tests.e2e.world import World
from tests.nightly import nightly_except

KEPT_DAYS = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


@pytest.fixture
def make_bot(database: Place, folder: Path) -> Callable[[], ArkadiaBot]:
    settings = Settings(
        token="", database=database, backups=folder, backups_kept=2, keep_left_days=KEPT_DAYS
    )
    return lambda: ArkadiaBot(settings, EXTENSIONS)


async def later(world: World, milliseconds: int) -> None:
    cog = cast(Upkeep, world.bot.get_cog("Upkeep"))  # its module was loaded anew by the bot
    now, back_up = cog._clock(), type(cog)._back_up
    done = asyncio.Event()

    async def last_of_all() -> None:
        try:
            await back_up(cog)
        finally:
            done.set()

    await cog.cog_unload()
    cog._clock = lambda: now + milliseconds
    cog._back_up = last_of_all  # type: ignore[method-assign]
    await cog.cog_load()
    await done.wait()  # in a thread, of which the simulated Discord does not know
    await world.env.settle()


async def test_a_backup_is_made_daily_and_the_newest_are_kept(
    world: World, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await Match.begin(world)
    await later(world, 0)
    [first] = folder.iterdir()
    await later(world, 23 * HOUR)
    assert list(folder.iterdir()) == [first]
    for day in (1, 1, 1):
        await later(world, day * DAY + HOUR)
    backups = sorted(folder.iterdir())
    assert len(backups) == 2
    assert first not in backups
    assert check_file(backups[-1]).count == 1
    for file in backups:
        file.unlink()
    folder.rmdir()
    await later(world, DAY + HOUR)
    assert "Upkeep failed" in caplog.messages
    folder.mkdir()
    await later(world, DAY + HOUR)
    assert len(list(folder.iterdir())) == 1


async def test_a_left_servers_games_go(world: World, caplog: pytest.LogCaptureFixture) -> None:
    other, third = world.another_server(), world.another_server()
    for place in (world, other, third):
        await Match.begin(place)
    store = world.bot.store
    world.lose_answer("GET", "/users/@me/guilds")
    await later(world, HOUR)
    assert "Upkeep failed" in caplog.messages
    world.env.backend.remove_guild(other.guild.id)
    await later(world, HOUR)  # when it is found
    await later(world, (KEPT_DAYS - 1) * DAY)
    assert (await store.counts()).guilds == 3
    await later(world, 2 * DAY)
    assert (await store.counts()).guilds == 2
    await world.bot.close()
    world.env.backend.remove_guild(third.guild.id)
    await world.env.restart_bot(world._make_bot())
    await later(world, 0)
    await later(world, (KEPT_DAYS + 1) * DAY)
    store = world.bot.store
    assert (await store.counts()).guilds == 1
    kept = [await store.games.load(number) is not None for number in (1, 2, 3)]
    assert kept == [True, False, False]
    assert "turn 1" in (await world.people[0].run("arkadia board", game=1)).text


async def test_the_owner_reads_how_the_bot_is(world: World, owner: Person, traces: Traces) -> None:
    other = world.newcomer("mona", permissions=discord.Permissions(manage_guild=True))
    await Match.begin(world)
    await other.run("arkadia start")
    await later(world, 0)
    failure = logging.getLogger("arkadia.answers")
    failure.error("Failed", extra={"interaction": 4711}, exc_info=ValueError("for a test"))
    assert len(traces.take()) == 1
    answer = await owner.run("arkadia-admin status")
    assert answer.private
    for line in (
        "**Arkadia 0.1.0**, started <t:",
        "- Games: 1 in the lobby, 1 running",
        "- Memory: ",
        "- Database: 0.",
        "- Last backup: <t:",
        "`4711` Failed ValueError: for a test",
    ):
        assert line in answer.text, line
    refused = await other.run("arkadia-admin status")
    assert refusal(refused) == "Only the person who runs this bot can do this."


async def test_damage_of_the_database_is_found_once_a_day_and_told(
    world: World, owner: Person, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = ["Tree 7 page 9: btreeInitPage() returns error code 11"]
    asked = []

    async def damage() -> str | None:
        asked.append(1)
        return found[0] if found else None

    monkeypatch.setattr(world.bot.store, "damage", damage)
    cast(Upkeep, world.bot.get_cog("Upkeep"))._checked_at = None
    await later(world, 0)
    assert "The database is damaged" in caplog.messages
    figure = world.bot.services.metrics.damaged
    assert figure._value.get() == 1
    assert found[0][:20] in (await owner.run("arkadia-admin status")).text
    found.clear()
    await later(world, HOUR)
    assert (len(asked), figure._value.get()) == (1, 1)
    await later(world, DAY)
    assert (len(asked), figure._value.get()) == (2, 0)


async def test_the_owner_reads_what_waits_since_when_and_why(world: World, owner: Person) -> None:
    match = await Match.begin(world)
    at = (world.wall() + 2_000) // 1_000  # as Discord rounds it, or a second more
    world.fail("POST", "/channels/*/messages", times=None)
    await match.turn()
    text = (await owner.run("arkadia-admin status")).text
    [line] = [line for line in text.splitlines() if "`game` not sent yet: 1, since <t:" in line]
    assert "Discord or the database didn't answer). Next try: <t:" in line
    since, next_at = (int(found) for found in re.findall(r"<t:([0-9]+)", line))
    assert since <= at + 60
    assert next_at - since in (15, 16)
    world.recover()
    await world.restart()
    world.bot.owner_id = owner.id
    assert "`game` not sent yet" not in (await owner.run("arkadia-admin status")).text


async def test_acts_that_no_limit_counts_any_more_are_deleted(world: World) -> None:
    ada = world.people[0]
    await ada.run("arkadia start")
    people = world.bot.store.people
    await later(world, HOUR)
    assert {act.kind for act in (await people.traces(ada.id)).acts} == {"game", "thread"}
    await later(world, DAY)
    assert (await people.traces(ada.id)).acts == ()


@pytest.mark.slow
@pytest.mark.databases(nightly=True)
@pytest.mark.parametrize(
    "entry", nightly_except(["dance F7", "undo", "castle red 3", "", "build house/red A1"], "undo")
)
async def test_a_spoilt_game_is_put_aside_and_others_go_on(
    world: World, database: Place, moderator: Person, entry: str
) -> None:
    spoilt, sound = await Match.begin(world, setup="free"), await Match.begin(world)
    place = await spoilt.place()
    await spoilt.turn()
    await sound.turn()
    build = await build_of_unknown_card(spoilt)
    await spoilt.do(build)
    ada = world.people[0]
    await corrupt(world, database, spoilt.number, entry)
    answer = await ada.run("arkadia board", place)
    assert refusal(answer).startswith("Game 1 had to be set aside: its log can't be read.")
    post = world.newest(place)
    assert "had to be set aside" in post.text
    assert "Ada, please send the attached log" in post.text
    assert post.pings == ()
    [file] = post.pictures
    assert file.name == "arkadia-1-log.txt"
    assert file.content.decode().splitlines()[-1] == "end"
    assert not names(build.card).search(file.content.decode())
    for command in ("arkadia end", "arkadia screen", "arkadia undo", "arkadia seat resign"):
        options = {"sure": "yes"} if command.endswith("resign") else {}
        assert "set aside" in refusal(await ada.run(command, place, **options))
    assert len(world.posts(place)) == 3
    await sound.turn()
    assert "Turn 2:" in (await sound.newest()).text
    await world.restart()
    assert len(world.posts(place)) == 3
    await sound.turn()
    assert "Turn 3:" in (await sound.newest()).text
    assert "was set aside" in (await moderator.run("arkadia-admin list")).text
    closed = await moderator.run("arkadia-admin close", game=1, sure="yes")
    assert "has been closed" in closed.text
    assert "is over without a result" in world.newest(place).text
