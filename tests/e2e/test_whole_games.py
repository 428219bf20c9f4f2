"""Whole games through Discord, from the start to the ranking, as records made by the engine go.

On the way the bot is restarted and crashes in the middle of turns, things are taken back and done
again, and everything that is sent is looked through for what must stay hidden.
"""

import logging
from itertools import cycle

import pytest

from engine.actions import Action, Banner, Build, Castle, Draw, End, Workers
from engine.events import GameOver, PiecesForgone
from engine.position import Position
from engine.record import Record
from tests.e2e.information_sets import board_of_hidden, differences
from tests.e2e.panels import Panel, leads_on
from tests.e2e.people import told
from tests.e2e.playing import (
    FOUR_PEOPLE_BY_THE_CASTLE,
    PLANS,
    TO_THE_END_BY_IDLENESS,
    TO_THE_TOP_FLOOR,
    Match,
    Plan,
)
from tests.e2e.secrets import Watch, names
from tests.e2e.world import World
from tests.features import beside_features
from tests.nightly import nightly_except

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
        events = position.apply(action)
        found |= {"no piece left" for event in events if isinstance(event, PiecesForgone)}
        found |= {event.cause.value for event in events if isinstance(event, GameOver)}
    return found


def test_everything_that_can_happen_happens_in_these_games() -> None:
    found = set().union(*(kinds(plan.record()) for plan in PLANS))
    assert found >= {
        *("Build", "Workers", "Castle", "Banner", "End", "Pass"),
        *("stack", "none", "open card", "open card from an empty stack", "own", "neutral"),
        *("castle", "idle", "no piece left"),
    }
    assert {(plan.setup, plan.mirror) for plan in PLANS} >= {("first-game", False), ("free", True)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan",
    nightly_except(PLANS, FOUR_PEOPLE_BY_THE_CASTLE),
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
        before = (await match.table()).messages.get("turn")
        assert leads_on((await match.do(action)).post), "each private answer has something to press"
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
            if (await match.table()).active:
                assert await board_of_hidden(match) == []
                for feature in beside_features("between_turns"):
                    await feature.look(match)
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
    logged = [str(vars(line)) for line in caplog.records if line.name.startswith("arkadia")]
    assert len(logged) > len(record.actions)
    assert not [line for line in logged for card in hands if names(card).search(line)]


async def take_back_and_do_again(match: Match, action: Action, number: int) -> None:
    """Now and then takes an action back, where nothing was drawn from the stack, and redoes it."""
    if number % UNDO_EVERY:
        return
    if refusal := (await match.game()).undo_refusal():
        assert refusal.code == "card-drawn"
    else:
        assert "Taken back: " in told(await match.undo())
        await match.do(action)


async def exported_is(match: Match, record: Record) -> None:
    """What everybody gets at the end is the game that was played, and replays."""
    for person in match.world.people[: record.start.seats]:
        answer = await person.press(await match.newest(), "Record")
        file, *more = answer.post.pictures
        for feature in beside_features("exported"):
            feature.check(record, more)
        exported = Record.from_json(file.content.decode())
        assert exported == record
        assert exported.replay().over
    assert tuple(match.done) == record.actions
    ada, place = match.world.people[0], await match.place()
    command = await ada.through("arkadia record", "As a file", place)
    assert command.post.pictures[0].content == file.content


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan",
    nightly_except((TO_THE_END_BY_IDLENESS, TO_THE_TOP_FLOOR), TO_THE_END_BY_IDLENESS),
    ids=lambda plan: f"{plan.seats}-{plan.setup}-{plan.seed}",
)
async def test_a_whole_game_by_panels_alone(world: World, plan: Plan) -> None:
    presses = cycle(range(31 if plan is TO_THE_END_BY_IDLENESS else 7))

    async def between() -> None:
        if next(presses) == 5:
            await world.restart()

    match, record = await Match.of(world, plan)
    watch = Watch(match)
    usual: list[int] = []
    panel: Panel | None = None
    since: list[object] = []
    for action in record.actions:
        if panel is None:
            panel = await Panel.open(match, between=between)
        await panel.do(action)
        since.append(action)
        assert await watch.look() == []
        if isinstance(action, End):
            if not any(isinstance(entry, Banner | Castle) for entry in since):
                usual.append(panel.presses)
            panel, since = None, []
    assert max(usual) <= 8
    await exported_is(match, record)
