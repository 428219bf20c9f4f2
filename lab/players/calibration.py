"""Calibration of the levels' numbers: a level should win three of four games against the one below.

Level by level from the weakest but one, some numbers are tried in games of two against the level
below. The result is printed, not saved: the numbers stand in ``players.levels``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from engine.start import SETUPS
from lab.players.match import Match, MatchGame, play_all, scores
from players.levels import OPPONENTS

GOAL: Final = 0.75
"""The share of games that a level should win against the one below."""
STEPS: Final = (0.5, 0.7, 1.0, 1.4, 2.0)
"""The factors of a level's present number with which it is tried."""


class Trial(NamedTuple):
    """The result of one number tried for a level: its share of wins against the level below."""

    level: str
    number: int
    below: str
    share: float
    within: float


def trials(games: int, seed: int, jobs: int) -> Iterator[Trial]:
    """Yield the trials level by level; the level below has its present number.

    Args:
        games: the games of a number in each set-up.
    """
    for below, level in pairwise(OPPONENTS):
        numbers = sorted({max(1, round(level.number * step)) for step in STEPS})
        for name in [f"{level.name}@{each}" for each in numbers] if level.number else [level.name]:
            played: list[MatchGame] = []
            for setup in SETUPS:
                # Numbers go on over both set-ups: by them the games of a deck stay together.
                match, before = Match((name, below.name), games, seed, setup), len(played)
                played += [
                    game._replace(number=before + game.number) for game in play_all(match, jobs)
                ]
            share = scores(match, played)[0].share
            number = int(name.partition("@")[2] or 0)
            yield Trial(level.name, number, below.name, share.mean, share.within)


def nearest(found: list[Trial]) -> dict[str, Trial]:
    """Return for each level the trial whose share of wins is nearest to the goal."""
    best: dict[str, Trial] = {}
    for trial in found:
        other = best.get(trial.level)
        if other is None or abs(trial.share - GOAL) < abs(other.share - GOAL):
            best[trial.level] = trial
    return best
