"""What holds for every level: it is legal, fair, repeatable, and in time."""

from random import Random

import pytest
from hypothesis import given, settings

from engine.actions import Action
from engine.position import Position
from engine.random_play import random_start
from engine.start import SETUPS
from players.deciding import decide
from players.game import play
from players.levels import BUDGETS, LEVELS, OPPONENTS, LevelError, player
from players.player import Budget
from tests.engine.play import POSITIONS, SEEDS
from tests.engine.scenes import EDITION, earn, lay, put_pieces, scene, stand
from tests.engine.test_counts import SMALL
from tests.engine.test_views import with_other_cards

FEW = Budget(playouts=6)


def decided(position: Position, level: str, seed: int = 0, budget: Budget = FEW) -> Action:
    return decide(level, position.observe(position.active), seed, budget)


@pytest.mark.parametrize("level", ["apprentice", "journeyman"])
@given(POSITIONS)
@settings(max_examples=700)
def test_a_quick_level_is_legal_everywhere(level: str, position: Position) -> None:
    if not position.over:
        assert position.is_legal(decided(position, level))


@given(POSITIONS)
def test_the_master_is_legal_everywhere(position: Position) -> None:
    if not position.over:
        assert position.is_legal(decided(position, "master"))


@pytest.mark.parametrize("level", OPPONENTS)
@given(POSITIONS, SEEDS)
@settings(max_examples=50)
def test_a_level_knows_no_more_than_its_seat(level: str, position: Position, seed: int) -> None:
    if not position.over:
        others = [seat for seat in range(position.start.seats) if seat != position.active]
        other = with_other_cards(position, others, Random(seed))
        assert decided(position, level, seed) == decided(other, level, seed)


@pytest.mark.parametrize("level", OPPONENTS)
@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("setup", SETUPS)
def test_a_level_plays_whole_games(setup: str, seats: int, mirror: bool, level: str) -> None:
    start = random_start(EDITION, setup, seats, Random(seats), mirror=mirror)
    # Every action is checked as it is applied, and the replay checks them again.
    players = [player("journeyman") for _ in range(seats)]
    players[0] = player(level)
    record = play(start, players, 1, [FEW] * seats)
    assert record.replay().over


@pytest.mark.parametrize("level", OPPONENTS)
def test_a_level_plays_other_editions(level: str) -> None:
    for setup in SETUPS:
        start = random_start(SMALL, setup, 3, Random(1))
        players = [player(level), player("apprentice"), player("journeyman")]
        assert play(start, players, 1, [FEW] * 3).replay().over


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_game(level: str) -> None:
    start = random_start(EDITION, "free", 2, Random(5))
    one, other = (
        play(start, [player(level), player("apprentice")], 3, [FEW] * 2) for _ in range(2)
    )
    assert one == other


@given(POSITIONS)
@settings(max_examples=50)
def test_there_is_an_answer_when_time_is_up_already(position: Position) -> None:
    if not position.over:
        assert position.is_legal(decided(position, "master", budget=Budget(seconds=0)))


@pytest.mark.parametrize("level", OPPONENTS)
def test_a_level_answers_for_the_seat_to_act_only(level: str) -> None:
    with pytest.raises(ValueError, match="turn"):
        decide(level, scene().observe(1), 0, FEW)


@pytest.mark.parametrize("level", OPPONENTS)
def test_a_level_passes_when_it_must(level: str) -> None:
    position = scene()
    position.hands[0], position.own_stock[0] = (), 0
    assert str(decided(position, level)) == "pass"


@pytest.mark.parametrize("level", ["apprentice", "journeyman"])
def test_a_level_sells_what_is_dear(level: str) -> None:
    position = scene()
    earn(position, 0, "red 8 black 1")
    put_pieces(position, "red 5, red 10, red 2")
    position.apply(position.parse("workers own G4"))
    assert position.values == [5, 2, 1, 2]
    assert str(decided(position, level)) == "banner sell red 8"


@pytest.mark.parametrize("level", ["journeyman", "master"])
def test_a_level_finishes_what_pays(level: str) -> None:
    position = scene()
    lay(position, "monastery/red", "A1 B1 C1 D1")
    stand(position, 0, "A2 B2 C2")
    stand(position, 1, "E1")
    action = decided(position, level, budget=Budget(playouts=60))
    completed = position.completions(action)
    assert completed[0].gains[0] >= 4


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(LevelError, match=r"«mason».*apprentice, journeyman, master"):
        decide("mason", scene().observe(0), 0, FEW)


def test_every_level_has_a_budget() -> None:
    assert set(BUDGETS) == set(LEVELS)
    assert set(OPPONENTS) < set(LEVELS)
