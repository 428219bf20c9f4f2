"""Rules, section 3.2: castle pieces, floors and pools; enclosed buildings and their payout."""

import pytest

from engine.edition import Form
from engine.events import (
    BuildingCompleted,
    CardDrawn,
    FloorFinished,
    PiecePlaced,
    PiecesForgone,
    TileLaid,
)
from engine.position import Position
from engine.squares import Lot, square_at, square_set
from engine.view import Phase
from tests.engine.scenes import (
    EDITION,
    act,
    earn,
    give,
    lay,
    of_kind,
    put_any_pieces,
    put_pieces,
    scene,
    stand,
    why,
)


def test_every_family_is_worth_two_at_the_start() -> None:
    assert scene().values == [2, 2, 2, 2]


def test_a_piece_on_a_blank_square_adds_to_its_family() -> None:
    position = scene()
    put_pieces(position, "silver 5")
    assert position.values == [2, 2, 2, 3]


def test_a_piece_on_a_seal_hides_it() -> None:
    position = scene()
    put_pieces(position, "silver 1")
    assert position.values == [1, 2, 2, 3]


def test_a_value_can_be_nothing() -> None:
    position = scene()
    put_pieces(position, "silver 1, silver 6")
    assert position.value("red") == 0
    put_pieces(position, "red 2")
    assert position.value("red") == 1


def one_completed(position: Position) -> Position:
    lay(position, "house/red", "A1 B1")
    stand(position, None, "A2 B2")
    act(position, "workers own C1")
    return position


def test_a_square_takes_one_piece_of_each_floor() -> None:
    position = scene()
    put_pieces(position, "red 3")
    one_completed(position)
    assert why(position, "castle red 3") == "ring-taken"
    assert why(position, "castle red 4") is None


def test_the_next_floor_begins_when_ten_pieces_lie() -> None:
    position = scene()
    put_any_pieces(position, 9)
    assert position.floor == 0
    one_completed(position)
    (last,) = (place for place in range(10) if not position.taken >> place & 1)
    legal = list(position.legal_actions())
    assert {action.ring for action in legal} == {last + 1}  # type: ignore[union-attr]
    (finished,) = of_kind(position.apply(legal[0]), FloorFinished)
    assert finished.floor == 1
    assert sum(finished.moved) == 2
    assert position.floor == 1
    assert position.taken == 0
    assert [sum(pool) for pool in position.pools] == [0, 12, 6]


def test_only_pieces_of_the_floors_pool_can_be_taken() -> None:
    position = scene()
    put_pieces(position, "red 1, red 2, red 3")
    one_completed(position)
    assert why(position, "castle red 4") == "pool-empty"
    assert why(position, "castle olive 4") is None


def test_the_top_floor_has_eight_pieces() -> None:
    position = scene()
    put_any_pieces(position, 20)
    assert position.floor == 2
    assert [sum(pool) for pool in position.pools] == [0, 0, 8]
    put_any_pieces(position, 8)
    assert [sum(pool) for pool in position.pools] == [0, 0, 0]
    assert sum(position.heights) == 28


def test_with_an_empty_pool_no_piece_is_placed_and_payouts_still_happen() -> None:
    position = scene()
    put_any_pieces(position, 28)
    lay(position, "house/red", "A1 B1")
    stand(position, None, "A2 B2")
    events = act(position, "workers own C1")
    assert events[-1] == PiecesForgone(0, 1)
    assert position.seals[0] == [2, 0, 0, 0]
    assert position.phase is Phase.CAN


def test_two_buildings_and_no_piece_left() -> None:
    position = scene()
    put_any_pieces(position, 28)
    lay(position, "house/red", "A1 B1")
    lay(position, "house/olive", "D1 E1")
    stand(position, None, "A2 B2 D2 E2 F1")
    assert act(position, "workers own C1")[-1] == PiecesForgone(0, 2)


def test_pieces_that_run_out_in_the_middle_of_a_turn() -> None:
    position = scene()
    put_any_pieces(position, 27)
    lay(position, "house/red", "A1 B1")
    lay(position, "house/olive", "D1 E1")
    stand(position, None, "A2 B2 D2 E2 F1")
    act(position, "workers own C1")
    assert position.owed == 2
    events = position.apply(next(position.legal_actions()))
    assert [type(event) for event in events] == [PiecePlaced, PiecesForgone]
    assert position.phase is Phase.CAN
    assert position.owed == 0


def test_the_pieces_come_before_anything_else() -> None:
    position = one_completed(scene())
    assert why(position, "end") == "castle-first"
    assert why(position, "banner") == "castle-first"
    assert why(position, "workers own G4") == "castle-first"
    assert why(position, "pass") == "castle-first"


def test_no_piece_without_a_completed_building() -> None:
    position = scene()
    assert why(position, "castle red 1") == "must-first"
    act(position, "workers own G4")
    assert why(position, "castle red 1") == "nothing-owed"


@pytest.mark.parametrize("lot", EDITION.lots, ids=str)
def test_ring_squares_run_clockwise_from_the_top_left(lot: Lot) -> None:
    ring = lot.ring
    assert ring[0] == lot.corner
    assert len(set(ring)) == 10
    steps = [after - before for before, after in zip(ring, [*ring[1:], ring[0]], strict=True)]
    right, down = lot.width - 1, lot.height - 1
    assert steps == [1] * right + [17] * down + [-1] * right + [-17] * down


def test_the_edge_of_the_board_counts_as_filled() -> None:
    position = scene()
    lay(position, "house/red", "A1 B1")
    stand(position, 1, "A2")
    stand(position, None, "C1")
    (completed,) = of_kind(act(position, "build farm/olive B2 C2 B3 draw stack"), BuildingCompleted)
    assert str(completed.card) == "house/red"
    assert completed.seals == (0, 1)
    assert completed.gains == (1, 1)


def test_the_castle_lot_counts_as_filled() -> None:
    position = scene()
    lay(position, "house/black", "F5 F6")
    stand(position, 0, "F4 E5 E6")
    (completed,) = of_kind(act(position, "workers own F7"), BuildingCompleted)
    assert completed.gains == (5, 0)


def test_the_castle_lot_itself_is_never_completed() -> None:
    position = scene()
    stand(position, None, "G4 H4 I4 J4 F5 F6 F7 K5 K6 K7 G8 H8 I8")
    assert act(position, "workers own J8")[1:] == []
    assert position.phase is Phase.CAN


def test_a_gap_keeps_a_building_open() -> None:
    position = scene()
    lay(position, "house/red", "A1 B1")
    stand(position, 1, "A2")
    assert of_kind(act(position, "workers own B2"), BuildingCompleted) == []


def test_neutral_workers_earn_nothing() -> None:
    position = scene()
    give(position, 0, neutral=3)
    lay(position, "house/silver", "A1 B1")
    (completed,) = of_kind(act(position, "workers neutral A2 B2 C1"), BuildingCompleted)
    assert completed.seals == (0, 0)
    assert completed.gains == (1, 0)


def test_one_worker_earns_for_each_completed_building_it_touches() -> None:
    position = scene()
    lay(position, "house/red", "A1 B1")
    lay(position, "house/olive", "D1 E1")
    stand(position, 1, "A2 B2 D2 E2 F1")
    completed = of_kind(act(position, "workers own C1"), BuildingCompleted)
    assert [(str(event.card), event.gains) for event in completed] == [
        ("house/red", (2, 2)),
        ("house/olive", (2, 3)),
    ]


def test_a_building_is_paid_once() -> None:
    position = scene()
    lay(position, "house/red", "A1 B1")
    stand(position, 1, "A2 B2")
    act(position, "workers own C1", "castle red 5", "end")
    assert position.open == []
    seals = [row[:] for row in position.seals]
    act(position, "workers own G4", "end")
    assert position.seals == seals


def test_the_draw_comes_before_the_payout() -> None:
    position = scene()
    lay(position, "tavern/olive", "A2 B2 C2")
    stand(position, 1, "C1")
    events = act(position, "build house/red A1 B1 draw house/black")
    assert [type(event) for event in events] == [TileLaid, CardDrawn, BuildingCompleted]


def test_a_tile_and_its_neighbours_are_completed_together() -> None:
    position = scene()
    lay(position, "tavern/olive", "A2 B2 C2")
    stand(position, 1, "C1 A3 B3 C3 D2")
    completed = of_kind(act(position, "build house/red A1 B1 draw stack"), BuildingCompleted)
    assert [str(event.card) for event in completed] == ["tavern/olive", "house/red"]
    assert position.owed == 2


def test_the_preview_of_an_action_changes_nothing() -> None:
    position = scene()
    lay(position, "house/red", "A1 B1")
    stand(position, 1, "A2 B2")
    before = position.copy()
    (completed,) = position.completions(position.parse("workers own C1"))
    assert completed.gains == (2, 2)
    assert position == before


def test_squares_inside_a_hollow_are_adjacent_too() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    form = Form("ring", 1, tuple(ring))
    tile = form.turned[0].squares << square_at(4, 4)
    assert EDITION.border(tile) & square_set([square_at(5, 5)])
    assert EDITION.border(tile).bit_count() == 12 + 1


def test_the_seals_never_run_out() -> None:
    position = scene()
    everything = sum(value * count for value, count in EDITION.seals.items())
    earn(position, 1, f"red {everything}")
    lay(position, "house/red", "A1 B1")
    stand(position, 1, "A2 B2")
    (completed,) = of_kind(act(position, "workers own C1"), BuildingCompleted)
    assert completed.gains == (2, 2)
    assert position.seals[1][0] == everything + 2
