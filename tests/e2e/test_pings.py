"""People are notified when it is their turn, once, and of the end of their games."""

from __future__ import annotations

import re

import discord
import pytest

from tests.e2e.actions import one_worker
from tests.e2e.playing import FOUR_PEOPLE_IDLE, Match
from tests.e2e.world import World


async def pings(match: Match) -> list[int]:
    """Everybody who was notified so far in the game's place and the channel, in order."""
    posts = [*match.world.posts(), *await match.posts()]
    return [person for post in posts for person in post.pings]


async def test_the_lobby_notifies_nobody(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await ada.run("arkadia start")
    await bela.press(world.newest(), "Join")
    await chiara.press(world.newest(), "Join")
    await chiara.press(world.newest(), "Leave")
    await ada.press(world.newest(), "Cancel")
    assert [post.pings for post in world.posts()] == [()]


async def test_the_beginning_notifies_the_first_player(world: World) -> None:
    match = await Match.begin(world)
    assert await pings(match) == [(await match.active()).id]


async def test_what_notifies_nobody_makes_no_sound(world: World) -> None:
    match = await Match.begin(world)
    await match.turn()
    for post in await match.posts():
        silent = bool(post.payload["flags"] & discord.MessageFlags.suppress_notifications.flag)
        assert silent is not bool(post.pings)


async def test_actions_and_undo_notify_nobody(world: World) -> None:
    match = await Match.begin(world)
    before = await pings(match)
    await match.do(await one_worker(match))
    await match.undo()
    await match.do(await one_worker(match))
    assert await pings(match) == before


async def test_votes_and_resigning_out_of_turn_notify_nobody(world: World) -> None:
    match = await Match.begin(world, 4)
    await match.turn()
    before = await pings(match)
    place = await match.place()
    waiting = [person for person in world.people if person.id != (await match.active()).id]
    await waiting[0].run("arkadia lobby cancel", place)
    assert "game 1: a player would like to cancel it." in (await match.newest()).text
    await waiting[0].run("arkadia lobby cancel", place, agree=False)
    await waiting[1].run("arkadia seat resign", place, sure="yes")
    active = await match.active()
    newest = await match.newest()
    assert await pings(match) == before
    assert f"**{active.name.capitalize()}**, your turn in game 1: " in newest.text


async def test_resigning_in_turn_notifies_the_next_one(world: World) -> None:
    match = await Match.begin(world, 3)
    resigning = await match.active()
    before = await pings(match)
    await resigning.run("arkadia seat resign", await match.place(), sure="yes")
    active = await match.active()
    assert active != resigning
    assert await pings(match) == [*before, active.id]
    left = rf"\*\*{resigning.name.capitalize()}\*\* \(\w+\) left for good: the caretaker plays"
    assert re.search(left, (await match.newest()).text)


async def test_the_caretakers_turns_are_told_with_the_one_before(world: World) -> None:
    match = await Match.begin(world, 3)
    table = await match.table()
    second = world.person(table.seats[1].user_id)
    await second.run("arkadia seat resign", await match.place(), sure="yes")
    count = len(await match.posts())
    await match.turn()
    newest = await match.newest()
    assert len(await match.posts()) == count + 1
    assert "Turn 1:" in newest.text
    assert "Turn 2:" in newest.text
    assert newest.pings == (table.seats[2].user_id,)


async def test_a_game_that_everybody_leaves_ends_quietly(world: World) -> None:
    match = await Match.begin(world)
    before = await pings(match)
    first, second = await match.waiting(), await match.active()
    place = await match.place()
    await first.run("arkadia seat resign", place, sure="yes")
    await second.run("arkadia seat resign", place, sure="yes")
    newest = await match.newest()
    assert "is over without a result: everybody resigned" in newest.text
    assert newest.pings == ()
    assert await pings(match) == before


@pytest.mark.slow
async def test_the_end_notifies_those_who_did_not_end_it_and_want_to_know(world: World) -> None:
    match, record = await Match.of(world, FOUR_PEOPLE_IDLE)
    await match.pass_by(record.actions[:-1])
    last, *others = [await match.active(), *[p for p in world.people if p != await match.active()]]
    unwilling, asleep, told = others
    await unwilling.run("arkadia preferences", end=False)
    await asleep.run("arkadia preferences", quiet="0-23:59", zone="UTC", quiet_turns=True)
    await match.play(record.actions[-1:])
    final = await match.newest()
    assert final.pings == (told.id,)
    assert f"Thank you for playing, {told.mention}." in final.text
    assert last.mention not in final.text


@pytest.mark.quick
async def test_in_quiet_hours_a_turn_comes_without_a_sound(world: World) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    await bela.run("arkadia preferences", quiet="0-23:59", zone="UTC")
    await match.turn()
    post = await match.newest()
    assert post.pings == ()
    assert f"**{bela.name.capitalize()}**, your turn in game 1: " in post.text
    await match.turn()
    await bela.run("arkadia preferences", quiet_turns=True)
    await match.turn()
    assert (await match.newest()).pings == (bela.id,)
