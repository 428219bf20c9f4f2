"""A league's standings in words: place, name, points, and what decides ties."""

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
        points: as it is to be written.
        games: how many were played.
        wins: of these.
        share: of the gold at their tables, in per cent.
        left: whether they left the league.
        own: whether it is the person who looks.
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
    """Return the same in words, the first ones first."""
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
