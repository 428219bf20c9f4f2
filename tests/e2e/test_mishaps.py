"""Missing permissions, deleted messages and places, archived threads: the game goes on."""

from __future__ import annotations

import pytest

from engine.actions import End
from lab.commands import command_of
from tests.e2e.actions import one_worker
from tests.e2e.answers import told
from tests.e2e.people import Answer
from tests.e2e.playing import Match
from tests.e2e.world import ALL_RETRIES, World


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
    assert "Your turn has ended." in text
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
    assert "You have a seat" in told(await bela.run("arkadia lobby join"))
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


async def test_a_deleted_lobby_message_comes_back(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await world.delete(world.newest())
    await bela.run("arkadia lobby join")
    [lobby] = world.posts()
    assert "Seats: 2 of 4: Ada (host), Bela" in lobby.text
    await world.delete(lobby)
    await ada.run("arkadia lobby begin")
    [thread] = world.threads()
    assert "Turn order" in world.newest(thread).text


async def test_a_deleted_turn_message_stops_nothing(world: World) -> None:
    match = await Match.begin(world)
    await world.delete(await match.newest())
    await end_turn(match)
    assert "Turn 1:" in (await match.newest()).text


@pytest.mark.slow
async def test_after_its_thread_is_deleted_the_game_goes_on_in_the_channel(world: World) -> None:
    match = await Match.begin(world)
    second = await match.waiting()
    await world.delete_place(await match.place())
    action = await one_worker(match)
    await match.do(action)
    text = told(await match.do(End()))
    assert "Your turn has ended." in text
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
    assert "You did" in told(await first.run(command, other, **options))
    text = told(await first.run("arkadia end", other))
    assert "the channel is gone" in text
    assert "`/arkadia lobby move`" in text
    assert place not in text
    stranger = world.people[3]
    assert "There is no game 1" in told(await stranger.run("arkadia lobby move", other, game=1))
    assert "goes on here" in told(await second.run("arkadia lobby move", other, game=1))
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
    assert told(await active.run("arkadia end", game=match.number)).startswith("Your turn")
    assert "Turn 1:" in world.newest(place).text
    assert len(await match.log()) == 2


async def test_a_lobby_in_a_thread_that_was_archived(world: World) -> None:
    thread = await (await Match.begin(world)).place()
    ada, bela, *_ = world.people
    await ada.run("arkadia start", thread)
    await world.archive(thread)
    await bela.run("arkadia lobby join", game=2)
    assert "Seats: 2 of 4: Ada (host), Bela" in world.newest(thread).text


async def test_who_left_the_server_resigns_by_a_vote_of_the_others(world: World) -> None:
    match = await Match.begin(world, 3)
    await end_turn(match)
    table = await match.table()
    first, second, _ = (world.person(seat.user_id) for seat in table.seats)
    place = await match.place()
    await first.run("arkadia lobby cancel", place)
    await second.run("arkadia lobby cancel", place)
    assert (await match.table()).row.state == "running"
    last = world.person(table.seats[2].user_id)
    await last.run("arkadia seat resign", place, sure="yes")
    assert (await match.table()).row.state == "cancelled"
    assert "everybody agreed" in world.newest(place).text
