"""Rules, section 3.2: enclosed buildings and their payout."""

from engine.cards import Form
from engine.events import BuildingCompleted, CardDrawn, TileLaid
from engine.squares import square_at, square_set
from engine.view import Phase
from tests.engine.scenes import EDITION, act, earn, give, lay, of_kind, scene, stand


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
