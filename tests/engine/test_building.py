"""Rules, section 3.1, A: playing a card, laying its tile, and drawing."""

from collections import Counter

import pytest

from engine.actions import Build, Draw
from engine.cards import Card
from engine.errors import IllegalActionError
from engine.events import CardDrawn, NeutralTaken, TileLaid
from engine.position import Position
from tests.engine.scenes import EDITION, act, cards, lay, of_kind, scene, squares, stand, why


def test_a_tile_may_be_turned() -> None:
    position = scene()
    lay(position, "house/red", "C3 C4")
    for tile in ("D3 E3 D4", "D3 E3 E4", "D3 D4 E4", "E3 D4 E4"):
        assert why(position, f"build farm/olive {tile} draw stack") is None


def test_a_tile_may_not_be_mirrored() -> None:
    position = scene(hand="smithy/red farm/olive tavern/black mill/silver")
    lay(position, "house/red", "B3 B4")
    assert why(position, "build smithy/red C3 D3 D4 E4 draw stack") is None
    assert why(position, "build smithy/red C4 D4 D3 E3 draw stack") == "mirrored"


def test_a_tile_may_be_mirrored_where_the_table_says_so() -> None:
    position = scene(hand="smithy/red farm/olive tavern/black mill/silver", mirror=True)
    lay(position, "house/red", "B3 B4")
    assert why(position, "build smithy/red C4 D4 D3 E3 draw stack") is None


def test_a_tile_has_the_shape_of_its_form() -> None:
    position = scene()
    assert why(position, "build house/red F5 F7 draw stack") == "wrong-shape"
    assert why(position, "build house/red F5 F6 F7 draw stack") == "wrong-shape"


def test_only_a_card_of_the_hand_can_be_played() -> None:
    assert why(scene(), "build monastery/red F5 F6 F7 F8 draw stack") == "card-not-in-hand"


def test_a_tile_lies_on_vacant_squares() -> None:
    position = scene()
    lay(position, "house/black", "E5 E6")
    stand(position, 1, "F7")
    stand(position, None, "F8")
    assert why(position, "build house/red E6 F6 draw stack") == "on-building"
    assert why(position, "build house/red F7 E7 draw stack") == "on-worker"
    assert why(position, "build house/red F8 E8 draw stack") == "on-worker"
    assert why(position, "build house/red F5 G5 draw stack") == "on-lot"


def test_the_courtyard_is_never_built_on() -> None:
    assert why(scene(), "build house/red H6 I6 draw stack") == "on-lot"


@pytest.mark.parametrize("neighbour", ["lot", "building", "own", "other", "neutral"])
def test_a_tile_touches_a_building_the_lot_or_a_worker_of_any_colour(neighbour: str) -> None:
    position = scene()
    if neighbour == "building":
        lay(position, "house/black", "B1 B2")
    elif neighbour != "lot":
        stand(position, {"own": 0, "other": 1, "neutral": None}[neighbour], "B2")
    tile = "F5 F6" if neighbour == "lot" else "C2 C3"
    assert why(position, f"build house/red {tile} draw stack") is None


def test_a_tile_that_touches_nothing_is_refused() -> None:
    assert why(scene(), "build house/red A1 B1 draw stack") == "touches-nothing"


def test_a_tile_does_not_wrap_round_the_edge() -> None:
    position = scene()
    stand(position, 0, "P3")
    assert why(position, "build house/red A4 B4 draw stack") == "touches-nothing"


def test_each_camp_covered_brings_a_neutral_worker() -> None:
    position = scene(hand="tavern/red farm/olive tavern/black mill/silver")
    lay(position, "house/black", "D4 E4")
    events = act(position, "build tavern/red D5 D6 D7 draw stack")
    assert of_kind(events, NeutralTaken) == [NeutralTaken(0, 2, squares("D5 D7"))]
    assert position.neutral_stock == [2, 0]
    assert position.neutral_supply == 22


def test_where_the_supply_is_short_one_takes_what_is_left() -> None:
    position = scene(hand="tavern/red farm/olive tavern/black mill/silver")
    lay(position, "house/black", "D4 E4")
    position.neutral_supply = 1
    events = act(position, "build tavern/red D5 D6 D7 draw stack")
    assert of_kind(events, NeutralTaken) == [NeutralTaken(0, 1, squares("D5 D7"))]
    assert position.neutral_supply == 0


def test_a_card_played_is_replaced_from_the_stack() -> None:
    position = scene(stack="monastery/black")
    events = act(position, "build house/red F5 F6 draw stack")
    assert events == [
        TileLaid(0, cards("house/red")[0], squares("F5 F6")),
        CardDrawn(0, card=None, revealed=None),
    ]
    assert list(position.hands[0]) == cards("farm/olive tavern/black mill/silver monastery/black")
    assert position.stack_size == 40 - 8 - 3 - 1
    assert list(position.face_up) == cards("house/black farm/silver tavern/red")


def test_an_open_card_taken_is_replaced_at_once() -> None:
    position = scene(stack="monastery/black")
    (drawn,) = of_kind(act(position, "build house/red F5 F6 draw farm/silver"), CardDrawn)
    assert drawn == CardDrawn(0, *cards("farm/silver monastery/black"))
    assert list(position.face_up) == cards("house/black monastery/black tavern/red")
    assert list(position.shown[0]) == cards("farm/silver")


def test_only_a_card_that_lies_open_can_be_taken() -> None:
    assert why(scene(), "build house/red F5 F6 draw monastery/red") == "card-not-open"
    assert why(scene(), "build house/red F5 F6 draw none") == "must-draw"


def test_with_an_empty_stack_an_open_card_is_taken_and_not_replaced() -> None:
    position = scene()
    position.drawn = len(position.stack)
    assert why(position, "build house/red F5 F6 draw stack") == "stack-empty"
    assert why(position, "build house/red F5 F6 draw none") == "must-draw"
    (drawn,) = of_kind(act(position, "build house/red F5 F6 draw tavern/red"), CardDrawn)
    assert drawn == CardDrawn(0, cards("tavern/red")[0], revealed=None)
    assert list(position.face_up) == cards("house/black farm/silver")


def test_with_nothing_left_nothing_is_drawn() -> None:
    position = scene()
    position.drawn = len(position.stack)
    position.face_up = ()
    assert why(position, "build house/red F5 F6 draw stack") == "nothing-to-draw"
    assert of_kind(act(position, "build house/red F5 F6 draw none"), CardDrawn) == []
    assert len(position.hands[0]) == 3


def test_squares_that_no_board_has_are_refused() -> None:
    position = scene()
    (house,) = cards("house/red")
    for tile, code in ((0, "no-squares"), (0b11 << 15, "off-board"), (-1, "off-board")):
        reason = position.refusal(Build(house, tile, Draw.STACK))
        assert reason is not None
        assert reason.code == code


def test_a_refused_action_changes_nothing() -> None:
    position = scene()
    before = position.copy()
    with pytest.raises(IllegalActionError, match="touches no building"):
        act(position, "build house/red A1 B1 draw stack")
    assert position == before


def test_a_turn_has_one_action() -> None:
    position = scene()
    act(position, "build house/red F5 F6 draw stack")
    assert why(position, "workers own G4") == "already-acted"
    position = scene()
    act(position, "workers own G4")
    assert why(position, "build house/red F5 F6 draw stack") == "already-acted"


def test_a_played_card_is_out_of_the_game() -> None:
    position = scene()
    before = _cards_in_play(position)
    act(position, "build house/red F5 F6 draw stack", "end")
    assert before - _cards_in_play(position) == Counter({EDITION.card("house/red"): 1})


def _cards_in_play(position: Position) -> Counter[Card]:
    hands = [card for hand in position.hands for card in hand]
    return Counter([*hands, *position.face_up, *position.stack[position.drawn :]])
