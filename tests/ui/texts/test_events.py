"""What happened is told in sentences, and advice too."""

import re
from pathlib import Path
from random import Random
from typing import get_args

import pytest

import players.reasons
from engine.actions import End
from engine.errors import Parameter
from engine.events import (
    BannerUsed,
    BuildingCompleted,
    CardDrawn,
    EndBegun,
    EndCause,
    Event,
    FloorFinished,
    GameOver,
    NeutralTaken,
    Passed,
    PiecePlaced,
    PiecesForgone,
    TileLaid,
    TurnEnded,
    WorkersPlaced,
)
from engine.game import Game, Ply, Turn
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.view import Result
from i18n.translation import ENGLISH, words_for
from players.reasons import Reason
from tests.engine.scenes import EDITION, earn, scene, squares
from tests.ui.tables import played, table_of
from ui.texts.advice import behind_text, drawback_text, reason_text, sides
from ui.texts.events import Teller, names_of
from ui.texts.markup import GOLD, plain, seal_mark, without_marks, worker_mark
from ui.texts.turns import gained_since, since_own_turn, told_in_brief, values_in_brief

TELLER = Teller(EDITION, ["Ada", "**Bela**"], ["violet", "green"], ENGLISH)
MILL = EDITION.card("trade-centre/red")
TAVERN = EDITION.card("tavern/olive")

OVER = GameOver(EndCause.CASTLE, ((0, 0, 0, 0),) * 2, Result((5, 7), (1,), (5, 7)))
IDLE = GameOver(EndCause.IDLE, ((0, 0, 0, 0),) * 2, Result((5, 7), (1,), (5, 7)))

TOLD: tuple[tuple[Event, str], ...] = (
    (TileLaid(0, MILL, squares("F7 F8")), "builds the red trade centre on F7 F8"),
    (NeutralTaken(0, 1, squares("B2")), "covers the camp on B2 and takes 1 neutral worker"),
    (NeutralTaken(0, 2, squares("B2 C2")), "covers the camps on B2 C2 and takes 2 neutral workers"),
    (
        NeutralTaken(0, 1, squares("B2 C2")),
        "covers B2 C2 and takes the last neutral worker from the supply",
    ),
    (NeutralTaken(0, 0, squares("B2")), "covers B2; the supply has no neutral workers left"),
    (CardDrawn(0, None, None), "draws from the stack"),
    (CardDrawn(0, TAVERN, None), "takes the open olive tavern"),
    (CardDrawn(0, TAVERN, MILL), "takes the open olive tavern; the red trade centre replaces it"),
    (WorkersPlaced(1, squares("A1"), 0), "places 1 green worker on A1"),
    (WorkersPlaced(0, 0, squares("A1 B1")), "places 2 neutral workers on A1 B1"),
    (
        WorkersPlaced(0, squares("A1 A2"), squares("C3")),
        "places 2 violet workers on A1 A2 and 1 neutral worker on C3",
    ),
    (Passed(0), "can't build or place a worker, and passes"),
    (
        BuildingCompleted(0, MILL, squares("F7 F8"), (1, 2)),
        "**completes the red trade centre at F7**; red seals: Ada 2, \\*\\*Bela\\*\\* 2",
    ),
    (
        PiecePlaced(0, "red", 3, 1, (2, 2, 2, 2), (3, 1, 2, 2)),
        "puts red on ring square 3: red 2 → 3, olive 2 → 1",
    ),
    (
        PiecePlaced(0, "olive", 3, 1, (2, 2, 2, 2), (2, 2, 2, 2)),
        "puts olive on ring square 3: values don't change",
    ),
    (PiecesForgone(0, 1), "1 castle piece isn't placed: none are left"),
    (PiecesForgone(0, 2), "2 castle pieces aren't placed: none are left"),
    (
        FloorFinished(1, (1, 0, 1, 0)),
        "floor 1 is finished; left over for the top floor: red 1, black 1",
    ),
    (FloorFinished(1, (0, 0, 0, 0)), "floor 1 is finished; left over for the top floor: nothing"),
    (
        EndBegun(1, 2),
        "**the end begins**: everybody has one more turn, and \\*\\*Bela\\*\\* plays last",
    ),
    (BannerUsed(0, 2, (0, 0, 0, 0), 0), "hands in a banner and takes 2 workers"),
    (BannerUsed(0, 1, (0, 0, 0, 0), 0), "hands in a banner and takes 1 worker"),
    (
        BannerUsed(0, 2, (7, 0, 0, 5), 41),
        "hands in a banner: 2 workers, 7 red and 5 silver seals sold for **41 gold**",
    ),
    (TurnEnded(0, 4), ""),
    (OVER, "**the game is over**"),
    (IDLE, "**no moves left: the game is over**"),
)


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=lambda case: str(case)[:60])
def test_an_event_is_told(event: Event, sentence: str) -> None:
    assert without_marks(TELLER.line(event)) == sentence


def test_seals_workers_and_gold_are_marked() -> None:
    banner = BannerUsed(0, 2, (1, 0, 0, 0), 3)
    assert f"1 {seal_mark('red')}red seal sold for **{GOLD}3 gold**" in TELLER.line(banner)
    workers = TELLER.line(WorkersPlaced(1, squares("A1"), squares("B1")))
    assert workers.count(worker_mark()) == workers.count(worker_mark("green")) == 1


def test_every_kind_of_event_is_told_here() -> None:
    assert {type(event) for event, _ in TOLD} == set(get_args(Event))


def test_a_turn_has_a_headline_and_a_line_for_each_event() -> None:
    turn = Turn(5, 1, [Ply(None, (TOLD[0][0], CardDrawn(1, None, None), TurnEnded(1, 5)))])  # type: ignore[arg-type]
    assert TELLER.turn(turn) == (
        "Turn 5: **\\*\\*Bela\\*\\*** (green)\n"
        "- builds the red trade centre on F7 F8\n"
        "- draws from the stack"
    )


def test_squares_are_named_row_by_row() -> None:
    assert names_of(squares("P12 A1 B1 A2")) == "A1 B1 A2 P12"
    assert names_of(0) == ""


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
    """The lines below a turn's headline."""
    [told] = told_in_brief([turn(*events)], TELLER, headed=True)
    head, *found = without_marks(told).split("\n")
    assert head == "Turn 5: **Ada**"
    return [line.removeprefix("- ") for line in found]


def test_a_tile_and_a_card_are_told_and_camps_are_in_the_picture() -> None:
    assert lines(BUILT, CAMP, DRAWN) == ["on F7", "took the open olive tavern"]


def test_what_was_completed_matters_more_than_a_card_or_workers() -> None:
    tavern = "seals: Ada 2, \\*\\*Bela\\*\\* 2"
    assert lines(BUILT, DRAWN, COMPLETED) == ["built the red trade centre on F7", tavern]
    placed = WorkersPlaced(0, squares("A1"), 0)
    assert lines(placed, COMPLETED, RAISED, FloorFinished(1, (0, 0, 0, 0))) == [tavern]
    assert lines(placed) == ["1 violet worker on A1"]


def test_two_buildings_share_a_line_with_all_seals() -> None:
    told = lines(BUILT, COMPLETED, OTHER, RAISED)
    assert told == ["**completed 2 buildings**; seals: Ada 5, \\*\\*Bela\\*\\* 2"]


def test_a_sale_names_its_gold_only_where_the_first_line_does_not() -> None:
    sold = "4 olive and 1 silver seals"
    assert lines(BUILT, DRAWN, SOLD) == ["built the red trade centre on F7", sold]
    assert TELLER.headline(turn(BUILT, SOLD)) == "Ada sold seals for 16 gold"
    told = lines(COMPLETED, EndBegun(0, 2), SOLD)
    assert told[1:] == [f"sold {sold} for **16 gold**"]
    assert "one more turn" in TELLER.headline(turn(COMPLETED, EndBegun(0, 2), SOLD))


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


def lines_for(game: Game, seat: int) -> list[str]:
    return since_own_turn(table_of(game), 100 + seat, ENGLISH)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_turn_of_the_others_has_a_line_in_order(seats: int) -> None:
    rng = Random(seats)
    game = Game(random_start(EDITION, "first-game", seats, rng))
    while not game.position.over and game.position.turn < 40:
        before = game.position.turn
        action = random_action(game.position, rng)
        game.apply(action)
        active = game.position.active
        if not isinstance(action, End):
            assert lines_for(game, active) == []  # the turn has begun: nothing is news any more
            continue
        assert lines_for(game, (active - 1) % seats) == []  # who has just had a turn
        if min(before, seats - 1) == 1:
            assert lines_for(game, active) == []  # the turn's message tells of one
            continue
        head, *lines = lines_for(game, active)
        assert head == ("Since your last turn:" if before >= seats else "So far:")
        others = [(active + away) % seats for away in range(1, seats)][-before:]
        turns = [line for line in lines if line.startswith("- ")]
        assert lines[: len(turns)] == turns
        for line, seat in zip(turns, others, strict=True):
            assert line.startswith(f"- {plain(f'Player {seat}', 32)} ")


def test_what_one_gained_and_how_the_values_changed_is_said_for_all_turns_together() -> None:
    rng = Random(11)
    game = Game(random_start(EDITION, "first-game", 3, rng))
    gained = changed = 0
    while not game.position.over:
        game.apply(random_action(game.position, rng))
        if game.position.over or game.turn.plies or game.position.turn < 3:
            continue
        reader = game.position.active
        table = table_of(game)
        told = without_marks("\n".join(lines_for(game, reader)))
        events = [event for turn in table.turns_since_own(reader) for event in turn.events]
        won = {
            event.card.family
            for event in events
            if isinstance(event, BuildingCompleted) and event.gains[reader]
        }
        [line] = gained_since(table, 100 + reader, ENGLISH) or [""]
        assert ("Meanwhile you gained **" in told) == bool(won) == bool(line)
        assert all(f" {family} seal" in without_marks(line) for family in won)
        gained += bool(won)
        pieces = [event for event in events if isinstance(event, PiecePlaced)]
        moved = bool(pieces) and pieces[0].before != pieces[-1].after
        assert ("\nValues: " in told) == moved
        changed += moved
    assert gained
    assert changed


def test_somebody_who_does_not_play_reads_nothing_of_it() -> None:
    assert since_own_turn(table_of(played(EDITION, "free", 2, 2, 3)), 999, ENGLISH) == []


PARAMETERS: dict[str, dict[str, Parameter]] = {
    "completes": {"buildings": 2, "seals": 3, "family": "red", "gold": 12},
    "takes-camps": {"camps": 2, "workers": 2},
    "takes-part": {"buildings": 1, "vacant": 2, "family": "olive"},
    "advances": {"family": "red", "workers": 2},
    "starts": {"family": "black", "vacant": 6},
    "blocks": {"squares": 2, "family": "silver"},
    "fills": {"buildings": 3},
    "spends-little": {"workers": 1},
    "raises": {"family": "silver", "seals": 4, "before": 2, "after": 3},
    "lowers": {"family": "red", "seals": 7, "before": 3, "after": 2},
    "completes-floor": {"floor": 1},
    "keeps-values": {},
    "sells": {"seals": 5, "gold": 20},
    "fetches": {"workers": 2},
    "saves-banner": {"banners": 3},
    "nothing-else": {},
}


def test_every_code_is_known() -> None:
    text = Path(players.reasons.__file__).read_text("utf-8").partition('"""\n')[0]
    assert set(re.findall(r"^``([a-z-]+)``$", text, re.MULTILINE)) == set(PARAMETERS)


@pytest.mark.parametrize("code", PARAMETERS)
@pytest.mark.parametrize("number", [1, 2, 5])
def test_every_reason_is_a_sentence(code: str, number: int) -> None:
    parameters: dict[str, Parameter] = {
        name: value if isinstance(value, str) else number
        for name, value in PARAMETERS[code].items()
    }
    sentence = reason_text(Reason(code, parameters), ENGLISH)
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert number == 1 or "1" not in sentence


def test_numbers_in_reasons_are_those_that_may_be_told() -> None:
    def said(code: str, **parameters: Parameter) -> str:
        return without_marks(reason_text(Reason(code, parameters), ENGLISH))

    assert "7" not in said("lowers", **PARAMETERS["lowers"]), "of others"
    assert "5 seals" in said("completes", buildings=2, seals=5, family="", gold=9)
    raised = said("raises", family="red", seals=0, before=2, after=3)
    assert raised == "It raises red from 2 to 3."
    assert behind_text(0.4, ENGLISH) == ""
    assert behind_text(2.6, ENGLISH) == "About 3 gold worse than idea 1."


def test_what_speaks_against_something_is_said() -> None:
    def said(code: str, **parameters: Parameter) -> str:
        return without_marks(drawback_text(Reason(code, parameters), ENGLISH))

    assert drawback_text(None, ENGLISH) == ""
    assert said("shares", seals=2, family="red") == "Others gain 2 seals too."
    assert said("shares", seals=1, family="") == "Others gain 1 seal too."
    told = "But others could finish one olive building with 1 more worker."
    assert said("opens", vacant=1, family="olive") == told


@pytest.fixture
def position() -> Position:
    position = scene("yellow", "orange")
    earn(position, 0, "red 1 black 3")
    return position


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (
            "castle black 1",
            ["black rises from 2 to 3, and you have 3", "red falls from 2 to 1, and you have 1"],
        ),
        ("castle black 5", ["black rises from 2 to 3, and you have 3"]),
        ("castle red 1", []),
        ("banner sell red 1 black 2", ["6 gold for sure, and new workers"]),
        ("banner sell red 1", ["you'll have 3 banners left"]),
        ("banner", []),
        ("end", ["They're worth 8 gold now"]),
        ("pass", []),
    ],
)
def test_both_sides(position: Position, action: str, told: list[str]) -> None:
    lines = sides(position.view(0), position.parse(action), words_for("en"))
    assert len(lines) == len(told)
    assert all(part in without_marks(line) for part, line in zip(told, lines, strict=True))
    nothing = scene("yellow", "orange")
    assert sides(nothing.view(0), nothing.parse("end"), words_for("en")) == []
