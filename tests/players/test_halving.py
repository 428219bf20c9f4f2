"""Sequential halving finds the best of noisy choices and keeps its limits."""

from collections import Counter
from random import Random

import pytest

from engine.actions import Action, Castle
from players import halving
from players.halving import halving as halve

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
    monkeypatch.setattr(halving, "perf_counter", lambda: clock[0])

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
