"""Rules, sections 3.1 and 3.3: cards, tiles, draws, workers, passing; banners and sales."""

from typing import Any

import pytest

from engine.actions import Action, Banner, Build, Draw, Workers
from engine.errors import IllegalActionError
from engine.events import BannerUsed, CardDrawn, NeutralTaken, Passed, TileLaid, WorkersPlaced
from engine.position import Position
from engine.view import Phase
from tests.engine.scenes import EDITION, act, cards, give, of_kind, scene, squares, why

SMITHY = {"hand": "smithy/red farm/olive tavern/black mill/silver", "laid": "house/red B3 B4"}
FULL = {"laid": "house/black E5 E6", "workers": {1: "F7", None: "F8"}}
TWO = {"laid": "house/red C3 D3, farm/black C6 D6 C7"}
STANDING = {"laid": "house/red F5 F6", "workers": {1: "G4", None: "H4"}}


@pytest.mark.parametrize(
    ("board", "tile", "code"),
    [
        # It may be turned.
        ({"laid": "house/red C3 C4"}, "farm/olive D3 E3 D4", None),
        ({"laid": "house/red C3 C4"}, "farm/olive D3 E3 E4", None),
        ({"laid": "house/red C3 C4"}, "farm/olive D3 D4 E4", None),
        ({"laid": "house/red C3 C4"}, "farm/olive E3 D4 E4", None),
        # It may be mirrored only where the table says so.
        (SMITHY, "smithy/red C3 D3 D4 E4", None),
        (SMITHY, "smithy/red C4 D4 D3 E3", "mirrored"),
        (SMITHY | {"mirror": True}, "smithy/red C4 D4 D3 E3", None),
        # It has the shape of its form, and its card is in the hand.
        ({}, "house/red F5 F7", "wrong-shape"),
        ({}, "house/red F5 F6 F7", "wrong-shape"),
        ({}, "monastery/red F5 F6 F7 F8", "card-not-in-hand"),
        # It lies on vacant squares, and never on the courtyard.
        (FULL, "house/red E6 F6", "on-building"),
        (FULL, "house/red F7 E7", "on-worker"),
        (FULL, "house/red F8 E8", "on-worker"),
        (FULL, "house/red F5 G5", "on-lot"),
        ({}, "house/red H6 I6", "on-lot"),
        # It touches a building, the lot or a worker of any colour, and not over the board's edge.
        ({}, "house/red F5 F6", None),
        ({"laid": "house/black B1 B2"}, "house/red C2 C3", None),
        ({"workers": {0: "B2"}}, "house/red C2 C3", None),
        ({"workers": {1: "B2"}}, "house/red C2 C3", None),
        ({"workers": {None: "B2"}}, "house/red C2 C3", None),
        ({}, "house/red A1 B1", "touches-nothing"),
        ({"laid": "house/olive B2 C2"}, "house/red D3 E3", "touches-nothing"),  # by a corner
        ({"workers": {0: "P3"}}, "house/red A4 B4", "touches-nothing"),
    ],
)
def test_where_a_tile_may_lie(board: dict[str, Any], tile: str, code: str | None) -> None:
    assert why(scene(**board), f"build {tile} draw stack") == code


@pytest.mark.parametrize(("supply", "taken"), [(24, 2), (1, 1)])
def test_each_camp_covered_brings_a_neutral_worker_if_there_is_one(supply: int, taken: int) -> None:
    hand = "tavern/red farm/olive tavern/black mill/silver"
    position = scene(hand=hand, laid="house/black D4 E4")
    position.neutral_supply = supply
    events = act(position, "build tavern/red D5 D6 D7 draw stack")
    assert of_kind(events, NeutralTaken) == [NeutralTaken(0, taken, squares("D5 D7"))]
    assert (position.neutral_stock, position.neutral_supply) == ([taken, 0], supply - taken)


def test_a_card_played_is_out_of_the_game_and_replaced_from_the_stack() -> None:
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


def test_with_an_empty_stack_an_open_card_is_taken_and_not_replaced() -> None:
    position = scene()
    position.drawn = len(position.stack)
    (drawn,) = of_kind(act(position, "build house/red F5 F6 draw tavern/red"), CardDrawn)
    assert drawn == CardDrawn(0, cards("tavern/red")[0], revealed=None)
    assert list(position.face_up) == cards("house/black farm/silver")


def test_with_nothing_left_nothing_is_drawn() -> None:
    position = scene()
    position.drawn, position.face_up = len(position.stack), ()
    assert of_kind(act(position, "build house/red F5 F6 draw none"), CardDrawn) == []
    assert len(position.hands[0]) == 3


@pytest.mark.parametrize(
    ("stack", "face_up", "draw", "code"),
    [
        (True, True, "monastery/red", "card-not-open"),
        (True, True, "none", "must-draw"),
        (False, True, "stack", "stack-empty"),
        (False, True, "none", "must-draw"),
        (False, False, "stack", "nothing-to-draw"),
    ],
)
def test_what_can_be_drawn(stack: bool, face_up: bool, draw: str, code: str) -> None:
    position = scene()
    position.drawn = 0 if stack else len(position.stack)
    position.face_up = position.face_up if face_up else ()
    assert why(position, f"build house/red F5 F6 draw {draw}") == code


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Build(EDITION.card("house/red"), 0, Draw.STACK), "no-squares"),
        (Build(EDITION.card("house/red"), 0b11 << 15, Draw.STACK), "off-board"),
        (Build(EDITION.card("house/red"), -1, Draw.STACK), "off-board"),
        (Workers(1 << 16, 0), "off-board"),
        (Workers(-1, 0), "off-board"),
        (Workers(squares("I4"), squares("I4")), "square-twice"),
        (Workers(0, 0), "no-worker-placed"),
    ],
)
def test_what_the_notation_cannot_say_is_refused_too(action: Action, code: str) -> None:
    assert why(scene(), action) == code


def test_a_refused_action_changes_nothing() -> None:
    position = scene()
    before = position.copy()
    with pytest.raises(IllegalActionError, match="touches no building"):
        act(position, "build house/red A1 B1 draw stack")
    assert position == before


BUILD, PLACE = "build house/red F5 F6 draw stack", "workers own G4"


@pytest.mark.parametrize(
    ("done", "action", "code"),
    [
        # A turn has one action, and a banner after it.
        ([BUILD], PLACE, "already-acted"),
        ([PLACE], BUILD, "already-acted"),
        ([], "banner", "must-first"),
        ([PLACE, "banner"], "banner", "banner-used"),
        ([PLACE, "banner", "end", "workers own H4", "end", "workers own I4"], "banner", None),
        # There is no piece without a completed building.
        ([], "castle red 1", "must-first"),
        ([PLACE], "castle red 1", "nothing-owed"),
        # Only seals that one has are sold.
        ([PLACE], "banner sell red 2", None),
        ([PLACE], "banner sell red 3", "too-few-seals"),
        ([PLACE], "banner sell red 2 silver 1", "too-few-seals"),
        # A sale is in order, without zeros.
        ([PLACE], Banner((("olive", 1), ("red", 1))), "bad-sale"),
        ([PLACE], Banner((("red", 1), ("red", 1))), "bad-sale"),
        ([PLACE], Banner((("red", 0),)), "bad-sale"),
        ([PLACE], Banner((("gold", 1),)), "bad-family"),
    ],
)
def test_what_a_turn_allows(done: list[str], action: str | Action, code: str | None) -> None:
    position = scene(seals={0: "red 2 olive 2"})
    act(position, *done)
    assert why(position, action) == code


@pytest.mark.parametrize(
    ("board", "workers", "code"),
    [
        # They go next to one building, by a side.
        (TWO, "own C2 D2 E3", None),
        (TWO, "own C5 D5", None),
        (TWO, "own C4 C5", "not-one-building"),
        (TWO, "own A1", "next-to-none"),
        (TWO, "own B2", "next-to-none"),
        # The castle lot counts as a building.
        ({}, "own G4 K5 H8", None),
        ({}, "own F4", "next-to-none"),
        # There are no more of them than in the stock.
        ({}, "own G4 H4 I4 J4", "too-few-own"),
        ({}, "neutral G4", "no-neutral-left"),
        # They stand on vacant squares.
        (STANDING, "own F5", "on-building"),
        (STANDING, "own G4", "on-worker"),
        (STANDING, "own H4", "on-worker"),
        (STANDING, "own G5", "on-lot"),
        (STANDING, "own H6", "on-lot"),
    ],
)
def test_where_workers_may_stand(board: dict[str, Any], workers: str, code: str | None) -> None:
    assert why(scene(**board), f"workers {workers}") == code


def test_own_and_neutral_workers_in_any_mix() -> None:
    position = scene()
    give(position, 0, neutral=2)
    assert why(position, "workers own G4 neutral H4 I4") is None
    assert why(position, "workers neutral H4") is None
    events = act(position, "workers own J4 G4 neutral H4")
    assert events == [WorkersPlaced(0, squares("G4 J4"), squares("H4"))]
    assert (position.own_stock[0], position.neutral_stock) == (1, [1, 0])
    # The one on a camp brings nothing.
    assert position.neutral_supply == 22
    assert (position.workers[0], position.neutral) == (squares("G4 J4"), squares("H4"))


@pytest.mark.parametrize(("banners", "told"), [(1, "no-workers-left"), (0, "no-workers-ever")])
def test_without_any_worker_no_kind_is_proposed(banners: int, told: str) -> None:
    position = scene()
    position.own_stock[0], position.banners[0] = 0, banners
    assert {why(position, f"workers {typed}") for typed in ("own G4", "neutral G4")} == {told}


@pytest.mark.parametrize(("hand", "own"), [(False, True), (True, False)])
def test_who_can_build_or_place_a_worker_may_not_pass(hand: bool, own: bool) -> None:
    position = scene()
    position.hands[0], position.own_stock[0] = position.hands[0] * hand, 3 * own
    assert why(position, "pass") == "may-not-pass"


def test_who_can_do_neither_passes_and_may_still_hand_in_a_banner() -> None:
    position = scene()
    position.own_stock[0], position.hands[0] = 0, ()
    assert [str(action) for action in position.legal_actions()] == ["pass"]
    assert act(position, "pass") == [Passed(0)]
    assert position.phase is Phase.CAN
    act(position, "banner", "end")
    assert (position.own_stock[0], position.idle) == (2, 0)


def test_a_hand_without_any_place_and_no_workers_is_passed_too() -> None:
    position = scene()
    position.own_stock[0] = 0
    position.neutral, position.vacant = position.vacant, 0
    assert why(position, "pass") is None


def after_workers(seals: str = "", pieces: str = "") -> Position:
    position = scene(seals={0: seals}, pieces=pieces)
    act(position, PLACE)
    return position


@pytest.mark.parametrize(("supply", "brought"), [(8, 2), (1, 1)])
def test_a_banner_leaves_the_game_and_brings_workers(supply: int, brought: int) -> None:
    position = after_workers()
    position.own_supply[0] = supply
    assert act(position, "banner") == [BannerUsed(0, brought, (0, 0, 0, 0), 0)]
    assert (position.banners, position.own_stock) == ([3, 4], [2 + brought, 3])
    assert position.own_supply == [supply - brought, 8]


def test_four_banners_a_game() -> None:
    position = after_workers()
    position.banners[0] = 0
    assert why(position, "banner") == "no-banner"


@pytest.mark.parametrize(
    ("seals", "pieces", "sold", "gold", "left"),
    [
        ("red 2 black 3", "red 5, silver 2", "red 1 black 3", 3 + 3 * 1, [1, 0, 0, 0]),
        ("red 1", "silver 1, silver 6", "red 1", 0, [0, 0, 0, 0]),
    ],
)
def test_a_sale_by_values(seals: str, pieces: str, sold: str, gold: int, left: list[int]) -> None:
    position = after_workers(seals, pieces)
    act(position, f"banner sell {sold}")
    assert (position.gold, position.seals[0]) == ([gold, 0], left)


def test_a_sale_uses_the_values_after_this_turns_pieces() -> None:
    position = scene(laid="house/red A1 B1", workers={None: "A2 B2"})
    act(position, "workers own C1", "castle red 5", "banner sell red 2")
    assert position.gold == [2 * 3, 0]
