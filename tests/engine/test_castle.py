"""The castle, its sale, and the examples of the rules."""

import pytest

from engine import events
from engine.actions import End
from engine.position import Position
from engine.squares import Lot
from engine.start import Start
from engine.view import Phase
from tests.editions import SMALL
from tests.engine.scenes import EDITION, act, give, of_kind, put_any_pieces, scene, why

CLOSES_TWO, ROUND = "house/red A1 B1, house/olive D1 E1", "A2 B2 D2 E2 F1"
"""Two houses that a worker on C1 completes when others stand round them."""
TAVERN, HOUSE = "tavern/olive A2 B2 C2", "build house/red A1 B1 draw stack"
FARM = "build farm/olive B2 C2 B3 draw stack"


@pytest.mark.parametrize(
    ("pieces", "values"),
    [
        ("", [2, 2, 2, 2]),
        ("silver 5", [2, 2, 2, 3]),  # on a blank square
        ("silver 1", [1, 2, 2, 3]),  # on a seal
        ("silver 1, silver 6", [0, 2, 2, 4]),
        ("silver 1, silver 6, red 2", [1, 2, 1, 4]),
    ],
)
def test_a_family_is_worth_what_is_seen_of_it(pieces: str, values: list[int]) -> None:
    assert scene(pieces=pieces).values == values


def one_completed(pieces: str = "", count: int = 0) -> Position:
    """A position in which so many pieces were placed, and a castle piece is owed."""
    position = scene(laid="house/red A1 B1", workers={None: "A2 B2"}, pieces=pieces)
    put_any_pieces(position, count)
    act(position, "workers own C1")
    return position


@pytest.mark.parametrize(
    ("pieces", "action", "code"),
    [
        # A square takes one piece of each floor.
        ("red 3", "castle red 3", "ring-taken"),
        ("red 3", "castle red 4", None),
        # Only pieces of the floor's pool can be taken.
        ("red 1, red 2, red 3", "castle red 4", "pool-empty"),
        ("red 1, red 2, red 3", "castle olive 4", None),
        # They come before anything else.
        ("", "end", "castle-first"),
        ("", "banner", "castle-first"),
        ("", "workers own G4", "castle-first"),
        ("", "pass", "castle-first"),
    ],
)
def test_what_may_be_done_with_a_piece_owed(pieces: str, action: str, code: str | None) -> None:
    assert why(one_completed(pieces), action) == code


def test_the_next_floor_begins_when_ten_pieces_lie() -> None:
    position = one_completed(count=9)
    assert position.floor == 0
    (last,) = (place for place in range(10) if not position.taken >> place & 1)
    legal = list(position.legal_actions())
    assert {action.ring for action in legal} == {last + 1}  # type: ignore[union-attr]
    (finished,) = of_kind(position.apply(legal[0]), events.FloorFinished)
    assert (finished.floor, sum(finished.moved)) == (1, 2)
    assert (position.floor, position.taken) == (1, 0)
    assert [sum(pool) for pool in position.pools] == [0, 12, 6]


def test_the_top_floor_has_eight_pieces() -> None:
    position = scene()
    put_any_pieces(position, 20)
    assert position.floor == 2
    assert [sum(pool) for pool in position.pools] == [0, 0, 8]
    put_any_pieces(position, 8)
    assert [sum(pool) for pool in position.pools] == [0, 0, 0]
    assert sum(position.heights) == 28


def test_with_an_empty_pool_no_piece_is_placed_and_payouts_still_happen() -> None:
    position = scene(laid=CLOSES_TWO, workers={None: ROUND})
    put_any_pieces(position, 28)
    assert act(position, "workers own C1")[-1] == events.PiecesForgone(0, 2)
    assert position.seals[0] == [2, 2, 0, 0]
    assert position.phase is Phase.CAN


def test_pieces_that_run_out_in_the_middle_of_a_turn() -> None:
    position = scene(laid=CLOSES_TWO, workers={None: ROUND})
    put_any_pieces(position, 27)
    act(position, "workers own C1")
    assert position.owed == 2
    told = position.apply(next(position.legal_actions()))
    assert [type(event) for event in told] == [events.PiecePlaced, events.PiecesForgone]
    assert (position.phase, position.owed) == (Phase.CAN, 0)


@pytest.mark.parametrize("lot", EDITION.lots, ids=str)
def test_ring_squares_run_clockwise_from_the_top_left(lot: Lot) -> None:
    ring = lot.ring
    assert ring[0] == lot.corner
    assert len(set(ring)) == 10
    steps = [after - before for before, after in zip(ring, [*ring[1:], ring[0]], strict=True)]
    right, down = lot.width - 1, lot.height - 1
    assert steps == [1] * right + [17] * down + [-1] * right + [-17] * down


Paid = list[tuple[str, tuple[int, ...]]]


@pytest.mark.parametrize(
    ("laid", "workers", "action", "paid"),
    [
        # The edge of the board and the castle lot count as filled.
        ("house/red A1 B1", {1: "A2 B2"}, "workers own C1", [("house/red", (2, 2))]),
        ("house/black F5 F6", {0: "F4 E5 E6"}, "workers own F7", [("house/black", (5, 0))]),
        # A gap keeps a building open.
        ("house/red A1 B1", {1: "A2"}, "workers own B2", []),
        # Neutral workers earn nothing, those of other seats do.
        ("house/red A1 B1", {}, "workers neutral A2 B2 C1", [("house/red", (1, 0))]),
        ("house/red A1 B1", {1: "A2", None: "C1"}, FARM, [("house/red", (1, 1))]),
        # One worker earns for each completed building it touches.
        (
            CLOSES_TWO,
            {1: ROUND},
            "workers own C1",
            [("house/red", (2, 2)), ("house/olive", (2, 3))],
        ),
        # A tile and its neighbours are completed together.
        # One that is enclosed as it is laid is paid out.
        (TAVERN, {1: "C1"}, HOUSE, [("house/red", (1, 1))]),
        (TAVERN, {1: "C1 A3 B3 C3 D2"}, HOUSE, [("tavern/olive", (1, 5)), ("house/red", (1, 1))]),
    ],
)
def test_who_gains_what(laid: str, workers: dict[int | None, str], action: str, paid: Paid) -> None:
    position = scene(laid=laid, workers=workers)
    give(position, 0, neutral=3)
    completed = of_kind(act(position, action), events.BuildingCompleted)
    assert [(str(event.card), event.gains) for event in completed] == paid
    assert all(event.seals[0] == event.gains[0] - 1 for event in completed)
    assert position.owed == len(paid)


def test_the_castle_lot_itself_is_never_completed() -> None:
    position = scene(workers={None: "G4 H4 I4 J4 F5 F6 F7 K5 K6 K7 G8 H8 I8"})
    assert act(position, "workers own J8")[1:] == []
    assert position.phase is Phase.CAN


def test_a_building_is_paid_once_from_seals_that_never_run_out() -> None:
    everything = sum(value * count for value, count in EDITION.seals.items())
    seals = {1: f"red {everything}"}
    position = scene(laid="house/red A1 B1", workers={1: "A2 B2"}, seals=seals)
    act(position, "workers own C1", "castle red 5", "end")
    assert (position.open, position.seals) == ([], [[2, 0, 0, 0], [everything + 2, 0, 0, 0]])
    act(position, "workers own G4", "end")
    assert position.seals == [[2, 0, 0, 0], [everything + 2, 0, 0, 0]]


def test_the_draw_comes_before_the_payout() -> None:
    position = scene(laid=TAVERN, workers={1: "C1"})
    told = [type(event) for event in act(position, "build house/red A1 B1 draw house/black")]
    assert told == [events.TileLaid, events.CardDrawn, events.BuildingCompleted]


def test_the_preview_of_an_action_changes_nothing() -> None:
    position = scene(laid="house/red A1 B1", workers={1: "A2 B2"})
    before = position.copy()
    (completed,) = position.completions(position.parse("workers own C1"))
    assert completed.gains == (2, 2)
    assert position == before


VIOLET, ORANGE, YELLOW, GREEN = 0, 1, 2, 3
RED, OLIVE = 0, 1


def test_1_one_placement_closes_two_buildings() -> None:
    position = scene(
        *("violet", "orange", "yellow", "green"),
        laid="monastery/olive A1 B1 C1 D1, trade-centre/red F1 G1 H1 H2, house/black I1 I2",
        workers={YELLOW: "A2 B2", GREEN: "C2 D2", ORANGE: "F2"},
    )
    give(position, VIOLET, neutral=1)

    completed = of_kind(act(position, "workers own E1 G2 neutral H3"), events.BuildingCompleted)

    assert [(str(one.card), one.seals, one.gains) for one in completed] == [
        ("monastery/olive", (1, 0, 2, 2), (1 + 1, 0, 2, 2)),
        ("trade-centre/red", (2, 1, 0, 0), (2 + 1, 1, 0, 0)),
    ]
    assert [seals[RED] for seals in position.seals] == [3, 1, 0, 0]
    assert [seals[OLIVE] for seals in position.seals] == [2, 0, 2, 2]
    assert (position.phase, position.owed) == (Phase.CASTLE, 2)

    pieces = of_kind(act(position, "castle black 5", "castle black 10"), events.PiecePlaced)
    assert [piece.floor for piece in pieces] == [1, 1]
    assert position.value("black") == 4
    assert position.pools[0] == [3, 3, 1, 3]
    assert list(position.legal_actions())[-1] == End()


def test_2_a_banner_and_a_sale() -> None:
    pieces = "red 5, silver 10, silver 4"
    position = scene("green", "violet", seals={0: "red 7 silver 5 black 2"}, pieces=pieces)
    assert [position.value(name) for name in ("red", "silver", "black", "olive")] == [3, 4, 2, 1]
    act(position, "workers own G4")

    told = act(position, "banner sell red 7 silver 5")

    assert told == [events.BannerUsed(0, 2, (7, 0, 0, 5), 21 + 20)]
    assert (position.gold, position.banners) == ([41, 0], [3, 4])
    assert (position.own_stock[0], position.seals[0]) == (2 + 2, [0, 0, 2, 0])


def test_3_the_pieces_left_of_floor_2_move_before_the_next_piece_is_placed() -> None:
    position = scene(laid=CLOSES_TWO, workers={1: ROUND})
    put_any_pieces(position, 19)
    act(position, "workers own C1")
    assert position.owed == 2
    last = 1 + next(place for place in range(10) if not position.taken >> place & 1)
    left = sum(position.pools[1]) - 1
    family = next(name for name, n in zip(EDITION.families, position.pools[1], strict=True) if n)

    told = act(position, f"castle {family} {last}")

    (finished,) = of_kind(told, events.FloorFinished)
    assert (finished.floor, sum(finished.moved), left) == (2, 2, 2)
    assert [sum(pool) for pool in position.pools[1:]] == [0, 8]
    assert of_kind(told, events.EndBegun) == [events.EndBegun(seat=0, turns=2)]
    assert (position.phase, position.owed) == (Phase.CASTLE, 1)

    family = next(name for name, n in zip(EDITION.families, position.pools[2], strict=True) if n)
    (piece,) = of_kind(act(position, f"castle {family} {last}"), events.PiecePlaced)
    assert piece.floor == 3
    assert sum(position.pools[2]) == 7
    assert list(position.legal_actions())[-1] == End()


def ways(position: Position, plies: int) -> int:
    """How many sequences of so many actions there are."""
    if plies == 1:
        return sum(1 for _ in position.legal_actions())
    total = 0
    for action in position.legal_actions():
        after = position.copy()
        after.push(action)
        total += ways(after, plies - 1)
    return total


def small(setup: str) -> Position:
    deck = SMALL.deck(first_game=setup == "first-game")
    return Position(Start.create(SMALL, setup, ("red", "pink"), deck))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setup", "counts"), [("free", [75, 150, 6505, 19290]), ("first-game", [966, 1992, 255856])]
)
def test_the_small_editions_ways(setup: str, counts: list[int]) -> None:
    assert [ways(small(setup), plies) for plies in range(1, len(counts) + 1)] == counts
