"""What is played on in the mind: by the rules, halved among choices, counted as judged later."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Build, Castle, End, Workers
from engine.imagining import Imagination, Imagined, imagine
from engine.legality import can_build
from engine.position import Position
from engine.view import Phase
from players import master
from players.candidates import candidates
from players.judgement import WEIGHTS, Weights, scale, worth
from players.master import DRIFT, Playouts, crowd
from players.master import halving as halve
from players.survey import Survey
from tests.engine.play import POSITIONS
from tests.engine.scenes import act, earn, give, lay, scene, stand


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


ACTIONS: list[Action] = [Castle("red", place) for place in range(1, 11)]


def noisy(action: Action, seed: int) -> float:
    """The places are worth 1 to 10, the luck of the deal up to 50, the same for all of them."""
    assert isinstance(action, Castle)
    rng = Random(seed)
    return action.ring + 50 * rng.random() + Random(seed + action.ring).random() * 4


def test_the_best_is_found_under_common_luck() -> None:
    ranked = halve(ACTIONS, noisy, Random(1), 400, None)
    assert ranked[0].action == Castle("red", 10)
    assert sorted(str(each.action) for each in ranked) == sorted(map(str, ACTIONS))


def test_the_better_half_is_tried_more_often() -> None:
    ranked = halve(ACTIONS, noisy, Random(1), 400, None)
    counts = [each.playouts for each in ranked]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 4 * counts[-1]


@pytest.mark.parametrize("playouts", [0, 1, 9, 10, 57, 400])
def test_there_are_never_more_playouts_than_allowed(playouts: int) -> None:
    asked: Counter[str] = Counter()

    def value(action: Action, seed: int) -> float:
        asked[str(action)] += 1
        return 0.0

    halve(ACTIONS, value, Random(1), playouts, None)
    assert asked.total() <= playouts
    assert asked.total() >= playouts * 0.5 or playouts < 100


def test_a_single_action_needs_no_thought() -> None:
    def value(action: Action, seed: int) -> float:
        raise AssertionError

    assert halve(ACTIONS[:1], value, Random(1), 10, None)[0].action == ACTIONS[0]


def test_it_stops_at_its_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(master, "perf_counter", lambda: clock[0])

    def value(action: Action, seed: int) -> float:
        clock[0] += 0.003
        return noisy(action, seed)

    ranked = halve(ACTIONS, value, Random(1), None, 2.0)
    assert 1.9 < clock[0] < 2.0 + 0.004
    assert ranked[0].action == Castle("red", 10)


def test_without_time_the_first_stays_first() -> None:
    assert halve(ACTIONS, noisy, Random(1), None, float("-inf"))[0].action == ACTIONS[0]


def test_something_has_to_be_limited() -> None:
    with pytest.raises(ValueError, match="limited"):
        halve(ACTIONS, noisy, Random(1), None, None)


@pytest.mark.slow
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


@pytest.mark.slow
@given(POSITIONS, st.sampled_from([WEIGHTS, *crowd(WEIGHTS, DRIFT)]))
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
