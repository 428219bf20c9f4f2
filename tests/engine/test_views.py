"""Rules, section 1: what is hidden stays hidden, views show the table, the rest is dealt anew."""

import pickle
from collections import Counter
from dataclasses import fields, is_dataclass
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
from engine.view import Observation, OpenSeat, Phase, Screen, View
from tests.engine.information_sets import with_other_cards, with_other_stocks
from tests.engine.play import GAMES, POSITIONS, SEEDS
from tests.engine.scenes import (
    EDITION,
    act,
    cards,
    earn,
    lay,
    put_any_pieces,
    put_pieces,
    scene,
    squares,
    stand,
)

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
def test_a_view_depends_on_nothing_hidden_from_it(position: Position, seat: int, seed: int) -> None:
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


@pytest.mark.slow
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


@given(POSITIONS)
def test_what_is_open_is_shown(position: Position) -> None:
    view = position.view()
    over = position.phase is Phase.OVER
    assert (view.ply, view.turn, view.phase) == (position.ply, position.turn, position.phase)
    assert view.active == (None if over else position.active)
    assert (view.owed, view.banner_used) == (position.owed, position.banner_used)
    assert (view.turns_left, view.result) == (position.turns_left, position.result)
    assert view.lot == position.start.lot
    assert view.stack == len(position.stack) - position.drawn
    assert view.face_up == position.face_up
    assert view.neutral == position.neutral
    assert list(view.values) == position.values
    assert list(view.heights) == position.heights
    assert [list(pool) for pool in view.pools] == position.pools
    assert view.floor == position.floor + 1
    for seat, shown in enumerate(view.seats):
        assert shown.colour == position.start.colours[seat]
        assert shown.banners == position.banners[seat]
        assert shown.cards == len(position.hands[seat])
        assert shown.workers == position.workers[seat]
    for number, building in enumerate(view.buildings):
        laid = position.buildings[number]
        assert (building.card, building.squares) == (laid.card, laid.squares)
        assert building.completed == (not laid.border & position.vacant)
        assert not view.camps & building.squares


@given(POSITIONS)
def test_a_screen_shows_its_stock(position: Position) -> None:
    for seat in range(position.start.seats):
        screen = position.view(seat).screen
        assert screen is not None
        assert sorted(screen.hand) == sorted(position.hands[seat])
        assert list(screen.hand) == sorted(screen.hand, key=EDITION.card_order.__getitem__)
        assert (screen.own, screen.neutral) == (
            position.own_stock[seat],
            position.neutral_stock[seat],
        )
        assert list(screen.seals) == position.seals[seat]
        assert screen.gold == position.gold[seat]


@given(POSITIONS)
def test_places_for_pieces_are_where_pieces_may_go(position: Position) -> None:
    if position.phase is Phase.CASTLE:
        texts = [str(action).split() for action in position.legal_actions()]
        places = {int(words[2]) for words in texts}
        shown = position.view().placeable
        assert places == {place for place, free in enumerate(shown, start=1) if free}


def test_a_camp_is_seen_until_it_is_built_over() -> None:
    position = scene()
    stand(position, 1, "H4")
    assert position.view().camps == EDITION.camps
    lay(position, "house/red", "D4 D5")
    assert position.view().camps == EDITION.camps & ~squares("D5")


def test_the_castle_from_above() -> None:
    position = scene()
    put_pieces(position, "silver 1, olive 5")
    view = position.view()
    assert view.ring == (
        *("silver", "black", "silver", "olive", "olive"),
        *("red", "black", "silver", "olive", None),
    )
    assert view.heights == (1, 0, 0, 0, 1, 0, 0, 0, 0, 0)
    assert view.placeable == (False, True, True, True, False, True, True, True, True, True)


def test_with_an_empty_pool_no_place_is_shown() -> None:
    position = scene()
    put_any_pieces(position, 28)
    assert position.view().placeable == (False,) * 10


def test_the_text_tells_forms_apart_and_explains_its_signs() -> None:
    position = scene("violet", "orange", hand="house/red farm/olive tavern/black mill/silver")
    lay(position, "monastery/olive", "A1 B1 C1 D1")
    lay(position, "mill/olive", "A10 B10 C10 B11")
    lay(position, "trade-centre/red", "F1 G1 H1 H2")
    lay(position, "tavern/red", "N1 N2 N3")
    stand(position, 0, "A2 B2 C2 D2")
    stand(position, 1, "K5")
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
