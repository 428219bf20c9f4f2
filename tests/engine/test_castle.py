"""Rules, section 3.2: castle pieces, floors, pools and the values of seals."""

import pytest

from engine.events import FloorFinished, PiecePlaced, PiecesForgone
from engine.lot import Lot
from engine.position import Position
from engine.view import Phase
from tests.engine.scenes import (
    EDITION,
    act,
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
