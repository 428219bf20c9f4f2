"""The desk at which a position of the day is decided, as its seat may see it."""

from __future__ import annotations

from typing import Final

from engine.game import Game
from i18n.naming import capital
from i18n.translation import Words
from players.daily.puzzle import Puzzle
from ui.panel.desk import Desk
from ui.panel.loose import loose_desk

DAILY: Final = 999_999_999
"""Stands for the number of the game in custom ids of positions of the day; no game gets so far."""


def daily_desk(puzzle: Puzzle, user: int, words: Words) -> Desk:
    """Return the desk of the seat that decides, whose owner the person is."""
    record = puzzle.record
    game = Game.from_log(record.start, [str(action) for action in record.actions])
    seat = game.position.active
    return loose_desk(game, puzzle.day, seat, colour_names(puzzle, words), user, words)


def colour_names(puzzle: Puzzle, words: Words) -> list[str]:
    """Return the players' colours as names, since nobody played the game."""
    return [capital(words.name(colour)) for colour in puzzle.record.start.colours]
