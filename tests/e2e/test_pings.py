"""People are notified of turns and ends, once; of ends not in their quiet hours."""

import re

import discord
import pytest

from tests.e2e.forms import MESSAGES, direct, prefer, quiet
from tests.e2e.people import Person
from tests.e2e.playing import FOUR_PEOPLE_IDLE, Match, one_worker
from tests.e2e.posts import Post
from tests.e2e.world import World
from tests.tabletop.playing import finish


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
    await waiting[0].decide("cancel", place)
    assert "game 1: a player would like to cancel it." in (await match.newest()).text
    await waiting[0].decide("withdraw-cancel", place)
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
    await prefer(unwilling, end=False)
    await prefer(asleep, quiet="0-23:59", zone="UTC", quiet_turns=True)
    await match.play(record.actions[-1:])
    final = await match.newest()
    assert final.pings == (told.id,)
    assert f"Thank you for playing, {told.mention}." in final.text
    assert last.mention not in final.text


@pytest.mark.quick
async def test_in_quiet_hours_a_turn_comes_without_a_sound(world: World) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    await prefer(bela, quiet="0-23:59", zone="UTC")
    await match.turn()
    post = await match.newest()
    assert post.pings == ()
    assert f"**{bela.name.capitalize()}**, your turn in game 1: " in post.text
    await match.turn()
    await prefer(bela, quiet_turns=True)
    await match.turn()
    assert (await match.newest()).pings == (bela.id,)


async def end(match: Match) -> Person:
    """Plays a game to its end; gives who ended it."""
    services, world = match.services, match.world
    with world.env._bot_scope():
        table = await finish(services.tables, match.number)
        await services.publisher.publish(match.number)
    await world.env.settle()
    last = table.running_game().last_turn
    assert last is not None
    return world.person(table.seats[last.seat].user_id)


async def told(match: Match) -> list[Post]:
    """What was posted where the game was, to tell people that it is over."""
    return [post for post in await match.posts() if "ended in your quiet hours" in post.text]


async def quiet_end(world: World, hours: float = 8) -> tuple[Match, Person]:
    """A game that ended in the quiet hours of the person who did not end it."""
    match = await Match.begin(world)
    for person in world.people[:2]:
        await prefer(person, quiet=quiet(world, -1, hours), zone="UTC")
    ended_it = await end(match)
    [other] = [person for person in world.people[:2] if person != ended_it]
    assert (await match.posts())[-1].pings == ()
    return match, other


async def test_it_is_told_in_the_morning_where_the_game_was(world: World) -> None:
    match, person = await quiet_end(world)
    await world.later(hours=7.5)
    assert await told(match) == []
    await world.later(hours=1)
    [post] = await told(match)
    first, second = post.text.splitlines()
    assert first.startswith(f"{person.mention}, game 1 ended in your quiet hours, <t:")
    assert second.startswith(("Ada wins game 1 with ", "Bela wins game 1 with "))
    assert post.pings == (person.id,)
    opened = await person.press(post, "Preferences…")
    assert opened.text.startswith("Your preferences:")
    await world.later(days=3)
    assert len(await told(match)) == 1


async def test_quiet_hours_that_end_sooner_have_it_told_sooner(world: World) -> None:
    match, person = await quiet_end(world)
    await world.later(hours=1)
    await prefer(person, quiet=quiet(world, 0, 1), zone="UTC")
    assert await told(match) == []
    await world.later(hours=1.1)
    assert len(await told(match)) == 1
    await world.later(hours=9)
    assert len(await told(match)) == 1


@pytest.mark.nightly
async def test_who_wants_to_know_no_more_is_not_told(world: World) -> None:
    match, person = await quiet_end(world)
    await prefer(person, end=False)
    await world.later(hours=9)
    assert await told(match) == []


@pytest.mark.slow
async def test_several_ends_are_one_message(world: World) -> None:
    matches = [await Match.begin(world) for _ in range(3)]
    for person in world.people[:2]:
        await prefer(person, quiet=quiet(world, -1, 8), zone="UTC")
    ended = [await end(match) for match in matches]
    await world.later(hours=9)
    posts = [post for match in matches for post in await told(match)]
    assert len(posts) == len(set(ended))
    most = max(ended.count(person) for person in ended)
    assert any(f"{most - 1} more of your games" in post.text for post in posts)


async def test_it_comes_by_a_direct_message_to_who_is_reminded_so(world: World) -> None:
    match, person = await quiet_end(world)
    await prefer(person, remind_in="message")
    world.lose_answer("POST", MESSAGES)
    await world.later(hours=9)
    await world.crash()
    await world.later(hours=1)
    [_, post] = direct(world, person)  # the first one was the trial
    assert post["content"].startswith("Game 1 (<#")
    final = await match.newest()
    [row] = post["components"]
    assert row["components"][0]["url"].endswith(f"/{final.channel}/{final.id}")
    assert await told(match) == []
