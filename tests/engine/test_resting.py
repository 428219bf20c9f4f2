"""What a prepared action rests on, and what is found to have changed."""

from __future__ import annotations

from random import Random

import pytest

from engine.actions import Build, Draw, Workers
from engine.position import Position
from engine.preview import in_turn
from engine.random_play import random_action, random_start
from engine.resting import hindrance, rests_on
from engine.start import FIRST_GAME
from engine.view import Phase
from tests.engine.scenes import EDITION


def quiet_actions(position: Position) -> list[Build | Workers]:
    """Actions of the turn that complete nothing, one of each card and one of workers."""
    found: dict[object, Build | Workers] = {}
    for action in position.legal_actions():
        if isinstance(action, Build | Workers) and not position.completions(action):
            found.setdefault(action.card if isinstance(action, Build) else Workers, action)
    return list(found.values())


def goes_on(position: Position) -> bool:
    """Whether the end has not begun."""
    return not position.over and position.turns_left is None


@pytest.mark.slow
def test_an_action_is_hindered_exactly_by_a_change_of_what_it_rests_on() -> None:
    rng = Random(5)
    position, seen = Position(random_start(EDITION, FIRST_GAME, 2, rng)), set()
    while goes_on(position):
        if position.phase is Phase.MUST:
            other = 1 - position.active
            ahead = in_turn(position, other)
            prepared = [(one, rests_on(ahead, one)) for one in quiet_actions(ahead)]
            for action, rests in prepared:
                assert hindrance(ahead, action, rests) is None
                filled = (
                    action.squares if isinstance(action, Build) else action.own | action.neutral
                )
                assert filled & ~rests == 0
            while position.active != other and goes_on(position):
                position.push(random_action(position, rng))
            if not goes_on(position):
                break
            for action, rests in prepared:
                found = hindrance(position, action, rests)
                gone = rests & ~position.vacant
                if found is None:
                    assert not gone
                    assert position.is_legal(action)
                    assert not position.completions(action)
                else:
                    seen.add(found.code)
                    assert found.squares & ~gone == 0
                    assert found.code not in ("taken", "beside") or found.squares
        else:
            position.push(random_action(position, rng))
    assert {"taken", "beside", "draw"} <= seen


def test_a_draw_that_is_gone_hinders() -> None:
    position = Position(random_start(EDITION, FIRST_GAME, 2, Random(1)))
    build = next(one for one in quiet_actions(position) if isinstance(one, Build))
    rests = rests_on(position, build)
    open_cards = position.draws()
    gone = next(card for card in EDITION.deck(first_game=True) if card not in open_cards)
    for draw, hindered in ((Draw.STACK, False), (gone, True), (Draw.NONE, True)):
        found = hindrance(position, Build(build.card, build.squares, draw), rests)
        assert (found is not None and found.code == "draw") == hindered


def test_what_completes_a_building_waits_for_its_player() -> None:
    rng = Random(2)
    position = Position(random_start(EDITION, FIRST_GAME, 2, rng))
    completing = next(
        action
        for action in position.legal_actions()
        if isinstance(action, Workers) and position.completions(action)
    )
    found = hindrance(position, completing, rests_on(position, completing))
    assert found is not None
    assert found.code == "completes"
