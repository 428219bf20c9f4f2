"""The caretaker plays a seat on: legally, quietly, and to the end."""

from random import Random

import pytest
from hypothesis import given

from engine.actions import Action, Castle, End, Workers
from engine.events import BuildingCompleted
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.view import Phase
from players.caretaker import Caretaker
from players.levels import LEVELS
from players.player import Budget
from tests.engine.information_sets import with_other_cards
from tests.engine.play import POSITIONS, SEEDS
from tests.engine.scenes import EDITION, act, earn, lay, put_any_pieces, scene, stand
from tests.nightly import nightly_except

CARETAKER = Caretaker()


def decide(position: Position, seed: int = 0) -> Action:
    return CARETAKER.decide(position.observe(position.active), Random(seed), Budget())


@pytest.mark.slow
@given(POSITIONS)
def test_it_decides_legally_in_every_position(position: Position) -> None:
    if not position.over:
        assert position.is_legal(decide(position))


@pytest.mark.slow
@given(POSITIONS, SEEDS)
def test_it_knows_no_more_than_its_seat(position: Position, seed: int) -> None:
    if not position.over:
        others = [seat for seat in range(position.start.seats) if seat != position.active]
        other = with_other_cards(position, others, Random(seed))
        assert decide(position, 1) == decide(other, 2)


@pytest.mark.slow
@pytest.mark.parametrize("caretakers", nightly_except([1, 2, 3, 4], 2))
@pytest.mark.parametrize("setup", ["first-game", "free"])
def test_a_game_with_caretakers_comes_to_its_end(setup: str, caretakers: int) -> None:
    for seed in range(2):
        rng = Random(seed)
        position = Position(random_start(EDITION, setup, max(2, caretakers), rng))
        while not position.over:
            kept = position.active < caretakers
            position.apply(decide(position) if kept else random_action(position, rng))
        assert position.result is not None


def test_it_completes_nothing_for_others_while_it_can_help_it() -> None:
    position = scene(hand="house/red house/red house/olive house/olive")
    lay(position, "house/black", "A1 B1")
    stand(position, 1, "A2 B2")
    completed = position.completions(decide(position))
    assert completed == []


def test_it_places_a_single_worker_when_it_cannot_build() -> None:
    position = scene()
    position.hands[0] = ()
    action = decide(position)
    assert isinstance(action, Workers)
    assert (action.own.bit_count(), action.neutral.bit_count()) == (1, 0)
    position.own_stock[0], position.neutral_stock[0] = 0, 2
    action = decide(position)
    assert isinstance(action, Workers)
    assert (action.own.bit_count(), action.neutral.bit_count()) == (0, 1)


def test_it_passes_when_it_must() -> None:
    position = scene()
    position.hands[0], position.own_stock[0] = (), 0
    assert str(decide(position)) == "pass"


def test_its_castle_piece_changes_no_value_if_it_can() -> None:
    position = scene()
    put_any_pieces(position, 3)
    lay(position, "house/red", "A1 B1")
    stand(position, None, "A2 B2")
    assert any(isinstance(e, BuildingCompleted) for e in act(position, "workers own C1"))
    before = position.values[:]
    action = decide(position)
    assert isinstance(action, Castle)
    position.apply(action)
    assert position.values == before


def test_it_never_hands_in_a_banner() -> None:
    position = scene()
    earn(position, 0, "red 9")
    act(position, "workers own G4")
    assert position.phase is Phase.CAN
    assert decide(position) == End()


def test_it_answers_for_the_seat_to_act_only() -> None:
    position = scene()
    with pytest.raises(ValueError, match="turn"):
        CARETAKER.decide(position.observe(1), Random(0), Budget())


def test_levels_have_names() -> None:
    assert isinstance(LEVELS["caretaker"].player(), Caretaker)
