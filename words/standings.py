"""A league's standings in words: place, name, points, games and wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from i18n.translation import ENGLISH, Words

MOST_ROWS: Final = 16
"""Rows of one picture, and of its words: as many as a phone shows without turning."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One person in the standings.

    Attributes:
        rank: their place.
        name: their name.
        points: their points, formatted.
        games: the games they played.
        wins: the games they won.
        share: their share of the gold at their tables, in per cent.
        left: whether they left the league.
        own: whether the row is the reader's.
    """

    rank: int
    name: str
    points: str
    games: int
    wins: int
    share: int
    left: bool = False
    own: bool = False


def describe_standings(
    rows: Sequence[StandingRow], *, title: str, state: str, words: Words = ENGLISH
) -> str:
    """Describe the standings, the leaders first."""
    told = [
        words.plural(
            "{rank}. {name}, points: {points}, {n} game, {wins} won.",
            "{rank}. {name}, points: {points}, {n} games, {wins} won.",
            row.games,
            rank=row.rank,
            name=row.name,
            points=row.points,
            wins=row.wins,
        )
        for row in rows
    ]
    head = words("Standings of {title}, {state}:", title=title, state=state)
    return " ".join([head, *told])
