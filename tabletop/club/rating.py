"""How strong people are, from the games they played against each other.

The model is Plackett's and Luce's, as ``openskill`` has it: a game is its ranking, of any number of
people and with ties. What is believed of a person is a strength and how uncertain that is; their
rating is what they are worth almost surely, so it grows as more is known. Nothing fades with time.
Ratings follow from the finished games alone and are never kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from tabletop.club.counted_games import CountedGame

LEAST_GAMES: Final = 5
"""Before so many games a rating says too little to be shown."""

START: Final = 1000
"""The rating of somebody of whom nothing is known."""
STEP: Final = 40
"""Points of rating for one of the model's."""

MODEL: Final = PlackettLuce()


class RatingPoint(NamedTuple):
    """A person's rating after a game that ended at a time, in milliseconds UTC."""

    at: int
    rating: int


def courses(games: Iterable[CountedGame]) -> Mapping[int, tuple[RatingPoint, ...]]:
    """How everybody's rating went, game by game, by person.

    Who was forgotten is met as somebody of whom nothing is known.
    """
    known: dict[int, PlackettLuceRating] = {}
    found: dict[int, list[RatingPoint]] = defaultdict(list)
    for game in sorted(games, key=lambda game: (game.ended_at, game.number)):
        players = game.players
        before = [
            MODEL.rating() if player.person is None else known.get(player.person) or MODEL.rating()
            for player in players
        ]
        ranks = [float(player.rank) for player in players]
        after = MODEL.rate([[rating] for rating in before], ranks=ranks)
        for player, [rating] in zip(players, after, strict=True):
            if player.person is not None:
                known[player.person] = rating
                found[player.person].append(RatingPoint(game.ended_at, points(rating)))
    return {person: tuple(course) for person, course in found.items()}


def points(rating: PlackettLuceRating) -> int:
    """What the model believes of somebody as the number that people read."""
    return round(rating.ordinal(alpha=STEP, target=START))
