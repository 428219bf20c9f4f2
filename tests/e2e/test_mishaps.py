"""Refusals, missing permissions, what is deleted or lost: it goes on, and stands in public once."""

import discord
import pytest

from db.database import Place
from engine.actions import End
from lab.discord.strict import wishes
from lab.tables import command_of
from tests.e2e.corruption import corrupt
from tests.e2e.forms import direct, prefer, reminders
from tests.e2e.notices import moderator
from tests.e2e.people import refusal, told
from tests.e2e.playing import Match, one_worker
from tests.e2e.world import ALL_RETRIES, World
from tests.nightly import nightly_except
from ui.interactions import NAMES
from ui.services.servers import invite_link


@pytest.mark.parametrize("right", ["create_public_threads", "send_messages_in_threads"])
async def test_without_threads_a_game_stays_in_the_channel(world: World, right: str) -> None:
    await world.forbid(right)
    match = await Match.begin(world)
    assert (await match.place()).id == world.channel.id
    assert right == "send_messages_in_threads" or world.threads() == []
    assert "Turn order" in world.newest().text
    assert "has begun" in world.posts()[0].text
    await match.end_turn()
    assert "Turn 1:" in world.newest().text


async def test_without_the_right_to_write_a_lobby_can_still_be_joined(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await world.forbid("send_messages")
    assert "I can't write" in told(await ada.run("arkadia start"))
    assert "You have a seat" in told(await bela.decide("join"))
    await world.forbid("view_channel")
    answer = await chiara.decide("join")
    assert f"I can't write in <#{world.channel.id}>: I need *View Channel* there." in told(answer)
    await world.forbid()
    assert world.posts() == []
    await world.later(seconds=ALL_RETRIES)
    [lobby] = world.posts()
    assert "Seats (3 of 4): Ada (host), Bela, Chiara" in lobby.text


async def test_without_the_right_to_write_one_is_told_and_it_is_shown_later(world: World) -> None:
    match = await Match.begin(world)
    place = await match.place()
    shown = len(world.posts(place))
    await world.forbid("send_messages", "send_messages_in_threads")
    text = told(await match.end_turn())
    assert "Over to " in text
    assert f"couldn't show the result. I can't write in <#{place.id}>: I need" in text
    assert "*Attach Files*" not in text
    assert "*Send Messages in Threads*" in text
    assert len(await match.log()) == 2
    assert len(world.posts(place)) == shown
    await world.forbid()
    await world.later(seconds=ALL_RETRIES)
    assert len(world.posts(place)) == shown + 1
    assert world.newest(place).pings == ((await match.active()).id,)


async def test_without_the_right_to_attach_files_words_must_do(world: World) -> None:
    match = await Match.begin(world)
    place = await match.place()
    world.fail("POST", f"/channels/{place.id}/messages", status=403, code=50013)
    assert "I can't write" not in told(await match.end_turn())
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
    assert alone.alt == "Seats (1 of 4): Ada"
    world.fail("PATCH", "/channels/*/messages/*", status=403, code=50013)
    await bela.press(world.newest(), "Join")
    assert "Seats (2 of 4): Ada (host), Bela" in world.newest().text
    assert world.newest().pictures == (alone,)
    await bela.press(world.newest(), "Leave")
    await chiara.press(world.newest(), "Join")
    [joined] = world.newest().pictures
    assert joined.alt == "Seats (2 of 4): Ada, Chiara"
    assert joined.content != alone.content
    await ada.press(world.newest(), "Begin")
    [begun] = world.posts()[0].pictures
    assert begun.alt.startswith("Seats (2 of 2)")


async def test_a_deleted_lobby_message_comes_back(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await world.delete(world.newest())
    await bela.decide("join")
    [lobby] = world.posts()
    assert "Seats (2 of 4): Ada (host), Bela" in lobby.text
    await world.delete(lobby)
    await ada.decide("begin")
    [thread] = world.threads()
    assert "Turn order" in world.newest(thread).text


async def test_after_its_thread_is_deleted_the_game_goes_on_in_the_channel(world: World) -> None:
    match = await Match.begin(world)
    second = await match.waiting()
    await world.delete_place(await match.place())
    assert "Over to " in told(await match.end_turn())
    assert "Turn 1:" in world.newest().text
    assert world.newest().pings == (second.id,)
    await match.end_turn()
    assert "Turn 2:" in world.newest().text
    assert not world.posts()[-2].buttons


@pytest.mark.quick
async def test_after_its_channel_is_deleted_a_game_is_moved(world: World) -> None:
    match = await Match.begin(world)
    other = world.guild.create_text_channel("elsewhere")
    first, second = await match.active(), await match.waiting()
    old, mona = world.channel, moderator(world)
    for thread in world.threads():
        await world.delete_place(thread)
    await world.delete_place(old)
    place = f"<#{old.id}>"
    command, options = command_of(await one_worker(match))
    assert "Done:" in told(await first.run(command, other, **options))
    text = told(await first.run("arkadia end", other))
    assert "the channel is gone" in text
    assert "`/arkadia lobby`" in text
    assert place not in text
    for _ in range(3):
        await world.later(hours=30)
        assert "the channel is gone" in (await mona.run("arkadia-admin list", other)).text
    assert "There's no game 1" in told(await world.people[3].decide("move-here", other, game=1))
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


async def test_an_archived_thread_is_opened_again_by_a_turn_and_a_lobby(world: World) -> None:
    match = await Match.begin(world)
    place = await match.place()
    await match.do(await one_worker(match))
    await world.archive(place)
    active = await match.active()
    assert told(await active.run("arkadia end", game=match.number)).startswith("Done. Over to ")
    assert "Turn 1:" in world.newest(place).text
    assert len(await match.log()) == 2
    ada, bela, *_ = world.people
    await ada.run("arkadia start", place)
    await world.archive(place)
    await bela.decide("join", game=2)
    assert "Seats (2 of 4): Ada (host), Bela" in world.newest(place).text


@pytest.mark.parametrize("path", ["/channels/*/messages/*/threads", "/channels/*"])
async def test_an_error_inside_of_discord_costs_no_thread(world: World, path: str) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await bela.decide("join")
    for method in ("GET", "POST"):
        world.fail(method, path, status=403, code=40333)  # which stands for Discord's own errors
    assert "I need" not in (await ada.decide("begin")).posts[-1].text
    world.recover()
    await world.later(seconds=ALL_RETRIES)
    [thread] = world.threads()
    assert "Turn order" in world.newest(thread).text


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
    assert "Seats (2 of 4): Ada (host), Bela" in lobby.text
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
    text = (await world.people[0].run("arkadia start")).posts[-1].text
    assert "I'm not a member of this server" in text
    assert invite_link(world.bot.application_id or 0) in text
    assert "I need" not in text


@pytest.mark.parametrize("archived", [True, False])
async def test_a_game_in_a_locked_thread_is_named_and_goes_on(world: World, archived: bool) -> None:
    match = await Match.begin(world)
    mona, second = moderator(world), await match.waiting()
    thread = await match.place()
    locked = {"archived": archived, "locked": True}
    world.env.backend.edit_channel(thread.id, {}, thread_metadata=locked)
    assert f"<#{thread.id}> is locked" in told(await match.end_turn())
    assert "the thread is locked" in (await mona.run("arkadia-admin list")).text
    await world.later(hours=1)
    [call] = reminders(world)
    assert call.channel == world.channel.id
    assert call.pings == (second.id,)
    assert f"I can't post in <#{thread.id}>" in call.text
    assert "My screen" not in call.text
    assert "goes on here" in told(await second.decide("move-here", game=1))
    _, other = world.threads()
    assert "Turn 1:" in world.newest(other).text
    assert "can't post updates in" not in (await mona.run("arkadia-admin list")).text
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
    assert "it's been your turn in game 1 since <t:" in call
    assert f"I can't post in <#{thread.id}>" in call
    assert reminders(world) == []


async def test_a_game_leaves_a_thread_that_takes_no_message_any_more(world: World) -> None:
    match = await Match.begin(world)
    second = await match.waiting()
    mute = world.guild.create_text_channel("mute")
    await world.forbid("attach_files", place=mute)
    refused = await second.decide("move-here", mute, game=1)
    assert refusal(refused) == f"I can't write in <#{mute.id}>: I need *Attach Files* there."
    await world.forbid("send_messages_in_threads")
    assert "I need *Send Messages in Threads* there." in told(await match.end_turn())
    assert "goes on here" in told(await second.decide("move-here", game=1))
    assert (await match.place()).id == world.channel.id
    assert "Turn 1:" in world.newest().text


async def test_a_word_that_a_server_forbids_costs_no_thread(world: World) -> None:
    wishes(world.env.backend).words.add("Bela")
    await Match.begin(world)
    [thread] = world.threads()
    assert thread.name == "Arkadia, game 1"
    assert "Turn order" in world.newest(thread).text


def test_the_permissions_are_ones_of_discord() -> None:
    assert set(NAMES) <= set(discord.Permissions.VALID_FLAGS)


@pytest.mark.parametrize("status", nightly_except([403, 500, 429], 403))
@pytest.mark.parametrize("restart", [False, True])
async def test_buttons_left_are_removed_later(world: World, status: int, restart: bool) -> None:
    match = await Match.begin(world)
    code = 50013 if status == 403 else 0
    world.fail("PATCH", "/channels/*/messages/*", status=status, code=code, times=None)
    await match.turn()
    await match.turn()
    assert [bool(post.buttons) for post in await match.posts()] == [True, True, True]
    world.recover()
    if restart:
        await world.restart()
    await world.later(seconds=ALL_RETRIES)
    assert [bool(post.buttons) for post in await match.posts()] == [False, False, True]
    assert await world.bot.store.outbox.unsaid(1 << 62) == ()


@pytest.mark.parametrize("again", ["waiting", "crash"])
async def test_it_is_told_once_when_the_next_turn_ends_before(world: World, again: str) -> None:
    match = await Match.begin(world)
    await match.do(await one_worker(match))
    world.lose_answer("POST", "/channels/*/messages")
    await match.do(End())
    if again == "crash":
        await world.crash()
    await match.end_turn()
    await world.later(seconds=ALL_RETRIES)
    posts = await match.posts()
    assert ["Turn 1:" in post.text for post in posts] == [False, True, False]
    assert ["Turn 2:" in post.text for post in posts] == [False, False, True]
    assert [bool(post.buttons) for post in posts] == [False, False, True]
    assert [len(post.pings) for post in posts] == [1, 1, 1]


async def test_what_may_come_next_has_one_nonce(world: World) -> None:
    match = await Match.begin(world)
    for status in (500, 500):
        world.fail("POST", "/channels/*/messages", status=status)
        await match.turn()
    await world.later(seconds=ALL_RETRIES)
    posts = [sent for sent in world.public() if sent.path.endswith("/messages") and sent.body]
    nonces = [sent.body.get("nonce") for sent in posts if sent.method == "POST"]
    assert all(sent.body["enforce_nonce"] for sent in posts if sent.method == "POST")
    lobby, full, begun, *refused, told = nonces
    assert len({lobby, full, begun, told}) == 4
    assert refused
    assert set(refused) == {told}
    assert all(len(nonce) <= 25 for nonce in nonces)
    first, second = await match.posts()
    assert [f"Turn {number}:" in second.text for number in (1, 2)] == [True, True]
    assert (second.pings, first.buttons) == (((await match.active()).id,), {})


async def test_a_thread_of_a_moved_game_is_not_made_twice(world: World) -> None:
    match = await Match.begin(world)
    first = await match.active()
    other = world.guild.create_text_channel("elsewhere")
    old = world.posts(await match.place())[-1]
    world.lose_answer("POST", "/channels/*/threads")
    await first.decide("move-here", other, game=1)
    await world.later(seconds=ALL_RETRIES)
    [thread] = other.threads
    assert len(world.posts(thread)) == 1
    assert not world.now(old).buttons


async def test_a_game_moved_before_anything_was_told_is_told_from_the_start(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await bela.decide("join")
    world.fail("POST", "/channels/*/messages", status=500, times=None)
    await ada.decide("begin")
    match = Match(world, 1)
    for _ in range(2):
        await match.turn()
    other = world.guild.create_text_channel("elsewhere")
    assert "goes on here" in told(await ada.decide("move-here", other, game=1))
    world.recover()
    await world.later(seconds=ALL_RETRIES)
    [post] = world.posts(other.threads[0])
    assert "Turn order" in post.text
    assert all(f"Turn {turn}:" in post.text for turn in (1, 2))


@pytest.mark.parametrize("gone", [False, True])
async def test_a_move_calls_again_if_the_call_is_gone(world: World, gone: bool) -> None:
    match = await Match.begin(world)
    old = await match.place()
    await match.do(await one_worker(match))
    world.lose_answer("POST", "/channels/*/messages")
    await match.do(End())
    called = await match.active()
    unnoted = world.posts(old)[-1]
    assert unnoted.pings == (called.id,)
    other = world.guild.create_text_channel("elsewhere")
    if gone:
        await world.delete_place(old)
    await called.decide("move-here", other, game=1)
    await world.later(seconds=ALL_RETRIES)
    [moved] = world.posts(other.threads[0])
    assert moved.pings == ((called.id,) if gone else ())
    assert gone or not world.now(unnoted).buttons


async def test_a_lobby_that_nobody_noted_is_left_by_two_moves(world: World) -> None:
    ada, *_ = world.people
    world.lose_answer("POST", "/channels/*/messages")
    world.fail("GET", "/channels/*/messages", status=500, times=None)
    await ada.run("arkadia start")
    assert len(world.posts()) == 1
    other = world.guild.create_text_channel("elsewhere")
    for _ in range(2):
        assert "goes on here" in told(await ada.decide("move-here", other, game=1))
    world.recover()
    await world.later(seconds=ALL_RETRIES)
    assert "Join" in world.newest(other).buttons
    assert world.posts() == []


async def test_another_server_learns_of_no_unread_game(world: World, database: Place) -> None:
    match = await Match.begin(world)
    await match.turn()
    place = await match.place()
    posts = world.posts(place)
    await corrupt(world, database, 1)
    answer = await world.another_server().people[0].run("arkadia board", game=1)
    assert refusal(answer).startswith("There's no game 1 on this server.")
    assert world.posts(place) == posts


THREADS, ANSWER = "/channels/*/threads", "/interactions/*/*/callback"


@pytest.mark.parametrize(
    ("path", "status", "code", "threads"),
    [
        *((THREADS, 400, 160006, 0), (THREADS, 403, 50013, 0)),
        *((THREADS, 500, 0, 1), (THREADS, 0, 0, 1), (ANSWER, 500, 0, 1)),
    ],
)
async def test_practice_is_shown_whatever_fails(
    world: World, path: str, status: int, code: int, threads: int
) -> None:
    if status:
        world.fail("POST", path, status=status, code=code, times=None)
    else:
        world.lose_answer("POST", path)
    answer = await world.people[0].run("arkadia practice")
    assert path == ANSWER or "has begun" in told(answer)
    world.recover()
    await world.later(seconds=ALL_RETRIES)
    assert len(world.threads()) == threads
    assert "Turn order" in (await Match(world, 1).posts())[0].text


async def test_old_buttons_go_without_a_look_back(world: World) -> None:
    match = await Match.begin(world, 2)
    await match.turn()
    await world.forbid("read_message_history")
    before = await match.newest()
    await match.turn()
    assert world.now(before).buttons == {}
    assert (await match.newest()).buttons
    assert await world.bot.store.outbox.unsaid(1 << 62) == ()
