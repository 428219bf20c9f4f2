"""Nudges through Discord: one friendly message a turn, wished for by an opponent who waits."""

from __future__ import annotations

import pytest

from tests.e2e.answers import refusal
from tests.e2e.playing import Match
from tests.e2e.reminded import direct, quiet, reminders
from tests.e2e.secrets import Watch
from tests.e2e.world import World

AGREED_H = 18
"""A fourth of the 72 hours of the usual clock."""


async def test_an_opponent_nudges_once_a_turn_by_command_or_button(world: World) -> None:
    match = await Match.begin(world, 3)
    active, watch, place = await match.active(), Watch(match), await match.place()
    first, second = (one for one in world.people[:3] if one is not active)
    early = refusal(await first.run("arkadia seat nudge", place))
    assert "has had little time so far. A nudge is possible <t:" in early
    board = await first.press(await match.newest(), "Board")
    assert not any("Nudge" in label for label in board.post.buttons)
    await world.later(hours=AGREED_H, minutes=1)
    board = await first.press(await match.newest(), "Board")
    [label] = [label for label in board.post.buttons if "Nudge" in label]
    answer = await first.press(board.post, label)
    assert answer.private
    assert "gets one friendly message about game 1" in answer.text
    [post] = reminders(world)
    name = first.name.capitalize()
    assert post.text.startswith(f"{active.mention}, {name} looks forward to your turn in game 1.")
    assert post.pings == (active.id,)
    assert "One a turn is enough" in refusal(await second.run("arkadia seat nudge", place))
    assert "One a turn is enough" in refusal(await first.press(board.post, label))
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
    active, waiting, place = await match.active(), await match.waiting(), await match.place()
    await active.run("arkadia preferences", remind="12h")
    await world.later(hours=AGREED_H, minutes=1)
    [reminder] = reminders(world)
    assert "is waiting" in reminder.text
    refused = refusal(await waiting.run("arkadia seat nudge", place))
    assert "was just reminded. A nudge is possible <t:" in refused
    assert reminders(world) == [reminder]


async def test_two_at_once_and_a_crash_are_one_message(world: World) -> None:
    match = await Match.begin(world, 3)
    active, place = await match.active(), await match.place()
    first, second = (one for one in world.people[:3] if one is not active)
    await world.later(hours=AGREED_H, minutes=1)
    async with world.at_once():
        await first.run("arkadia seat nudge", place)
        await second.run("arkadia seat nudge", place)
    await world.restart()
    await world.later(minutes=5)
    assert len(reminders(world)) == 1


@pytest.mark.parametrize(
    ("chosen", "said"),
    [({"nudges": False}, "wants no nudges"), ({"mention": False}, "wants no nudges")],
)
async def test_who_wants_none_gets_none(world: World, chosen: dict[str, object], said: str) -> None:
    match = await Match.begin(world)
    await (await match.active()).run("arkadia preferences", **chosen)
    await world.later(hours=AGREED_H, minutes=1)
    waiting = await match.waiting()
    assert said in refusal(await waiting.run("arkadia seat nudge", await match.place()))
    board = await waiting.press(await match.newest(), "Board")
    if "nudges" in chosen:
        assert not any("Nudge" in label for label in board.post.buttons)
    assert reminders(world) == []


async def test_never_in_quiet_hours(world: World) -> None:
    match = await Match.begin(world)
    active, waiting, place = await match.active(), await match.waiting(), await match.place()
    await active.run("arkadia preferences", quiet=quiet(world, AGREED_H - 1, 23), zone="UTC")
    await world.later(hours=AGREED_H + 1)
    assert "has quiet hours now" in refusal(await waiting.run("arkadia seat nudge", place))
    assert reminders(world) == []


async def test_who_wants_messages_gets_a_message(world: World) -> None:
    match = await Match.begin(world)
    active, waiting, place = await match.active(), await match.waiting(), await match.place()
    await active.run("arkadia preferences", remind_in="message", remind="48h")
    before = len(direct(world, active))
    await world.later(hours=AGREED_H + 1)
    await waiting.run("arkadia seat nudge", place)
    [message] = direct(world, active)[before:]
    assert "looks forward to your turn in game 1" in message["content"]


async def test_ones_own_turn_strangers_and_computers(world: World) -> None:
    match = await Match.begin(world)
    place = await match.place()
    await world.later(hours=AGREED_H + 1)
    own = await (await match.active()).run("arkadia seat nudge", place)
    assert "waits for you" in refusal(own)
    stranger = await world.people[3].run("arkadia seat nudge", place)
    assert "no seat" in refusal(stranger) or "watch" in refusal(stranger)
    assert reminders(world) == []
