"""What people type for squares, tiles and draws is understood, or asked back."""

from __future__ import annotations

import pytest

from cogs.answering import RefusalError
from cogs.placing import (
    border_of,
    orientation_of,
    read_build,
    read_card,
    read_draw,
    read_place,
    read_squares,
    read_workers,
)
from cogs.telling import names_of
from engine.actions import Draw
from engine.errors import NotationError
from engine.position import Position
from tests.engine.scenes import EDITION, lay, scene, squares
from translation import ENGLISH


@pytest.fixture
def position() -> Position:
    """A free game with the castle at G5 and a red house in the corner A1 A2."""
    found = scene()
    lay(found, "house/red", "A1 A2")
    return found


@pytest.mark.parametrize("text", ["A1 B2", "a1 b2", "A1,B2", " a1 ;  b2 ", "B2+A1", "a1\nb2"])
def test_squares_are_read_as_people_write_them(text: str) -> None:
    assert read_squares(text, EDITION) == squares("A1 B2")


@pytest.mark.parametrize("text", ["", " ", ",", "\t;"])
def test_nothing_typed_is_no_square(text: str) -> None:
    assert read_squares(text, EDITION) == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *(("A1 A1", "repeated-square"), ("a1,A1", "repeated-square")),
        *(("A0", "bad-square"), ("A13", "off-board"), ("Q1", "off-board")),
        *(("A01", "bad-square"), ("1A", "bad-square"), ("Ä1", "bad-square"), ("A١", "bad-square")),
        *(("A-1", "bad-square"), ("A1B2", "bad-square"), ("😀", "bad-square")),
    ],
)
def test_what_is_no_square_is_refused(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_squares(text, EDITION)
    assert caught.value.code in {code, "off-board", "bad-square"}


@pytest.mark.parametrize("text", ["house/red", "House/Red", " house red ", "HOUSE / RED"])
def test_cards_are_read_with_slash_or_space(text: str) -> None:
    assert read_card(text, EDITION) == EDITION.card("house/red")


@pytest.mark.parametrize("text", ["", "house", "red house", "house/pink", "/", "house/red/red"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_card(text, EDITION)


def place(position: Position, card: str, text: str, turn: int | None = None) -> str:
    return names_of(read_place(position, EDITION.card(card), text, turn, ENGLISH))


def test_all_squares_of_a_tile_are_taken_as_they_are(position: Position) -> None:
    assert place(position, "house/red", "B1 B2") == "B1 B2"
    assert place(position, "house/red", "P12 P11") == "P11 P12"


def test_some_squares_are_enough_where_one_place_fits(position: Position) -> None:
    assert place(position, "house/red", "A4") == "A3 A4"


def test_where_several_places_fit_they_are_named(position: Position) -> None:
    with pytest.raises(RefusalError) as caught:
        place(position, "house/red", "B1")
    text = str(caught.value)
    assert text.startswith("A house can lie on B1 in 2 ways: ")
    assert "B1 C1" in text
    assert "B1 B2" in text


def test_quarter_turns_choose_among_them(position: Position) -> None:
    found = {
        place(position, "house/red", "B1", turn)
        for turn in range(4)
        if any(entry.turn == turn for entry in position.start.orientations["house"])
    }
    assert found == {"B1 C1", "B1 B2"}


def test_where_no_place_fits_it_says_so(position: Position) -> None:
    with pytest.raises(RefusalError) as caught:
        place(position, "house/red", "M12")
    assert "A house has no legal place on M12." in str(caught.value)
    with pytest.raises(RefusalError) as caught:
        place(position, "house/red", " ")
    assert "Name the squares of the building" in str(caught.value)


def test_an_orientation_is_known_by_its_squares() -> None:
    orientations = scene().start.orientations["house"]
    for orientation in orientations:
        assert orientation_of(orientation.squares, orientations) == orientation
    assert orientation_of(0, orientations) is None
    assert orientation_of(squares("A1 C1"), orientations) is None


def test_what_is_drawn_must_be_said_where_there_is_a_choice(position: Position) -> None:
    assert read_draw(position, "stack", ENGLISH) is Draw.STACK
    assert read_draw(position, " Stack ", ENGLISH) is Draw.STACK
    assert read_draw(position, "none", ENGLISH) is Draw.NONE
    assert read_draw(position, "house black", ENGLISH) == EDITION.card("house/black")
    with pytest.raises(RefusalError) as caught:
        read_draw(position, None, ENGLISH)
    for name in ("`house/black`", "`farm/silver`", "`tavern/red`", "`stack`"):
        assert name in str(caught.value)


def test_what_is_drawn_need_not_be_said_where_there_is_none(position: Position) -> None:
    position.face_up, position.stack = (), ()
    assert read_draw(position, None, ENGLISH) is Draw.NONE
    position.face_up = (EDITION.card("house/black"),)
    assert read_draw(position, None, ENGLISH) == EDITION.card("house/black")


def test_a_building_is_read_whole(position: Position) -> None:
    action = read_build(position, "house red", "a4", None, "stack", ENGLISH)
    assert str(action) == "build house/red A3 A4 draw stack"


def test_workers_are_read_with_or_without_their_building(position: Position) -> None:
    assert str(read_workers(position, None, "b1", "B2", ENGLISH)) == "workers own B1 neutral B2"
    assert str(read_workers(position, "a2", "A3", None, ENGLISH)) == "workers own A3"
    assert str(read_workers(position, "castle", None, "G4", ENGLISH)) == "workers neutral G4"


def test_squares_away_from_the_named_building_are_refused(position: Position) -> None:
    with pytest.raises(RefusalError) as caught:
        read_workers(position, "A1", "A3 D4", None, ENGLISH)
    assert str(caught.value).startswith("D4 is not next to that building.")
    with pytest.raises(RefusalError) as caught:
        read_workers(position, "A1", None, None, ENGLISH)
    assert "Vacant squares there: B1 B2 A3." in str(caught.value)


def test_the_castle_is_a_building_on_any_of_its_squares(position: Position) -> None:
    border = position.start.lot_border
    for name in ("castle", "Castle ", "G5", "h6", "J7"):
        assert border_of(position, name, ENGLISH) == border
    with pytest.raises(RefusalError) as caught:
        border_of(position, "P1", ENGLISH)
    assert str(caught.value) == "No building stands on P1."
