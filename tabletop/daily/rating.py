"""Ratings by positions of the day: an answer is a game of two, the person against the position.

The model is that of the club's ranking, Plackett's and Luce's of ``openskill``, with two players.
The person wins by finding the answer. Glicko would need periods of several games, and a person has
one answer a day; and one model for both rankings is one scale to read.
"""

from __future__ import annotations

from typing import Final

from db.daily.rows import StoredRating
from players.daily.puzzle import Puzzle
from players.levels import OPPONENTS
from tabletop.club.rating import START, STEP, UNKNOWN, model

THOUSAND: Final = 1000
HARDEST: Final = 8.0
"""By how much a position that no level finds is stronger than a person without answers, in the
model's points; one that all find is weaker by as much."""
LEAST_ANSWERS: Final = 5
"""Answers below which a rating is provisional."""


def expected(puzzle: Puzzle) -> StoredRating:
    """Return a position's rating before any answer, by the levels that find it."""
    share = len(puzzle.found) / len(OPPONENTS)
    mu = UNKNOWN.mu + HARDEST * (1 - 2 * share)
    return StoredRating(round(mu * THOUSAND), round(UNKNOWN.sigma * THOUSAND), 0)


def rated(
    person: StoredRating, position: StoredRating, *, found: bool
) -> tuple[StoredRating, StoredRating]:
    """Return the ratings of a person and a position after an answer."""
    teams = [
        [model().rating(mu=one.mu / THOUSAND, sigma=one.sigma / THOUSAND)]
        for one in (person, position)
    ]
    [[now], [of_day]] = model().rate(teams, ranks=[1.0, 2.0] if found else [2.0, 1.0])
    return _row(now.mu, now.sigma, person), _row(of_day.mu, of_day.sigma, position)


def beginner() -> StoredRating:
    """Return the rating of a person without answers."""
    return StoredRating(round(UNKNOWN.mu * THOUSAND), round(UNKNOWN.sigma * THOUSAND), 0)


def points(rating: StoredRating) -> int:
    """Return the number that people read: 1000 for a person without answers."""
    return round(START + STEP * (rating.mu / THOUSAND - UNKNOWN.mu))


def _row(mu: float, sigma: float, before: StoredRating) -> StoredRating:
    return StoredRating(round(mu * THOUSAND), round(sigma * THOUSAND), before.answers + 1)
