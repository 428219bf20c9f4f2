"""What people type for squares, tiles and draws is understood; options come from editions."""

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from discord import Interaction, Locale, app_commands
from discord.ext import commands
from hypothesis import given
from hypothesis import strategies as st

from engine import load_edition
from engine.actions import Draw
from engine.errors import IllegalActionError, NotationError
from engine.position import Position
from engine.squares import Square, iter_squares, square_name, square_set
from i18n.translation import ENGLISH
from tests.editions import ISLAND
from tests.engine.scenes import EDITION, act, lay, scene, squares
from ui.answers import RefusalError
from ui.client import CatalogueTranslator
from ui.input.actions import (
    border_of,
    orientation_of,
    read_build,
    read_place,
    read_squares,
    read_workers,
)
from ui.input.choices import editions_like, read_edition
from ui.input.suggestions import most_seats, named, offered_families, one_option_each
from ui.input.typed import read_card, read_draw, read_family
from ui.texts.events import names_of


@pytest.fixture
def position() -> Position:
    """A free game with the castle at G5 and a red house in the corner A1 A2."""
    found = scene()
    lay(found, "house/red", "A1 A2")
    return found


@given(st.lists(st.sampled_from(list(iter_squares(EDITION.board))), unique=True, max_size=6))
def test_squares_written_apart_are_read_as_they_are(found: list[Square]) -> None:
    written = ", ".join(["", *map(square_name, found)])
    assert read_squares(written.lower(), EDITION) == square_set(found)


@given(st.text(max_size=40))
def test_anything_typed_is_read_or_refused(text: str) -> None:
    position = scene()
    reads: list[Callable[[], object]] = [
        lambda: read_squares(text, EDITION),
        lambda: read_card(text, position.hands[0], EDITION, ENGLISH),
        lambda: read_draw(position, text, ENGLISH),
        lambda: border_of(position, text, ENGLISH),
        lambda: read_family(text, EDITION, ENGLISH),
    ]
    for read in reads:
        with contextlib.suppress(NotationError, IllegalActionError, RefusalError):
            read()


def place(position: Position, card: str, text: str, turn: int | None = None) -> str:
    return names_of(read_place(position, EDITION.card(card), text, turn, ENGLISH))


def test_squares_are_taken_as_they_are_or_some_where_one_place_fits(position: Position) -> None:
    assert place(position, "house/red", "B1 B2") == "B1 B2"
    with pytest.raises(IllegalActionError, match="P11 P12 touches no building"):
        place(position, "house/red", "P12 P11")
    assert place(position, "house/red", "A4") == "A3 A4"
    assert read_squares(" ,\t;", EDITION) == 0


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("B1", r"^There are 2 ways to lay a house on B1: B1 C1; B1 B2\."),
        ("M12", r"The house doesn't fit on M12\. Places nearby: "),
        (" ", "Name the building's squares"),
    ],
)
def test_where_not_one_place_fits_it_says_so(position: Position, typed: str, said: str) -> None:
    with pytest.raises(RefusalError, match=said):
        place(position, "house/red", typed)


def test_quarter_turns_choose_among_them(position: Position) -> None:
    found = {
        place(position, "house/red", "B1", turn)
        for turn in range(4)
        if any(entry.turn == turn for entry in position.start.orientations["house"])
    }
    assert found == {"B1 C1", "B1 B2"}


def test_an_orientation_is_known_by_its_squares() -> None:
    orientations = scene().start.orientations["house"]
    for orientation in orientations:
        assert orientation_of(orientation.squares, orientations) == orientation
    assert orientation_of(0, orientations) is None
    assert orientation_of(squares("A1 C1"), orientations) is None


def test_what_is_drawn_must_be_said_only_where_there_is_a_choice(position: Position) -> None:
    card = EDITION.card("house/black")
    assert read_draw(position, None, ENGLISH) is None
    assert read_draw(position, "stack", ENGLISH) is Draw.STACK
    assert read_draw(position, "house black", ENGLISH) == card
    position.face_up, position.stack = (), ()
    assert read_draw(position, None, ENGLISH) is Draw.NONE
    position.face_up = (card,)
    assert read_draw(position, None, ENGLISH) == card


def test_a_building_is_read_whole(position: Position) -> None:
    card, tile = read_build(position, "house red", "a4", None, ENGLISH)
    assert (str(card), names_of(tile)) == ("house/red", "A3 A4")


def test_what_is_wrong_is_checked_in_the_order_in_which_people_think(position: Position) -> None:
    act(position, "workers own B1")
    with pytest.raises(IllegalActionError) as caught:
        read_build(position, "palace", "nowhere", None, ENGLISH)
    assert caught.value.code == "already-acted"
    act(position, "end")
    hand = position.hands[position.active]
    with pytest.raises(RefusalError, match="You have no card called “palace”"):
        read_build(position, "palace", "nowhere", None, ENGLISH)
    with pytest.raises(NotationError, match="NOWHERE"):
        read_build(position, str(hand[0]), "nowhere", None, ENGLISH)


def test_workers_are_read_with_or_without_their_building(position: Position) -> None:
    assert str(read_workers(position, None, "b1", "B2", ENGLISH)) == "workers own B1 neutral B2"
    assert str(read_workers(position, "a2", "A3", None, ENGLISH)) == "workers own A3"
    assert str(read_workers(position, "castle", None, "G4", ENGLISH)) == "workers neutral G4"


def test_squares_away_from_the_named_building_are_refused(position: Position) -> None:
    with pytest.raises(RefusalError, match=r"^Not next to that building: D4\."):
        read_workers(position, "A1", "A3 D4", None, ENGLISH)
    with pytest.raises(RefusalError, match=r"Vacant squares: B1 B2 A3\."):
        read_workers(position, "A1", None, None, ENGLISH)


def test_the_castle_is_a_building_on_any_of_its_squares(position: Position) -> None:
    border = position.start.lot_border
    for name in ("castle", "Castle ", "G5", "h6", "J7"):
        assert border_of(position, name, ENGLISH) == border
    with pytest.raises(RefusalError, match=r"^There's no building on P1\.$"):
        border_of(position, "P1", ENGLISH)


class Sale(commands.Cog):
    """A command that sells seals of the island's families."""

    @app_commands.command()
    @app_commands.describe(
        **{name: named("Sell {family}", family=name) for name in offered_families()}
    )
    @one_option_each(ISLAND.families, app_commands.Range[int, 0, 9])
    async def sell(
        self, interaction: Interaction, /, piece: str, game: int | None = None, **amounts: int
    ) -> dict[str, Any]:
        """Sell seals."""
        return {"piece": piece, "game": game, **amounts}


async def test_there_is_an_option_for_each_family() -> None:
    options = {option.name: option for option in Sale.sell.parameters}
    assert list(options) == ["piece", *ISLAND.families, "game"]
    for option in (options[family] for family in ISLAND.families):
        assert (option.min_value, option.max_value, option.required) == (0, 9, False)
    assert str(options["red"].description) == "Sell red"
    command: Any = Sale.sell
    sold = await command.callback(Sale(), None, piece="x", red=0, blue=3)
    assert sold == {"piece": "x", "game": None, "red": 0, "blue": 3}


def test_all_editions_can_be_chosen_and_seated() -> None:
    edition = load_edition()
    assert edition.id == editions_like("")[0].value == editions_like("ARKADIA (")[0].value
    assert read_edition(None) is read_edition(edition.title.upper()) is edition
    assert set(edition.families) <= set(offered_families())
    assert edition.seat_counts[-1] <= most_seats()
    # Families have the room that other options leave.
    assert "red" not in offered_families("red")
    assert len(offered_families(*map(str, range(23)))) == 2


async def test_what_has_no_translation_stays_english() -> None:
    context: Any = app_commands.TranslationContext(
        app_commands.TranslationContextLocation.parameter_description, Sale.sell.parameters[1]
    )
    translated = await CatalogueTranslator().translate(
        named("How many {family} seals to sell", family="red"), Locale.japanese, context
    )
    assert translated is None
