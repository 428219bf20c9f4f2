"""Whole games by presses on panels alone, the bot being restarted in between."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from statistics import median

import pytest

from engine.actions import Banner, Castle, End
from engine.record import Record
from tests.e2e.panels import Panel
from tests.e2e.playing import (
    TO_THE_END_BY_IDLENESS,
    TO_THE_TOP_FLOOR,
    Match,
    Plan,
)
from tests.e2e.secrets import Watch
from tests.e2e.world import World
from tests.often import often

GAMES = (TO_THE_END_BY_IDLENESS, TO_THE_TOP_FLOOR)
MOST_OF_A_USUAL_TURN = 8


def every(world: World, presses: int) -> Callable[[], Awaitable[None]]:
    """Restarts the bot between presses now and then."""
    numbers = count(1)

    async def between() -> None:
        if next(numbers) % presses == 0:
            await world.restart()

    return between


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan",
    often(GAMES, TO_THE_END_BY_IDLENESS),
    ids=lambda plan: f"{plan.seats}-{plan.setup}-{plan.seed}",
)
async def test_a_whole_game(world: World, plan: Plan, capsys: pytest.CaptureFixture[str]) -> None:
    between = every(world, 7 if plan is TO_THE_END_BY_IDLENESS else 31)
    match, record = await Match.of(world, plan)
    watch = Watch(match)
    presses: Counter[int] = Counter()
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
            presses[panel.presses] += 1
            if not any(isinstance(entry, Banner | Castle) for entry in since):
                usual.append(panel.presses)
            panel, since = None, []
    assert max(usual) <= MOST_OF_A_USUAL_TURN
    with capsys.disabled():
        turns = ", ".join(f"{times} of {n}" for n, times in sorted(presses.items()))
        middle = median(presses.elements())
        sys.stdout.write(f"\n{plan.seats} people, turns by presses: {turns}; median {middle}\n")
    assert tuple(match.done) == record.actions
    answer = await world.people[0].press(await match.newest(), "Record")
    exported = Record.from_json(answer.post.pictures[0].content.decode())
    assert exported == record
    assert exported.replay().over
