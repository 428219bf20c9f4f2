"""Taking back: within the turn, and never past a card that became known."""

import pytest

from engine.errors import UndoError
from engine.game import Game
from engine.position import Position
from tests.engine.scenes import lay, scene, stand


def game_from(position: Position) -> Game:
    game = Game(position.start)
    game.position = position
    return game


def enter(game: Game, *texts: str) -> None:
    for text in texts:
        game.enter(text)


def refusal(game: Game) -> str | None:
    reason = game.undo_refusal()
    return None if reason is None else reason.code


def test_the_actions_of_a_turn_are_taken_back_one_by_one() -> None:
    position = scene()
    lay(position, "house/red", "A1 B1")
    stand(position, 1, "A2 B2")
    game = game_from(position)
    before = position.copy()
    enter(game, "workers own C1", "castle red 5", "banner sell red 2")
    assert [str(game.undo()) for _ in range(3)] == [
        "banner sell red 2",
        "castle red 5",
        "workers own C1",
    ]
    assert game.position == before
    assert game.actions == []
    assert game.turn.plies == []
    assert game.version == 6


def test_at_the_start_of_a_turn_there_is_nothing_to_take_back() -> None:
    game = game_from(scene())
    assert refusal(game) == "nothing-to-undo"
    enter(game, "workers own G4", "end")
    assert refusal(game) == "nothing-to-undo"
    with pytest.raises(UndoError):
        game.undo()


def test_a_card_drawn_from_the_stack_stays_drawn() -> None:
    game = game_from(scene())
    enter(game, "build house/red F5 F6 draw stack")
    assert refusal(game) == "card-drawn"
    enter(game, "banner")
    enter(game, "undo")
    assert refusal(game) == "card-drawn"


def test_an_open_card_that_was_replaced_stays_taken() -> None:
    game = game_from(scene())
    enter(game, "build house/red F5 F6 draw house/black")
    assert refusal(game) == "card-drawn"


def test_an_open_card_that_was_not_replaced_can_be_put_back() -> None:
    position = scene()
    position.drawn = len(position.stack)
    game = game_from(position)
    before = position.copy()
    enter(game, "build house/red F5 F6 draw house/black", "undo")
    assert game.position == before


def test_a_build_without_a_draw_can_be_taken_back() -> None:
    position = scene()
    position.drawn, position.face_up = len(position.stack), ()
    game = game_from(position)
    enter(game, "build house/red F5 F6 draw none", "undo")
    assert len(game.position.hands[0]) == 4


def test_a_pass_can_be_taken_back() -> None:
    position = scene()
    position.hands[0], position.own_stock[0] = (), 0
    game = game_from(position)
    enter(game, "pass", "undo", "pass", "end")
    assert game.position.idle == 1


def test_a_finished_game_stays_finished() -> None:
    position = scene()
    position.turns_left = 1
    game = game_from(position)
    enter(game, "workers own G4", "end")
    assert refusal(game) == "game-over"


def test_undo_is_an_entry_in_the_log() -> None:
    start = scene().start
    log = ["workers own G4", "undo", "workers own H4", "banner", "undo", "end"]
    game = Game.from_log(start, log)
    assert game.version == len(log)
    assert [str(action) for action in game.actions] == ["workers own H4", "end"]
    assert game.position == Game.from_log(start, ["workers own H4", "end"]).position


def test_the_position_before_the_turn_is_what_others_know() -> None:
    game = game_from(scene())
    before = game.position.copy()
    enter(game, "workers own G4", "banner")
    assert game.before_turn == before
    enter(game, "undo")
    assert game.before_turn == before
    enter(game, "end")
    assert game.before_turn == game.position


def test_a_copy_of_a_game_takes_back_on_its_own() -> None:
    game = game_from(scene())
    before = game.position.copy()
    enter(game, "workers own G4", "banner")
    after = game.position.copy()
    twin = game.copy()
    enter(twin, "undo", "undo", "workers own H4", "end")
    assert game.position == after
    assert game.turn.number == 1
    enter(game, "undo", "undo")
    assert game.position == before
    assert twin.turn.number == 2


def test_a_finished_games_turn_is_its_last() -> None:
    position = scene()
    position.turns_left = 1
    game = game_from(position)
    enter(game, "workers own G4", "end")
    assert game.before_turn is game.position
    assert game.last_turn is game.turn
