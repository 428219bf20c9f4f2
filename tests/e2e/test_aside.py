"""A table whose log cannot be read is put aside with a word to its host; the others go on."""

from __future__ import annotations

import discord
import pytest

from db.database import Place
from engine.actions import End
from tests.e2e.actions import build_of_unknown_card, one_worker
from tests.e2e.answers import refusal
from tests.e2e.playing import Match
from tests.e2e.secrets import names
from tests.e2e.spoiling import spoil
from tests.e2e.world import World


@pytest.mark.slow
@pytest.mark.databases
async def test_a_spoilt_game_is_put_aside_and_the_others_go_on(
    world: World, database: Place
) -> None:
    await put_aside(world, database, "dance F7")


@pytest.mark.slow
@pytest.mark.parametrize("entry", ["undo", "castle red 3", "", "build house/red A1"])
async def test_whatever_spoils_a_game_it_is_put_aside(
    world: World, database: Place, entry: str
) -> None:
    await put_aside(world, database, entry)


async def put_aside(world: World, database: Place, entry: str) -> None:
    spoilt, sound = await Match.begin(world), await Match.begin(world)
    place = await spoilt.place()
    await spoilt.turn()
    await sound.turn()
    ada = world.people[0]
    await spoil(world, database, spoilt.number, entry)
    answer = await ada.run("arkadia board", place)
    assert refusal(answer).startswith("Game 1 had to be set aside: its log cannot be read.")
    post = world.newest(place)
    assert "had to be set aside" in post.text
    assert "Ada, please give the attached log" in post.text
    assert post.pings == ()
    [file] = post.pictures
    assert file.name == "arkadia-1-log.txt"
    assert file.content.decode().splitlines()[-1] == "end"
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


@pytest.mark.slow
@pytest.mark.databases
async def test_a_spoilt_game_with_news_is_found_at_the_start(world: World, database: Place) -> None:
    match = await Match.begin(world)
    place = await match.place()
    await match.do(await one_worker(match))
    world.fail("POST", "/channels/*/messages", status=500, times=None)
    await match.do(End())
    world.recover()
    await spoil(world, database, 1)
    assert "had to be set aside" in world.newest(place).text


async def test_the_log_of_a_spoilt_game_tells_nothing_hidden(world: World, database: Place) -> None:
    match = await Match.begin(world, setup="free")
    place = await match.place()
    await match.turn()
    build = await build_of_unknown_card(match)
    await match.do(build)
    await match.undo() if (await match.game()).undo_refusal() is None else None
    await spoil(world, database, 1)
    await world.people[3].run("arkadia board", place)
    [file] = world.newest(place).pictures
    assert not names(build.card).search(file.content.decode())


async def test_a_moderator_closes_a_spoilt_game(world: World, database: Place) -> None:
    match = await Match.begin(world)
    place = await match.place()
    await match.turn()
    await spoil(world, database, 1)
    await world.people[0].run("arkadia board", place)
    moderator = world.newcomer("mod", permissions=discord.Permissions(manage_guild=True))
    assert "was set aside" in (await moderator.run("arkadia-admin list")).text
    assert "is closed" in (await moderator.run("arkadia-admin close", game=1, sure="yes")).text
    assert "is over without a result" in world.newest(place).text
