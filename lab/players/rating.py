"""Ratings of players by the games they played against each other.

The model is Bradley's and Terry's: of two at a table, one has more gold than the other with a
chance that depends on the difference of their ratings. Ratings are those of maximum likelihood, 400
points for odds of ten to one, the average 0. Each player has half a win and half a loss against an
average one besides, so that no rating is infinite. The 95% intervals are bootstrapped: decks are
drawn anew from those played, with replacement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log10
from random import Random
from typing import Final, NamedTuple

ROUNDS: Final = 200
RESAMPLED: Final = 100


class RatedGame(NamedTuple):
    """A played game: the key of its deck, the players in their seats, and their gold at the end.

    The games of a deck belong together: the same cards, with each player in every seat.
    """

    deck: str
    names: tuple[str, ...]
    gold: tuple[int, ...]


class RatedPlayer(NamedTuple):
    """A player's rating, the interval it lies in, and the games it played."""

    name: str
    rating: float
    low: float
    high: float
    games: int


def rated(tables: Sequence[RatedGame], seed: int = 0) -> list[RatedPlayer]:
    """Return the ratings of all who played, the strongest first."""
    decks: dict[str, list[RatedGame]] = defaultdict(list)
    games: dict[str, int] = defaultdict(int)
    for table in tables:
        decks[table.deck].append(table)
        for name in table.names:
            games[name] += 1
    ratings = _ratings(tables)
    rng = Random(seed)
    drawn: dict[str, list[float]] = {name: [] for name in ratings}
    every = sorted(decks)
    for _ in range(RESAMPLED):
        # Decks are resampled, not games: the games of a deck are not independent.
        sample = [table for deck in rng.choices(every, k=len(every)) for table in decks[deck]]
        for name, rating in _ratings(sample).items():
            drawn[name].append(rating)
    found = []
    for name, rating in ratings.items():
        others = sorted(drawn[name]) or [rating]
        low, high = others[round(len(others) * 0.025)], others[round(len(others) * 0.975) - 1]
        found.append(RatedPlayer(name, rating, min(low, rating), max(high, rating), games[name]))
    return sorted(found, key=lambda each: -each.rating)


def _ratings(tables: Sequence[RatedGame]) -> Mapping[str, float]:
    """Return the ratings of maximum likelihood, by Hunter's iteration (MM)."""
    wins: dict[str, float] = defaultdict(float)
    met: dict[tuple[str, str], int] = defaultdict(int)
    for table in tables:
        for place, (name, gold) in enumerate(zip(table.names, table.gold, strict=True)):
            for other, others in zip(
                table.names[place + 1 :], table.gold[place + 1 :], strict=True
            ):
                # Two seats of the same player say nothing of its strength.
                if name == other:
                    continue
                share = 0.5 if gold == others else float(gold > others)
                wins[name] += share
                wins[other] += 1 - share
                met[min(name, other), max(name, other)] += 1
    strength = dict.fromkeys(wins, 1.0)
    for _ in range(ROUNDS):
        # One game, half won, against an average player of strength 1: hence the 0.5 below.
        weight = {name: 1 / (strength[name] + 1.0) for name in strength}
        for (one, other), times in met.items():
            each = times / (strength[one] + strength[other])
            weight[one] += each
            weight[other] += each
        strength = {name: (wins[name] + 0.5) / weight[name] for name in strength}
    points = {name: 400 * log10(value) for name, value in strength.items()}
    mean = sum(points.values()) / max(1, len(points))
    return {name: value - mean for name, value in points.items()}
