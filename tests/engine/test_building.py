"""Rules, sections 3.1 and 3.3: cards, tiles, draws, workers, passing; banners and sales."""

from collections import Counter

import pytest

from engine.actions import Banner, Build, Draw, Workers
from engine.edition import Card
from engine.errors import IllegalActionError
from engine.events import BannerUsed, CardDrawn, NeutralTaken, Passed, TileLaid, WorkersPlaced
from engine.position import Position
from engine.view import Phase
from tests.engine.scenes import (
    EDITION,
    act,
    cards,
    earn,
    fill_with_workers,
    give,
    lay,
    of_kind,
    put_pieces,
    scene,
    squares,
    stand,
    why,
)


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


def test_workers_go_next_to_one_building() -> None:
    position = scene()
    lay(position, "house/red", "C3 D3")
    lay(position, "farm/black", "C6 D6 C7")
    assert why(position, "workers own C2 D2 E3") is None
    assert why(position, "workers own C5 D5") is None
    assert why(position, "workers own C4 C5") == "not-one-building"
    assert why(position, "workers own A1") == "next-to-none"


def test_a_corner_is_not_next_to_a_building() -> None:
    position = scene()
    lay(position, "house/red", "C3 D3")
    assert why(position, "workers own B2") == "next-to-none"


def test_the_castle_lot_counts_as_a_building() -> None:
    position = scene()
    assert why(position, "workers own G4 K5 H8") is None
    assert why(position, "workers own F4") == "next-to-none"


def test_own_and_neutral_workers_in_any_mix() -> None:
    position = scene()
    give(position, 0, neutral=2)
    assert why(position, "workers own G4 neutral H4 I4") is None
    assert why(position, "workers neutral H4") is None
    events = act(position, "workers own J4 G4 neutral H4")
    assert events == [WorkersPlaced(0, squares("G4 J4"), squares("H4"))]
    assert (position.own_stock[0], position.neutral_stock[0]) == (1, 1)
    assert position.workers[0] == squares("G4 J4")
    assert position.neutral == squares("H4")


def test_no_more_workers_than_are_in_the_stock() -> None:
    position = scene()
    assert why(position, "workers own G4 H4 I4 J4") == "too-few-own"
    assert why(position, "workers neutral G4") == "no-neutral-left"


@pytest.mark.parametrize(("banners", "told"), [(1, "no-workers-left"), (0, "no-workers-ever")])
def test_without_any_worker_no_kind_is_proposed(banners: int, told: str) -> None:
    position = scene()
    position.own_stock[0], position.banners[0] = 0, banners
    assert {why(position, f"workers {typed}") for typed in ("own G4", "neutral G4")} == {told}


def test_workers_stand_on_vacant_squares_one_on_each() -> None:
    position = scene()
    lay(position, "house/red", "F5 F6")
    stand(position, 1, "G4")
    stand(position, None, "H4")
    assert why(position, "workers own F5") == "on-building"
    assert why(position, "workers own G4") == "on-worker"
    assert why(position, "workers own H4") == "on-worker"
    assert why(position, "workers own G5") == "on-lot"
    assert why(position, "workers own H6") == "on-lot"
    twice = position.refusal(Workers(squares("I4"), squares("I4")))
    assert twice is not None
    assert twice.code == "square-twice"


@pytest.mark.parametrize("own", [1 << 16, -1])
def test_a_worker_on_a_square_that_no_board_has_is_refused(own: int) -> None:
    reason = scene().refusal(Workers(own, 0))
    assert reason is not None
    assert reason.code == "off-board"


def test_no_worker_at_all_is_no_placement() -> None:
    reason = scene().refusal(Workers(0, 0))
    assert reason is not None
    assert reason.code == "no-worker-placed"


def test_a_worker_on_a_camp_brings_nothing() -> None:
    position = scene()
    act(position, "workers own H4")
    assert position.neutral_stock == [0, 0]
    assert position.neutral_supply == 24


def test_whoever_can_place_a_worker_may_not_pass() -> None:
    position = scene()
    position.hands[0] = ()
    assert why(position, "pass") == "may-not-pass"


def test_whoever_can_build_may_not_pass() -> None:
    position = scene()
    position.own_stock[0] = 0
    assert why(position, "pass") == "may-not-pass"


def test_whoever_can_do_neither_passes() -> None:
    position = scene()
    position.own_stock[0] = 0
    position.hands[0] = ()
    assert [str(action) for action in position.legal_actions()] == ["pass"]
    assert act(position, "pass") == [Passed(0)]
    assert position.phase is Phase.CAN


def test_a_hand_without_any_place_and_no_workers_is_passed_too() -> None:
    position = scene()
    position.own_stock[0] = 0
    everything = " ".join(f"{column}{row}" for column in "ABCDEFGHIJKLMNOP" for row in range(1, 13))
    fill_with_workers(position, everything)
    assert why(position, "pass") is None


def test_a_seat_that_passed_may_still_hand_in_a_banner() -> None:
    position = scene()
    position.own_stock[0] = 0
    position.hands[0] = ()
    act(position, "pass", "banner", "end")
    assert position.own_stock[0] == 2
    assert position.idle == 0


def after_workers(seals: str = "") -> Position:
    position = scene()
    earn(position, 0, seals)
    act(position, "workers own G4")
    return position


def test_a_banner_leaves_the_game_and_brings_two_workers() -> None:
    position = after_workers()
    act(position, "banner")
    assert position.banners == [3, 4]
    assert position.own_stock == [4, 3]
    assert position.own_supply == [6, 8]


def test_where_the_supply_is_short_a_banner_brings_what_is_left() -> None:
    position = after_workers()
    position.own_supply[0] = 1
    (event,) = act(position, "banner")
    assert isinstance(event, BannerUsed)
    assert event.workers == 1
    assert (position.own_stock[0], position.own_supply[0]) == (3, 0)


def test_a_banner_comes_after_the_action() -> None:
    assert why(scene(), "banner") == "must-first"


def test_one_banner_a_turn() -> None:
    position = after_workers()
    act(position, "banner")
    assert why(position, "banner") == "banner-used"


def test_four_banners_a_game() -> None:
    position = after_workers()
    position.banners[0] = 0
    assert why(position, "banner") == "no-banner"


def test_the_next_turn_allows_the_next_banner() -> None:
    position = after_workers()
    act(position, "banner", "end", "workers own H4", "end", "workers own I4")
    assert why(position, "banner") is None


def test_a_sale_brings_the_current_value_of_each_seal() -> None:
    position = after_workers("red 2 black 3")
    put_pieces(position, "red 5, silver 2")
    act(position, "banner sell red 1 black 3")
    assert position.gold == [3 + 3 * 1, 0]
    assert position.seals[0] == [1, 0, 0, 0]


def test_a_seal_without_value_may_be_sold_for_nothing() -> None:
    position = after_workers("red 1")
    put_pieces(position, "silver 1, silver 6")
    act(position, "banner sell red 1")
    assert position.gold == [0, 0]
    assert position.seals[0] == [0, 0, 0, 0]


def test_nobody_sells_what_they_do_not_have() -> None:
    assert why(after_workers("red 2"), "banner sell red 3") == "too-few-seals"
    assert why(after_workers("red 2"), "banner sell red 2 silver 1") == "too-few-seals"


def test_no_sale_without_a_banner() -> None:
    position = after_workers("red 2")
    assert {str(action).split()[0] for action in position.legal_actions()} == {"banner", "end"}


def test_a_sale_is_written_in_order_without_zeros() -> None:
    position = after_workers("red 2 silver 2")
    for sale in ((("silver", 1), ("red", 1)), (("red", 1), ("red", 1)), (("red", 0),)):
        reason = position.refusal(Banner(sale))
        assert reason is not None
        assert reason.code == "bad-sale"
    reason = position.refusal(Banner((("gold", 1),)))
    assert reason is not None
    assert reason.code == "bad-family"


def test_the_supply_of_workers_is_exactly_enough_for_all_banners() -> None:
    edition = scene().start.edition
    assert edition.start_workers + edition.banners * edition.workers_per_banner == 11


def test_a_sale_uses_the_values_after_this_turns_pieces() -> None:

    position = scene()
    lay(position, "house/red", "A1 B1")
    stand(position, None, "A2 B2")
    act(position, "workers own C1", "castle red 5", "banner sell red 2")
    assert position.gold == [2 * 3, 0]
