"""Nudges through Discord: one friendly message a turn, wished for by an opponent who waits."""

import pytest

from tests.e2e.forms import direct, prefer, quiet, reminders
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.playing import Match
from tests.e2e.secrets import Watch
from tests.e2e.world import World

AGREED_H = 18  # a fourth of the 72 hours of the usual clock


async def nudged(person: Person, match: Match) -> Answer:
    """A person presses a nudge of the turn that is played, whether it is offered or not."""
    turn = (await match.game()).position.turn
    return await person.forge(await match.newest(), f"arkadia:nudge:{match.number}:{turn}")


async def offered(person: Person, match: Match) -> list[str]:
    """The nudges below the board of a person."""
    board = await person.press(await match.newest(), "Board")
    return [label for label in board.post.buttons if "Nudge" in label]


async def test_an_opponent_nudges_once_a_turn(world: World) -> None:
    match = await Match.begin(world, 3)
    active, watch = await match.active(), Watch(match)
    first, second = (one for one in world.people[:3] if one is not active)
    assert "doesn't need a nudge yet. Try again <t:" in refusal(await nudged(first, match))
    assert await offered(first, match) == []
    await world.later(hours=AGREED_H, minutes=1)
    assert "is waiting for you" in refusal(await nudged(active, match))
    assert "not in game" in refusal(await nudged(world.people[3], match))
    board = await first.press(await match.newest(), "Board")
    [label] = await offered(first, match)
    answer = await first.press(board.post, label)
    assert "gets a friendly nudge about game 1" in told(answer)
    [post] = reminders(world)
    waits = f"{first.name.capitalize()} is looking forward to your turn in game 1."
    assert post.text.startswith(f"{active.mention}, {waits}")
    assert post.pings == (active.id,)
    assert "has already been nudged this turn" in refusal(await nudged(second, match))
    assert "has already been nudged this turn" in refusal(await first.press(board.post, label))
    # Neither comes the usual reminder so soon after it.
    await world.later(hours=23)
    assert reminders(world) == [post]
    assert (await active.press(post, "Take your turn")).private
    await match.turn()
    assert reminders(world) == []
    assert "Game 1 has moved on" in refusal(await first.press(board.post, label))
    assert await watch.look() == []


async def test_who_was_just_reminded_is_left_alone_for_a_day(world: World) -> None:
    match = await Match.begin(world)
    active, waiting = await match.active(), await match.waiting()
    await prefer(active, remind="12h")
    await world.later(hours=AGREED_H, minutes=1)
    [reminder] = reminders(world)
    assert "is waiting" in reminder.text
    assert "doesn't need a nudge yet. Try again" in refusal(await nudged(waiting, match))
    assert reminders(world) == [reminder]


async def test_two_at_once_and_a_crash_are_one_message(world: World) -> None:
    match = await Match.begin(world, 3)
    active = await match.active()
    first, second = (one for one in world.people[:3] if one is not active)
    await world.later(hours=AGREED_H, minutes=1)
    async with world.at_once():
        await nudged(first, match)
        await nudged(second, match)
    await world.restart()
    await world.later(minutes=5)
    assert len(reminders(world)) == 1


async def test_never_in_quiet_hours_and_by_message_for_who_wants_messages(world: World) -> None:
    match = await Match.begin(world)
    active, waiting = await match.active(), await match.waiting()
    await prefer(active, hours=quiet(world, AGREED_H - 1, 23), zone="UTC")
    await prefer(active, remind_in="message", remind="48h")
    before = len(direct(world, active))
    await world.later(hours=AGREED_H + 1)
    assert "has quiet hours right now" in refusal(await nudged(waiting, match))
    assert reminders(world) == []
    assert len(direct(world, active)) == before
    await world.later(hours=6)
    await nudged(waiting, match)
    [message] = direct(world, active)[before:]
    assert "is looking forward to your turn in game 1" in message["content"]


@pytest.mark.parametrize("why", ["no nudges", "no mention", "not with me"])
async def test_the_unwanted_read_what_all_read_whom_none_reach(world: World, why: str) -> None:
    match = await Match.begin(world)
    active, waiting, tables = await match.active(), await match.waiting(), match.services.tables

    async def refuses(user: int, other: int) -> bool:
        return (user, other) == (active.id, waiting.id)

    if why == "not with me":
        tables.refused.add(refuses)
    elif why == "no mention":
        await prefer(active, mention=False)
    else:
        form = await active.press((await active.run("arkadia preferences")).post, "More…")
        answers = {**dict.fromkeys(form.fields, "yes"), "nudges": "no"}
        assert "- Opponents can nudge me: no" in (await active.fill(form, **answers)).text
    unwanted = f"{active.name.capitalize()} doesn't want nudges."

    async def unwilling() -> bool:
        """Whether the opponent is offered no nudge, and reads that none is wanted."""
        no_nudge = await offered(waiting, match) == []
        return no_nudge and unwanted in refusal(await nudged(waiting, match))

    assert await unwilling()  # so soon
    await world.later(hours=AGREED_H, minutes=1)
    assert await unwilling()
    await prefer(active, hours=quiet(world, -1, 3), zone="UTC")
    assert await unwilling()
    await active.run("arkadia seat away", await match.place(), until="3 days")
    assert await unwilling()
    assert reminders(world) == []
