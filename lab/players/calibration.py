"""Finding the levels' numbers again: each level with one should win three games of four.

Level by level from the weakest but one, some numbers are tried in games of two against the level
below. What is found is told, not changed: the numbers stand in ``players.levels``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from engine.start import SETUPS
from lab.players.match import Match, MatchGame, play_all, scores
from players.levels import OPPONENTS

GOAL: Final = 0.75
"""What a level should win against the one below."""
STEPS: Final = (0.5, 0.7, 1.0, 1.4, 2.0)
"""Times its number now, a level is tried with these."""


class Trial(NamedTuple):
    """What one number came to: the share of wins against the level below, within so much."""

    level: str
    number: int
    below: str
    share: float
    within: float


def trials(games: int, seed: int, jobs: int) -> Iterator[Trial]:
    """Every number that is tried, level by level; the level below has its number of now.

    Args:
        games: how many are played for a number in each set-up.
    """
    for below, level in pairwise(OPPONENTS):
        numbers = sorted({max(1, round(level.number * step)) for step in STEPS})
        for name in [f"{level.name}@{each}" for each in numbers] if level.number else [level.name]:
            played: list[MatchGame] = []
            for setup in SETUPS:
                match, before = Match((name, below.name), games, seed, setup), len(played)
                played += [
                    game._replace(number=before + game.number) for game in play_all(match, jobs)
                ]
            share = scores(match, played)[0].share
            number = int(name.partition("@")[2] or 0)
            yield Trial(level.name, number, below.name, share.mean, share.within)


def nearest(found: list[Trial]) -> dict[str, Trial]:
    """For each level the trial that came nearest to the goal."""
    best: dict[str, Trial] = {}
    for trial in found:
        other = best.get(trial.level)
        if other is None or abs(trial.share - GOAL) < abs(other.share - GOAL):
            best[trial.level] = trial
    return best
