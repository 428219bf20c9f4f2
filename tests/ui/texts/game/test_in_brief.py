"""A turn in few words says what was done and what it brought; the picture has the rest."""

from __future__ import annotations

from engine.events import (
    BannerUsed,
    BuildingCompleted,
    CardDrawn,
    EndBegun,
    Event,
    FloorFinished,
    NeutralTaken,
    PiecePlaced,
    TileLaid,
    WorkersPlaced,
)
from engine.game import Ply, Turn
from tests.engine.scenes import EDITION, squares
from tests.ui.texts.game.tellers import MILL, TAVERN, TELLER
from ui.texts.game.in_brief import told_in_brief, values_in_brief
from ui.texts.icons import without_marks

BUILT = TileLaid(0, MILL, squares("F7 F8"))
CAMP = NeutralTaken(0, 1, squares("F7"))
DRAWN = CardDrawn(0, TAVERN, MILL)
COMPLETED = BuildingCompleted(0, TAVERN, squares("B2 B3"), (1, 2))
OTHER = BuildingCompleted(0, EDITION.card("house/red"), squares("C5 C6"), (2, 0))
RAISED = PiecePlaced(0, "red", 3, 1, (2, 2, 2, 2), (3, 1, 2, 2))
BACK = PiecePlaced(0, "olive", 3, 1, (3, 1, 2, 2), (2, 2, 2, 2))
SOLD = BannerUsed(0, 2, (0, 4, 0, 1), 16)


def turn(*events: Event, number: int = 5) -> Turn:
    """A turn of Ada in which this happened."""
    return Turn(number, 0, [Ply(None, events)])  # type: ignore[arg-type]


def lines(*events: Event) -> list[str]:
    """The lines below the turn's heading."""
    [told] = told_in_brief([turn(*events)], TELLER)
    head, *found = without_marks(told).split("\n")
    assert head == "Turn 5: **Ada**"
    return [line.removeprefix("- ") for line in found]


def test_a_tile_and_a_card_are_told_and_camps_are_in_the_picture() -> None:
    told = lines(BUILT, CAMP, DRAWN)
    assert told == ["builds the red trade centre on F7", "takes the open olive tavern"]


def test_what_was_completed_matters_more_than_a_card_or_workers() -> None:
    tavern = "**completes the olive tavern**; seals: Ada 2, \\*\\*Bela\\*\\* 2"
    assert lines(BUILT, DRAWN, COMPLETED) == ["builds the red trade centre on F7", tavern]
    placed = WorkersPlaced(0, squares("A1"), 0)
    assert lines(placed, COMPLETED, RAISED, FloorFinished(1, (0, 0, 0, 0))) == [tavern]
    assert lines(placed) == ["places 1 violet worker on A1"]


def test_two_buildings_share_a_line_with_all_seals() -> None:
    told = lines(BUILT, COMPLETED, OTHER, RAISED)
    assert told == ["**completes 2 buildings**; seals: Ada 5, \\*\\*Bela\\*\\* 2"]


def test_a_sale_names_its_gold_only_where_the_first_line_does_not() -> None:
    assert lines(BUILT, DRAWN, SOLD) == [
        "builds the red trade centre on F7",
        "sells 4 olive and 1 silver seals",
    ]
    assert TELLER.headline(turn(BUILT, SOLD)) == "Ada sold seals for 16 gold"
    told = lines(COMPLETED, EndBegun(0, 2), SOLD)
    assert told[1:] == ["sells 4 olive and 1 silver seals for **16 gold**"]
    assert "the end" in TELLER.headline(turn(COMPLETED, EndBegun(0, 2), SOLD))


def test_several_turns_are_a_line_each() -> None:
    told = told_in_brief([turn(BUILT), turn(COMPLETED, SOLD, number=6)], TELLER)
    assert told == [
        "Turn 5: Ada built the red trade centre.",
        "Turn 6: Ada sold seals for 16 gold.",
    ]


def test_values_are_told_for_all_turns_together() -> None:
    [told] = values_in_brief([turn(RAISED)], TELLER)
    assert without_marks(told) == "Values: red 2 → 3, olive 2 → 1."
    assert values_in_brief([turn(RAISED), turn(BACK)], TELLER) == []
    assert values_in_brief([turn(BUILT)], TELLER) == []
