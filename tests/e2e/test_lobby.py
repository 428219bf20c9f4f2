"""A lobby calls whom it needs once, is changed by its host in forms, and closes if nobody comes."""

from __future__ import annotations

import asyncio

import pytest

from db.outbox import Topic
from delivery.causes import NotShownError
from tests.e2e.forms import filled, prefer, settings, start
from tests.e2e.people import refusal, told
from tests.e2e.playing import Match
from tests.e2e.world import ALL_RETRIES, World
from ui.services import services_in


@pytest.mark.quick
async def test_the_host_is_called_at_the_last_seat_and_when_the_table_is_full(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await start(ada, seats=3)
    assert world.newest().pings == ()
    await bela.press(world.newest(), "Join")
    [first] = world.posts()
    assert first.pings == (ada.id,)
    said = "game 1 still has a free seat. Wait for a player, or begin now.\n"
    assert first.text.startswith(f"{ada.mention}, {said}")
    await chiara.press(first, "Join")
    [called] = world.posts()
    assert called.id != first.id
    assert called.pings == (ada.id,)
    assert called.text.startswith(f"{ada.mention}, game 1 is full: you can begin.\n")
    await chiara.press(called, "Leave")
    assert f"{ada.mention}" not in world.newest().text
    await world.restart()
    await chiara.press(world.newest(), "Join")
    await ada.press(world.newest(), "Begin")
    [place] = world.threads()
    assert world.newest(place).text.startswith("<@")


async def test_answers_wait_for_no_message(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bela, *_ = world.people
    await start(ada, seats=2)
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


async def test_the_call_comes_once_after_a_crash(world: World) -> None:
    await start(world.people[0], seats=2)
    world.lose_answer("POST", "/channels/*/messages")
    await world.people[1].decide("join", game=1)
    await world.crash()
    await world.later(seconds=ALL_RETRIES)
    [called] = world.posts()
    assert "game 1" in called.text
    assert "all seats are taken" in called.text


async def test_a_game_for_named_people_calls_them(world: World) -> None:
    ada, bela, chiara, deniz = world.people
    await ada.run("arkadia start", **{"with": bela.actor, "with-2": chiara.actor})
    lobby = world.newest()
    await filled(world, ada, "Seats…", full="yes", kept=[bela.actor, chiara.actor])
    assert lobby.text.startswith("## Arkadia, game 1: Ada invites you")
    assert set(lobby.pings) == {bela.id, chiara.id}
    assert "are reserved" in refusal(await deniz.press(lobby, "Join"))
    assert "Game 1" in told(await chiara.run("arkadia games"))
    await chiara.press(lobby, "Leave")
    await deniz.press(lobby, "Join")
    assert told(await bela.press(lobby, "Join")).startswith("Game 1 has begun in <#")
    seats = (await Match(world, 1).table()).seats
    assert {seat.user_id for seat in seats} == {ada.id, bela.id, deniz.id}


async def test_who_waits_in_a_full_lobby_begins_without_its_host(world: World) -> None:
    ada, bela, chiara, *_ = world.people
    await start(ada, seats=2)
    await bela.press(world.newest(), "Join")
    assert "Only Ada, the host" in refusal(await bela.press(world.newest(), "Begin"))
    await world.later(days=1)
    called = world.newest()
    assert "any of you can begin." in called.text
    assert set(called.pings) == {ada.id, bela.id}
    assert refusal(await chiara.press(called, "Begin"))
    assert "has begun" in told(await bela.press(called, "Begin"))


async def test_a_lobby_closes_when_nobody_comes_and_its_host_knows_before(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await world.later(days=6)
    [warned] = world.posts()
    said = "nobody has joined game 1, so it closes tomorrow."
    assert warned.text.startswith(f"{ada.mention}, {said}")
    assert warned.pings == (ada.id,)
    assert told(await ada.press(warned, "Keep it open")) == "Game 1 stays open for another week."
    assert "Keep it open" not in world.newest().buttons
    await world.later(days=6)
    assert "closes tomorrow" in world.newest().text
    await world.later(days=1)
    assert "nobody joined or began it for a week" in world.newest().text
    assert world.newest().buttons == {}
    assert "is over" in refusal(await bela.forge(warned, "arkadia:join:1"))


async def test_a_running_game_is_cancelled_by_presses_of_all(world: World) -> None:
    match = await Match.begin(world, 3)
    await match.turn()
    ada, bela, chiara = world.people[:3]
    place = await match.place()
    assert "Agree to cancel" not in (await match.newest()).buttons
    await bela.decide("cancel", place)
    asked = await match.newest()
    assert "if everybody agrees before turn 5." in asked.text
    told_first = ["Turn order: " in post.text for post in await match.posts()]
    assert told_first == [True, False, False]
    await bela.decide("withdraw-cancel", place)
    assert "Agree to cancel" not in (await match.newest()).buttons
    old = await chiara.forge(asked, custom_id=f"arkadia:agree-to-cancel:{match.number}")
    assert "Game 1 goes on: nobody wants to cancel it any more." in old.text
    await bela.decide("cancel", place)
    assert (await match.newest()).pings == ()
    for there in (True, True, False):
        await match.turn()
        assert ("Agree to cancel" in (await match.newest()).buttons) == there
    await bela.decide("cancel", place)
    for person in (ada, chiara):
        await person.press(await match.newest(), "Agree to cancel")
    assert (await match.table()).row.state == "cancelled"
    assert "Agree to cancel" not in (await match.newest()).buttons


FORMS = ("Game…", "Clock…", "Seats…")


async def test_a_form_opens_with_what_is_agreed_and_changes_nothing_by_itself(world: World) -> None:
    ada = world.people[0]
    await start(ada, seats=3, clock="5h", help="all", mirror=True)
    before = world.newest().text
    for form in FORMS:
        assert "uses these rules" in (await filled(world, ada, form)).text
    assert world.newest().text == before
    assert len(world.posts()) == 1


@pytest.mark.quick
async def test_changes_stand_in_the_lobbys_one_message(world: World) -> None:
    ada = world.people[0]
    await ada.run("arkadia start")
    answer = await filled(
        world, ada, "Game…", setup="free", mirror="yes", help="none", rated="no", language="de"
    )
    assert answer.private
    assert "The board is empty at the start." in answer.text
    [post] = world.posts()
    assert "Der Spielplan ist am Anfang leer." in post.text
    assert "spiegeln" in post.text
    await ada.display(language="en", game=1)
    assert "`12h+24h`" in refusal(await filled(world, ada, "Clock…", other="whenever"))
    assert "72 hours" in world.newest().text
    await filled(world, ada, "Clock…", other="7h", late="turn", absence="computer")
    await filled(world, ada, "Seats…", seats="2", full="yes")
    [post] = world.posts()
    assert "7 hours a turn." in post.text
    assert "Then a computer takes the turn." in post.text
    assert "Seats (1 of 2)" in post.text
    row = (await world.bot.services.tables.get(1)).row
    rules = (row.setup, row.help, row.leaving_counts, row.begins_full)
    assert rules == ("free", "none", False, True)
    await world.people[1].press(post, "Join")
    assert (await Match(world, 1).table()).running_game().start.mirror


async def test_only_invited_people_join_where_the_host_says_so(world: World) -> None:
    ada, bela, chiara, deniz = world.people
    await prefer(deniz, invites="nobody")
    await ada.run("arkadia start")
    assert (await filled(world, ada, "Seats…", kept=[deniz.actor])).private
    assert (await world.bot.services.tables.get(1)).row.invited == ()
    await filled(world, ada, "Seats…", join="invited", kept=[bela.actor])
    [post] = world.posts()
    assert "Only invited people can join." in post.text
    assert bela.mention in post.content
    assert "are reserved" in told(await chiara.press(post, "Join"))
    assert "You have a seat" in told(await bela.press(post, "Join"))


async def test_seats_are_not_fewer_than_people_and_as_many_may_begin_the_game(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await start(ada, seats=4)
    for person in (bela, chiara):
        await person.press(world.newest(), "Join")
    assert "3 to 4" in (await filled(world, ada, "Seats…", seats="2")).text
    assert "Seats (3 of 4)" in world.newest().text
    assert "has begun" in (await filled(world, ada, "Seats…", seats="3", full="yes")).text
    assert (await Match(world, 1).table()).row.state == "running"


async def test_only_the_host_changes_settings_and_only_before_the_begin(world: World) -> None:
    ada, bela, *_ = world.people
    await start(ada, seats=2)
    lobby = world.newest()
    page = await settings(world, ada)
    forms = [await ada.press(page.post, form) for form in FORMS]
    for seen in (
        await bela.press(lobby, "Settings…"),
        await bela.through("arkadia lobby", "Settings…"),
    ):
        assert "uses these rules" in told(seen)
        assert [*seen.post.buttons] == ["Lobby"]
    assert "Only Ada" in told(await bela.forge(lobby, "arkadia:set-game:1"))
    await bela.press(lobby, "Join")
    await ada.press(world.newest(), "Begin")
    for form in forms:
        assert "has already begun" in told(await ada.fill(form, **form.opened))


async def test_a_preset_sets_clock_and_help_at_once(world: World) -> None:
    ada, bela, *_ = world.people
    await start(ada, preset="club", seats=4)
    lobby = world.newest()
    assert "24 hours a turn. Then a computer takes the turn." in (lobby.text)
    assert "No help." in lobby.text
    assert "About 5 weeks." in lobby.text
    page = await settings(world, ada)
    assert "Quiet hours add at most 24 hours to a turn." in page.text
    changed = await ada.choose(page.post, "evening", custom_id="arkadia:set-preset:1")
    assert "5 minutes a turn" in told(changed)
    assert "About 3 hours." in world.now(lobby).text
    assert refusal(await bela.forge(lobby, "arkadia:set-preset:1", ["daily"]))
    for preset in ("One evening", "A turn a day", "A club game", "A slow month"):
        assert f"- *{preset}" in page.text, "what each means stands there before one is chosen"
    refused = refusal(await ada.run("arkadia start", preset="a year"))
    assert refused == "Choose one of the presets: evening, daily, club, month."
    offered = await ada.suggestions("arkadia start", "preset")
    assert list(offered.values()) == ["evening", "daily", "club", "month"]
    assert any("A slow month: three days a turn: About 16 weeks." in one for one in offered)
    await ada.run("arkadia start", preset="A turn a day, with a day in reserve")
    assert "24 hours in reserve" in world.newest().text
    await start(ada, preset="month", clock="5h", help="all")
    text = world.newest().text
    assert "5 hours a turn." in text
    assert "Full help: hints, and buildings you can complete." in text
    assert "at most" not in text


async def test_the_host_says_which_edition_and_where_the_castle_lies(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    page = await settings(world, ada)
    changed = await ada.choose(page.post, "atoll", custom_id="arkadia:set-edition:1")
    assert "3 seats." in told(changed)
    assert "Edition: An atoll (made up)." in world.newest().text
    await ada.decide("cancel", game=1)
    await start(ada, setup="free")
    await bela.press(world.newest(), "Join")
    screen = await ada.run("arkadia lobby")
    await ada.choose(screen.post, "H5:3x4", custom_id="arkadia:begin-at:2")
    assert str((await Match(world, 2).table()).running_game().start.lot) == "H5:3x4"
