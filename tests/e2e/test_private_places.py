"""Who cannot see where a game is played does not learn of it, by no command and no button."""

from __future__ import annotations

import discord
import pytest

from db.database import Place
from tests.e2e.hiding import hide
from tests.e2e.people import Answer
from tests.e2e.playing import Match
from tests.e2e.spoiling import spoil
from tests.e2e.world import World
from ui.services.servers import KEPT_S

pytestmark = pytest.mark.slow

COMMANDS = {
    "arkadia board": {},
    "arkadia screen": {},
    "arkadia log": {},
    "arkadia hint": {},
    "arkadia turn": {},
    "arkadia end": {},
    "arkadia note": {"text": "mine"},
    "arkadia lobby join": {},
    "arkadia lobby leave": {},
    "arkadia lobby cancel": {},
    "arkadia lobby move": {},
    "arkadia lobby theme": {"theme": "light"},
    "arkadia lobby language": {"language": "nl"},
    "arkadia seat resign": {"sure": "yes"},
    "arkadia seat away": {},
    "arkadia record export": {},
    "arkadia record replay": {},
    "arkadia record review": {},
}
FACES = ("take", "board", "reboard", "text", "screen", "rescreen", "hint", "earlier", "later")
MORE_FACES = ("record", "rematch", "replay", "review", "join", "leave", "begin", "cancel")
AGAIN = ("try-again", "go-back", "play-for-me")
TWO_NUMBERS = ("take", "board", "earlier", "later", "try-again")


def knows_nothing(answer: Answer) -> bool:
    return answer.private and answer.text.startswith(
        ("There is no game", "No game is", "You play no")
    )


@pytest.mark.parametrize("begun", [True, False])
async def test_a_game_in_a_hidden_channel_is_not_there_for_others(
    world: World, begun: bool
) -> None:
    ada, bela, _, deniz = world.people
    secret, world.channel = world.channel, world.guild.create_text_channel("open")
    open_place, world.channel = world.channel, secret
    if begun:
        await Match.begin(world)
    else:
        await ada.run("arkadia start")
    await hide(world, ada, bela)
    seen = len(world.posts())
    for command, options in COMMANDS.items():
        answer = await deniz.run(command, open_place, **options, game=1)
        assert knows_nothing(answer), (command, answer.text)
    help_ = await deniz.run("arkadia help", open_place)
    for face in (*FACES, *MORE_FACES, *AGAIN):
        custom_id = f"arkadia:{face}:1" + (":1" if face in TWO_NUMBERS else "")
        answer = await deniz.forge(help_.post, custom_id)
        assert knows_nothing(answer), (face, answer.text)
    listed = await deniz.run("arkadia games", open_place, everybody=True)
    assert listed.text.startswith("Nobody plays here.")
    assert await deniz.suggestions("arkadia board", "game", "", open_place) == {}
    assert len(world.posts()) == seen
    table = await Match(world, 1).table()
    assert {seat.user_id for seat in table.seats} <= {ada.id, bela.id}
    listed = await bela.run("arkadia games", open_place, everybody=True)
    assert "Game 1" in listed.text


async def test_a_hidden_game_that_cannot_be_read_is_not_there_for_others(
    world: World, database: Place
) -> None:
    ada, bela, _, deniz = world.people
    secret, world.channel = world.channel, world.guild.create_text_channel("open")
    open_place, world.channel = world.channel, secret
    match = await Match.begin(world)
    await match.turn()
    await hide(world, ada, bela)
    await spoil(world, database, match.number)
    for command in ("arkadia board", "arkadia log", "arkadia record export"):
        answer = await deniz.run(command, open_place, game=match.number)
        assert knows_nothing(answer), (command, answer.text)
    answer = await bela.run("arkadia board", open_place, game=match.number)
    assert "had to be set aside" in answer.text
    answer = await deniz.run("arkadia board", open_place, game=match.number)
    assert knows_nothing(answer), answer.text


async def test_a_moderator_lists_and_closes_what_is_hidden(world: World) -> None:
    ada, bela, *_ = world.people
    permissions = discord.Permissions(manage_guild=True)
    moderator = world.newcomer("mona", permissions=permissions)
    await Match.begin(world)
    other = world.guild.create_text_channel("open")
    await hide(world, ada, bela)
    assert "Game 1" in (await moderator.run("arkadia-admin list", other)).text
    assert (
        "is closed" in (await moderator.run("arkadia-admin close", other, game=1, sure="yes")).text
    )


async def test_practice_is_for_its_person_only(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia practice")
    for command in ("arkadia board", "arkadia log", "arkadia record export"):
        for options in ({"game": 1}, {}):
            answer = await bela.run(command, **options)
            assert knows_nothing(answer), (command, answer.text)
        assert (await ada.run(command, game=1)).post
    listed = await bela.run("arkadia games", everybody=True)
    assert listed.text.startswith("Nobody plays here.")
    assert await bela.suggestions("arkadia board", "game") == {}
    [thread] = world.threads()
    await world.archive(thread)
    assert knows_nothing(await bela.run("arkadia board", game=1))
    assert (await ada.run("arkadia board", game=1)).post.pictures


async def test_who_is_shut_out_may_still_leave(world: World) -> None:
    await Match.begin(world, 3)
    ada, bela, chiara, _ = world.people
    other = world.guild.create_text_channel("open")
    await hide(world, ada, bela)
    answer = await chiara.run("arkadia board", other, game=1)
    assert "where you cannot look any more" in answer.text
    resigned = await chiara.run("arkadia seat resign", other, sure="yes", game=1)
    assert "You have resigned" in resigned.text


def asked_for(world: World) -> list[str]:
    """What the bot asked Discord about servers and channels."""
    return [sent.path for sent in world.sent if sent.method == "GET"]


async def test_discord_is_asked_only_by_people_elsewhere(world: World) -> None:
    ada, bela, _, deniz = world.people
    game = await Match.begin(world)
    channel, elsewhere = world.channel, world.guild.create_text_channel("open")
    [thread] = world.threads()
    before = len(asked_for(world))
    for person in (ada, bela, deniz):
        for place in (channel, thread):
            assert (await person.run("arkadia board", place, game=game.number)).post.pictures
    assert len(asked_for(world)) == before
    assert (await deniz.run("arkadia board", elsewhere, game=game.number)).post.pictures
    assert len(asked_for(world)) == before + 2
    assert await bela.suggestions("arkadia board", "game", "", elsewhere) != {}
    assert len(asked_for(world)) == before + 2, "it is still known"
    await hide(world, ada, bela)
    await world.env.advance_time(KEPT_S + 1)
    assert knows_nothing(await deniz.run("arkadia board", elsewhere, game=game.number))
    assert (await bela.run("arkadia board", elsewhere, game=game.number)).post.pictures


async def test_while_discord_does_not_say_a_game_is_its_peoples(world: World) -> None:
    _, bela, _, deniz = world.people
    await Match.begin(world)
    elsewhere = world.guild.create_text_channel("open")
    world.fail("GET", "/guilds/*/channels", status=500, times=None)
    assert knows_nothing(await deniz.run("arkadia board", elsewhere, game=1))
    assert (await bela.run("arkadia board", elsewhere, game=1)).post.pictures
    world.recover()
    assert (await deniz.run("arkadia board", elsewhere, game=1)).post.pictures
