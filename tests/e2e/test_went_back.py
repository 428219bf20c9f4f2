"""The database goes back to an earlier time: a backup is put back, or a copy takes its place."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest

from bot import ArkadiaBot
from db.sqlite.copying import copy_database
from engine.actions import End
from tests.e2e.actions import one_worker
from tests.e2e.answers import refusal, told
from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.sent import Recorder
from tests.e2e.world import Place, World
from tests.visiting import rows


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "arkadia.sqlite3"


@dataclass
class Past:
    """A copy of the database as it was at one time.

    Attributes:
        log: the bot's log.
    """

    world: World
    place: Path
    copy: Path
    log: pytest.LogCaptureFixture

    async def keep(self) -> None:
        """Copies the database as it is now."""
        kept, _ = await self.world.bot.store.back_up(self.copy.parent, 0, kept=None)
        kept.path.replace(self.copy)

    def keep_now(self) -> None:
        """Copies the database in the middle of what the bot does."""
        copy_database(self.place, self.copy)

    async def come_back(self) -> None:
        """Stops the bot, puts the copy in the place of the database, and starts a bot."""
        await self.world.bot.close()
        shutil.copy(self.copy, self.place)
        await self.world.env.restart_bot(self.world._make_bot())
        await self.world.env.settle()

    def said(self, message: str) -> list[logging.LogRecord]:
        """The lines of the log that begin so."""
        return [record for record in self.log.records if record.getMessage().startswith(message)]


@pytest.fixture
def past(world: World, database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Past:
    folder = tmp_path / "copies"
    folder.mkdir()
    return Past(world, database, folder / "copy.sqlite3", caplog)


async def end_turn(match: Match) -> None:
    await match.do(await one_worker(match))
    await match.do(End())


async def moved_and_lost(world: World, past: Past) -> tuple[Match, Person, Place, list[Post]]:
    """A game that moved to another channel and took a turn there, both of which are lost again.

    Returns the game, the person who has that turn once more, the channel, and the lost posts.
    """
    other = world.guild.create_text_channel("other")
    match = await Match.begin(world)
    await end_turn(match)
    player = await match.active()
    await past.keep()
    await player.run("arkadia lobby move", other, game=match.number)
    await end_turn(match)
    [thread] = other.threads
    lost = world.posts(thread)
    await past.come_back()
    return match, player, other, lost


def buttons(posts: list[Post]) -> list[Post]:
    return [post for post in posts if "Take your turn" in post.buttons]


@pytest.mark.quick
async def test_a_turn_that_was_lost_is_called_for_again(world: World, past: Past) -> None:
    match = await Match.begin(world)
    await end_turn(match)
    player = await match.active()
    await past.keep()
    await end_turn(match)
    lost = await match.newest()
    await past.come_back()

    assert await match.active() == player
    posts = await match.posts()
    then = world.now(lost)
    assert "this turn was lost" in then.text
    assert player.name.capitalize() in then.text
    assert not then.buttons
    assert not then.pictures
    newest = posts[-1]
    assert newest.id > lost.id
    assert newest.pings == (player.id,)
    assert "the turns after this one were lost" in newest.text
    assert buttons([world.now(post) for post in posts]) == [world.now(newest)]


async def test_the_other_turn_that_is_played_then_is_told(world: World, past: Past) -> None:
    match = await Match.begin(world)
    await end_turn(match)
    await past.keep()
    await end_turn(match)
    lost = await match.newest()
    await past.come_back()
    player = await match.active()
    await match.turn(seed=5)
    newest = await match.newest()
    assert newest.id > lost.id
    assert "Turn 2: " in newest.text
    assert (await match.active()).id in newest.pings
    assert player.id not in newest.pings
    assert "this turn was lost" in world.now(lost).text


async def test_several_lost_turns_say_so_each(world: World, past: Past) -> None:
    match = await Match.begin(world)
    await past.keep()
    lost = []
    for _ in range(3):
        await end_turn(match)
        lost.append(await match.newest())
    await past.come_back()
    assert all("was lost" in world.now(post).text for post in lost)
    calls = [post for post in await match.posts() if post.id > lost[-1].id]
    assert len(calls) == 1


async def test_a_game_that_lost_nothing_is_not_told_again(world: World, past: Past) -> None:
    quiet, other = await Match.begin(world), await Match.begin(world, 3)
    await end_turn(quiet)
    await past.keep()
    await end_turn(other)
    before = [post.id for post in await quiet.posts()]
    await past.come_back()
    assert [post.id for post in await quiet.posts()] == before
    [line] = past.said("Turns were lost")
    assert line.__dict__["games"] == str(other.number)
    assert line.levelno == logging.ERROR


async def test_a_panel_from_a_lost_time_counts_for_nothing(world: World, past: Past) -> None:
    match = await Match.begin(world)
    player, action = await match.active(), await one_worker(match)
    await past.keep()
    await match.do(action)
    [panel] = (await player.press(await match.newest(), "Take your turn")).posts
    [end] = [button for button in panel.buttons.values() if ":end:end:" in button.custom_id]
    await past.come_back()
    # The log is as long as it was for the panel, with something else in it.
    await match.do(action)
    assert await match.log() == [str(action)]
    await player.forge(panel, end.custom_id)
    assert await match.log() == [str(action)]


async def test_a_lost_beginning_is_a_lobby_again(world: World, past: Past) -> None:
    host, other = world.people[:2]
    await host.run("arkadia start", seats=2, setup="first-game")
    await other.run("arkadia lobby join", game=1)
    await past.keep()
    lobby = world.newest()
    await host.run("arkadia lobby begin", game=1)
    match = Match(world, 1)
    begun = await match.newest()
    assert "Begin" not in world.now(lobby).buttons
    await past.come_back()
    assert "was lost" in world.now(begun).text
    assert "Begin" in world.now(lobby).buttons
    await host.run("arkadia lobby begin", game=1)
    assert (await match.table()).row.state == "running"


async def test_of_a_lobby_that_was_posted_anew_in_a_lost_time_one_stands(
    world: World, past: Past
) -> None:
    host, other = world.people[:2]
    await host.run("arkadia start", seats=2)
    await past.keep()
    world.fail("DELETE", "/channels/*/messages/*", times=None)
    await other.press(world.newest(), "Join")
    assert len(world.posts()) == 2
    world.recover()
    await past.come_back()
    [lobby] = world.posts()
    assert "Seats: 1 of 2" in lobby.text
    await other.press(lobby, "Join")
    assert len(world.posts()) == 1


async def test_a_lost_game_gives_its_number_to_no_other(world: World, past: Past) -> None:
    await Match.begin(world)
    await past.keep()
    host, other, third = world.people[:3]
    await host.run("arkadia start", seats=3, setup="first-game")
    lost = world.newest()
    await past.come_back()
    answer = await third.forge(lost, lost.buttons["Join"].custom_id)
    assert "There is no game 2" in refusal(answer)
    answer = await other.run("arkadia start", seats=2, setup="first-game")
    assert "ame 2 " not in told(answer)


async def test_a_bot_whose_file_is_replaced_ends_and_knows_more_than_the_file(
    world: World, past: Past, make_bot: Callable[[], ArkadiaBot]
) -> None:
    match = await Match.begin(world)
    await end_turn(match)
    player = await match.active()
    await past.keep()
    await end_turn(match)
    shutil.copy(past.copy, past.copy.with_name("another"))
    past.copy.with_name("another").replace(past.place)
    answer = await match.do(await one_worker(match))
    assert "could not be saved" in refusal(answer)
    assert world.bot.outdated.is_set()
    [line] = past.said("The database went back")
    assert line.levelno == logging.ERROR
    known = world.bot.known
    assert known is not None
    assert known.commits > 0
    await world.bot.close()
    again = make_bot()
    again.known = known
    await world.env.restart_bot(again)
    await world.env.settle()
    assert await match.active() == player
    assert (await match.newest()).pings == (player.id,)


async def test_a_move_that_was_lost_is_found_when_the_game_moves_there_again(
    world: World, past: Past
) -> None:
    match, player, other, lost = await moved_and_lost(world, past)
    [thread] = other.threads
    assert not any("was lost" in world.now(post).text for post in lost)
    await player.run("arkadia lobby move", other, game=match.number)
    assert all("was lost" in world.now(post).text for post in lost)
    assert not any(world.now(post).buttons for post in lost)
    newest = world.newest(thread)
    assert newest.id > lost[-1].id
    assert "Take your turn" in newest.buttons


async def test_messages_are_looked_at_again_after_a_refusal(world: World, past: Past) -> None:
    match = await Match.begin(world)
    await end_turn(match)
    player = await match.active()
    await past.keep()
    await end_turn(match)
    lost = await match.newest()
    world.fail("GET", "/channels/*/messages", status=403, code=50001)
    await past.come_back()
    assert "was lost" not in world.now(lost).text
    await world.later(seconds=15)
    assert "was lost" in world.now(lost).text
    newest = await match.newest()
    assert newest.pings == (player.id,)


async def test_a_turn_told_in_the_channel_in_a_lost_time_is_not_told_again(
    world: World, past: Past
) -> None:
    match = await Match.begin(world)
    await end_turn(match)
    world.fail("POST", "/channels/*/messages", times=None)
    await end_turn(match)
    await past.keep()
    world.recover()
    await world.delete_place(await match.place())
    await world.later(seconds=15)
    told = [post for post in world.posts() if "Turn 2: " in post.text]
    assert len(told) == 1
    await past.come_back()
    assert [post for post in world.posts() if "Turn 2: " in post.text] == told
    await end_turn(match)
    assert "Turn 3: " in world.newest().text
    assert world.now(told[0]).buttons == {}


async def test_where_no_place_is_left_it_is_looked_at_where_the_game_goes_on(
    world: World, past: Past
) -> None:
    other = world.guild.create_text_channel("other")
    match = await Match.begin(world)
    await end_turn(match)
    player = await match.active()
    await past.keep()
    await end_turn(match)
    for place in (*world.threads(), world.channel):
        await world.delete_place(place)
    await past.come_back()
    assert rows(world.bot.store.place)["recalls"]
    await player.run("arkadia lobby move", other, game=match.number)
    assert not rows(world.bot.store.place)["recalls"]
    assert "Take your turn" in world.newest(other.threads[0]).buttons


async def test_a_kill_between_finding_and_telling_loses_nothing(world: World, past: Past) -> None:
    match = await Match.begin(world)
    await end_turn(match)
    player = await match.active()
    await past.keep()
    await end_turn(match)
    lost = await match.newest()
    world.fail("POST", "/channels/*/messages", times=None)
    world.fail("PATCH", "/channels/*/messages/*", times=None)
    await past.come_back()
    assert "was lost" not in world.now(lost).text
    world.recover()
    await world.crash()
    newest = await match.newest()
    assert newest.pings == (player.id,)
    assert "was lost" in world.now(lost).text
    assert [post.id for post in await match.posts() if post.id > lost.id] == [newest.id]


async def test_a_thread_that_was_there_is_looked_at_before_it_is_noted(
    world: World, past: Past
) -> None:
    match, player, other, lost = await moved_and_lost(world, past)
    [thread] = other.threads
    world.fail("GET", "/channels/*/messages", status=503)
    await player.run("arkadia lobby move", other, game=match.number)
    await world.later(seconds=15)
    assert all("was lost" in world.now(post).text for post in lost)
    await end_turn(match)
    assert "Turn 2: " in world.newest(thread).text
    assert (await match.active()).id in world.newest(thread).pings


async def test_a_turn_in_a_new_thread_is_told_once_after_two_losses(
    world: World, past: Past, recorder: Recorder
) -> None:
    other = world.guild.create_text_channel("other")
    match = await Match.begin(world)
    await end_turn(match)
    player = await match.active()
    await past.keep()
    await player.run("arkadia lobby move", other, game=match.number)
    [thread] = other.threads
    await past.come_back()
    # The second loss is of all that follows the note of the thread, before anything was edited.
    world.fail("PATCH", "/channels/*/messages/*", times=None)
    recorder.before = lambda method, path: (
        past.keep_now() if (method, path) == ("POST", f"/channels/{thread.id}/messages") else None
    )
    await player.run("arkadia lobby move", other, game=match.number)
    assert len(world.posts(thread)) == 2
    world.recover()
    recorder.before = lambda method, path: None
    await past.come_back()
    told = [post for post in world.posts(thread) if "was lost" not in world.now(post).text]
    assert len(told) == 1
    assert "Take your turn" in world.now(told[0]).buttons
    await end_turn(match)
    assert "Turn 2: " in world.newest(thread).text
    assert world.now(told[0]).buttons == {}


async def test_of_a_lobby_in_a_post_of_a_lost_time_one_stands(world: World, past: Past) -> None:
    forum = world.guild.create_forum_channel("arkadia-games")
    moderator = world.newcomer("mod", permissions=discord.Permissions(manage_guild=True))
    await moderator.run("arkadia-admin forum", channel=forum)
    world.fail("POST", "/channels/*/threads", times=None)
    await world.people[0].run("arkadia start", seats=2)
    await past.keep()
    world.recover()
    await world.later(seconds=60)
    [post] = forum.threads
    await past.come_back()
    assert [one.id for one in forum.threads] == [post.id]
    start, lobby = world.posts(post)
    assert "has all its messages here" in start.text
    assert "Join" in lobby.buttons


async def test_where_no_message_can_be_read_one_says_that_it_alone_counts(
    world: World, past: Past
) -> None:
    match = await Match.begin(world)
    await end_turn(match)
    player = await match.active()
    await past.keep()
    await end_turn(match)
    lost = await match.newest()
    await world.forbid("read_message_history")
    await past.come_back()
    newest = await match.newest()
    assert newest.id > lost.id
    assert newest.pings == (player.id,)
    assert "Messages above about later turns no longer count" in newest.text
    assert "the turns after this one were lost" not in newest.text
    assert rows(world.bot.store.place)["recalls"] == []
    [line] = past.said("Lost turns may stand")
    assert line.__dict__["table"] == match.number
    await end_turn(match)
    assert "no longer count" not in (await match.newest()).text
