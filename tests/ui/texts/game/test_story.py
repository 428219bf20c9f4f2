"""The story of a game: three or four sentences of public facts, in whole games of random play."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.game import Game
from engine.random_play import random_action, random_start
from i18n.translation import ENGLISH, words_for
from tests.engine.scenes import EDITION
from tests.ui.tables import table_of
from ui.texts.game.story import first_turn_for, story_of_game


def game_of(seed: int, seats: int, turns: int = 1_000) -> Game:
    rng = Random(seed)
    game = Game(random_start(EDITION, "first-game", seats, rng))
    while not game.position.over and game.position.turn <= turns:
        game.apply(random_action(game.position, rng))
    return game


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_a_story_is_short_and_names_turns_that_were_played(language: str) -> None:
    for seed in range(4):
        game = game_of(seed, 2 + seed % 3)
        told = story_of_game(table_of(game), 1, words_for(language))
        assert 2 <= len(told.lines) <= 5
        assert len(re.findall(r"\w+", " ".join(told.lines))) <= 75
        assert 1 <= len(told.pictured) <= 3
        assert list(told.pictured) == sorted(set(told.pictured))
        assert all(1 <= turn <= game.position.turn for turn in told.pictured)
        assert not any("{" in line for line in told.lines)


def test_a_running_game_shows_one_moment_and_only_turns_that_are_asked_for() -> None:
    game = game_of(5, 3, turns=24)
    told = story_of_game(table_of(game), 20, ENGLISH)
    assert told.lines[0].startswith("Since turn 19, ")
    assert len(told.pictured) <= 1
    named = [int(turn) for line in told.lines for turn in re.findall(r"^Turn (\d+):", line)]
    assert all(20 <= turn <= 24 for turn in named)


def test_a_player_is_told_what_was_missed_and_a_spectator_all() -> None:
    table = table_of(game_of(5, 3, turns=9))
    active = table.running_game().position.active
    assert first_turn_for(table, 100 + active) == table.running_game().position.turn - 2
    assert first_turn_for(table, 999) == 1


def test_nothing_to_tell_is_said() -> None:
    game = Game(random_start(EDITION, "first-game", 2, Random(1)))
    told = story_of_game(table_of(game), 1, ENGLISH)
    assert told.lines == ("So far 0 turns were played.",)
    assert told.pictured == ()
