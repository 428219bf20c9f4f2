"""Rules, section 1: what is hidden stays hidden, views show the table, the rest is dealt anew."""

import pickle
from collections import Counter
from dataclasses import fields, is_dataclass
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import GameOver
from engine.imagining import Imagination, Imagined, dealt_anew, imagine
from engine.position import Position
from engine.random_play import random_action
from engine.record import Record
from engine.state import PositionState
from engine.tools import view_text
from engine.view import Building, Observation, OpenSeat, Phase, Screen, View
from tests.engine.information_sets import with_other_cards, with_other_stocks
from tests.engine.play import GAMES, POSITIONS, SEEDS
from tests.engine.scenes import EDITION, act, put_any_pieces, scene

SEATS = st.integers(0, 3)


@given(POSITIONS, SEEDS)
def test_a_view_depends_on_nothing_hidden_from_it(position: Position, seed: int) -> None:
    seats = range(position.start.seats)
    for seat in (None, *seats):
        others = [number for number in seats if number != seat]
        other = with_other_stocks(position, others, Random(seed))
        other = with_other_cards(other, others, Random(seed))
        assert other.view(seat) == position.view(seat)
        if seat is not None:
            unseen = with_other_cards(position, others, Random(seed))
            assert unseen.observe(seat) == position.observe(seat)
    assert position.view().screen is None


@given(POSITIONS, SEEDS)
def test_events_depend_on_nothing_hidden(position: Position, seed: int) -> None:
    """The top of the stack may come out, so it stays; all else that is hidden is changed."""
    if position.over:
        return
    rng = Random(seed)
    action = random_action(position, rng)
    others = [seat for seat in range(position.start.seats) if seat != position.active]
    other = with_other_stocks(position, others, rng)
    rest = other.stack[other.drawn + 1 :]
    other.stack = (*other.stack[: other.drawn + 1], *rng.sample(rest, len(rest)))
    told, told_otherwise = (
        [event for event in one.apply(action) if not isinstance(event, GameOver)]
        for one in (position, other)
    )
    assert told == told_otherwise


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


@given(POSITIONS)
def test_a_view_can_be_sent_to_another_process(position: Position) -> None:
    observation = position.observe(0)
    again = pickle.loads(pickle.dumps(observation))
    assert again == observation
    assert again.view.edition is position.start.edition


@given(POSITIONS, SEATS, SEEDS)
def test_imagined_are_unseen_cards_alone(position: Position, seat: int, seed: int) -> None:
    seat %= position.start.seats
    observation = position.observe(seat)
    imagined = imagine(observation, Random(seed))
    assert imagined.observe(seat) == observation
    assert isinstance(imagined.copy(), Imagined)
    for name in PositionState.__slots__:
        if name not in {"start", "stack", "drawn", "hands", "shown"}:
            assert getattr(imagined, name) == getattr(position, name), name
    for number, hand in enumerate(imagined.hands):
        assert sorted(imagined.shown[number]) == sorted(position.shown[number])
        assert not Counter(imagined.shown[number]) - Counter(hand)
        assert len(hand) == len(position.hands[number])
    assert imagined.stack_size == position.stack_size
    dealt, again = (
        Counter([*one.stack[one.drawn :], *chain.from_iterable(one.hands)])
        for one in (position, imagined)
    )
    assert again == dealt


@given(POSITIONS, SEEDS)
def test_an_imagined_position_has_the_same_legal_actions(position: Position, seed: int) -> None:
    imagined = imagine(position.observe(position.active), Random(seed))
    rng = Random(seed)
    for _ in range(0 if position.over else 5):
        assert imagined.is_legal(random_action(position, rng))
        assert position.is_legal(random_action(imagined, rng))


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


@given(POSITIONS)
def test_what_is_open_is_shown(position: Position) -> None:
    view = position.view()
    over = position.phase is Phase.OVER
    assert (view.ply, view.turn, view.phase) == (position.ply, position.turn, position.phase)
    assert view.active == (None if over else position.active)
    assert (view.owed, view.banner_used) == (position.owed, position.banner_used)
    assert (view.turns_left, view.result) == (position.turns_left, position.result)
    assert (view.lot, view.stack) == (position.start.lot, len(position.stack) - position.drawn)
    assert (view.face_up, view.neutral) == (position.face_up, position.neutral)
    assert (list(view.values), list(view.heights)) == (position.values, position.heights)
    assert [list(pool) for pool in view.pools] == position.pools
    assert view.floor == position.floor + 1
    for seat, shown in enumerate(view.seats):
        cards, workers = len(position.hands[seat]), position.workers[seat]
        colour, banners = position.start.colours[seat], position.banners[seat]
        assert shown == OpenSeat(colour, banners, cards, workers)
        assert view.workers_left(seat) == position.own_stock[seat]  # everybody can count them
    camps = EDITION.camps
    for building, laid in zip(view.buildings, position.buildings, strict=True):
        assert building == Building(laid.card, laid.squares, not laid.border & position.vacant)
        camps &= ~laid.squares
    assert view.camps == camps


@given(POSITIONS)
def test_a_screen_shows_its_stock(position: Position) -> None:
    for seat in range(position.start.seats):
        hand = sorted(position.hands[seat], key=EDITION.card_order.__getitem__)
        own, neutral = position.own_stock[seat], position.neutral_stock[seat]
        seals, gold = tuple(position.seals[seat]), position.gold[seat]
        assert position.view(seat).screen == Screen(tuple(hand), own, neutral, seals, gold)


@given(POSITIONS)
def test_places_for_pieces_are_where_pieces_may_go(position: Position) -> None:
    if position.phase is Phase.CASTLE:
        texts = [str(action).split() for action in position.legal_actions()]
        places = {int(words[2]) for words in texts}
        shown = position.view().placeable
        assert places == {place for place, free in enumerate(shown, start=1) if free}


def test_the_castle_from_above() -> None:
    position = scene(pieces="silver 1, olive 5")
    view = position.view()
    assert view.ring == (
        *("silver", "black", "silver", "olive", "olive"),
        *("red", "black", "silver", "olive", None),
    )
    assert view.heights == (1, 0, 0, 0, 1, 0, 0, 0, 0, 0)
    assert view.placeable == (False, True, True, True, False, True, True, True, True, True)
    put_any_pieces(position, 26)
    # With an empty pool there is no place.
    assert position.view().placeable == (False,) * 10


def test_the_text_tells_forms_apart_and_explains_its_signs() -> None:
    position = scene(
        *("violet", "orange"),
        laid="monastery/olive A1 B1 C1 D1, mill/olive A10 B10 C10 B11, "
        "trade-centre/red F1 G1 H1 H2, tavern/red N1 N2 N3",
        workers={0: "A2 B2 C2 D2", 1: "K5"},
    )
    act(position, "workers own E1", "castle black 5")
    lines = view_text(position.view()).splitlines()
    rows = {line[:2].strip(): line[3:].split() for line in lines[3:15]}
    assert rows["1"][:9] == ["o-", "o-", "o-", "o-", "*v", "Rr", "Rr", "Rr", "."]
    assert rows["5"][6:11] == ["0r", "0b", "0s", "0o", "*o"]
    assert rows["6"][6:10] == ["0-", "##", "##", "1b"]
    assert rows["10"][:4] == ["Mo", "Mo", "Mo", "."]
    assert rows["2"][13] == "Tr"
    text = "\n".join(lines)
    for explained in ("M mill", "O monastery", "T tavern", "R trade-centre", "*v violet", "^ camp"):
        assert explained in text


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
