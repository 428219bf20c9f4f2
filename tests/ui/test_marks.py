"""What private pictures mark: everything since one's own last turn, each thing by who did it."""

from random import Random

import pytest

from engine.actions import End
from engine.game import Game, played_turns
from engine.random_play import random_action, random_start
from engine.story import Changes, changes_of
from tests.engine.scenes import EDITION
from tests.ui.tables import table_of
from ui.pictures import marks_now


def _game(seed: int, seats: int, turns: int) -> Game:
    """A random game after so many turns, at a turn's beginning."""
    rng = Random(seed)
    game = Game(random_start(EDITION, "first-game", seats, rng))
    while not game.position.over and game.position.turn <= turns:
        game.apply(random_action(game.position, rng))
    return game


def _changes(game: Game, first: int, last: int) -> Changes:
    turns = played_turns(game.start, game.actions)
    return changes_of(turn for turn in turns if first <= turn.number <= last)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("turns", [1, 2, 7, 12])
def test_a_player_sees_all_since_the_own_turn(seats: int, turns: int) -> None:
    game = _game(seats, seats, turns)
    table, done = table_of(game), game.position.turn - 1
    for seat in range(seats):
        own = [number for number in range(1, done + 1) if (number - 1) % seats == seat]
        since = own[-1] + 1 if own else 1
        # who has just had a turn sees what it brought, until another's is over
        expected = _changes(game, min(since, done), done)
        assert marks_now(table, 100 + seat).changed == expected
    in_turn = marks_now(table, 100 + done % seats).changed
    movers = {seat for seat, _ in in_turn.placed}
    assert done % seats not in movers or done < seats


def test_everybody_else_sees_the_last_turn() -> None:
    game = _game(5, 4, 9)
    table, done = table_of(game), game.position.turn - 1
    last = _changes(game, done, done)
    assert marks_now(table).changed == last
    assert marks_now(table, 999).changed == last


def test_what_one_has_done_in_the_turn_belongs_to_it_for_oneself_alone() -> None:
    game, rng = _game(8, 3, 6), Random(8)
    table, done = table_of(game), game.position.turn - 1
    active = game.position.active
    before = marks_now(table, 100 + active).changed
    while isinstance(action := random_action(game.position, rng), End):
        pass
    game.apply(action)
    mine = marks_now(table, 100 + active).changed
    assert len(mine.placed) == len(before.placed) + 1
    assert {seat for seat, _ in mine.placed} >= {active}
    assert marks_now(table).changed == _changes(game, done, done)
    other = 100 + (active + 1) % 3
    assert all(seat != active for seat, _ in marks_now(table, other).changed.placed)


def test_the_changes_are_those_of_the_events() -> None:
    game = _game(3, 4, 30)
    turns = played_turns(game.start, game.actions)
    changed = changes_of(turns)
    view = game.position.view()
    assert changed.squares & ~view.edition.board == 0
    finished = {piece.squares for piece in view.buildings if piece.completed}
    assert {event.squares for event in changed.completed} <= finished
    assert sum(view.heights) == len(changed.pieces)
    if changed.pieces:
        assert changed.values_before == changed.pieces[0].before
        assert changed.pieces[-1].after == view.values
