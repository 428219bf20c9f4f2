"""Players' figures, as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tabletop.club.rating import LEAST_GAMES, RatingPoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of a person; ``None`` where there are no games to compute them from.

    Attributes:
        person: the id of the person.
        games, wins: numbers of games and victories against people; a shared victory counts.
        abandoned: the number of these games that they left or were replaced in for lateness.
        gold: the median of their gold at the end.
        turn: the median of how long their last turns took, in milliseconds.
        favourite: the form they built most often, the first in the alphabet of several, and how
            often.
        sale: the most that one of their sales with a banner brought.
        series: the longest run of consecutive victories.
        others, other_wins: numbers of games and victories against computer players.
        feats: how often they did each feat, in games against people.
        rating: the rating; None before the first game against people.
        level: the level of computer players that is about as strong; None without a game.
        course: their rating after each of their last games; empty where it was not asked for.
    """

    person: int
    games: int = 0
    wins: int = 0
    abandoned: int = 0
    gold: float | None = None
    turn: float | None = None
    favourite: tuple[str, int] | None = None
    sale: int | None = None
    series: int = 0
    others: int = 0
    other_wins: int = 0
    feats: Mapping[str, int] = field(default_factory=dict)
    rating: int | None = None
    level: str | None = None
    course: tuple[RatingPoint, ...] = ()

    @property
    def provisional(self) -> bool:
        """True while the rating rests on too few games to say much."""
        return 0 < self.games < LEAST_GAMES
