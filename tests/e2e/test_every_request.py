"""Whichever request for the public fails, and however it does: all is told once, to each once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import pytest

from delivery.changes import NOTED_WITHIN_S
from engine.actions import End
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.posts import Post
from tests.e2e.sent import Recorder
from tests.e2e.world import ALL_RETRIES, World

REQUESTS: Final = 13
"""How many requests for the public a game makes that is played as below."""

TURNS_BY_COMMANDS: Final = 2

PRIVATE: Final = re.compile(r"/(interactions|webhooks|applications|users|gateway|oauth2)")
HEAD: Final = re.compile(r"^Turn ([0-9]+): ", re.MULTILINE)


@dataclass
class Fault:
    """Breaks the so-manieth request for the public.

    Attributes:
        how: a status with which Discord refuses it, or ``lost`` when it does it unheard.
        count: the requests so far.
    """

    world: World
    number: int
    how: str
    count: int = 0

    def __call__(self, method: str, path: str) -> None:
        if PRIVATE.match(path):
            return
        self.count += 1
        if self.count != self.number:
            return
        if self.how.startswith("lost"):
            self.world.lose_answer(method, path)
        else:
            code = 50013 if self.how == "403" else 0
            fault = {"method": method, "path": path, "status": int(self.how), "code": code}
            self.world.env.backend.faults.append({**fault, "message": self.how, "times": 1})


async def play(world: World, fault: Fault) -> Match:
    """A game from its lobby to its end, of which only the last turns are told one by one."""
    record = TO_THE_END_BY_IDLENESS.record()
    ends = [index for index, action in enumerate(record.actions) if isinstance(action, End)]
    silent = record.actions[: ends[-TURNS_BY_COMMANDS - 1] + 1]
    crash = world.crash if fault.how == "lost and killed" else world.env.settle
    match, _ = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await crash()
    tables = world.bot.services.tables
    for action in silent:
        active = (await tables.get(1)).active
        assert active is not None
        assert active.user_id is not None
        await tables.turns.act(1, active.user_id, action)
    for action in record.actions[len(silent) :]:
        await match.do(action)
        if isinstance(action, End):
            await crash()
    await world.later(seconds=ALL_RETRIES)
    return match


def buttons(post: Post) -> list[str]:
    return [button.custom_id.split(":")[1] for button in post.buttons.values()]


async def judge(world: World, match: Match) -> None:
    """Each turn is told once and in order, nobody is notified twice, no old button is left."""
    [thread] = world.threads() or [world.channel]
    lobby, *others = world.posts()
    assert "has begun" in lobby.text
    assert list(lobby.buttons) == ["Learn"]
    posts = others if thread == world.channel else world.posts(thread)
    assert others == posts or not others
    told = [int(turn) for post in posts for turn in HEAD.findall(post.text)]
    last = (await match.game()).position.turn
    assert told == sorted(set(told))
    assert told[-TURNS_BY_COMMANDS:] == list(range(last - TURNS_BY_COMMANDS + 1, last + 1))
    assert [sum("Turn order" in post.text for post in posts), len(posts[0].pings)] == [1, 1]
    *before, end = posts
    heads = [HEAD.findall(post.text) for post in before]
    assert all(heads[1:]), "somebody was called twice for one turn"
    assert all(len(post.pings) == 1 for post in before)
    assert "Thank you for playing, <@" in end.text
    assert len(end.pings) == 1
    assert not any(post.buttons for post in before)
    assert "take" not in buttons(end)
    await world.env.advance_time(NOTED_WITHIN_S)
    assert await world.bot.store.outbox.unsaid(1 << 62) == ()


async def test_without_a_fault(world: World, recorder: Recorder) -> None:
    recorder.before = fault = Fault(world, 0, "")
    await judge(world, await play(world, fault))
    assert fault.count == REQUESTS


@pytest.mark.slow
@pytest.mark.parametrize("how", ["503", "403", "lost", "lost and killed"])
@pytest.mark.parametrize("number", range(1, REQUESTS + 1))
async def test_whichever_request_fails(
    world: World, recorder: Recorder, number: int, how: str
) -> None:
    recorder.before = fault = Fault(world, number, how)
    await judge(world, await play(world, fault))
    assert fault.count >= number
