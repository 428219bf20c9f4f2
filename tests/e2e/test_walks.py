"""What a press, a typed act and a notice pass on their way: few files, and no feature's.

``walks.json`` lists them, so that none joins unseen. ``RENEW_WALKS=1`` writes it.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bot import CORE, EXTENSIONS
from engine.actions import Build, End
from tests.e2e.notices import KINDS
from tests.e2e.panels import Panel
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.walks import Walk, tracing
from tests.e2e.world import World
from tests.nightly import nightly_except

LISTED: Final = Path(__file__).with_name("walks.json")
MOST: Final = 15
"""Files of commands, panel and table on the way of a press or of a typed act to its answer."""


@pytest.fixture
def walk() -> Iterator[Walk]:
    with tracing() as found:
        yield found


@pytest.fixture
def extensions(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The core alone if not said otherwise: lists are the same whatever features there are."""
    return tuple(getattr(request, "param", sorted(CORE)))


async def walks_of_turns(walk: Walk, world: World) -> dict[str, dict[str, list[str]]]:
    """The files that each kind of press and of typed act passes, in the first turns of a game."""
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    panel = await Panel.open(match)
    found: dict[str, dict[str, list[str]]] = {}
    typed = False
    for action in record.actions[:18]:
        game, kind = await match.game(), type(action).__name__.lower()
        if not game.turn.plies and not typed:
            with walk.noting():
                panel = await Panel.open(match)
            found["press, to open the panel"] = walk.rooms()
        if typed:
            with walk.noting("cogs/arkadia/turns.py"):
                await match.do(action)
            found[f"typed, {kind}"] = walk.rooms()
        else:
            if panel.address.step == "choose":
                with walk.noting():
                    await panel.show(action, game.position)
                found[f"press, to look at {kind}"] = walk.rooms()
            else:
                await panel.show(action, game.position)
            with walk.noting():
                await panel.press(verb_of(action, game.position), ends=isinstance(action, End))
            found[f"press, to do {kind}"] = walk.rooms()
            match.done.append(action)
        if isinstance(action, End):
            typed = not typed
    return dict(sorted(found.items()))


def verb_of(action: Any, position: Any) -> str:
    draws = position.draws()
    if isinstance(action, Build) and len(draws) > 1:
        return f"draw{'abcdefgh'[draws.index(action.draw)]}"
    return "end" if isinstance(action, End) else "do"


TELLING: Final = ("delivery/", "db/outbox/", "db/timers", "tabletop/", "ui/public/")
"""The rooms of a notice, from the change of the game to its being noted."""


@pytest.mark.parametrize(
    "kind", nightly_except(KINDS, "turn", "board", "announcement", "reminder", "morning")
)
async def test_what_a_notice_passes_is_listed(walk: Walk, world: World, kind: str) -> None:
    listed = Path(__file__).with_name("walks_of_notices.json")
    await KINDS[kind].prepare(world)
    with walk.telling(*TELLING):
        await KINDS[kind].cause(world)
    assert walk.back == set(), "it comes back into a file that it has left"
    lists = json.loads(listed.read_text())
    if kind in lists and os.environ.get("RENEW_WALKS"):
        lists[kind] = " ".join(walk.passed)
        listed.write_text(f"{json.dumps(lists, indent=1)}\n")
    assert set(walk.passed) - set(lists.get(kind, " ".join(walk.passed)).split()) == set()


async def test_what_is_passed_is_listed_and_little(walk: Walk, world: World) -> None:
    found = await walks_of_turns(walk, world)
    if os.environ.get("RENEW_WALKS"):
        lines = {
            what: {room: " ".join(files) for room, files in rooms.items()}
            for what, rooms in found.items()
        }
        LISTED.write_text(f"{json.dumps(lines, indent=1)}\n")
    lists = json.loads(LISTED.read_text())
    assert list(found) == list(lists)
    for what, rooms in found.items():
        listed = {room: files.split() for room, files in lists[what].items()}
        # The order is for readers: what waits for the store may be overtaken.
        assert sorted(rooms["walk"]) == sorted(listed["walk"]), what
        grown = {room: files for room, files in rooms.items() if len(files) > len(listed[room])}
        assert grown == {}, what
    assert {what: rooms["walk"] for what, rooms in found.items() if len(rooms["walk"]) > MOST} == {}


@pytest.mark.parametrize("extensions", [EXTENSIONS], indirect=True)
async def test_a_press_passes_no_feature(walk: Walk, world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    panel = await Panel.open(match)
    with walk.noting():
        await panel.show(record.actions[0], (await match.game()).position)
    passed = {name for name in walk.rooms()["walk"] if name.startswith("cogs/")}
    assert passed == {"cogs/routing.py", "cogs/arkadia/panel.py"}
