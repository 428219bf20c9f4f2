"""Rules, section 1: what is hidden stays hidden, in views, events and observations."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import fields, is_dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import GameOver
from engine.imagining import Imagination, Imagined, imagine
from engine.observation import Observation
from engine.position import Position
from engine.random_play import random_action
from engine.state import PositionState
from engine.view import OpenSeat, Phase, Screen, View
from tests.engine.play import POSITIONS, SEEDS
from tests.engine.scenes import act, cards, earn, scene
from tests.engine.twins import with_other_cards, with_other_stocks

SEATS = st.integers(0, 3)


@given(POSITIONS, SEEDS)
def test_the_public_view_depends_on_nothing_hidden(position: Position, seed: int) -> None:
    everyone = list(range(position.start.seats))
    other = with_other_stocks(position, everyone, Random(seed))
    other = with_other_cards(other, everyone, Random(seed))
    if not position.over:
        assert other.view() == position.view()
    assert position.view().screen is None


@given(POSITIONS, SEATS, SEEDS)
def test_a_seats_view_depends_on_nothing_hidden_from_it(
    position: Position, seat: int, seed: int
) -> None:
    seat %= position.start.seats
    others = [number for number in range(position.start.seats) if number != seat]
    other = with_other_stocks(position, others, Random(seed))
    other = with_other_cards(other, others, Random(seed))
    assert other.view(seat) == position.view(seat)


@given(POSITIONS, SEATS, SEEDS)
def test_an_observation_depends_on_no_unseen_card(position: Position, seat: int, seed: int) -> None:
    seat %= position.start.seats
    others = [number for number in range(position.start.seats) if number != seat]
    assert with_other_cards(position, others, Random(seed)).observe(seat) == position.observe(seat)


@given(POSITIONS, SEEDS)
def test_events_depend_on_nothing_hidden(position: Position, seed: int) -> None:
    """The top of the stack may come out, so it stays; all else that is hidden is changed."""
    if position.over:
        return
    rng = Random(seed)
    action = random_action(position, rng)
    others = [seat for seat in range(position.start.seats) if seat != position.active]
    other = with_other_stocks(position, others, rng)
    other.stack = other.stack[: other.drawn + 1] + tuple(
        rng.sample(other.stack[other.drawn + 1 :], len(other.stack[other.drawn + 1 :]))
    )
    told, told_otherwise = position.apply(action), other.apply(action)
    assert [event for event in told if not isinstance(event, GameOver)] == [
        event for event in told_otherwise if not isinstance(event, GameOver)
    ]


def test_a_card_drawn_from_the_stack_is_in_no_event() -> None:
    position = scene(stack="monastery/black")
    assert "monastery" not in repr(act(position, "build house/red F5 F6 draw stack"))


def reachable(value: object) -> set[type]:
    """The types of all that can be reached from a value by attributes and items."""
    found = {type(value)}
    children: list[object] = []
    if is_dataclass(value):
        children = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, tuple):
        children = list(value)
    for child in children:
        found |= reachable(child)
    return found


@pytest.mark.slow
@given(POSITIONS)
def test_no_position_can_be_reached_from_a_view(position: Position) -> None:
    for seat in (None, *range(position.start.seats)):
        assert not any(issubclass(kind, Position) for kind in reachable(position.view(seat)))
    assert not any(issubclass(kind, Position) for kind in reachable(position.observe(0)))


def test_running_totals_are_in_observations_only() -> None:
    """What lies behind a screen has no place in what all see."""
    hidden = {"own", "neutral", "seals", "gold", "hand", "shown"}
    assert {field.name for field in fields(OpenSeat)} == {"colour", "banners", "cards", "workers"}
    assert hidden & {field.name for field in fields(View)} == {"neutral"}  # those on the board
    assert hidden & {field.name for field in fields(Screen)} == hidden - {"shown"}
    assert hidden & {field.name for field in fields(Observation)} == hidden - {"hand"}


def test_a_screen_is_its_own_seats() -> None:
    position = scene()
    earn(position, 0, "red 3")
    earn(position, 1, "silver 4")
    screen = position.view(0).screen
    assert screen is not None
    assert screen.seals == (3, 0, 0, 0)
    assert screen.hand == tuple(cards("house/red farm/olive tavern/black mill/silver"))


@given(POSITIONS)
def test_a_view_can_be_sent_to_another_process(position: Position) -> None:
    observation = position.observe(0)
    again = pickle.loads(pickle.dumps(observation))
    assert again == observation
    assert again.view.edition is position.start.edition


@given(POSITIONS, SEATS, SEEDS)
def test_an_imagined_position_agrees_with_the_observation(
    position: Position, seat: int, seed: int
) -> None:
    seat %= position.start.seats
    observation = position.observe(seat)
    imagined = imagine(observation, Random(seed))
    assert imagined.observe(seat) == observation
    assert isinstance(imagined.copy(), Imagined)


@given(POSITIONS, SEEDS)
def test_an_imagined_position_differs_in_cards_alone(position: Position, seed: int) -> None:
    imagined = imagine(position.observe(position.active), Random(seed))
    for name in PositionState.__slots__:
        if name not in {"start", "stack", "drawn", "hands", "shown"}:
            assert getattr(imagined, name) == getattr(position, name), name
    for seat, hand in enumerate(imagined.hands):
        assert sorted(imagined.shown[seat]) == sorted(position.shown[seat])
        assert len(hand) == len(position.hands[seat])
    assert imagined.stack_size == position.stack_size
    everything = Counter(position.stack[position.drawn :])
    again = Counter(imagined.stack)
    for seat in range(position.start.seats):
        everything += Counter(position.hands[seat])
        again += Counter(imagined.hands[seat])
    assert again == everything


@given(POSITIONS, SEEDS)
def test_an_imagined_position_has_the_same_legal_actions(position: Position, seed: int) -> None:
    imagined = imagine(position.observe(position.active), Random(seed))
    rng = Random(seed)
    for _ in range(5):
        if position.over:
            return
        assert imagined.is_legal(random_action(position, rng))
        assert position.is_legal(random_action(imagined, rng))


@given(POSITIONS, SEEDS)
def test_an_imagined_game_can_be_played_to_its_end(position: Position, seed: int) -> None:
    rng = Random(seed)
    imagined = imagine(position.observe(position.active), rng)
    while not imagined.over:
        imagined.push(random_action(imagined, rng))
    assert imagined.phase is Phase.OVER


def test_every_deal_of_the_unseen_cards_is_imagined() -> None:
    position = scene()
    imagination = Imagination(position.observe(0))
    assert len(imagination.unseen) == 40 - 4 - 3
    rng = Random(1)
    tops = Counter(imagination.position(rng).stack[0].form for _ in range(3300))
    held = Counter(imagination.position(rng).hands[1][0].form for _ in range(3300))
    unseen = Counter(card.form for card in imagination.unseen)
    for form, count in unseen.items():
        assert tops[form] == pytest.approx(100 * count, rel=0.25)
        assert held[form] == pytest.approx(100 * count, rel=0.25)


def test_a_card_seen_taken_is_imagined_where_it_is() -> None:
    position = scene()
    act(position, "build house/red F5 F6 draw farm/silver", "end")
    for seed in range(20):
        imagined = imagine(position.observe(1), Random(seed))
        assert cards("farm/silver")[0] in imagined.hands[0]
