"""People are notified when it is their turn, once, and of nothing else."""

from __future__ import annotations

import discord

from tests.e2e.actions import one_worker
from tests.e2e.playing import Match
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
    for post in [*world.posts(), *await match.posts()]:
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
    assert (
        f"The caretaker plays for **{resigning.name.capitalize()}**" in (await match.newest()).text
    )


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
