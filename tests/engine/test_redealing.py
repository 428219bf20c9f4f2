"""What a seat could not know is dealt anew; what it knew stays, and so does the game so far."""

from random import Random

import pytest
from hypothesis import given, settings

from engine.position import Position
from engine.record import Record
from engine.redealing import dealt_anew
from tests.engine.play import GAMES, SEEDS


@pytest.mark.slow
@given(GAMES, SEEDS)
@settings(max_examples=100)
def test_the_same_actions_lead_to_where_the_seat_knows_the_same(record: Record, seed: int) -> None:
    rng = Random(seed)
    actions = record.actions[: rng.randrange(len(record.actions))]
    before = Position(record.start)
    for action in actions:
        before.push(action)
    seat = rng.randrange(record.start.seats)
    dealt = dealt_anew(record.start, actions, seat, rng)
    after = Record(dealt, actions).replay()
    assert after.observe(seat) == before.observe(seat)
    assert sorted(map(str, dealt.deck)) == sorted(map(str, record.start.deck))


@given(GAMES, SEEDS)
@settings(max_examples=10)
def test_other_hands_and_the_stack_become_others(record: Record, seed: int) -> None:
    actions = record.actions[:5]
    ends = [
        Record(dealt_anew(record.start, actions, 0, Random(seed + number)), actions).replay()
        for number in range(20)
    ]
    assert len({position.hands[1] for position in ends}) > 1
    assert len({position.stack[position.drawn :] for position in ends}) > 1
