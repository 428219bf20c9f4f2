"""The settings of a lobby: changed by its host in forms, and shown in its one message."""

from __future__ import annotations

import pytest

from tests.e2e.answers import refusal, told
from tests.e2e.lobby_forms import chosen, filled, settings
from tests.e2e.playing import Match
from tests.e2e.world import World
from tests.often import often

FORMS = ("Game…", "Clock…", "Seats…")


async def test_a_form_opens_with_what_is_agreed_and_changes_nothing_by_itself(world: World) -> None:
    ada = world.people[0]
    await ada.run("arkadia start", seats=3, clock="5h", help="all", mirror=True)
    before = world.newest().text
    for form in FORMS:
        answer = await filled(world, ada, form)
        assert "is played by these rules" in answer.text
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
    assert "gespiegelt" in post.text
    await ada.run("arkadia lobby language", language="English", game=1)
    await filled(world, ada, "Clock…", other="7h", late="turn", absence="computer")
    await filled(world, ada, "Seats…", seats="2", full="yes")
    [post] = world.posts()
    assert "Time for each turn: 7 hours." in post.text
    assert "a computer takes the turn" in post.text
    assert "Seats: 1 of 2" in post.text
    row = (await world.bot.services.tables.get(1)).row
    assert (row.setup, row.help, row.leaving_counts, row.begins_full) == (
        "free",
        "none",
        False,
        True,
    )
    await world.people[1].press(post, "Join")
    game = (await Match(world, 1).table()).running_game()
    assert game.start.mirror


async def test_only_invited_people_join_where_the_host_says_so(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await ada.run("arkadia start")
    await filled(world, ada, "Seats…", join="invited", kept=[bela.actor])
    [post] = world.posts()
    assert "Only invited people may join." in post.text
    assert bela.mention in post.content
    assert "whom its host has invited" in told(await chiara.press(post, "Join"))
    assert "You have a seat" in told(await bela.press(post, "Join"))


async def test_a_change_may_begin_the_game(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start", seats=3)
    await bela.press(world.newest(), "Join")
    answer = await filled(world, ada, "Seats…", seats="2", full="yes")
    assert "has begun" in answer.text
    assert (await Match(world, 1).table()).row.state == "running"


async def test_only_the_host_changes_settings_and_only_before_the_begin(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start", seats=2)
    lobby = world.newest()
    page = await settings(world, ada)
    forms = [await ada.press(page.post, form) for form in FORMS]
    for seen in (await bela.press(lobby, "Settings…"), await bela.run("arkadia lobby settings")):
        assert "is played by these rules" in told(seen)
        assert not seen.post.buttons
    assert "Only Ada" in told(await bela.forge(lobby, "arkadia:set-game:1"))
    await bela.press(lobby, "Join")
    await ada.press(world.newest(), "Begin")
    for form in forms:
        given = {name: chosen(field) for name, field in form.fields.items()}
        assert "has begun already" in told(await ada.fill(form, **given))


async def test_seats_are_not_fewer_than_people(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await ada.run("arkadia start", seats=4)
    for person in (bela, chiara):
        await person.press(world.newest(), "Join")
    answer = await filled(world, ada, "Seats…", seats="2")
    assert "3 to 4" in answer.text
    assert "Seats: 3 of 4" in world.newest().text


@pytest.mark.parametrize("seats", often([2, 3, 4], 3))
async def test_the_host_is_called_once_when_one_seat_is_free(world: World, seats: int) -> None:
    ada, *others = world.people
    await ada.run("arkadia start", seats=seats)
    calls = []
    for person in others[: seats - 1]:
        await person.press(world.newest(), "Join")
        if ada.id in world.newest().pings:
            calls.append(world.newest().text.split("\n")[0])
    free = ["one seat is free" in call for call in calls]
    assert free == ([False] if seats == 2 else [True, False])
    await others[0].press(world.newest(), "Leave")
    await others[0].press(world.newest(), "Join")
    assert len(world.posts()) == 1


async def test_no_seat_is_kept_for_a_person_who_does_not_want_that(world: World) -> None:
    ada, bela, *_ = world.people
    await bela.run("arkadia preferences", invites="nobody")
    await ada.run("arkadia start")
    answer = await filled(world, ada, "Seats…", kept=[bela.actor])
    assert answer.private
    row = (await world.bot.services.tables.get(1)).row
    assert row.invited == ()


async def test_a_preset_sets_clock_and_help_at_once(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start", preset="club", seats=4)
    lobby = world.newest()
    assert "Time for each turn: 24 hours. When the time is up, a computer takes the turn." in (
        lobby.text
    )
    assert "There is no help with turns in this game." in lobby.text
    assert "A game of 4 takes about 5 weeks, nine in ten at most 6 weeks." in lobby.text
    page = await settings(world, ada)
    assert "Quiet hours add at most 24 hours to a turn." in page.text
    changed = await ada.choose(page.post, "evening", custom_id="arkadia:set-preset:1")
    assert "Time for each turn: 5 minutes" in told(changed)
    assert "A game of 4 takes about 3 hours, nine in ten at most 5 hours." in world.now(lobby).text
    assert refusal(await bela.forge(lobby, "arkadia:set-preset:1", ["daily"]))
    answer = await ada.run("arkadia lobby settings", preset="A turn a day, with a day in reserve")
    assert "Time for each turn: 24 hours; in reserve" in told(answer)
    assert "in reserve for the whole game: 24 hours" in world.now(lobby).text
    refused = refusal(await ada.run("arkadia lobby settings", preset="a year"))
    assert refused == "These are the presets: evening, daily, club, month."
    offered = await ada.suggestions("arkadia start", "preset", seats=2)
    assert list(offered.values()) == ["evening", "daily", "club", "month"]
    slow = "A game of 2 takes about 15 weeks, nine in ten at most 18 weeks."
    assert f"A slow month: three days a turn: {slow}" in offered


async def test_options_go_before_a_preset(world: World) -> None:
    await world.people[0].run("arkadia start", preset="month", clock="5h", help="all")
    text = world.newest().text
    assert "Time for each turn: 5 hours." in text
    assert "Help: hints, and what you can complete is shown." in text
    assert "at most" not in text
