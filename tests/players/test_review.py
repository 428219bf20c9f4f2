"""Reviews and hints: every turn of a seat is looked at, by one judge who says the same again."""

import pickle
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings

from engine.actions import Action
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.start import Start
from engine.view import Phase
from players.judge import judge
from players.levels import level_named
from players.player import Budget
from players.reasons import Idea, Plan
from players.review import (
    Matter,
    Opinion,
    counted_once,
    lost_by_matter,
    matter,
    opinion,
    turning_points,
)
from players.self_play import OwnTurn, own_turns, play
from tests.engine.play import POSITIONS
from tests.engine.scenes import EDITION, lay, scene, stand
from tests.nightly import nightly_except

FEW = Budget(playouts=8)


@cache
def a_game() -> tuple[Start, tuple[Action, ...]]:
    """How a game of a journeyman against an apprentice starts, and what is done in it."""
    players = [level_named("journeyman").player(), level_named("apprentice").player()]
    record = play(random_start(EDITION, "free", 2, Random(3)), players, 1, [FEW] * 2)
    return record.start, record.actions


@cache
def reviewed() -> list[Opinion]:
    """A review of the game."""
    return [opinion(turn, FEW) for turn in own_turns(*a_game(), 1)]


@pytest.mark.nightly
@pytest.mark.slow
def test_every_turn_of_the_seat_is_looked_at() -> None:
    opinions = reviewed()
    assert [each.turn for each in opinions] == list(range(2, 2 * len(opinions) + 1, 2))
    for each in opinions:
        assert len(each.done) == len(each.best) == len(each.lost)
        assert all(lost >= 0 for lost in each.lost)
        assert each.given_away == sum(each.lost)
        for done, best, lost in zip(each.done, each.best, each.lost, strict=True):
            assert done != best or lost == 0


@pytest.mark.slow
def test_a_turn_can_be_asked_about_in_another_process() -> None:
    turn = own_turns(*a_game(), 1)[0]
    there = pickle.loads(pickle.dumps(turn))
    assert opinion(there, FEW) == opinion(turn, FEW)


def test_only_choices_are_looked_at() -> None:
    for turn in own_turns(*a_game(), 0):
        for observation, _ in turn.decisions:
            if observation.view.phase is Phase.CAN:
                assert observation.view.seats[0].banners
                assert not observation.view.banner_used


@pytest.mark.nightly
@pytest.mark.slow
def test_a_blunder_is_seen() -> None:
    position = scene()
    lay(position, "monastery/red", "A1 B1 C1 D1")
    stand(position, 0, "A2 B2 C2")
    stand(position, 1, "E1")
    # One worker on D2 would finish the monastery, which the other seat will do otherwise.
    turn = OwnTurn(1, ((position.observe(0), position.parse("workers own G4")),))
    found = opinion(turn, Budget(playouts=256))
    assert "D2" in str(found.best[0])
    assert found.given_away > 3


@pytest.mark.slow
def test_the_turning_points_are_where_most_was_given_away() -> None:
    turns = own_turns(*a_game(), 1)
    opinions = reviewed()
    points = turning_points(turns, opinions)
    assert len(points) == 3
    assert [point.turn for point in points] == sorted(point.turn for point in points)
    assert {max(each.lost) for each in sorted(opinions, key=lambda each: -max(each.lost))[:3]} == {
        point.lost for point in points
    }
    for point in points:
        assert point.before.view.turn == point.turn
        assert point.before.seat == 1
        assert point.done != point.better
        assert point.reason.code


@pytest.mark.slow
def test_losses_by_matter_are_all_losses() -> None:
    opinions = reviewed()
    lost = lost_by_matter(opinions)
    assert set(lost) == set(Matter)
    assert sum(lost.values()) == pytest.approx(sum(each.given_away for each in opinions))
    for each in opinions:
        assert matter(each.done[0]) in (Matter.BUILDING, Matter.WORKERS)


def test_nothing_turned_where_nothing_was_lost() -> None:
    turn = own_turns(*a_game(), 1)[0]
    found = opinion(turn, FEW)
    perfect = replace(found, lost=(0.0,) * len(found.lost))
    assert turning_points([turn], [perfect]) == []


FEW_ITERATIONS = Budget(playouts=12)
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
    judged = judge(seen, budget=FEW_ITERATIONS)
    assert judged == judge(position.copy().observe(position.active), budget=FEW_ITERATIONS)
    assert judged[0].behind == 0
    for action, behind in judged:
        found = opinion(OwnTurn(1, ((seen, action),)), FEW_ITERATIONS)
        assert found.lost == (behind,)
        assert found.best == (judged[0].action if behind else action,)
        followed = opinion(OwnTurn(1, ((seen, action),), frozenset({0})), FEW_ITERATIONS)
        assert followed.lost == (0.0,)
    other = random_action(position, Random(1))
    also = {each.action: each.behind for each in judge(seen, [other], FEW_ITERATIONS)}
    assert other in also
    [(first, _), *others] = judged
    for action, behind in others:
        assert also[action] - also[first] == pytest.approx(behind)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("part", nightly_except(range(2), 0))
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
