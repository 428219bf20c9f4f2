"""Feats of play are read from finished logs; each one is in a game between computer players."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.actions import Banner
from engine.game import Game, played_turns
from engine.random_play import random_action, random_start
from engine.record import Record
from tabletop.club.feats import FEATS, feats_of
from tests.engine.scenes import EDITION

GAMES = (Path(__file__).parent / "feats.jsonl").read_text().splitlines()
WHAT = (
    ("five-at-five at-six", "", "five-at-five great-sale rich-turn raised-two", ""),
    ("three-at-once raised-two by-forty gold-120", ""),
    ("", "", "", "five-at-five paid-three by-one fewest-buildings"),
    ("five-at-five all-families raised-two comeback gold-120", "five-at-five"),
    ("always-ahead fewest-buildings", ""),
)


def replayed(line: str) -> Game:
    record = Record.from_json(line)
    game = Game(record.start)
    for action in record.actions:
        game.apply(action)
    return game


def everything(game: Game) -> tuple[str, ...]:
    turns = {turn.number for turn in played_turns(game.start, game.actions)}
    return feats_of(game, turns, range(game.start.seats))


@pytest.mark.parametrize(("line", "what"), list(zip(GAMES, WHAT, strict=True)))
def test_each_seat_has_its_own_feats(line: str, what: tuple[str, ...]) -> None:
    assert everything(replayed(line)) == what


def test_a_game_is_won_without_a_banner() -> None:
    rng = Random(4)
    game = Game(random_start(EDITION, "first-game", 3, rng))
    while not game.position.over:
        action = random_action(game.position, rng)
        if not isinstance(action, Banner):
            game.apply(action)
    result = game.position.result
    assert result is not None
    [winner] = result.winners
    assert "no-banner" in everything(game)[winner].split()


def test_every_feat_has_a_game_here() -> None:
    shown = {feat for seats in WHAT for feats in seats for feat in feats.split()}
    assert {*shown, "no-banner"} == set(FEATS)
    assert len(FEATS) <= 20


def test_turns_that_a_computer_took_and_seats_of_those_who_left_have_none() -> None:
    game = replayed(GAMES[3])
    turns = {turn.number for turn in played_turns(game.start, game.actions)}
    assert feats_of(game, (), range(2)) == ("comeback gold-120", "")
    assert feats_of(game, turns, [1]) == (
        "five-at-five all-families raised-two",
        "five-at-five",
    )


def test_a_game_that_is_not_over_has_no_feats_of_its_end() -> None:
    record = Record.from_json(GAMES[3])
    game = Game(record.start)
    for action in record.actions[:-1]:
        game.apply(action)
    turns = {turn.number for turn in played_turns(game.start, game.actions)}
    assert feats_of(game, turns, range(2))[0] == "five-at-five all-families raised-two"
