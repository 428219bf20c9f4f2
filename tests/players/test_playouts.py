"""What is played on in the mind keeps to the rules of the real game."""

from random import Random

import pytest
from hypothesis import given, settings

from engine.actions import Action, End
from engine.imagining import Imagination, Imagined
from engine.position import Position
from players.candidates import candidates
from players.crowd import DRIFT, crowd
from players.judgement import WEIGHTS
from players.playouts import Playouts
from tests.engine.play import POSITIONS
from tests.engine.scenes import act, earn, scene


class Watched(Imagination):
    """Imagines positions that refuse what the rules forbid, and keeps them."""

    def position(self, rng: Random) -> Imagined:
        position = super().position(rng)
        position.__class__ = Strict
        self.last = position
        return position


class Strict(Imagined):
    __slots__ = ()

    def push(self, action: Action) -> None:
        self.apply(action)


@pytest.mark.slow
@given(POSITIONS)
@settings(max_examples=60)
def test_playouts_are_legal_to_the_end(position: Position) -> None:
    if position.over:
        return
    imagination = Watched(position.observe(position.active))
    playouts = Playouts(imagination, position.active, turns=1000)
    for action in candidates(imagination.position(Random(0)), 3):
        playouts.value(action, 1)
        assert imagination.last.over


@pytest.mark.slow
@given(POSITIONS)
@settings(max_examples=60)
def test_an_action_is_worth_the_same_for_the_same_seed(position: Position) -> None:
    if position.over:
        return
    playouts = Playouts(Imagination(position.observe(position.active)), position.active)
    action = next(iter(position.legal_actions()))
    assert playouts.value(action, 7) == playouts.value(action, 7)


def test_so_many_turns_are_played_after_this_one_whatever_begins_it() -> None:
    position = scene()
    earn(position, 0, "red 3")
    act(position, "workers own G4")
    imagination = Watched(position.observe(0))
    for action in (End(), position.parse("banner sell red 3")):
        Playouts(imagination, 0, turns=2).value(action, 1)
        assert imagination.last.turn == position.turn + 3


def test_a_finished_game_is_worth_its_gold() -> None:
    position = scene("violet", "green", "orange")
    position.turns_left = 1
    position.gold = [30, 10, 20]
    act(position, "workers own G4")
    playouts = Playouts(Imagination(position.observe(0)), 0)
    assert playouts.value(End(), 1) == pytest.approx(30 - 15)


def test_a_crowd_is_the_same_everywhere_and_no_two_of_it_judge_alike() -> None:
    people = crowd(WEIGHTS, DRIFT)
    assert len({*people, WEIGHTS}) == len(people) + 1
    assert {one.rivals for one in people} == {WEIGHTS.rivals}
    assert people[0].slope == pytest.approx((0.8159799952, -0.2545462576))
    assert crowd(WEIGHTS, 0.0) == (WEIGHTS,)
