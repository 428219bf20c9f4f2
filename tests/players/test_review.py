"""A review looks at every turn of a seat, and finds nothing wrong with what the master does."""

import pickle
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine.actions import Action
from engine.random_play import random_start
from engine.start import Start
from engine.view import Phase
from players.levels import level_named
from players.own_turns import OwnTurn, own_turns
from players.player import Budget
from players.review import Matter, Opinion, lost_by_matter, matter, opinion, turning_points
from players.self_play import play
from tests.engine.scenes import EDITION, lay, scene, stand

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
