"""Rules, section 2: what lies where before the first turn."""

import pytest

from engine.errors import StartError
from engine.position import Position
from engine.squares import square_names
from engine.start import FIRST_GAME, FREE, Start
from tests.engine.scenes import EDITION

COLOURS = ("violet", "green", "yellow", "orange")


def start(setup: str, seats: int, changes: dict[str, object] | None = None) -> Start:
    deck = EDITION.deck(first_game=setup == FIRST_GAME)
    values: dict[str, object] = {
        "edition": EDITION,
        "setup": setup,
        "colours": COLOURS[:seats],
        "deck": deck,
    }
    return Start.create(**(values | (changes or {})))  # type: ignore[arg-type]


def test_the_lot_has_ten_places_without_a_camp() -> None:
    assert len(EDITION.lots) == 10
    assert str(EDITION.first_lot) == "G5:4x3"
    assert all(not lot.squares & EDITION.camps for lot in EDITION.lots)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_free_setup(seats: int) -> None:
    position = Position(start(FREE, seats))
    deck = position.start.deck
    assert position.own_stock == [3] * seats
    assert position.own_supply == [8] * seats
    assert position.banners == [4] * seats
    assert position.neutral_stock == [0] * seats
    assert position.neutral_supply == 24
    assert [list(hand) for hand in position.hands] == [
        list(deck[4 * seat : 4 * seat + 4]) for seat in range(seats)
    ]
    assert position.face_up == deck[4 * seats : 4 * seats + 3]
    assert position.stack_size == 40 - 4 * seats - 3
    assert position.buildings == []
    assert [sum(pool) for pool in position.pools] == [12, 12, 4]
    assert (position.active, position.turn, position.ply) == (0, 1, 0)


@pytest.mark.parametrize(("seats", "extra"), [(2, 3), (3, 2), (4, 1)])
def test_the_first_game_setup(seats: int, extra: int) -> None:
    position = Position(start(FIRST_GAME, seats))
    assert len(position.buildings) == 7
    assert {laid.card.form for laid in position.buildings} == set(EDITION.forms)
    assert len(position.start.deck) == 33
    assert position.stack_size == 33 - 4 * seats - 3
    assert position.neutral_stock == [extra] * seats
    assert position.neutral_supply == 24 - extra * seats
    assert square_names(position.buildings[0].squares) == ["I8", "I9"]


def test_there_are_forty_cards_as_the_tiles_are() -> None:
    assert len(EDITION.cards) == 40
    for family in EDITION.families:
        forms = [card.form for card in EDITION.cards if card.family == family]
        assert [forms.count(form) for form in EDITION.forms] == [2, 2, 2, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("bad-setup", {"setup": "last-game"}),
        ("bad-player-count", {"colours": ("violet",)}),
        ("bad-player-count", {"colours": (*COLOURS, "violet")}),
        ("bad-colour", {"colours": ("violet", "mauve")}),
        ("repeated-colour", {"colours": ("violet", "violet")}),
        ("deck-size", {"deck": EDITION.cards[1:]}),
        ("deck-cards", {"deck": (EDITION.cards[0],) * 40}),
    ],
)
def test_a_start_that_cannot_be(code: str, changes: dict[str, object]) -> None:
    with pytest.raises(StartError) as caught:
        start(FREE, 2, changes)
    assert caught.value.code == code


def test_the_first_game_has_its_lot_where_it_is() -> None:
    with pytest.raises(StartError) as caught:
        start(FIRST_GAME, 2, {"lot": EDITION.lots[-1]})
    assert caught.value.code == "first-lot"


def test_the_lot_lies_on_the_board_and_on_no_camp() -> None:
    lot = EDITION.first_lot._replace(corner=0)
    with pytest.raises(StartError) as caught:
        start(FREE, 2, {"lot": lot})
    assert caught.value.code == "bad-lot"


@pytest.mark.parametrize("setup", [FREE, FIRST_GAME])
def test_the_first_seat_begins(setup: str) -> None:
    position = Position(start(setup, 4))
    assert (position.active, position.turn) == (0, 1)
    assert position.start.colours == COLOURS
