"""People's ratings, computed from the games they played against each other.

The model is Plackett's and Luce's, as ``openskill`` has it: a game is its ranking, of any number of
people and with ties. The model holds a strength and its uncertainty for each person; the rating is
a value that the strength almost surely exceeds, so it grows with the number of games. Nothing fades
with time. Ratings follow from the finished games alone, in the order of their ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from tabletop.club.counted_games import CountedGame

LEAST_GAMES: Final = 5
"""The number of games below which a rating says little, and is marked as provisional."""

START: Final = 1000
"""The rating of a person without games."""
STEP: Final = 40
"""Points of rating for one of the model's."""


class Strength(NamedTuple):
    """The strength of a person in the model, and its uncertainty."""

    mu: float
    sigma: float


class RatingPoint(NamedTuple):
    """The rating of a person after a game, with the time of the game's end in milliseconds UTC."""

    at: int
    rating: int


UNKNOWN: Final = Strength(25.0, 25 / 3)
"""The strength of a person without games, and of one who was forgotten."""


@cache
def model() -> PlackettLuce:
    """Return the model of strengths, which the first rating loads."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rated(game: CountedGame, before: Sequence[Strength]) -> list[Strength]:
    """Return the strength of each player after a game; ``before`` is theirs before it."""
    teams = [[model().rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = model().rate(teams, ranks=[float(player.rank) for player in game.players])
    return [Strength(rating.mu, rating.sigma) for [rating] in after]


def points(strength: Strength) -> int:
    """Return the displayed number for a strength."""
    rating = model().rating(mu=strength.mu, sigma=strength.sigma)
    return round(rating.ordinal(alpha=STEP, target=START))
