"""Rules, section 3.1, B: placing workers; and passing."""

import pytest

from engine.actions import Workers
from engine.events import Passed, WorkersPlaced
from engine.view import Phase
from tests.engine.scenes import act, fill_with_workers, give, lay, scene, squares, stand, why


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
def test_squares_that_no_board_has_are_refused(own: int) -> None:
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
