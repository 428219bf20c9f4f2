"""A lobby calls whom it needs, once, says what is so, and closes when nobody comes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from db.outbox.rows import Topic
from delivery.errors import NotShownError
from tests.e2e.answers import refusal, told
from tests.e2e.playing import Match
from tests.e2e.world import World
from ui.services import services_in


@pytest.mark.quick
async def test_the_host_is_called_at_the_last_seat_and_when_the_table_is_full(
    world: World,
) -> None:
    ada, bela, chiara, _ = world.people
    await ada.run("arkadia start", seats=3)
    assert world.newest().pings == ()
    await bela.press(world.newest(), "Join")
    [first] = world.posts()
    assert first.pings == (ada.id,)
    assert first.text.startswith(f"{ada.mention}, one seat is free in game 1: wait, or begin.\n")
    await chiara.press(first, "Join")
    [called] = world.posts()
    assert called.id != first.id
    assert called.pings == (ada.id,)
    assert called.text.startswith(f"{ada.mention}, game 1 is full: begin it.\n")
    await chiara.press(called, "Leave")
    assert f"{ada.mention}" not in world.newest().text
    await world.restart()
    await chiara.press(world.newest(), "Join")
    await ada.press(world.newest(), "Begin")
    [place] = world.threads()
    assert world.newest(place).text.startswith("<@")


async def test_who_becomes_the_host_is_told(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start", seats=4)
    await bela.press(world.newest(), "Join")
    left = await ada.press(world.newest(), "Leave")
    assert "Bela is its host now." in told(left)
    lobby = world.newest()
    assert lobby.pings == (bela.id,)
    assert lobby.text.startswith(f"{bela.mention}, you host game 1 now")


async def test_an_answer_does_not_wait_until_discord_takes_a_message(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start", seats=2)
    await bela.press(world.newest(), "Join")
    outbox = services_in(world.bot).outbox
    say = outbox.say

    async def held(topic: Topic) -> NotShownError | None:
        await asyncio.sleep(5)  # as by a limit of the channel's
        return await say(topic)

    monkeypatch.setattr(outbox, "say", held)
    answer = await ada.press(world.newest(), "Begin")
    await world.env.advance_time(1)
    assert f"Game 1 has begun in <#{world.channel.id}>." in told(answer)
    assert world.threads() == []
    await world.env.advance_time(5)
    assert len(world.threads()) == 1


async def crashed(world: World) -> None:
    world.lose_answer("POST", "/channels/*/messages")
    await world.people[1].run("arkadia lobby join", game=1)
    await world.crash()
    await world.later(seconds=4000)


async def unanswered(world: World) -> None:
    world.lose_answer("POST", "/channels/*/messages")
    await world.people[1].run("arkadia lobby join", game=1)
    await world.later(seconds=4000)


@pytest.mark.parametrize("mishap", [crashed, unanswered])
async def test_the_call_comes_once_whatever_fails(
    world: World, mishap: Callable[[World], Awaitable[None]]
) -> None:
    await world.people[0].run("arkadia start", seats=2)
    await mishap(world)
    [called] = world.posts()
    assert called.text.count("game 1") >= 1
    assert "all seats are taken" in called.text


async def test_a_game_for_named_people_calls_them(world: World) -> None:
    ada, bela, chiara, deniz = world.people
    options = {"with": bela.actor, "with-2": chiara.actor}
    await ada.run("arkadia start", full=True, **options)
    lobby = world.newest()
    assert lobby.text.startswith("## Arkadia, game 1: Ada invites you")
    assert set(lobby.pings) == {bela.id, chiara.id}
    assert "are reserved" in refusal(await deniz.press(lobby, "Join"))
    assert "Game 1" in told(await chiara.run("arkadia games"))
    await chiara.press(lobby, "Leave")
    await deniz.press(lobby, "Join")
    answer = await bela.press(lobby, "Join")
    assert told(answer).startswith("Game 1 has begun in <#")
    assert {seat.user_id for seat in (await Match(world, 1).table()).seats} == {
        ada.id,
        bela.id,
        deniz.id,
    }


async def test_who_waits_in_a_full_lobby_begins_without_its_host(world: World) -> None:
    ada, bela, chiara, *_ = world.people
    await ada.run("arkadia start", seats=2)
    await bela.press(world.newest(), "Join")
    assert "Only Ada, the host" in refusal(await bela.press(world.newest(), "Begin"))
    await world.later(days=1)
    called = world.newest()
    assert "each of you may begin it now" in called.text
    assert set(called.pings) == {ada.id, bela.id}
    assert "Anybody with a seat may press *Begin* now." in called.text
    assert refusal(await chiara.press(called, "Begin"))
    assert "has begun" in told(await bela.press(called, "Begin"))


async def test_a_lobby_closes_when_nobody_comes_and_its_host_knows_before(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await world.later(days=6)
    [warned] = world.posts()
    assert warned.text.startswith(f"{ada.mention}, nobody came to game 1: it closes tomorrow.")
    assert warned.pings == (ada.id,)
    answer = await ada.press(warned, "Keep it open")
    assert told(answer) == "Game 1 stays open for another week."
    assert "Keep it open" not in world.newest().buttons
    await world.later(days=6)
    assert "closes tomorrow" in world.newest().text
    await world.later(days=1)
    assert "nobody came or began it for a week" in world.newest().text
    assert world.newest().buttons == {}
    assert "is over" in refusal(await bela.forge(warned, "arkadia:join:1"))


async def test_the_button_to_cancel_goes_when_the_round_is_over(world: World) -> None:
    match = await Match.begin(world, 3)
    await match.turn()
    bela = world.people[1]
    await bela.run("arkadia lobby cancel", await match.place())
    assert "when everybody agrees before turn 5." in (await match.newest()).text
    for _ in range(2):
        await match.turn()
        assert "Cancel the game too" in (await match.newest()).buttons
    await match.turn()
    assert "Cancel the game too" not in (await match.newest()).buttons


async def test_a_running_game_is_cancelled_by_presses_of_all(world: World) -> None:
    match = await Match.begin(world, 3)
    await match.turn()
    ada, bela, chiara = world.people[:3]
    place = await match.place()
    assert "Cancel the game too" not in (await match.newest()).buttons
    await bela.run("arkadia lobby cancel", place)
    asked = await match.newest()
    await bela.run("arkadia lobby cancel", place, agree=False)
    assert "Cancel the game too" not in (await match.newest()).buttons
    old = await chiara.forge(asked, custom_id=f"arkadia:agree-to-cancel:{match.number}")
    assert "Game 1 goes on: all votes to cancel it are withdrawn." in old.text
    await bela.run("arkadia lobby cancel", place)
    assert (await match.newest()).pings == ()
    for person in (ada, chiara):
        await person.press(await match.newest(), "Cancel the game too")
    assert (await match.table()).row.state == "cancelled"
    assert "Cancel the game too" not in (await match.newest()).buttons
