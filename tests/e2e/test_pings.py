"""People are notified of turns and ends, and reminded: once, as often, where and when they wish."""

import re

import discord
import pytest
import simcord

from tests.e2e.forms import MESSAGES, direct, prefer, quiet, reminders
from tests.e2e.panels import verb_of
from tests.e2e.people import Person
from tests.e2e.playing import FOUR_PEOPLE_IDLE, Match
from tests.e2e.posts import Post, post_of
from tests.e2e.world import World


async def pings(match: Match) -> list[int]:
    posts = [*match.world.posts(), *await match.posts()]
    return [person for post in posts for person in post.pings]


async def test_what_notifies_nobody_makes_no_sound(world: World) -> None:
    match = await Match.begin(world)
    await match.turn()
    for post in await match.posts():
        silent = bool(post.payload["flags"] & discord.MessageFlags.suppress_notifications.flag)
        assert silent is not bool(post.pings)


async def test_votes_and_resigning_out_of_turn_notify_nobody(world: World) -> None:
    match = await Match.begin(world, 4)
    await match.turn()
    before = await pings(match)
    place = await match.place()
    waiting = [person for person in world.people if person.id != (await match.active()).id]
    await waiting[0].decide("cancel", place)
    assert "game 1: a player wants to cancel the game." in (await match.newest()).text
    await waiting[0].decide("withdraw-cancel", place)
    await waiting[1].run("arkadia seat resign", place, sure="yes")
    active = await match.active()
    newest = await match.newest()
    assert await pings(match) == before
    assert f"**{active.name.capitalize()}**, your turn in game 1: " in newest.text


async def test_who_leaves_in_turn_notifies_the_next_the_caretaker_nobody(world: World) -> None:
    match = await Match.begin(world, 4)
    seats = (await match.table()).seats
    first, second, third, fourth = [world.person(seat.user_id) for seat in seats]
    before = await pings(match)
    await third.run("arkadia seat resign", await match.place(), sure="yes")
    assert await pings(match) == before
    await first.run("arkadia seat resign", await match.place(), sure="yes")
    assert await pings(match) == [*before, second.id]
    names = " and ".join(rf"\*\*{one.name.capitalize()}\*\* \(\w+\)" for one in (first, third))
    said = f"{names} left the game. A computer plays for them"
    assert re.search(said, (await match.newest()).text)
    count = len(await match.posts())
    await match.turn()
    newest = await match.newest()
    assert len(await match.posts()) == count + 1
    assert "Turn 2:" in newest.text
    assert "Turn 3:" in newest.text
    assert newest.pings == (fourth.id,)


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
    await prefer(unwilling, tell_end=False)
    await prefer(asleep, hours="0-23:59", zone="UTC", turns=True)
    await match.play(record.actions[-1:])
    final = await match.newest()
    assert final.pings == (told.id,)
    assert f"Thank you for playing, {told.mention}." in final.text
    assert last.mention not in final.text


@pytest.mark.quick
async def test_in_quiet_hours_and_if_unwanted_a_turn_comes_without_sound(world: World) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    await prefer(bela, hours="0-23:59", zone="UTC")
    await match.turn()
    post = await match.newest()
    assert post.pings == ()
    assert f"**{bela.name.capitalize()}**, your turn in game 1: " in post.text
    await match.turn()
    await prefer(bela, turns=True)
    await match.turn()
    assert (await match.newest()).pings == (bela.id,)
    await match.turn()
    await prefer(bela, mention=False)
    await match.turn()
    post = await match.newest()
    assert post.pings == ()
    assert bela.mention not in post.text
    await match.turn()
    assert (await match.newest()).pings == ((await match.active()).id,)


async def end(match: Match) -> Person:
    table = await match.finish()
    last = table.running_game().last_turn
    assert last is not None
    return match.world.person(table.seats[last.seat].user_id)


async def told(match: Match) -> list[Post]:
    return [post for post in await match.posts() if "during your quiet hours" in post.text]


async def quiet_end(world: World, hours: float = 8) -> tuple[Match, Person]:
    """A game that ended in the quiet hours of the person who did not end it."""
    match = await Match.begin(world)
    for person in world.people[:2]:
        await prefer(person, hours=quiet(world, -1, hours), zone="UTC")
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
    assert first.startswith(f"{person.mention}, game 1 ended on <t:")
    assert second.startswith(("Ada wins game 1 with ", "Bela wins game 1 with "))
    assert post.pings == (person.id,)
    assert (await person.press(post, "Preferences…")).text.startswith("Your preferences:")
    await world.later(days=3)
    assert len(await told(match)) == 1


async def test_quiet_hours_that_end_sooner_have_it_told_sooner(world: World) -> None:
    match, person = await quiet_end(world)
    await world.later(hours=1)
    await prefer(person, hours=quiet(world, 0, 1), zone="UTC")
    assert await told(match) == []
    await world.later(hours=1.1)
    assert len(await told(match)) == 1
    await world.later(hours=9)
    assert len(await told(match)) == 1


@pytest.mark.slow
async def test_several_ends_are_one_message(world: World) -> None:
    matches = [await Match.begin(world) for _ in range(3)]
    for person in world.people[:2]:
        await prefer(person, hours=quiet(world, -1, 8), zone="UTC")
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
    assert f"{person.mention}, game 1 (<#" in post["content"]
    final = await match.newest()
    [row] = post["components"]
    assert row["components"][0]["url"].endswith(f"/{final.channel}/{final.id}")
    assert await told(match) == []


async def test_by_default_once_after_a_day_where_the_game_is(world: World) -> None:
    match = await Match.begin(world)
    ada, turn_message = await match.active(), await match.newest()
    await world.later(hours=23)
    assert reminders(world) == []
    await world.later(hours=2)
    [post] = reminders(world)
    assert post.text.startswith(f"{ada.mention}, game 1 is waiting for you. Your turn began on <t:")
    assert post.pings == (ada.id,)
    assert post.channel == (await match.place()).id
    panel = await ada.press(post, "Take your turn")
    assert panel.private
    assert "site" in map(verb_of, panel.post.menus)
    assert "Take your turn" in world.now(turn_message).buttons
    for _ in range(5):
        await world.later(days=1)
    assert reminders(world) == [post]


async def test_a_reminder_goes_when_the_turn_was_taken(world: World) -> None:
    match = await Match.begin(world)
    world.lose_answer("POST", MESSAGES)  # it is found and goes, too
    await world.later(hours=25)
    await world.later(hours=48)
    assert len(reminders(world)) == 1
    await match.turn()
    assert reminders(world) == []
    await world.later(hours=25)
    assert (await match.active()).mention in reminders(world)[0].text


async def test_daily_is_twice_at_most_and_the_newest_alone_stands_there(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await prefer(ada, remind="daily")
    sent = []
    for _ in range(6):
        await world.later(hours=24, minutes=1)
        sent.append([post.id for post in reminders(world)])
    assert sent[0] != sent[1] == sent[5]
    assert [len(ids) for ids in sent] == [1] * 6
    assert "is still waiting" in reminders(world)[0].text
    assert "the last reminder" in reminders(world)[0].text


async def test_a_turn_at_night_is_told_in_the_morning_and_reminded_of_later(world: World) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    await prefer(bela, remind="4h", hours=quiet(world, -1, 8), zone="UTC")
    await match.turn()
    assert (await match.newest()).pings == ()
    await world.later(hours=7)
    assert reminders(world) == []
    await world.later(hours=1.1)
    [told] = reminders(world)
    assert told.pings == (bela.id,)
    assert "during your quiet hours" in told.text
    await world.later(hours=4.1)
    [again] = reminders(world)
    assert again.id != told.id


async def test_several_games_are_one_message(world: World) -> None:
    for _ in range(3):
        await Match.begin(world)
    for person in world.people[:2]:
        await prefer(person, remind="4h")
    waiting = [(await Match(world, number).active()).id for number in (1, 2, 3)]
    await world.later(hours=4.2)
    posts = reminders(world)
    assert sorted(person for post in posts for person in post.pings) == sorted(set(waiting))
    most = max(posts, key=lambda post: waiting.count(post.pings[0]))
    count = waiting.count(most.pings[0])
    assert f"{count - 1} more game" in most.text
    assert "game 3" not in most.text
    await world.later(days=2)
    assert reminders(world) == posts


async def alone(world: World, person: Person) -> Post:
    """The preferences that the button of the newest direct message opens, outside of a server."""
    user, place = person.actor.user, world.env.backend.get_dm_channel(person.id)
    [*_, newest] = simcord.ChannelHandle(world.env, None, place).history(viewer=user)
    opened = await user.click(newest, custom_id="arkadia:preferences")
    assert opened.response is not None
    return post_of(world.env, opened.response)


async def test_a_direct_message_tells_of_all_games_with_a_way_to_each(world: World) -> None:
    first = await Match.begin(world)
    ada = await first.active()
    await prefer(ada, remind="4h", remind_in="message")
    [hello] = direct(world, ada)
    await world.later(hours=4.2)
    assert reminders(world) == []
    _, post = direct(world, ada)
    place = f"<#{(await first.place()).id}>"
    assert f"game 1 ({place}) is waiting for you. Your turn began on <t:" in post["content"]
    [row] = post["components"]
    url = row["components"][0]["url"]
    assert url.endswith(f"/{(await first.newest()).channel}/{(await first.newest()).id}")
    shown = await alone(world, ada)
    never = await ada.actor.user.select(
        shown.source, ("never",), custom_id=shown.menus[0].custom_id
    )
    assert never.response is not None
    assert "- Remind me of my turn: never" in post_of(world.env, never.response).text
    assert hello["content"].startswith("I'll remind you")


async def test_closed_direct_messages_are_said_once_and_the_game_is_the_place(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await prefer(ada, remind="daily", remind_in="message")
    world.fail("POST", "/users/@me/channels", status=403, code=50007)
    channel = world.env.backend.get_dm_channel(ada.id)
    world.fail("POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None)
    await world.later(hours=24.1)
    [post] = reminders(world)
    assert "I can't send you direct messages" in post.text
    assert world.bot.services.personal.preferences(ada.id).remind_in == "game"
    await world.later(hours=24.1)
    [again] = reminders(world)
    assert again.id != post.id
    assert "direct messages" not in again.text


async def test_who_is_away_until_a_day_is_not_reminded_before(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await ada.run("arkadia seat away", await match.place(), until="3 days")
    await world.later(hours=25)
    await world.later(hours=25)
    assert reminders(world) == []
    await world.later(hours=24)
    assert [post.pings for post in reminders(world)] == [(ada.id,)]
