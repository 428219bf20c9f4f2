"""Taking back within a turn, and what a prepared action rests on."""

from random import Random

import pytest

from engine.actions import Build, Draw, Workers
from engine.errors import NotationError, UndoError
from engine.game import Game
from engine.position import Position
from engine.preview import hindrance, in_turn, rests_on
from engine.random_play import random_action, random_start
from engine.start import FIRST_GAME
from engine.view import Phase
from tests.engine.scenes import EDITION, lay, scene, stand


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


@pytest.mark.parametrize("entry", ["takeback", "takeback 0", "takeback 01", "takeback  1", "Undo"])
def test_only_the_exact_words_take_back(entry: str) -> None:
    with pytest.raises(NotationError):
        game_from(scene()).enter(entry)


def test_a_finished_game_does_not_go_back() -> None:
    position = scene()
    position.turns_left = 1
    game = game_from(position)
    enter(game, "workers own G4", "end")
    with pytest.raises(UndoError, match="over"):
        game.enter("takeback 1")


def quiet_actions(position: Position) -> list[Build | Workers]:
    """Actions of the turn that complete nothing, one of each card and one of workers."""
    found: dict[object, Build | Workers] = {}
    for action in position.legal_actions():
        if isinstance(action, Build | Workers) and not position.completions(action):
            found.setdefault(action.card if isinstance(action, Build) else Workers, action)
    return list(found.values())


def goes_on(position: Position) -> bool:
    """Whether the end has not begun."""
    return not position.over and position.turns_left is None


@pytest.mark.slow
def test_an_action_is_hindered_exactly_by_a_change_of_what_it_rests_on() -> None:
    rng = Random(5)
    position, seen = Position(random_start(EDITION, FIRST_GAME, 2, rng)), set()
    while goes_on(position):
        if position.phase is Phase.MUST:
            other = 1 - position.active
            ahead = in_turn(position, other)
            prepared = [(one, rests_on(ahead, one)) for one in quiet_actions(ahead)]
            for action, rests in prepared:
                assert hindrance(ahead, action, rests) is None
                filled = (
                    action.squares if isinstance(action, Build) else action.own | action.neutral
                )
                assert filled & ~rests == 0
            while position.active != other and goes_on(position):
                position.push(random_action(position, rng))
            if not goes_on(position):
                break
            for action, rests in prepared:
                found = hindrance(position, action, rests)
                gone = rests & ~position.vacant
                if found is None:
                    assert not gone
                    assert position.is_legal(action)
                    assert not position.completions(action)
                else:
                    seen.add(found.code)
                    assert found.squares & ~gone == 0
                    assert found.code not in ("taken", "beside") or found.squares
        else:
            position.push(random_action(position, rng))
    assert {"taken", "beside", "draw"} <= seen


def test_a_draw_that_is_gone_hinders() -> None:
    position = Position(random_start(EDITION, FIRST_GAME, 2, Random(1)))
    build = next(one for one in quiet_actions(position) if isinstance(one, Build))
    rests = rests_on(position, build)
    open_cards = position.draws()
    gone = next(card for card in EDITION.deck(first_game=True) if card not in open_cards)
    for draw, hindered in ((Draw.STACK, False), (gone, True), (Draw.NONE, True)):
        found = hindrance(position, Build(build.card, build.squares, draw), rests)
        assert (found is not None and found.code == "draw") == hindered


def test_what_completes_a_building_waits_for_its_player() -> None:
    rng = Random(2)
    position = Position(random_start(EDITION, FIRST_GAME, 2, rng))
    completing = next(
        action
        for action in position.legal_actions()
        if isinstance(action, Workers) and position.completions(action)
    )
    found = hindrance(position, completing, rests_on(position, completing))
    assert found is not None
    assert found.code == "completes"
