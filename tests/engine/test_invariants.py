"""What holds in every position of every game."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from engine.actions import Build, Draw
from engine.events import BannerUsed, BuildingCompleted, GameOver
from engine.game import Game, played_turns
from engine.position import Position
from engine.random_play import random_action
from engine.record import Record
from engine.start import FIRST_GAME, Start
from engine.view import Phase
from tests.engine.play import GAMES, POSITIONS, SEEDS, STARTS, positions_of_a_game
from tests.engine.scenes import EDITION


def check_board(position: Position) -> None:
    """No square holds two things, and the vacant squares are the others."""
    things = [position.start.lot_squares, position.neutral, *position.workers]
    things += [laid.squares for laid in position.buildings]
    filled = 0
    for thing in things:
        assert not filled & thing
        filled |= thing
    assert filled | position.vacant == EDITION.board
    assert not filled & position.vacant
    for number, laid in enumerate(position.buildings):
        assert laid.border == EDITION.border(laid.squares)
        if position.phase is not Phase.MUST or position.turn > 1:
            assert (number in position.open) == bool(laid.border & position.vacant)


def check_amounts(position: Position) -> None:
    """Workers, cards and castle pieces are neither made nor lost."""
    seats = position.start.seats
    for seat in range(seats):
        on_board = position.workers[seat].bit_count()
        assert on_board + position.own_stock[seat] + position.own_supply[seat] == 11
        assert 0 <= position.banners[seat] <= 4
        assert min(position.own_stock[seat], position.own_supply[seat]) >= 0
        assert min(position.seals[seat]) >= 0
        assert position.gold[seat] >= 0
        assert not Counter(position.shown[seat]) - Counter(position.hands[seat])
        assert len(position.hands[seat]) <= 4
    neutral = position.neutral.bit_count() + sum(position.neutral_stock)
    assert neutral + position.neutral_supply == 24
    assert position.neutral_supply >= 0

    first_game = position.start.setup == FIRST_GAME
    cards = Counter(position.stack[position.drawn :]) + Counter(position.face_up)
    for hand in position.hands:
        cards += Counter(hand)
    cards += Counter(laid.card for laid in position.buildings[7 if first_game else 0 :])
    assert cards == Counter(EDITION.deck(first_game=first_game))


def check_castle(position: Position) -> None:
    """28 pieces; the values are what is seen; floors lie on each other."""
    assert sum(map(sum, position.pools)) + sum(position.heights) == 28
    assert position.values == [position.tops.count(number) for number in range(4)]
    assert sum(position.values) <= 10
    for place, height in enumerate(position.heights):
        assert height == position.floor + (position.taken >> place & 1)
        assert (position.tops[place] is None) <= (height == 0)
    assert (position.turns_left is None) == (position.floor < 2)
    if position.phase is Phase.CASTLE:
        assert position.owed > 0
        assert any(position.pools[position.floor])
    else:
        assert position.owed == 0


@pytest.mark.slow
@given(STARTS, SEEDS)
@settings(max_examples=15)
def test_in_every_position_of_a_game(start: Start, seed: int) -> None:
    for position in positions_of_a_game(start, seed):
        check_board(position)
        check_amounts(position)
        check_castle(position)
        assert position.active == (position.turn - 1) % start.seats
    assert position.over
    assert position.result is not None


@given(STARTS, SEEDS)
@settings(max_examples=20)
def test_seals_and_gold_are_what_the_events_told(start: Start, seed: int) -> None:
    rng = Random(seed)
    position = Position(start)
    seals = [[0] * 4 for _ in range(start.seats)]
    gold = [0] * start.seats
    while not position.over:
        for event in position.apply(random_action(position, rng)):
            if isinstance(event, BuildingCompleted):
                for seat, count in enumerate(event.gains):
                    seals[seat][EDITION.family_number[event.card.family]] += count
            elif isinstance(event, BannerUsed):
                gold[event.seat] += event.gold
                for number, count in enumerate(event.sold):
                    seals[event.seat][number] -= count
            elif isinstance(event, GameOver):
                assert [list(sold) for sold in event.sold] == seals
                gold = [had + more for had, more in zip(gold, event.result.sold, strict=True)]
                seals = [[0] * 4 for _ in range(start.seats)]
        assert position.seals == seals
        assert position.gold == gold


@given(POSITIONS, SEEDS)
def test_a_copy_is_independent(position: Position, seed: int) -> None:
    twin = position.copy()
    assert twin == position
    before = position.copy()
    rng = Random(seed)
    for _ in range(20):
        if not twin.over:
            twin.push(random_action(twin, rng))
    assert position == before


@given(GAMES)
@settings(max_examples=20)
def test_the_replay_of_a_games_record_is_the_game(record: Record) -> None:
    text = record.to_json()
    again = Record.from_json(text)
    assert again == record
    position = again.replay()
    assert position.result is not None
    assert Record.of(position, list(again.actions)).to_json() == text
    game = Game.from_log(record.start, [str(action) for action in record.actions])
    assert game.position == position
    assert [
        ply.action for turn in played_turns(record.start, record.actions) for ply in turn.plies
    ] == list(record.actions)


@pytest.mark.slow
@given(STARTS, SEEDS)
@settings(max_examples=25)
def test_undo_restores_exactly(start: Start, seed: int) -> None:
    rng = Random(seed)
    game = Game(start)
    while not game.position.over:
        before = game.position.copy()
        action = random_action(game.position, rng)
        events = game.apply(action)
        reason = game.undo_refusal()
        if reason is None:
            assert game.undo() == action
            assert game.position == before
            assert game.apply(action) == events
        elif reason.code == "card-drawn":
            assert isinstance(action, Build) or game.position.drawn == before.drawn
            drew = [ply.action for ply in game.turn.plies if isinstance(ply.action, Build)]
            assert drew[0].draw is not Draw.NONE
    assert Game.from_log(start, [str(action) for action in game.actions]).position == game.position


@given(STARTS, SEEDS)
@settings(max_examples=25)
def test_a_game_goes_back_to_the_start_of_a_turn_and_on_from_there(start: Start, seed: int) -> None:
    rng = Random(seed)
    game, log, begins = Game(start), list[str](), [0]
    while len(begins) < 12:
        action = random_action(game.position, rng)
        game.apply(action)
        log.append(str(action))
        if len(begins) < game.turn.number:
            begins.append(len(log))
    turn = rng.randint(1, len(begins) - 1)
    kept = begins[turn - 1]
    unplayed = Game.from_log(start, log[:kept])

    assert list(map(str, game.take_back(turn))) == log[kept:]
    assert (game.version, game.actions) == (len(log) + 1, unplayed.actions)
    assert (game.position, game.turn) == (unplayed.position, unplayed.turn)
    assert (game.last_turn, game.before_turn) == (unplayed.last_turn, unplayed.before_turn)
    assert [(one := game.take_back_refusal(at)) and one.code for at in (0, turn, turn + 1)] == [
        "no-such-turn"
    ] * 3  # nothing was played in it since

    entries = [*log, f"takeback {turn}"]
    for entry in log[kept:]:  # the stack has the same cards in the same order
        game.enter(entry)
    assert game.position == Game.from_log(start, log).position
    again = game.take_back_refusal(turn)
    assert again is not None
    assert again.code == "taken-back"
    replayed = Game.from_log(start, [*entries, *log[kept:]])
    assert (replayed.position, replayed.version) == (game.position, game.version)
    assert replayed.copy().taken_back == {turn}


@given(POSITIONS)
def test_telling_and_not_telling_do_the_same(position: Position) -> None:
    if not position.over:
        action = random_action(position, Random(1))
        told, untold = position.copy(), position.copy()
        told.apply(action)
        untold.push(action)
        assert told == untold


@given(STARTS, SEEDS)
@settings(max_examples=5)
def test_workers_stay_where_they_stand(start: Start, seed: int) -> None:
    before, neutral = [0] * start.seats, 0
    for position in positions_of_a_game(start, seed):
        assert not neutral & ~position.neutral
        assert all(not old & ~new for old, new in zip(before, position.workers, strict=True))
        before, neutral = list(position.workers), position.neutral
