"""Every event is told in a sentence that everybody may read."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.cards import Card
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
from engine.game import Ply, Turn
from engine.view import Result
from tests.engine.scenes import EDITION, squares
from tests.ui.texts.game.tellers import MILL, TAVERN, TELLER
from ui.texts.game.events import names_of
from ui.texts.icons import GOLD, seal_mark, without_marks, worker_mark

OVER = GameOver(EndCause.CASTLE, ((0, 0, 0, 0),) * 2, Result((5, 7), (1,), (5, 7)))
IDLE = GameOver(EndCause.IDLE, ((0, 0, 0, 0),) * 2, Result((5, 7), (1,), (5, 7)))

TOLD: tuple[tuple[Event, str], ...] = (
    (TileLaid(0, MILL, squares("F7 F8")), "builds the red trade centre on F7 F8"),
    (NeutralTaken(0, 1, squares("B2")), "covers the camp B2 and takes 1 neutral worker"),
    (CardDrawn(0, None, None), "draws from the stack"),
    (CardDrawn(0, TAVERN, None), "takes the open olive tavern"),
    (CardDrawn(0, TAVERN, MILL), "takes the open olive tavern; red trade centre is new"),
    (WorkersPlaced(1, squares("A1"), 0), "places 1 green worker on A1"),
    (WorkersPlaced(0, 0, squares("A1 B1")), "places 2 neutral workers on A1 B1"),
    (
        WorkersPlaced(0, squares("A1 A2"), squares("C3")),
        "places 2 violet workers on A1 A2 and 1 neutral worker on C3",
    ),
    (Passed(0), "can neither build nor place a worker, and passes"),
    (
        BuildingCompleted(0, MILL, squares("F7 F8"), (1, 2)),
        "**completes the red trade centre F7**; red seals: Ada 2, \\*\\*Bela\\*\\* 2",
    ),
    (
        PiecePlaced(0, "red", 3, 1, (2, 2, 2, 2), (3, 1, 2, 2)),
        "puts red on ring square 3: red 2 → 3, olive 2 → 1",
    ),
    (
        PiecePlaced(0, "olive", 3, 1, (2, 2, 2, 2), (2, 2, 2, 2)),
        "puts olive on ring square 3: values stay",
    ),
    (PiecesForgone(0, 1), "no castle piece is left; 1 is not placed"),
    (PiecesForgone(0, 2), "no castle pieces are left; 2 are not placed"),
    (
        FloorFinished(1, (1, 0, 1, 0)),
        "floor 1 is finished; left over for the top floor: red 1, black 1",
    ),
    (
        FloorFinished(1, (0, 0, 0, 0)),
        "floor 1 is finished; left over for the top floor: nothing",
    ),
    (
        EndBegun(1, 2),
        "**the end begins**: everybody has one more turn, \\*\\*Bela\\*\\* plays last",
    ),
    (BannerUsed(0, 2, (0, 0, 0, 0), 0), "hands in a banner and takes 2 workers"),
    (BannerUsed(0, 1, (0, 0, 0, 0), 0), "hands in a banner and takes 1 worker"),
    (
        BannerUsed(0, 2, (7, 0, 0, 5), 41),
        "hands in a banner: 2 workers, 7 red and 5 silver seals sold for **41 gold**",
    ),
    (TurnEnded(0, 4), ""),
    (OVER, "**the game is over**"),
    (IDLE, "**nobody can do anything any more: the game is over**"),
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


def test_a_few_camps_with_few_workers_left() -> None:
    short = TELLER.line(NeutralTaken(0, 1, squares("B2 C2")))
    assert short == "covers B2 C2 and takes the last neutral worker of the supply"
    none = TELLER.line(NeutralTaken(0, 0, squares("B2")))
    assert none == "covers B2; the supply has no neutral worker left"
    assert "takes 2 neutral workers" in TELLER.line(NeutralTaken(0, 2, squares("B2 C2")))


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


@pytest.mark.parametrize("card", EDITION.deck(first_game=False), ids=str)
def test_every_card_has_a_name(card: Card) -> None:
    name = TELLER.building(card)
    assert name.split()[0] in EDITION.families
    assert "-" not in name
