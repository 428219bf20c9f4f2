"""Random play: every legal action can occur, and the same random numbers give the same game."""

from random import Random

import pytest

from engine.errors import StartError
from engine.position import Position
from engine.random_play import random_action, random_game, random_start
from engine.view import Phase
from tests.engine.scenes import EDITION, act, earn, give, put_any_pieces, scene


def occurring(position: Position, times: int) -> set[str]:
    rng = Random(1)
    return {str(random_action(position, rng)) for _ in range(times)}


def legal(position: Position) -> set[str]:
    return {str(action) for action in position.legal_actions()}


def test_every_build_and_placement_occurs() -> None:
    position = scene(hand="house/red house/red tavern/black mill/silver")
    position.hands[0] = position.hands[0][:1]
    position.own_stock[0] = 1
    give(position, 0, neutral=1)
    assert occurring(position, 20_000) == legal(position)


def test_every_castle_piece_occurs() -> None:
    position = scene()
    put_any_pieces(position, 4)
    position.phase, position.owed = Phase.CASTLE, 1
    assert occurring(position, 2000) == legal(position)


def test_every_sale_occurs() -> None:
    position = scene()
    earn(position, 0, "red 2 olive 1 silver 3")
    act(position, "workers own G4")
    assert occurring(position, 2000) == legal(position)


def test_the_same_numbers_give_the_same_game() -> None:
    games = []
    for _ in range(2):
        rng = Random(7)
        games.append(random_game(random_start(EDITION, "free", 3, rng), rng))
    assert games[0] == games[1]


def test_starts_differ() -> None:
    rng = Random(1)
    starts = [random_start(EDITION, "free", 2, rng) for _ in range(100)]
    assert {str(start.lot) for start in starts} == {str(lot) for lot in EDITION.lots}
    assert len({start.colours for start in starts}) == 12
    assert len({start.deck for start in starts}) == 100


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_so_many_cannot_play(seats: int) -> None:
    with pytest.raises(StartError):
        random_start(EDITION, "free", seats, Random(1))


def test_after_the_end_there_is_nothing_to_play() -> None:
    position = scene()
    position.turns_left = 1
    act(position, "workers own G4", "end")
    with pytest.raises(ValueError, match="over"):
        random_action(position, Random(1))
