"""Discord refuses requests or answers take long: nothing is lost, all is shown later, once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from engine.actions import End
from tests.e2e.panels import Panel
from tests.e2e.people import Answer, told
from tests.e2e.playing import Match, one_worker
from tests.e2e.traces import Traces
from tests.e2e.world import ALL_RETRIES, World
from tests.nightly import nightly_except
from ui.components import ComponentCog

REQUESTS = {
    "answer": ("POST", "/interactions/*/*/callback"),
    "follow-up": ("POST", "/webhooks/*/*"),
    "message": ("POST", "/channels/*/messages"),
    "change": ("PATCH", "/channels/*/messages/*"),
    "thread": ("POST", "/channels/*/messages/*/threads"),
    "member": ("PUT", "/channels/*/thread-members/*"),
    "history": ("GET", "/channels/*/messages"),
}

CUT_OFF = 0  # stands for the status where nobody answers at all

EVERYTHING = "everything"


@dataclass
class Outage:
    """One kind of request that Discord refuses with a status, or is not there for, now and then."""

    world: World
    traces: Traces
    request: str
    status: int

    async def during(self, step: Callable[[], Awaitable[Answer]]) -> None:
        """Does something meanwhile, then waits until it is shown; what is logged is checked."""
        before = await state(self.world)
        if self.status == CUT_OFF:
            self.world.cut_off()
        else:
            self.world.fail(*REQUESTS[self.request], status=self.status, times=None)
        await step()
        self.world.recover()
        if await state(self.world) == before:
            await step()
        assert await state(self.world) != before
        await self.world.later(seconds=ALL_RETRIES)
        assert not self.traces.take()


async def state(world: World) -> tuple[int, int, int]:
    stored = await world.bot.store.games.load(1)
    return (0, 0, 0) if stored is None else (1, len(stored.seats), len(stored.log) + stored.news)


@pytest.mark.parametrize(
    ("request_", "status"),
    nightly_except(
        [*product(REQUESTS, (500, 429)), (EVERYTHING, CUT_OFF)],
        *product([*REQUESTS][::3], (500,)),
        (EVERYTHING, CUT_OFF),
    ),
)
async def test_a_game_goes_on(world: World, traces: Traces, request_: str, status: int) -> None:
    ada, bela, *_ = world.people
    match = Match(world, 1)
    outage = Outage(world, traces, request_, status)
    await outage.during(lambda: ada.run("arkadia start"))
    [lobby] = world.posts()
    assert list(lobby.buttons)[:2] == ["Join", "Leave"]
    await outage.during(lambda: bela.decide("join", game=1))
    assert "Seats (2 of 4): Ada (host), Bela" in world.newest().text
    await outage.during(lambda: ada.decide("begin", game=1))
    place = await match.place()
    assert place.id != world.channel.id
    assert [post.pings for post in world.posts(place)] == [((await match.active()).id,)]
    assert "has begun" in world.posts()[0].text
    assert list(world.posts()[0].buttons) == ["Learn"]
    action = await one_worker(match)
    await outage.during(lambda: match.do(action))
    assert len(await match.log()) == 1
    await outage.during(lambda: match.do(End()))
    assert await match.log() == [str(action), "end"]
    posts = world.posts(place)
    assert len(posts) == 2
    assert posts[1].pings == ((await match.active()).id,)
    assert posts[1].pictures


@pytest.mark.parametrize("status", nightly_except([500, 429, CUT_OFF], CUT_OFF))
async def test_the_person_is_told_that_it_is_saved(world: World, status: int) -> None:
    match = await Match.begin(world)
    await match.do(await one_worker(match))
    if status == CUT_OFF:
        world.cut_off("/channels/*/messages")
    else:
        world.fail("POST", "/channels/*/messages", status=status, times=None)
    answer = await match.do(End())
    assert "Over to " in told(answer)
    assert "Saved, but Discord isn't taking my message right now. I'll try again." in told(answer)
    assert len(await match.posts()) == 1
    world.recover()
    await world.later(seconds=20)
    assert len(await match.posts()) == 2


@pytest.mark.parametrize(
    ("status", "code"), nightly_except([(400, 40060), (404, 10062), (503, 0)], (404, 10062))
)
async def test_suggestions_that_did_not_arrive_leave_one_line_and_no_trace(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    caplog.set_level(logging.INFO, logger="arkadia.routing")
    await Match.begin(world)
    world.fail("POST", "/interactions/*/*/callback", status=status, code=code)
    with suppress(AssertionError):
        await world.people[0].suggestions("arkadia board", "game")
    assert [record.message for record in caplog.records if record.exc_info] == []
    assert "No suggestions" in [record.message for record in caplog.records]


async def test_whatever_command_takes_long_is_announced(world: World) -> None:
    with_commands = [cog for cog in world.bot.cogs.values() if [*cog.walk_app_commands()]]
    assert len(with_commands) > 1
    assert [cog for cog in with_commands if not isinstance(cog, ComponentCog)] == []


async def test_what_takes_long_is_announced_and_a_panel_is_changed_in_its_place(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await Match.begin(world, 2)
    panel, place = await Panel.open(match), await match.place()
    monkeypatch.setattr("ui.answers.PATIENCE_S", 0.0)
    games, tables = match.services.tables.store.games, match.services.tables
    for slow, name in ((games, "find"), (tables, "get")):
        monkeypatch.setattr(slow, name, slowly(getattr(slow, name)))
    before = len(world.sent)
    assert "behind your screen" in told(await panel.person.run("arkadia screen", place))
    assert len(world.sent) == before + 2, "that an answer follows, and the answer"
    changed = await panel.person.press(panel.post, next(iter(panel.post.buttons)))
    assert changed.answered
    assert changed.post.id == panel.post.id
    assert len(world.sent) == before + 4, "that a change follows, and the change"


def slowly(act: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def acting(*args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(0.05)
        return await act(*args, **kwargs)

    return acting


async def test_how_answers_come_out_is_counted(world: World) -> None:
    ada, bela, *_ = world.people

    world.lose_answer("POST", "/interactions/*/*/callback")
    assert "Game 1 is open" in (await ada.run("arkadia start")).text, "it is given once"
    assert (world.counted("answered"), world.counted("refused")) == (1, 0)
    await bela.run("arkadia end", game=1)
    assert (world.counted("answered"), world.counted("refused")) == (1, 1)
    world.fail("POST", "/interactions/*/*/callback", status=500, times=None)
    await bela.run("arkadia help")
    assert (world.counted("answered"), world.counted("lost")) == (1, 1)
