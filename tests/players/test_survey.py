"""The look at the board counts changes; judging the position afterwards must say the same."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Build, Workers
from engine.generation import can_build
from engine.imagining import imagine
from engine.position import Position
from engine.view import Phase
from lab.players.entrants import DRIFTED, drifted
from players.judgement import Weights, scale, worth
from players.survey import Survey
from tests.engine.play import POSITIONS
from tests.engine.scenes import give, lay, scene, stand


@given(POSITIONS)
def test_a_choice_is_worth_what_the_judgement_gains_by_it(position: Position) -> None:
    if position.phase is not Phase.MUST:
        return
    before = imagine(position.observe(position.active), Random(0))
    # Where the supply runs short camps bring less than the quick look thinks.
    before.neutral_supply = 24
    now = worth(before, before.active)
    for choice in Survey(before).ranked()[::7]:
        after = before.copy()
        after.push(choice.action)
        open_pieces = len(before.open) - len(after.open) + isinstance(choice.action, Build)
        gained = worth(after, before.active) + open_pieces * scale(before).piece - now
        assert choice.worth == pytest.approx(gained)


@given(POSITIONS)
def test_every_choice_is_legal_and_none_comes_twice(position: Position) -> None:
    if position.phase is not Phase.MUST:
        return
    own = imagine(position.observe(position.active), Random(0))
    actions = [choice.action for choice in Survey(own).ranked()]
    assert all(position.is_legal(action) for action in actions)
    assert len(set(actions)) == len(actions)
    assert bool(actions) == (can_build(position) or position.can_place_workers())


def test_the_best_comes_first() -> None:
    position = scene()
    own = imagine(position.observe(0), Random(0))
    ranked = Survey(own).ranked()
    assert Survey(own).best() in [each.action for each in ranked if each.worth == ranked[0].worth]
    assert [each.worth for each in ranked] == sorted((each.worth for each in ranked), reverse=True)


@given(POSITIONS, st.sampled_from([Weights(), *map(drifted, DRIFTED)]))
def test_the_quick_look_finds_the_best_of_all(position: Position, weights: Weights) -> None:
    if position.phase is not Phase.MUST:
        return
    own = imagine(position.observe(position.active), Random(0))
    ranked = Survey(own, weights).ranked()
    best, other = Survey(own, weights).best(), Survey(own, weights).other()
    if not ranked:
        assert best is None
        assert other is None
        return
    assert best == ranked[0].action
    worths = {choice.action: choice.worth for choice in ranked}
    tiles = [choice for choice in ranked if isinstance(choice.action, Build)]
    groups = [choice for choice in ranked if isinstance(choice.action, Workers)]
    if isinstance(best, Workers):
        assert other == (tiles or groups)[0].action
    elif len(ranked) > 1:
        assert other is not None
        rest = [*tiles[1:], *groups[:1]]
        assert worths[other] == max(choice.worth for choice in rest)


def test_two_buildings_can_be_finished_at_once() -> None:
    position = scene()
    lay(position, "house/red", "A1 B1")
    lay(position, "house/black", "A3 B3")
    stand(position, 0, "C1 A4 B4")
    give(position, 0, own=3)
    own = imagine(position.observe(0), Random(0))
    groups = {str(Workers(mine, neutral)) for _, mine, neutral in Survey(own).groups()}
    assert "workers own A2 B2" in groups  # round the red house only; C3 is left to the black one
    assert "workers own A2 B2 C3" in groups
