"""Whole games through Discord, from the start to the ranking, as records made by the engine go.

On the way the bot is restarted and crashes in the middle of turns, things are taken back and done
again, and everything that is sent is looked through for what must stay hidden.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from itertools import cycle

import pytest

from engine.actions import Action, Build, Draw, End, Workers
from engine.errors import UndoError
from engine.events import Event, GameOver, PiecesForgone
from engine.packing import pack
from engine.position import Position
from engine.record import Record
from tests.e2e.panels import leads_on
from tests.e2e.playing import (
    FOUR_PEOPLE_BY_THE_CASTLE,
    PLANS,
    Match,
    Plan,
)
from tests.e2e.secrets import Watch, names
from tests.e2e.twins import differences, told_of_hidden
from tests.e2e.world import World
from tests.often import often

pytestmark = pytest.mark.slow

RESTART_EVERY = 17
UNDO_EVERY = 5


def kinds(record: Record) -> set[str]:
    """What occurs in a game: actions, ways to draw, ways to end."""
    position = Position(record.start)
    found: set[str] = set()
    for action in record.actions:
        empty = not position.stack_size
        found |= {type(action).__name__}
        if isinstance(action, Build):
            found |= {action.draw.value} if isinstance(action.draw, Draw) else {"open card"}
            found |= {"open card from an empty stack"} if empty and action.draw else set()
        if isinstance(action, Workers):
            found |= {"own"} if action.own else set()
            found |= {"neutral"} if action.neutral else set()
        found |= _kinds_of(position.apply(action))
    return found


def _kinds_of(events: Iterable[Event]) -> set[str]:
    found = {"no piece left" for event in events if isinstance(event, PiecesForgone)}
    return found | {event.cause.value for event in events if isinstance(event, GameOver)}


def test_everything_that_can_happen_happens_in_these_games() -> None:
    found = set().union(*(kinds(plan.record()) for plan in PLANS))
    assert found >= {
        *("Build", "Workers", "Castle", "Banner", "End", "Pass"),
        *("stack", "none", "open card", "open card from an empty stack", "own", "neutral"),
        *("castle", "idle", "no piece left"),
    }
    assert {(plan.setup, plan.mirror) for plan in PLANS} >= {("first-game", False), ("free", True)}


@pytest.mark.parametrize(
    "plan",
    often(PLANS, FOUR_PEOPLE_BY_THE_CASTLE),
    ids=lambda plan: f"{plan.seats}-{plan.setup}-{plan.seed}",
)
async def test_a_whole_game(world: World, plan: Plan, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "arkadia")
    match, record = await Match.of(world, plan)
    watch = Watch(match)
    assert await watch.look() == []
    hands = {card for hand in Position(record.start).hands for card in hand}
    mishaps = cycle((world.restart, world.crash))
    for number, action in enumerate(record.actions):
        table = await match.table()
        before = table.messages.get("turn")
        answer = await match.do(action)
        assert leads_on(answer.post), "each private answer has something to press"
        if not isinstance(action, End):
            await take_back_and_do_again(match, action, number)
        elif (await match.table()).active:
            post = await match.newest()
            assert await differences(post, match, before) == []
            active = await match.active()
            assert post.pings == (active.id,)
            assert active.mention in post.text
        if number % RESTART_EVERY == RESTART_EVERY - 1:
            await next(mishaps)()
            await looked_at_between_turns(match)
        assert await watch.look() == []
    await exported_is(match, record)
    final = await match.newest()
    assert all(f"**{gold} gold**" in final.text for gold in record.outcome.gold)  # type: ignore[union-attr]
    table = await match.table()
    last = table.running_game().last_turn
    assert last is not None
    others = {seat.user_id for seat in table.seats if seat.seat != last.seat}
    assert set(final.pings) == others
    turns = sum(isinstance(action, End) for action in record.actions)
    posts = await match.posts()
    assert len(posts) == turns + 1  # one for each turn and one for the end
    assert sum(len(post.pings) for post in (*posts, *world.posts())) == turns + len(others)
    told = [str(vars(line)) for line in caplog.records if line.name.startswith("arkadia")]
    assert len(told) > len(record.actions)
    assert not [line for line in told for card in hands if names(card).search(line)]


async def looked_at_between_turns(match: Match) -> None:
    """A stranger hears the story, an opponent nudges, and the pinned board is drawn."""
    world, place = match.world, await match.place()
    if (await match.table()).active is None:
        return
    assert await told_of_hidden(match) == []
    story = await world.people[3].run("arkadia record story", place)
    assert "turns were played" in story.text or "turn was played" in story.text
    await world.later(hours=19)
    nudged = await (await match.waiting()).run("arkadia seat nudge", place)
    assert "gets one friendly message" in nudged.text or "One a turn" in nudged.text


async def take_back_and_do_again(match: Match, action: Action, number: int) -> None:
    """Now and then takes an action back, where nothing was drawn from the stack, and redoes it."""
    refusal = (await match.game()).undo_refusal()
    if number % UNDO_EVERY == 0:
        answer = await match.undo() if refusal is None else None
        if answer is None:
            assert isinstance(refusal, UndoError)
            assert refusal.code == "card-drawn"
            return
        assert answer.private
        assert "Taken back: " in answer.text
        await match.do(action)


async def exported_is(match: Match, record: Record) -> None:
    """What everybody gets at the end is the game that was played, and replays."""
    for person in match.world.people[: record.start.seats]:
        answer = await person.press(await match.newest(), "Record")
        file, page = answer.post.pictures
        assert pack(record) in page.content.decode()
        exported = Record.from_json(file.content.decode())
        assert exported == record
        assert exported.replay().over
    assert tuple(match.done) == record.actions
    command = await match.world.people[0].run("arkadia record export", await match.place())
    assert command.post.pictures[0].content == file.content
