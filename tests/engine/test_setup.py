"""How a game is laid out and ends, and the examples of the engine's page."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from engine.errors import StartError
from engine.events import EndBegun, EndCause, GameOver, TurnEnded
from engine.position import Position
from engine.squares import square_names
from engine.start import FIRST_GAME, FREE, Start
from engine.view import Phase, Result
from tests.engine.scenes import EDITION, act, earn, of_kind, put_any_pieces, scene, why

COLOURS = ("violet", "green", "yellow", "orange")


def start(setup: str, seats: int, /, **changes: Any) -> Start:
    deck = EDITION.deck(first_game=setup == FIRST_GAME)
    values: dict[str, Any] = {"setup": setup, "colours": COLOURS[:seats], "deck": deck}
    return Start.create(EDITION, **(values | changes))


def test_the_lot_has_ten_places_without_a_camp() -> None:
    assert len(EDITION.lots) == 10
    assert str(EDITION.first_lot) == "G5:4x3"
    assert all(not lot.squares & EDITION.camps for lot in EDITION.lots)


@pytest.mark.parametrize(
    ("setup", "seats", "cards", "neutral"),
    [
        *((FREE, seats, 40, 0) for seats in (2, 3, 4)),
        *((FIRST_GAME, seats, 33, neutral) for seats, neutral in ((2, 3), (3, 2), (4, 1))),
    ],
)
def test_what_a_game_begins_with(setup: str, seats: int, cards: int, neutral: int) -> None:
    position = Position(start(setup, seats))
    deck = position.start.deck
    assert len(deck) == cards
    assert (position.own_stock, position.own_supply) == ([3] * seats, [8] * seats)
    assert (position.banners, position.neutral_stock) == ([4] * seats, [neutral] * seats)
    assert position.neutral_supply == 24 - neutral * seats
    assert position.hands == [deck[4 * seat : 4 * seat + 4] for seat in range(seats)]
    assert position.face_up == deck[4 * seats : 4 * seats + 3]
    assert position.stack_size == cards - 4 * seats - 3
    assert [sum(pool) for pool in position.pools] == [12, 12, 4]
    assert (position.active, position.turn, position.ply) == (0, 1, 0)
    assert position.start.colours == COLOURS[:seats]
    if setup == FREE:
        assert position.buildings == []
    else:
        assert len(position.buildings) == 7
        assert {laid.card.form for laid in position.buildings} == set(EDITION.forms)
        assert square_names(position.buildings[0].squares) == ["I8", "I9"]


@pytest.mark.parametrize(
    ("code", "setup", "changes"),
    [
        ("bad-setup", FREE, {"setup": "last-game"}),
        ("bad-player-count", FREE, {"colours": ("violet",)}),
        ("bad-player-count", FREE, {"colours": (*COLOURS, "violet")}),
        ("bad-colour", FREE, {"colours": ("violet", "mauve")}),
        ("repeated-colour", FREE, {"colours": ("violet", "violet")}),
        ("deck-size", FREE, {"deck": EDITION.cards[1:]}),
        ("deck-cards", FREE, {"deck": (EDITION.cards[0],) * 40}),
        ("bad-lot", FREE, {"lot": EDITION.first_lot._replace(corner=0)}),
        ("first-lot", FIRST_GAME, {"lot": EDITION.lots[-1]}),
    ],
)
def test_a_start_that_cannot_be(code: str, setup: str, changes: dict[str, Any]) -> None:
    with pytest.raises(StartError) as caught:
        start(setup, 2, **changes)
    assert caught.value.code == code


def finishing_floor_2(seats: int = 2) -> Position:
    """The first seat has just placed the twentieth piece."""
    position = scene(*COLOURS[:seats], laid="house/red A1 B1", workers={None: "A2 B2"})
    put_any_pieces(position, 19)
    act(position, "workers own C1")
    events = position.apply(next(position.legal_actions()))
    assert of_kind(events, EndBegun) == [EndBegun(0, seats)]
    return position


def last_turn(seals: list[list[int]], gold: list[int]) -> Position:
    """The last turn of a game, in which seats have seals, of the values 3, 0, 4 and 1, and gold."""
    position = finishing_floor_2(len(seals))
    position.values, position.seals, position.gold = [3, 0, 4, 1], seals, gold
    position.turns_left = 1
    return position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_the_twentieth_piece_all_have_one_more_turn_the_placer_last(seats: int) -> None:
    position = finishing_floor_2(seats)
    assert (position.turns_left, position.phase) == (seats + 1, Phase.CAN)
    act(position, "banner", "end")
    turns = []
    while not position.over:
        turns.append(position.active)
        assert position.turns_left == seats + 1 - len(turns)
        position.push(next(a for a in position.legal_actions() if str(a).startswith("build")))
        events = act(position, "end")
    assert turns == [*range(1, seats), 0]
    (over,) = of_kind(events, GameOver)
    assert over.cause is EndCause.CASTLE


def test_the_final_sale_sells_everything_at_the_final_values() -> None:
    position = last_turn([[2, 5, 1, 0], [0, 9, 2, 3]], [10, 20])
    (over,) = of_kind(act(position, "end"), GameOver)
    assert over.sold == ((2, 5, 1, 0), (0, 9, 2, 3))
    assert over.result == Result(gold=(20, 31), winners=(1,), sold=(10, 11))
    assert (position.result, position.seals) == (over.result, [[0] * 4, [0] * 4])
    # After it nothing is legal.
    assert list(position.legal_actions()) == []
    assert why(position, "end") == why(position, "pass") == "game-over"


def test_a_tie_is_a_shared_victory_and_banners_left_are_worth_nothing() -> None:
    position = last_turn([[0] * 4, [0] * 4, [0] * 4], [30, 10, 30])
    position.banners[1] = 0
    act(position, "end")
    assert position.result == Result((30, 10, 30), (0, 2), (0, 0, 0))
    assert position.result.ranking == ((1, 0), (1, 2), (3, 1))


def test_a_banner_may_be_handed_in_in_the_last_turn() -> None:
    position = last_turn([[2, 0, 0, 0], [0] * 4], [0, 0])
    act(position, "banner sell red 1")
    assert position.gold == [3, 0]
    (over,) = of_kind(act(position, "end"), GameOver)
    assert over.result.gold == (6, 0)


def stuck(seats: int) -> Position:
    """Nobody has a card or a worker."""
    position = scene(*COLOURS[:seats])
    position.hands, position.own_stock = [()] * seats, [0] * seats
    return position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_when_all_pass_in_a_row_without_a_banner_the_game_ends(seats: int) -> None:
    position = stuck(seats)
    earn(position, 1, "red 2")
    for _ in range(seats - 1):
        act(position, "pass", "end")
        assert not position.over
    events = act(position, "pass", "end")
    assert [type(event) for event in events[1:]] == [TurnEnded, GameOver]
    (over,) = of_kind(events, GameOver)
    assert (over.cause, over.result.winners) == (EndCause.IDLE, (1,))
    assert over.result.gold[1] == 4


@pytest.mark.parametrize(
    ("neutral", "breaks"),
    [
        (0, ["pass", "end", "pass", "banner", "end", "pass", "end", "workers own G4", "end"]),
        (1, ["pass", "end", "workers neutral G4", "end"]),
    ],
)
def test_a_banner_or_an_action_breaks_the_row_of_passes(neutral: int, breaks: list[str]) -> None:
    position = stuck(2)
    position.neutral_stock[1] = neutral
    act(position, *breaks, "pass", "end")
    assert not position.over
    if neutral:
        act(position, "pass", "end")
        assert position.over


PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_examples_of_the_page_run() -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) > 10
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert result.failed == 0, "".join(told)
