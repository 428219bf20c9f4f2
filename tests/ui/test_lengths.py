"""Lobbies and the messages of turns are short in every language.

``tests/e2e/test_presses.py`` measures what a game says to one person. ``MEASURED_GAMES=9`` measures
the messages of more games, and ``-s`` prints them.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from db.games.rows import StoredMessage
from engine.actions import End
from engine.edition_files import load_edition
from engine.game import Game
from engine.random_play import random_start
from engine.start import FREE
from i18n.translation import words_for
from players.levels import level_named
from players.player import Budget
from players.self_play import play
from tabletop.table import Table
from tabletop.time_control import DAILY, USUAL_CLOCK, Preset, by_clock
from tabletop.turn_time import TurnTime
from tests.ui.counting import LANGUAGES, MOST_WORDS, told, words_in
from tests.ui.public.imagined import seated, table
from ui.public.lobby import WHAT_THIS_IS, lobby_post
from ui.public.turn import told_until, turn_parts
from ui.texts.markup import fitted

GAMES: Final = int(os.environ.get("MEASURED_GAMES", "3"))


@pytest.mark.parametrize("preset", [DAILY, None], ids=["daily", "usual"])
@pytest.mark.parametrize("people", [["Ada", "Bela"], ["Ada", "Bela", "Cleo", "Dora"]])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_is_short(language: str, people: list[str], preset: Preset | None) -> None:
    game, words = table(people, 1, 1), words_for(language)
    row = replace(game.row, state="lobby", setup="first-game", seat_limit=4)
    if preset:
        row = replace(row, clock=str(preset.clock), help=preset.help)
    lobby = replace(game, row=row)
    length = by_clock(preset.clock, 4) if preset else None
    called = lobby_post(lobby, words, calling=len(people) == 4, length=length)
    assert words_in(called.text) + words_in(words("New? *Learn*.")) <= MOST_WORDS["lobby"]
    assert (words(WHAT_THIS_IS) in called.text) == (len(people) < 4)


def turns_of_people(seats: int, seed: int) -> Iterator[tuple[Table, StoredMessage]]:
    """A game of journeymen after each turn, with the message of the turn before."""
    start = random_start(load_edition(), FREE, seats, Random(seed))
    journeymen = [level_named("journeyman").player() for _ in range(seats)]
    game, told = Game(start), 1
    for action in play(start, journeymen, seed, [Budget(seconds=None)] * seats).actions:
        game.apply(action)
        if isinstance(action, End) and not game.position.over:
            before = StoredMessage("turn", 2, 4, told)
            yield seated(game, ["Ada", "Bela", "Cleo", "Dora"][:seats]), before
            told = game.position.turn


def words_of_turn(game: Table, before: StoredMessage, language: str) -> int:
    """The words of the message after a turn, whose clock runs."""
    assert game.active is not None
    timing = TurnTime(USUAL_CLOCK, game.active, 0, tuple)
    turns, called = game.turns_since(told_until(game, before)), [game.active.user_id or 0]
    parts = turn_parts(game, words_for(language), before, turns, called, timing=timing)
    return words_in(fitted(parts))


@pytest.mark.slow
def test_the_message_of_a_turn_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    counts: dict[str, list[int]] = {language: [] for language in LANGUAGES}
    for number in range(GAMES):
        for game, before in turns_of_people(2 + number % 3, seed=number):
            for language, found in counts.items():
                found.append(words_of_turn(game, before, language))
    with capsys.disabled():
        for language, found in counts.items():
            sys.stdout.write(f"\n{language}: {told(found, MOST_WORDS['turn'])}")
    for found in counts.values():
        assert len(found) > 20 * GAMES
        # A turn that completes three buildings and sells may take a few more.
        assert sum(count > MOST_WORDS["turn"] for count in found) <= len(found) / 50
        assert max(found) <= MOST_WORDS["turn"] + 5
