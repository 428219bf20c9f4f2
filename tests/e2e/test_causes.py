"""What Discord and moderators mean by a refusal, and what people notice of it."""

from __future__ import annotations

import discord
import pytest

from delivery.changes import NOTED_WITHIN_S
from engine.actions import End
from lab.discord.strict import wishes
from tests.e2e.actions import one_worker
from tests.e2e.answers import refusal, told
from tests.e2e.notices import channel, moderator
from tests.e2e.playing import Match
from tests.e2e.reminded import direct, reminders
from tests.e2e.world import ALL_RETRIES, World
from ui.interactions.rights import NAMES
from ui.services.invite import invite_link

pytestmark = pytest.mark.slow

INSIDE = 40333
"""An error of Discord's own inside, which it answers by 403."""


@pytest.mark.parametrize("path", ["/channels/*/messages/*/threads", "/channels/*"])
async def test_an_error_inside_of_discord_costs_no_thread(world: World, path: str) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await bela.run("arkadia lobby join")
    for method in ("GET", "POST"):
        world.fail(method, path, status=403, code=INSIDE)
    answer = await ada.run("arkadia lobby begin")
    assert "I need" not in answer.posts[-1].text
    world.recover()
    await world.later(seconds=ALL_RETRIES)
    [thread] = world.threads()
    assert "Turn order" in world.newest(thread).text


async def test_an_error_inside_of_discord_costs_no_picture(world: World) -> None:
    match = await Match.begin(world)
    world.fail("POST", "/channels/*/messages", status=403, code=INSIDE)
    await match.turn()
    await world.later(seconds=60)
    assert (await match.newest()).pictures


@pytest.mark.usefixtures("pinned")
async def test_with_another_application_messages_are_posted_anew(world: World) -> None:
    """Its token is another author's: messages of before can be read, but not changed."""
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    before = world.newest()
    world.env.backend.messages[world.channel.id][before.id].author_id = bela.id
    await bela.run("arkadia lobby join")
    lobby = world.newest()
    assert lobby.id != before.id
    assert "Seats: 2 of 4: Ada (host), Bela" in lobby.text
    await ada.run("arkadia lobby begin")
    match = Match(world, 1)
    await world.later(seconds=60)
    place = await match.place()
    [board] = [post for post in world.posts(place) if "arkadia:newest" in str(post.buttons)]
    world.env.backend.messages[place.id][board.id].author_id = bela.id
    await match.turn()
    await world.later(seconds=60)
    newest = [post for post in world.posts(place) if "arkadia:newest" in str(post.buttons)][-1]
    assert newest.id != board.id
    await world.env.advance_time(NOTED_WITHIN_S)
    assert await world.bot.store.outbox.unsaid(1 << 62) == ()


async def test_a_bot_that_is_no_member_asks_to_be_added(world: World) -> None:
    wishes(world.env.backend).commands_alone.add(world.guild.id)
    answer = await world.people[0].run("arkadia start")
    text = answer.posts[-1].text
    assert "I am no member of this server" in text
    assert invite_link(world.bot.application_id or 0) in text
    assert "I need" not in text


@pytest.mark.parametrize("archived", [True, False])
async def test_a_game_in_a_locked_thread_is_named_and_goes_on(world: World, archived: bool) -> None:
    match = await Match.begin(world)
    mona, second = moderator(world), await match.waiting()
    thread = await match.place()
    locked = {"archived": archived, "locked": True}
    world.env.backend.edit_channel(thread.id, {}, thread_metadata=locked)
    await match.do(await one_worker(match))
    answer = await match.do(End())
    assert f"<#{thread.id}> is locked" in told(answer)
    assert "the thread is locked" in (await mona.run("arkadia-admin list")).text
    await world.later(hours=1)
    [call] = reminders(world)
    assert call.channel == world.channel.id
    assert call.pings == (second.id,)
    assert f"<#{thread.id}> takes no message from me" in call.text
    assert "My screen" not in call.text
    assert "goes on here" in told(await second.run("arkadia lobby move", game=1))
    _, other = world.threads()
    assert "Turn 1:" in world.newest(other).text
    assert "cannot be shown" not in (await mona.run("arkadia-admin list")).text
    await match.turn()
    assert reminders(world) == []


async def test_who_wants_messages_is_called_by_a_message(world: World) -> None:
    for person in world.people[:2]:
        await person.run("arkadia preferences", remind_in="message")
    match = await Match.begin(world)
    second, thread = await match.waiting(), await match.place()
    await world.archive(thread, locked=True)
    await match.turn()
    await world.later(hours=1)
    call = direct(world, second)[-1]["content"]
    assert call.startswith(f"It is your turn in game 1 (<#{thread.id}>)")
    assert reminders(world) == []


async def test_before_anything_is_told_a_locked_thread_is_left_by_a_move(world: World) -> None:
    match = await Match.begin(world)
    thread, active = await match.place(), await match.active()
    await world.archive(thread, locked=True)
    assert "goes on here" in told(await active.run("arkadia lobby move", game=1))
    _, other = world.threads()
    assert "your turn in game 1" in world.newest(other).text


async def test_where_threads_take_no_message_a_game_is_played_in_its_channel(world: World) -> None:
    await world.forbid("send_messages_in_threads")
    match = await Match.begin(world)
    assert (await match.place()).id == world.channel.id
    assert "Turn order" in world.newest().text


async def test_a_game_leaves_a_thread_that_takes_no_message_any_more(world: World) -> None:
    match = await Match.begin(world)
    second = await match.waiting()
    await world.forbid("send_messages_in_threads")
    await match.do(await one_worker(match))
    answer = await match.do(End())
    assert "I need *Send Messages in Threads* there." in told(answer)
    assert "goes on here" in told(await second.run("arkadia lobby move", game=1))
    assert (await match.place()).id == world.channel.id
    assert "Turn 1:" in world.newest().text


async def test_a_game_moves_to_no_place_that_takes_no_message(world: World) -> None:
    match = await Match.begin(world)
    mute = world.guild.create_text_channel("mute")
    await world.forbid("attach_files", place=mute)
    active = await match.active()
    answer = await active.run("arkadia lobby move", mute, game=1)
    assert refusal(answer) == f"I may not write in <#{mute.id}>: I need *Attach Files* there."


async def test_a_deleted_channel_is_named_until_the_game_goes_on(world: World) -> None:
    match = await Match.begin(world)
    mona, other = moderator(world), world.guild.create_text_channel("elsewhere")
    for thread in world.threads():
        await world.delete_place(thread)
    await world.delete_place(world.channel)
    await world.bot.services.tables.display.set_language(1, (await match.active()).id, "de")
    await world.bot.services.publisher.publish(1)
    for _ in range(3):
        await world.later(hours=30)
        assert "the channel is gone" in (await mona.run("arkadia-admin list", other)).text


async def test_a_forum_that_wants_tags_and_has_no_room_is_not_promised(world: World) -> None:
    mona, forum = moderator(world), world.guild.create_forum_channel("arkadia-games")
    backend = world.env.backend
    wishes(backend).tagged.add(forum.id)
    plain = {"moderated": False, "emoji_id": None, "emoji_name": None}
    tags = [{"id": str(n), "name": f"tag {n}", **plain} for n in range(1, 21)]
    backend.edit_channel(forum.id, {"available_tags": tags})
    refused = await mona.run("arkadia-admin forum", channel=forum)
    assert f"<#{forum.id}> wants a tag on each post" in refusal(refused)
    opened = await world.people[0].run("arkadia start")
    assert "wants a tag" not in told(opened)
    backend.edit_channel(forum.id, {"available_tags": tags[:10]})
    assert "Each new game is a post" in (await mona.run("arkadia-admin forum", channel=forum)).text
    await world.people[1].run("arkadia start")
    [post] = forum.threads
    assert "looks for players" in world.newest(post).text
    backend.edit_channel(forum.id, {"available_tags": tags})
    answer = await mona.run("arkadia-admin forum")
    assert "wants a tag" in answer.text
    assert "Each new game" not in answer.text
    assert "wants a tag" in told(await world.people[2].run("arkadia start"))


async def test_a_word_that_a_server_forbids_costs_no_thread(world: World) -> None:
    wishes(world.env.backend).words.add("Bela")
    await Match.begin(world)
    [thread] = world.threads()
    assert thread.name == "Arkadia, game 1"
    assert "Turn order" in world.newest(thread).text


async def test_status_tells_the_cause(world: World) -> None:
    place = world.guild.create_text_channel("news")
    await moderator(world).run("arkadia-admin announce", channel=place)
    await world.forbid("view_channel", place=channel(world, "news"))
    await world.people[0].run("arkadia start")
    [one] = await world.bot.store.outbox.backlog(world.wall())
    assert one.why == "absent"


def test_the_permissions_are_ones_of_discord() -> None:
    assert set(NAMES) <= set(discord.Permissions.VALID_FLAGS)
