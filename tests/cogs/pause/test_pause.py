"""A pause for all through Discord: proposed, agreed on by each, told once, and over."""

from cogs.pause import OVER
from tests.e2e.forms import reminders
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.playing import Match
from tests.e2e.secrets import Watch
from tests.e2e.world import World

DEADLINE = "Deadline: "


async def propose(match: Match, person: Person, until: str) -> Answer:
    board = await person.press(await match.newest(), "Board")
    return await person.fill(await person.press(board.post, "Pause for all…"), until=until)


async def test_it_begins_once_all_have_agreed_and_nobody_is_reminded(world: World) -> None:
    match = await Match.begin(world, 3)
    active, watch = await match.active(), Watch(match)
    first, second = (one for one in world.people[:3] if one is not active)
    board = await first.run("arkadia board", await match.place(), text=True)
    form = await first.press(board.posts[-1], "Pause for all…")
    await world.restart()
    answer = told(await first.fill(form, until="10 days"))
    assert "You want to pause until <t:" in answer
    assert active.name.capitalize() in answer
    asked = await match.newest()
    assert f"In favour: {first.name.capitalize()}. Still to agree: " in asked.text
    assert asked.pings == ()
    await world.restart()
    assert "Still to agree: " in told(await second.press(asked, "Agree to the pause"))
    await active.press(await match.newest(), "Agree to the pause")
    paused = await match.newest()
    assert ": the game is paused." in paused.text
    assert "Paused for everybody until <t:" in paused.text
    assert paused.pings == ()
    assert "is paused until" in refusal(
        await first.forge(asked, asked.buttons["Agree to the pause"].custom_id)
    )
    await world.later(hours=9 * 24)
    await world.restart()
    assert reminders(world) == []
    assert (await match.newest()).id == paused.id  # no warning, no other word
    await world.later(hours=25)
    over = await match.newest()
    assert over.id != paused.id
    assert ": the game goes on." in over.text
    assert DEADLINE in over.text
    assert "Paused for everybody" not in over.text
    await world.later(minutes=10)
    assert (await match.newest()).id == over.id
    await match.turn()
    assert await watch.look() == []


async def test_nobody_is_reminded_before_they_are_told_that_the_game_goes_on(world: World) -> None:
    match = await Match.begin(world)
    active, waiting = await match.active(), await match.waiting()
    await propose(match, active, "10 days")
    await waiting.press(await match.newest(), "Agree to the pause")
    await world.later(hours=9 * 24)
    timers = world.bot.store.timers
    await timers.drop(*await timers.next([OVER], limit=1))  # as if its own timer came later
    await world.later(hours=25)
    assert reminders(world) == []
    await world.later(hours=24)
    assert len(reminders(world)) == 1


async def test_anybody_who_plays_ends_it(world: World) -> None:
    match = await Match.begin(world)
    active, waiting = await match.active(), await match.waiting()
    before = await match.newest()
    await propose(match, active, "2 weeks")
    await waiting.press(await match.newest(), "Agree to the pause")
    await world.later(hours=100)
    stranger = world.people[3]
    assert "not in game" in refusal(await stranger.press(await match.newest(), "Go on"))
    board = await waiting.run("arkadia board", await match.place(), text=True)
    assert not any(post.pictures for post in board.posts)
    assert "the clocks are running again" in told(await waiting.press(board.posts[-1], "Go on"))
    on = await match.newest()
    assert ": the game goes on." in on.text
    # What people and the bot do takes a moment, too, and a message has whole seconds.
    assert abs(deadline(on.text) - deadline(before.text) - 100 * 3600) <= 2
    await world.later(hours=23)
    assert reminders(world) == []
    await world.later(hours=24)
    assert len(reminders(world)) == 1
    await world.later(hours=24 * 8)  # the moment at which it would have ended
    assert sum("goes on" in post.text for post in await match.posts()) <= 1


def deadline(text: str) -> int:
    return int(text.split(DEADLINE)[1].split("<t:")[1].split(":")[0])


async def test_another_proposal_takes_the_place_of_the_first(world: World) -> None:
    match = await Match.begin(world)
    active, waiting = await match.active(), await match.waiting()
    await propose(match, active, "3 days")
    first = await match.newest()
    await propose(match, waiting, "5 days")
    late = await waiting.forge(first, first.buttons["Agree to the pause"].custom_id)
    assert "That's already settled" in refusal(late)
    assert "Try an earlier day" in refusal(await propose(match, active, "99 weeks"))
    await active.press(await match.newest(), "Agree to the pause")
    assert "Paused for everybody until" in (await match.newest()).text
