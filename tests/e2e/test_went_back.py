"""The database goes back to an earlier time: a backup is put back, or a copy takes its place."""

import asyncio
import logging
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from simcord.enums import InteractionType

from db.__main__ import main
from db.settings import NUMBERS_LEFT_OUT
from db.sqlite.opening import copy_database
from engine.actions import End
from tests.e2e.forms import set_to, start
from tests.e2e.people import Person, refusal, told
from tests.e2e.playing import Match, one_worker
from tests.e2e.posts import Post
from tests.e2e.sent import Recorder
from tests.e2e.world import World
from tests.visiting import visiting

PUT_BACK = "The bot was restored from a backup"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "arkadia.sqlite3"


@dataclass
class Past:
    world: World
    place: Path
    copy: Path
    log: pytest.LogCaptureFixture  # the bot's log

    async def keep(self) -> None:
        kept, _ = await self.world.bot.store.back_up(self.copy.parent, 0, kept=None)
        kept.path.replace(self.copy)

    def keep_now(self) -> None:
        copy_database(self.place, self.copy)

    async def come_back(self, how: str = "restore") -> None:
        """Stops the bot, puts the copy in the place of the database, and starts a bot.

        Args:
            how: the host's command; none if nobody says that history was lost.
        """
        await self.world.bot.close()
        command = ["--database", str(self.place), how]
        if how == "restore":
            command.append(str(self.copy))
        else:
            shutil.copy(self.copy, self.place)
        if how:
            assert await asyncio.to_thread(main, command) == 0
        await self.again()

    async def again(self) -> None:
        await self.world.env.restart_bot(self.world._make_bot())
        await self.world.env.settle()

    def said(self, message: str) -> list[logging.LogRecord]:
        return [record for record in self.log.records if record.getMessage().startswith(message)]


@pytest.fixture
def past(world: World, database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Past:
    folder = tmp_path / "copies"
    folder.mkdir()
    return Past(world, database, folder / "copy.sqlite3", caplog)


async def told_since(match: Match, last: Post) -> list[Post]:
    return [post for post in await match.posts() if post.id > last.id]


async def lost_turn(past: Past) -> tuple[Match, Person, Post]:
    """A game of which the copy lacks the second turn: who is to play it, and what told of it."""
    match = await Match.begin(past.world)
    await match.end_turn()
    player = await match.active()
    await past.keep()
    await match.end_turn()
    return match, player, await match.newest()


@pytest.mark.quick
@pytest.mark.parametrize("how", ["restore", "restored"])
async def test_each_game_is_told_once_whose_move_it_is(world: World, past: Past, how: str) -> None:
    """Also one that lost nothing, since nobody can know."""
    match, quiet = await Match.begin(world), await Match.begin(world, 3)
    await match.end_turn()
    player, other = await match.active(), await quiet.active()
    await past.keep()
    for _ in range(3):
        await match.end_turn()
    lost, before = await match.newest(), await quiet.newest()
    await past.come_back(how)

    for game, person, last in ((match, player, lost), (quiet, other, before)):
        assert await game.active() == person
        [newest] = await told_since(game, last)
        assert newest.pings == (person.id,)
        said = f"your turn in game {game.number}: the bot was restored from a backup."
        assert said in newest.text
        assert "Turns that appear only in the messages above are lost." in newest.text
        assert newest.pictures
        standing = [post for post in await game.posts() if "Take your turn" in post.buttons]
        assert standing == [world.now(newest)]
    await world.restart()
    await world.later(hours=1)
    assert len(await told_since(match, lost)) == 1
    # The game goes on, and its next message is like any other.
    await match.end_turn()
    [_, newest] = await told_since(match, lost)
    assert "Turn 2: " in newest.text
    assert PUT_BACK not in newest.text
    assert newest.pings == ((await match.active()).id,)


async def test_a_press_on_a_lost_times_panel_has_all_games_told(world: World, past: Past) -> None:
    match, other = await Match.begin(world), await Match.begin(world, 3)
    player, action = await match.active(), await one_worker(match)
    await past.keep()
    await match.do(action)
    [panel] = (await player.press(await match.newest(), "Take your turn")).posts
    [end] = [button for button in panel.buttons.values() if ":end:end:" in button.custom_id]
    before = [await one.newest() for one in (match, other)]
    await past.come_back("")
    for one, last in zip((match, other), before, strict=True):
        assert await told_since(one, last) == []

    answer = refusal(await player.forge(panel, end.custom_id))
    assert "The bot was restored from a backup, so the latest turns are lost." in answer
    assert "will show the board in a moment" in answer
    assert await match.log() == []
    assert world.bot.outdated.is_set()
    [line] = past.said("History was lost")
    assert line.__dict__["games"] == 2
    await world.restart()
    for one, last in zip((match, other), before, strict=True):
        [newest] = await told_since(one, last)
        assert newest.pings == ((await one.active()).id,)
    # The log grows as long as it was for the panel, with something else in it.
    await match.do(action)
    again = await player.forge(panel, end.custom_id)
    assert f"{PUT_BACK}. Here's how the game stands now." in told(again)
    assert await match.log() == [str(action)]
    assert not world.bot.outdated.is_set()
    assert len(past.said("History was lost")) == 1


async def test_a_press_on_a_message_of_a_lost_time_proves_it_too(world: World, past: Past) -> None:
    match, _, lost = await lost_turn(past)
    player = await match.active()
    await past.come_back("")
    assert "restored from a backup" in refusal(await player.press(lost, "Take your turn"))
    await world.restart()
    [newest] = await told_since(match, lost)
    assert newest.pings == ((await match.active()).id,)
    # The button that proved it opens the panel as any other one does.
    person = await match.active()
    assert "Take your turn" not in world.now(lost).buttons
    assert (await person.press(newest, "Take your turn")).posts


async def test_a_bot_finds_out_on_saving_that_a_turn_is_forgotten(world: World, past: Past) -> None:
    match = await Match.begin(world)
    await match.do(await one_worker(match))
    # What the bot has in memory is of the server that is gone.
    with visiting(world.bot.store.place) as connection:
        connection.execute("DROP TRIGGER log_keeps_its_entries")
        connection.execute("DELETE FROM log")
    assert "restored from a backup" in refusal(await match.do(End()))
    last = await match.newest()
    await world.restart()
    [newest] = await told_since(match, last)
    assert newest.pings == ((await match.active()).id,)
    assert await match.log() == []


async def test_nobody_can_make_up_a_loss(world: World, past: Past) -> None:
    """A press counts with the button that stands on the bot's message; a form has none."""
    match = await Match.begin(world)
    player = await match.active()
    [panel] = (await player.press(await match.newest(), "Take your turn")).posts
    button = next(one.custom_id for one in panel.buttons.values() if ":p0:" in one.custom_id)
    made_up = button.replace(":p0:", ":p99e99999999:")
    form = made_up.replace("arkadia:turn", "arkadia:form")
    for kind, data in (
        (InteractionType.MESSAGE_COMPONENT, {"custom_id": made_up, "component_type": 2}),
        (InteractionType.MODAL_SUBMIT, {"custom_id": form, "components": []}),
    ):
        place = await match.place()
        await player.actor._dispatch_interaction(
            kind, place, data, extra={"message": panel.payload}, source_message_id=panel.id
        )
    assert not world.bot.outdated.is_set()
    assert past.said("History was lost") == []
    # With a message of the bot's it would count.
    await player.forge(panel, made_up)
    assert world.bot.outdated.is_set()


async def test_a_kill_is_told_once(world: World, past: Past, recorder: Recorder) -> None:
    match, player, lost = await lost_turn(past)
    posting = ("POST", f"/channels/{lost.channel}/messages")
    # The next start is from the moment at which the message was on its way.
    recorder.before = lambda *request: past.keep_now() if request == posting else None
    await past.come_back()
    recorder.before = lambda *request: None
    [newest] = await told_since(match, lost)
    await past.come_back("")
    assert await told_since(match, lost) == [newest]
    assert newest.pings == (player.id,)
    await match.end_turn()
    assert "Turn 2: " in (await match.newest()).text
    assert world.now(newest).buttons == {}


async def test_a_lost_beginning_is_a_lobby_again(world: World, past: Past) -> None:
    host, other = world.people[:2]
    await start(host, seats=2, setup="first-game")
    await other.decide("join", game=1)
    await past.keep()
    lobby = world.newest()
    await host.decide("begin", game=1)
    match = Match(world, 1)
    assert "Begin" not in world.now(lobby).buttons
    await past.come_back()
    assert "Begin" in world.now(lobby).buttons
    await host.decide("begin", game=1)
    assert (await match.table()).row.state == "running"
    newest = await match.newest()
    assert newest.pings == ((await match.active()).id,)
    assert PUT_BACK not in newest.text
    await past.keep()
    third = world.people[2]
    await start(host, seats=3)
    lost = world.newest()
    await past.come_back()
    answer = await third.forge(lost, lost.buttons["Join"].custom_id)
    assert f"There's no game {2 + NUMBERS_LEFT_OUT} " in refusal(answer)
    answer = await start(other, seats=2)
    assert f"ame {2 + 2 * NUMBERS_LEFT_OUT} " in told(answer), "a lost game's number is no other's"


async def test_of_a_lobby_posted_anew_in_a_lost_time_one_stands(world: World, past: Past) -> None:
    host, other = world.people[:2]
    await start(host, seats=2)
    await world.forbid("create_public_threads")
    # Another game's messages in the channel, the older ones without buttons.
    lobby, match = world.newest(), await Match.begin(world, 3)
    await past.keep()
    world.fail("DELETE", "/channels/*/messages/*", times=None)
    await other.press(lobby, "Join")
    await match.end_turn()
    before = [post.id for post in world.posts() if "Join" not in post.buttons]
    world.recover()
    await past.come_back()
    [lobby] = [post for post in world.posts() if "Join" in post.buttons]
    assert "Seats (1 of 2)" in lobby.text
    assert {post.id for post in world.posts()} >= set(before)


async def test_a_file_replaced_under_a_bot_takes_no_change(world: World, past: Past) -> None:
    match, player, _ = await lost_turn(past)
    past.copy.replace(past.place)
    assert "couldn't be saved" in refusal(await match.do(await one_worker(match)))
    await world.bot.close()
    assert await asyncio.to_thread(main, ["--database", str(past.place), "restored"]) == 0
    await past.again()
    assert await match.active() == player
    assert (await match.newest()).pings == (player.id,)


async def test_of_a_lost_posts_lobby_one_is(world: World, past: Past, moderator: Person) -> None:
    forum = world.guild.create_forum_channel("arkadia-games")
    await set_to(moderator, "forum", forum)
    world.fail("POST", "/channels/*/threads", times=None)
    await world.people[0].run("arkadia start")
    await past.keep()
    world.recover()
    await world.later(seconds=60)
    [post] = forum.threads
    await past.come_back()
    assert [one.id for one in forum.threads] == [post.id]
    opening, lobby = world.posts(post)
    assert "is played here, always in the newest message" in opening.text
    assert "Join" in lobby.buttons


@pytest.mark.parametrize("refused", ["writing", "reading"])
async def test_what_is_refused_is_told_at_a_start(world: World, past: Past, refused: str) -> None:
    match, player, lost = await lost_turn(past)
    if refused == "reading":
        await world.forbid("read_message_history")
        await past.come_back()
    else:
        world.fail("POST", "/channels/*/messages", times=None)
        await past.come_back()
        assert await told_since(match, lost) == []
        world.recover()
        await world.crash()
    [newest] = await told_since(match, lost)
    assert newest.pings == (player.id,)
