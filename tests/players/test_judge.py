"""Hints and reviews have one judge, which says the same of the same decision each time."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from engine.position import Position
from engine.random_play import random_action, random_start
from players.judge import judge
from players.levels import level_named
from players.own_turns import OwnTurn, own_turns
from players.plans import Idea, Plan
from players.player import Budget
from players.review import Opinion, counted_once, opinion
from tests.engine.play import POSITIONS
from tests.engine.scenes import EDITION
from tests.often import often

FEW = Budget(playouts=12)
LEAST = Budget(playouts=4)

GAMES = 4
"""Games in each part, some thirty decisions a game."""


@pytest.mark.nightly
@pytest.mark.slow
@given(POSITIONS)
@settings(max_examples=12)
def test_what_a_hint_says_to_cost_is_what_a_review_counts(position: Position) -> None:
    if position.over:
        return
    seen = position.observe(position.active)
    judged = judge(seen, budget=FEW)
    assert judged == judge(position.copy().observe(position.active), budget=FEW)
    assert judged[0].behind == 0
    for action, behind in judged:
        found = opinion(OwnTurn(1, ((seen, action),)), FEW)
        assert found.lost == (behind,)
        assert found.best == (judged[0].action if behind else action,)
        followed = opinion(OwnTurn(1, ((seen, action),), frozenset({0})), FEW)
        assert followed.lost == (0.0,)
    other = random_action(position, Random(1))
    also = {each.action: each.behind for each in judge(seen, [other], FEW)}
    assert other in also
    [(first, _), *others] = judged
    for action, behind in others:
        assert also[action] - also[first] == pytest.approx(behind)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("part", often(range(2), 0))
def test_games_played_by_hints_lose_nothing_in_their_review(part: int) -> None:
    decisions, lost = 0, 0.0
    for number in range(GAMES * part, GAMES * part + GAMES):
        rng = Random(number)
        position = Position(random_start(EDITION, "first-game", 2, rng))
        start, actions, other = position.start, [], level_named("pupil").player()
        while not position.over:
            seen = position.observe(position.active)
            if position.active == 0:
                actions.append(judge(seen, budget=LEAST)[0].action)
            else:
                actions.append(other.decide(seen, rng, LEAST))
            position.apply(actions[-1])
        opinions = [opinion(turn, LEAST) for turn in own_turns(start, actions, 0)]
        decisions += sum(len(each.done) for each in opinions)
        lost += sum(each.given_away for each in opinions)
    assert decisions > 100
    assert lost / decisions < 0.5


def an_opinion(turn: int, *lost: float, about: str = "red") -> Opinion:
    """An opinion in which castle pieces of one colour were missed."""
    done = Position(random_start(EDITION, "free", 2, Random(1))).parse("castle red 1")
    ideas = (Idea(Plan.CASTLE, about),) * len(lost)
    return Opinion(turn, (done,) * len(lost), (done,) * len(lost), lost, ideas)


def test_one_cause_is_counted_once_where_it_cost_most() -> None:
    same = [an_opinion(1, 2.0, 3.0), an_opinion(3, 1.0), an_opinion(5, 4.0)]
    assert [each.lost for each in counted_once(same)] == [(0.0, 0.0), (0.0,), (4.0,)]


def test_a_cause_that_was_gone_or_is_another_counts_anew() -> None:
    apart = [an_opinion(1, 2.0), an_opinion(3, 0.0), an_opinion(5, 4.0)]
    assert counted_once(apart) == apart
    other = [an_opinion(1, 2.0), an_opinion(3, 4.0, about="black")]
    assert counted_once(other) == other
    assert counted_once([replace(apart[0], lost=())]) == [replace(apart[0], lost=())]
