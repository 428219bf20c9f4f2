"""People's ratings, computed from the games they played against each other.

The model is Plackett's and Luce's, as ``openskill`` has it: a game is its ranking, of any number of
people and with ties. The model holds a strength and its uncertainty for each person; the rating is
a value that the strength almost surely exceeds, so it grows with the number of games. Nothing fades
with time. Ratings follow from the finished games alone and are never stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from tabletop.club.counted_games import CountedGame

LEAST_GAMES: Final = 5
"""The number of games below which a rating says too little to be shown."""

START: Final = 1000
"""The rating of a person without games."""
STEP: Final = 40
"""Points of rating for one of the model's."""

MODEL: Final = PlackettLuce()


class RatingPoint(NamedTuple):
    """The rating of a person after a game, with the time of the game's end in milliseconds UTC."""

    at: int
    rating: int


def courses(games: Iterable[CountedGame]) -> Mapping[int, tuple[RatingPoint, ...]]:
    """Return each person's rating after each of their games.

    A forgotten person is met as a person without games.
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
    """Return the displayed number for a rating of the model."""
    return round(rating.ordinal(alpha=STEP, target=START))
