"""The queue is fair: urgent things first, and no share of the time is taken by asking for much."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.fair_queue import FairQueue

SHARES = st.sampled_from("abc")
COSTS = st.sampled_from([0.05, 1.0, 2.0])
PUSHES = st.lists(st.tuples(st.integers(0, 2), SHARES, COSTS), max_size=40)


@given(PUSHES)
def test_everything_comes_out_once_the_urgent_first(pushes: list[tuple[int, str, float]]) -> None:
    queue: FairQueue[int] = FairQueue()
    for number, (urgency, share, cost) in enumerate(pushes):
        queue.push(number, urgency=urgency, share=share, cost=cost)
    popped = [queue.pop() for _ in pushes]
    assert sorted(popped) == list(range(len(pushes)))
    urgencies = [pushes[number][0] for number in popped]
    assert urgencies == sorted(urgencies)
    with pytest.raises(IndexError):
        queue.pop()


@given(st.dictionaries(SHARES, st.lists(COSTS, min_size=1, max_size=30), min_size=2))
def test_whoever_waits_all_the_time_gets_as_much_as_the_others(
    asked: dict[str, list[float]],
) -> None:
    queue: FairQueue[tuple[str, float]] = FairQueue()
    for share, costs in asked.items():
        for cost in costs:
            queue.push((share, cost), urgency=0, share=share, cost=cost)
    had: Counter[str] = Counter()
    left = {share: len(costs) for share, costs in asked.items()}
    while all(left.values()):
        share, cost = queue.pop()
        had[share] += cost  # type: ignore[assignment]
        left[share] -= 1
        # Nobody is ahead by more than the one question that was given to them last.
        assert max(had[each] for each in asked) - min(had[each] for each in asked) <= 2.0 + 1e-9


@given(st.integers(1, 200), COSTS)
def test_a_newcomer_waits_for_one_question_however_many_another_asked(
    many: int, cost: float
) -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(many):
        queue.push(f"many {number}", urgency=0, share="many", cost=cost)
    for _ in range(many // 2):
        queue.pop()
    queue.push("one", urgency=0, share="one", cost=cost)
    assert "one" in [queue.pop() for _ in range(min(2, len(queue)))]


def test_within_a_share_it_is_first_come_first_served() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in range(5):
        queue.push(number, urgency=0, share="a", cost=5.0 - number)
    assert [queue.pop() for _ in range(5)] == [0, 1, 2, 3, 4]


def test_nothing_is_saved_up_by_not_asking() -> None:
    queue: FairQueue[str] = FairQueue()
    for _ in range(10):
        queue.push("busy", urgency=0, share="busy", cost=1.0)
    for _ in range(8):
        queue.pop()
    for _ in range(4):
        queue.push("late", urgency=0, share="late", cost=1.0)
    assert sorted(queue.pop() for _ in range(4)) == ["busy", "busy", "late", "late"]


def test_what_is_removed_comes_no_more_and_costs_nothing() -> None:
    queue: FairQueue[str] = FairQueue()
    first = "a1"
    for name in (first, "a2"):
        queue.push(name, urgency=1, share="a", cost=1.0)
    queue.push("b1", urgency=1, share="b", cost=1.0)
    assert list(queue.costs(1)) == [1.0] * 3
    assert list(queue.costs(0)) == []
    assert queue.remove(first, urgency=1, share="a")
    assert not queue.remove(first, urgency=1, share="a")
    assert not queue.remove(first, urgency=2, share="nobody")
    assert [queue.pop() for _ in range(len(queue))] == ["a2", "b1"]
