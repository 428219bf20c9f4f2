"""What stands in public stands once: whatever was lost, refused or moved meanwhile."""

import logging

import pytest

from db.database import Place
from engine.actions import End
from tests.e2e.corruption import corrupt
from tests.e2e.people import refusal, told
from tests.e2e.playing import Match, one_worker
from tests.e2e.world import ALL_RETRIES, World
from tests.nightly import nightly_except


async def test_a_refused_change_of_the_lobby_tells_what_is_missing(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await world.forbid("view_channel")
    answer = await bela.decide("join")
    assert f"I may not write in <#{world.channel.id}>: I need *View Channel* there." in told(answer)
    await world.forbid()
    assert len(world.posts()) == 1
    await world.later(seconds=ALL_RETRIES)
    [lobby] = world.posts()
    assert "Seats: 2 of 4: Ada (host), Bela" in lobby.text


@pytest.mark.parametrize("status", nightly_except([403, 500, 429], 403))
@pytest.mark.parametrize("restart", [False, True])
async def test_buttons_that_could_not_be_removed_are_removed_later(
    world: World, status: int, restart: bool
) -> None:
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
async def test_a_message_is_told_once_when_the_next_turn_ends_before_the_retry(
    world: World, again: str
) -> None:
    match = await Match.begin(world)
    await match.do(await one_worker(match))
    world.lose_answer("POST", "/channels/*/messages")
    await match.do(End())
    if again == "crash":
        await world.crash()
    await match.do(await one_worker(match))
    await match.do(End())
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


async def test_a_game_that_moved_before_anything_was_told_is_told_from_its_beginning(
    world: World,
) -> None:
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
async def test_who_was_called_before_a_move_is_called_again_only_if_the_call_is_gone(
    world: World, gone: bool
) -> None:
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


async def test_another_server_does_not_learn_that_a_game_cannot_be_read(
    world: World, database: Place
) -> None:
    match = await Match.begin(world)
    await match.turn()
    place = await match.place()
    posts = world.posts(place)
    await corrupt(world, database, 1)
    elsewhere = world.another_server()
    answer = await elsewhere.people[0].run("arkadia board", game=1)
    assert refusal(answer).startswith("There is no game 1 on this server.")
    assert world.posts(place) == posts


@pytest.mark.parametrize(("status", "code"), [(400, 160006), (403, 50013)])
async def test_practice_goes_on_in_the_channel_where_there_is_no_thread(
    world: World, status: int, code: int
) -> None:
    world.fail("POST", "/channels/*/threads", status=status, code=code, times=None)
    answer = await world.people[0].run("arkadia practice")
    assert "has begun" in told(answer)
    assert world.threads() == []
    assert "Turn order" in world.posts()[0].text


async def test_practice_is_shown_after_an_outage(world: World) -> None:
    world.fail("POST", "/channels/*/threads", status=500, times=None)
    answer = await world.people[0].run("arkadia practice")
    assert "has begun" in told(answer)
    world.recover()
    await world.later(seconds=ALL_RETRIES)
    assert "Turn order" in (await Match(world, 1).posts())[0].text


async def test_practice_is_shown_though_its_answer_failed(world: World) -> None:
    world.fail("POST", "/interactions/*/*/callback", status=500, times=None)
    await world.people[0].run("arkadia practice")
    world.recover()
    [thread] = world.threads()
    assert "Turn order" in world.posts(thread)[0].text


async def test_practice_has_one_thread_though_the_answer_was_lost(world: World) -> None:
    world.lose_answer("POST", "/channels/*/threads")
    await world.people[0].run("arkadia practice")
    [thread] = world.threads()
    assert "Turn order" in world.posts(thread)[0].text


async def test_old_buttons_go_where_the_bot_may_not_look_back(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    match = await Match.begin(world, 2)
    await match.turn()
    await world.forbid("read_message_history")
    before = await match.newest()
    await match.turn()
    assert world.now(before).buttons == {}
    assert (await match.newest()).buttons
    assert await world.bot.store.outbox.unsaid(1 << 62) == ()
