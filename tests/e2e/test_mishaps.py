"""Refusals, missing permissions, deleted messages and places, archived threads: it goes on."""

import discord
import pytest

from engine.actions import End
from lab.discord.strict import wishes
from lab.tables import command_of
from tests.e2e.forms import direct, prefer, reminders, set_to
from tests.e2e.notices import channel, moderator
from tests.e2e.people import Answer, refusal, told
from tests.e2e.playing import Match, one_worker
from tests.e2e.world import ALL_RETRIES, World
from ui.interactions import NAMES
from ui.services.servers import invite_link


async def end_turn(match: Match) -> Answer:
    """Plays the shortest turn; gives the answer to its end."""
    await match.do(await one_worker(match))
    return await match.do(End())


async def test_without_the_right_to_open_threads_the_game_stays_in_the_channel(
    world: World,
) -> None:
    await world.forbid("create_public_threads")
    match = await Match.begin(world)
    assert world.threads() == []
    assert "Turn order" in world.newest().text
    assert "has begun" in world.posts()[0].text
    await end_turn(match)
    assert "Turn 1:" in world.newest().text


async def test_without_the_right_to_write_the_person_is_told_and_it_is_shown_later(
    world: World,
) -> None:
    match = await Match.begin(world)
    place = await match.place()
    shown = len(world.posts(place))
    await world.forbid("send_messages", "send_messages_in_threads")
    text = told(await end_turn(match))
    assert "Over to " in text
    assert f"not shown. I may not write in <#{place.id}>: I need" in text
    assert "*Attach Files*" not in text
    assert "*Send Messages in Threads*" in text
    assert len(await match.log()) == 2
    assert len(world.posts(place)) == shown
    await world.forbid()
    await world.later(seconds=ALL_RETRIES)
    assert len(world.posts(place)) == shown + 1
    assert world.newest(place).pings == ((await match.active()).id,)


async def test_without_the_right_to_write_a_lobby_can_still_be_joined(world: World) -> None:
    ada, bela, *_ = world.people
    await world.forbid("send_messages")
    assert "I may not write" in told(await ada.run("arkadia start"))
    assert "You have a seat" in told(await bela.decide("join"))
    await world.forbid()
    await world.later(seconds=ALL_RETRIES)
    [lobby] = world.posts()
    assert "Seats: 2 of 4: Ada (host), Bela" in lobby.text


async def test_without_the_right_to_attach_files_words_must_do(world: World) -> None:
    match = await Match.begin(world)
    place = await match.place()
    world.fail("POST", f"/channels/{place.id}/messages", status=403, code=50013)
    text = told(await end_turn(match))
    assert "I may not write" not in text
    post = world.newest(place)
    assert not post.pictures
    assert "*Attach Files*" in post.text
    assert post.pings == ((await match.active()).id,)
    assert list(post.buttons)[-3:] == ["My screen", "Board", "What changed"]
    assert len(world.posts(place)) == 2


async def test_a_lobby_shows_its_seats_as_long_as_pictures_are_taken(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await ada.run("arkadia start")
    [alone] = world.newest().pictures
    assert alone.alt == "Seats: 1 of 4: Ada"
    world.fail("PATCH", "/channels/*/messages/*", status=403, code=50013)
    await bela.press(world.newest(), "Join")
    assert "Seats: 2 of 4: Ada (host), Bela" in world.newest().text
    assert world.newest().pictures == (alone,)
    await bela.press(world.newest(), "Leave")
    await chiara.press(world.newest(), "Join")
    [joined] = world.newest().pictures
    assert joined.alt == "Seats: 2 of 4: Ada, Chiara"
    assert joined.content != alone.content
    await ada.press(world.newest(), "Begin")
    [begun] = world.posts()[0].pictures
    assert begun.alt.startswith("Seats: 2 of 2")


async def test_a_deleted_lobby_message_comes_back(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await world.delete(world.newest())
    await bela.decide("join")
    [lobby] = world.posts()
    assert "Seats: 2 of 4: Ada (host), Bela" in lobby.text
    await world.delete(lobby)
    await ada.decide("begin")
    [thread] = world.threads()
    assert "Turn order" in world.newest(thread).text


async def test_a_deleted_turn_message_stops_nothing(world: World) -> None:
    match = await Match.begin(world)
    await world.delete(await match.newest())
    await end_turn(match)
    assert "Turn 1:" in (await match.newest()).text


async def test_after_its_thread_is_deleted_the_game_goes_on_in_the_channel(world: World) -> None:
    match = await Match.begin(world)
    second = await match.waiting()
    await world.delete_place(await match.place())
    action = await one_worker(match)
    await match.do(action)
    text = told(await match.do(End()))
    assert "Over to " in text
    assert "Turn 1:" in world.newest().text
    assert world.newest().pings == (second.id,)
    await end_turn(match)
    assert "Turn 2:" in world.newest().text
    assert not world.posts()[-2].buttons


@pytest.mark.quick
async def test_after_its_channel_is_deleted_a_game_is_moved(world: World) -> None:
    match = await Match.begin(world)
    other = world.guild.create_text_channel("elsewhere")
    first, second = await match.active(), await match.waiting()
    old = world.channel
    for thread in world.threads():
        await world.delete_place(thread)
    await world.delete_place(old)
    place = f"<#{old.id}>"
    action = await one_worker(match)
    command, options = command_of(action)
    assert "Done:" in told(await first.run(command, other, **options))
    text = told(await first.run("arkadia end", other))
    assert "the channel is gone" in text
    assert "`/arkadia lobby`" in text
    assert place not in text
    stranger = world.people[3]
    assert "There is no game 1" in told(await stranger.decide("move-here", other, game=1))
    assert "goes on here" in told(await second.decide("move-here", other, game=1))
    [thread] = other.threads
    assert "Turn 1:" in world.newest(thread).text
    assert world.newest(thread).pings == (second.id,)
    await world.restart()
    answer = await second.press(world.newest(thread), "My screen")
    assert answer.private
    assert answer.post.pictures


async def test_who_is_answered_where_the_channel_is_gone_hears_nothing(world: World) -> None:
    ada, *_ = world.people
    async with world.at_once():
        answer = await ada.run("arkadia help")
        world.env.backend.delete_channel(world.channel.id)
    assert not answer.answered
    assert [sent.accepted for sent in world.sent if sent.path.endswith("/callback")] == [False]


async def test_an_archived_thread_is_opened_again(world: World) -> None:
    match = await Match.begin(world)
    place = await match.place()
    await match.do(await one_worker(match))
    await world.archive(place)
    active = await match.active()
    assert told(await active.run("arkadia end", game=match.number)).startswith("Done. Over to ")
    assert "Turn 1:" in world.newest(place).text
    assert len(await match.log()) == 2


async def test_a_lobby_in_a_thread_that_was_archived(world: World) -> None:
    thread = await (await Match.begin(world)).place()
    ada, bela, *_ = world.people
    await ada.run("arkadia start", thread)
    await world.archive(thread)
    await bela.decide("join", game=2)
    assert "Seats: 2 of 4: Ada (host), Bela" in world.newest(thread).text


async def test_who_left_the_server_resigns_by_a_vote_of_the_others(world: World) -> None:
    match = await Match.begin(world, 3)
    await end_turn(match)
    table = await match.table()
    first, second, _ = (world.person(seat.user_id) for seat in table.seats)
    place = await match.place()
    await first.decide("cancel", place)
    await second.decide("cancel", place)
    assert (await match.table()).row.state == "running"
    last = world.person(table.seats[2].user_id)
    await last.run("arkadia seat resign", place, sure="yes")
    assert (await match.table()).row.state == "cancelled"
    assert "everybody agreed" in world.newest(place).text


INSIDE = 40333
"""An error of Discord's own inside, which it answers by 403."""


@pytest.mark.parametrize("path", ["/channels/*/messages/*/threads", "/channels/*"])
async def test_an_error_inside_of_discord_costs_no_thread(world: World, path: str) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await bela.decide("join")
    for method in ("GET", "POST"):
        world.fail(method, path, status=403, code=INSIDE)
    answer = await ada.decide("begin")
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
    await bela.decide("join")
    lobby = world.newest()
    assert lobby.id != before.id
    assert "Seats: 2 of 4: Ada (host), Bela" in lobby.text
    await ada.decide("begin")
    match = Match(world, 1)
    await world.later(seconds=60)
    place = await match.place()
    [board] = [post for post in world.posts(place) if "arkadia:newest" in str(post.buttons)]
    world.env.backend.messages[place.id][board.id].author_id = bela.id
    await match.turn()
    await world.later(seconds=60)
    newest = [post for post in world.posts(place) if "arkadia:newest" in str(post.buttons)][-1]
    assert newest.id != board.id
    assert await world.bot.store.outbox.unsaid(1 << 62) == ()


async def test_a_bot_that_is_no_member_asks_to_be_added(world: World) -> None:
    wishes(world.env.backend).commands_alone.add(world.guild.id)
    answer = await world.people[0].run("arkadia start")
    text = answer.posts[-1].text
    assert "I am not a member of this server" in text
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
    assert "goes on here" in told(await second.decide("move-here", game=1))
    _, other = world.threads()
    assert "Turn 1:" in world.newest(other).text
    assert "cannot be shown" not in (await mona.run("arkadia-admin list")).text
    await match.turn()
    assert reminders(world) == []


async def test_who_wants_messages_is_called_by_a_message(world: World) -> None:
    for person in world.people[:2]:
        await prefer(person, remind_in="message")
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
    assert "goes on here" in told(await active.decide("move-here", game=1))
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
    assert "goes on here" in told(await second.decide("move-here", game=1))
    assert (await match.place()).id == world.channel.id
    assert "Turn 1:" in world.newest().text


async def test_a_game_moves_to_no_place_that_takes_no_message(world: World) -> None:
    match = await Match.begin(world)
    mute = world.guild.create_text_channel("mute")
    await world.forbid("attach_files", place=mute)
    active = await match.active()
    answer = await active.decide("move-here", mute, game=1)
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


async def test_a_word_that_a_server_forbids_costs_no_thread(world: World) -> None:
    wishes(world.env.backend).words.add("Bela")
    await Match.begin(world)
    [thread] = world.threads()
    assert thread.name == "Arkadia, game 1"
    assert "Turn order" in world.newest(thread).text


async def test_status_tells_the_cause(world: World) -> None:
    place = world.guild.create_text_channel("news")
    await set_to(moderator(world), "announce", place)
    await world.forbid("view_channel", place=channel(world, "news"))
    await world.people[0].run("arkadia start")
    [one] = await world.bot.store.outbox.backlog(world.wall())
    assert one.why == "absent"


def test_the_permissions_are_ones_of_discord() -> None:
    assert set(NAMES) <= set(discord.Permissions.VALID_FLAGS)
