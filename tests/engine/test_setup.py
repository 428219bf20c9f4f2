"""How a game is laid out, and what the engine offers to other programs."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.errors import StartError
from engine.events import EndBegun, EndCause, GameOver, TurnEnded
from engine.position import Position
from engine.squares import square_names
from engine.start import FIRST_GAME, FREE, Start
from engine.view import Phase, Result
from tests.engine.scenes import EDITION, act, earn, lay, of_kind, put_any_pieces, scene, stand, why

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


def finishing_floor_2(seats: int) -> Position:
    """The first seat has just placed the twentieth piece."""
    position = scene(*("violet", "green", "yellow", "orange")[:seats])
    put_any_pieces(position, 19)
    lay(position, "house/red", "A1 B1")
    stand(position, None, "A2 B2")
    act(position, "workers own C1")
    events = position.apply(next(position.legal_actions()))
    assert of_kind(events, EndBegun) == [EndBegun(0, seats)]
    return position


def test_after_the_twentieth_piece_everyone_has_one_more_turn_the_placer_last() -> None:
    for seats in (2, 3, 4):
        position = finishing_floor_2(seats)
        assert position.turns_left == seats + 1
        act(position, "end")
        turns = []
        while not position.over:
            turns.append(position.active)
            assert position.turns_left == seats + 1 - len(turns)
            position.push(next(a for a in position.legal_actions() if str(a).startswith("build")))
            events = act(position, "end")
        assert turns == [*range(1, seats), 0]
        (over,) = of_kind(events, GameOver)
        assert over.cause is EndCause.CASTLE


def test_the_turn_in_which_the_end_begins_goes_on_normally() -> None:
    position = finishing_floor_2(2)
    assert position.phase is Phase.CAN
    act(position, "banner", "end")
    assert position.active == 1


def test_the_final_sale_sells_everything_at_the_final_values() -> None:
    position = finishing_floor_2(2)
    position.values = [3, 0, 4, 1]
    position.seals = [[2, 5, 1, 0], [0, 9, 2, 3]]
    position.gold = [10, 20]
    position.turns_left = 1
    (over,) = of_kind(act(position, "end"), GameOver)
    assert over.sold == ((2, 5, 1, 0), (0, 9, 2, 3))
    assert over.result == Result(gold=(20, 31), winners=(1,), sold=(10, 11))
    assert position.result == over.result
    assert position.seals == [[0] * 4, [0] * 4]


def test_a_tie_is_a_shared_victory() -> None:
    position = finishing_floor_2(3)
    position.seals = [[0] * 4 for _ in range(3)]
    position.gold = [30, 10, 30]
    position.turns_left = 1
    act(position, "end")
    assert position.result is not None
    assert position.result.winners == (0, 2)
    assert position.result.ranking == ((1, 0), (1, 2), (3, 1))


def test_after_the_end_nothing_is_legal() -> None:
    position = finishing_floor_2(2)
    position.turns_left = 1
    act(position, "end")
    assert list(position.legal_actions()) == []
    assert why(position, "end") == "game-over"
    assert why(position, "pass") == "game-over"


def stuck(seats: int) -> Position:
    """Nobody has a card or a worker."""
    position = scene(*("violet", "green", "yellow", "orange")[:seats])
    position.hands = [()] * seats
    position.own_stock = [0] * seats
    return position


def test_when_all_pass_in_a_row_without_a_banner_the_game_ends() -> None:
    for seats in (2, 3, 4):
        position = stuck(seats)
        earn(position, 1, "red 2")
        for _ in range(seats - 1):
            act(position, "pass", "end")
            assert not position.over
        events = act(position, "pass", "end")
        assert [type(event) for event in events[1:]] == [TurnEnded, GameOver]
        (over,) = of_kind(events, GameOver)
        assert over.cause is EndCause.IDLE
        assert over.result.winners == (1,)
        assert over.result.gold[1] == 4


def test_a_banner_breaks_the_row_of_passes() -> None:
    position = stuck(2)
    act(position, "pass", "end", "pass", "banner", "end")
    assert not position.over
    act(position, "pass", "end", "workers own G4", "end")
    assert not position.over
    act(position, "pass", "end")
    assert not position.over


def test_an_action_breaks_the_row_of_passes() -> None:
    position = stuck(2)
    position.neutral_stock[1] = 1
    act(position, "pass", "end", "workers neutral G4", "end", "pass", "end")
    assert not position.over
    act(position, "pass", "end")
    assert position.over


def test_a_turn_is_ended_by_its_number() -> None:
    position = scene()
    assert act(position, "workers own G4", "end")[-1] == TurnEnded(seat=0, turn=1)
    assert act(position, "workers own H4", "end")[-1] == TurnEnded(seat=1, turn=2)
    assert (position.turn, position.active, position.ply) == (3, 0, 4)


def test_a_banner_left_at_the_end_is_worth_nothing() -> None:
    position = finishing_floor_2(2)
    position.turns_left = 1
    position.seals = [[0] * 4, [0] * 4]
    assert position.banners == [4, 4]
    (over,) = of_kind(act(position, "end"), GameOver)
    assert over.result.gold == (0, 0)


def test_a_banner_may_be_handed_in_in_the_last_turn() -> None:
    position = finishing_floor_2(2)
    position.turns_left = 1
    position.seals = [[2, 0, 0, 0], [0] * 4]
    position.values = [3, 0, 0, 0]
    act(position, "banner sell red 1")
    assert position.gold[0] == 3
    (over,) = of_kind(act(position, "end"), GameOver)
    assert over.result.gold[0] == 6


ROOT = Path(__file__).parents[2]
IMPORT_ALL = """
import importlib, pkgutil, engine
for module in pkgutil.iter_modules(engine.__path__):
    importlib.import_module(f"engine.{module.name}")
"""


@pytest.mark.slow
def test_it_needs_the_standard_library_only() -> None:
    """Without the site's packages everything can be imported."""
    done = subprocess.run([sys.executable, "-S", "-c", IMPORT_ALL], cwd=ROOT, capture_output=True)
    assert done.stderr == b""
    assert done.returncode == 0


def test_all_that_it_names_is_there() -> None:
    for name in engine.__all__:
        assert getattr(engine, name) is not None


PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_examples_of_the_page_run() -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) > 10
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert result.failed == 0, "".join(told)
