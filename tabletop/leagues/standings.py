"""The standings of a league: points for places, and the order of people with equal points.

A table of any size gives its first 12 points and its last none, the places between evenly less: 12,
8, 4, 0 of four people, 12, 6, 0 of three, 12, 0 of two. People who share a place share its points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Final

from tabletop.leagues.draw import by_lot

MOST_POINTS: Final = 12
"""Of one game."""

WITHOUT_GAME: Final = 6
"""Points, the average, of a round that a person sits out, or of a game without a result."""


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of a league's table that is over.

    Attributes:
        people: the people at the table.
        gold: the final gold of each person; None if the game ended without a result.
        resigned: the people who left the game, and so come last in it.
        places: the place of each person as the ranking counts it; without any, gold decides.
    """

    people: tuple[int, ...]
    gold: tuple[int, ...] | None
    resigned: frozenset[int] = frozenset()
    places: Mapping[int, int] = field(default_factory=dict)

    def worth(self, person: int) -> int:
        """Return the value by which people are compared: -1, the least, if they resigned."""
        if self.gold is None or person in self.resigned:
            return -1
        if person in self.places:
            return len(self.people) - self.places[person]
        return self.gold[self.people.index(person)]

    def points(self, person: int) -> Fraction:
        """Return the league points of a person for this table.

        >>> table = Played(people=(7, 8, 9), gold=(30, 20, 20))
        >>> [str(table.points(person)) for person in table.people]
        ['12', '3', '3']
        """
        if self.gold is None:
            return Fraction(0 if person in self.resigned else WITHOUT_GAME)
        own = self.worth(person)
        behind = sum(self.worth(other) < own for other in self.people)
        equal = sum(self.worth(other) == own for other in self.people)
        beaten = behind + Fraction(equal - 1, 2)
        return MOST_POINTS * beaten / (len(self.people) - 1)

    def share(self, person: int) -> Fraction:
        """Return a person's share of all gold at the table."""
        if self.gold is None or person in self.resigned or not sum(self.gold):
            return Fraction(0)
        return Fraction(self.gold[self.people.index(person)], sum(self.gold))

    def won(self, person: int) -> bool:
        """Return whether a person won: no other person at the table did better."""
        own = self.worth(person)
        return own >= 0 and all(self.worth(other) <= own for other in self.people)


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of one person in a league.

    Attributes:
        rank: the rank from 1; no two people share one.
        points: the points from all games, and from rounds without a game.
        games: the number of games played to their end.
        wins: the number of victories in these games.
        duels: better results minus worse results against people with equal points.
        share: the person's average share of the gold at a table.
        left: whether the person has left the league.
    """

    rank: int
    person: int
    points: Fraction
    games: int
    wins: int
    duels: int
    share: Fraction
    left: bool


def standings(
    people: Iterable[int],
    played: Sequence[Played],
    seed: str,
    *,
    rested: Mapping[int, int] | None = None,
    left: Collection[int] = (),
) -> list[Standing]:
    """Return the standings of all people, the leader first and those who left last.

    Equal points are told apart by the results against each other, then by the share of the gold,
    then by victories, and last by a lot drawn by the seed.

    Args:
        people: all people who signed up.
        played: the tables that are over.
        seed: the seed of the league's lots.
        rested: the number of rounds that each person sat out.
        left: the people who have left.
    """
    # Lots of the published seed: even the last tie can be checked.
    lots = {one: place for place, one in enumerate(by_lot(people, seed, "standings"))}
    tables = {one: [table for table in played if one in table.people] for one in lots}
    points = {
        one: sum((table.points(one) for table in tables[one]), Fraction(0))
        + WITHOUT_GAME * (rested or {}).get(one, 0)
        for one in lots
    }

    def group(one: int) -> tuple[bool, Fraction]:
        return one in left, -points[one]

    found: list[Standing] = []
    for _, equal in groupby(sorted(lots, key=group), key=group):
        rivals = set(equal)
        rows = [_row(one, tables[one], points[one], rivals, one in left) for one in rivals]
        rows.sort(key=lambda row: (-row.duels, -row.share, -row.wins, lots[row.person]))
        found += rows
    return [replace(row, rank=rank) for rank, row in enumerate(found, start=1)]


def _row(
    person: int, tables: Sequence[Played], points: Fraction, rivals: Collection[int], left: bool
) -> Standing:
    """Return a person's standing, without the rank."""
    finished = [table for table in tables if table.gold is not None]
    duels = sum(
        (table.worth(person) > table.worth(other)) - (table.worth(person) < table.worth(other))
        for table in finished
        for other in table.people
        if other in rivals and other != person
    )
    shares = [table.share(person) for table in finished]
    return Standing(
        rank=0,
        person=person,
        points=points,
        games=len(finished),
        wins=sum(table.won(person) for table in finished),
        duels=duels,
        share=sum(shares, Fraction(0)) / max(1, len(shares)),
        left=left,
    )
