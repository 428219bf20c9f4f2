"""Standings: a person's counted games of a server, added up as they finish into their figures.

A game costs the same however many were played before. Figures that need many values remember them
in counts, or remember the last ones alone.

A rating is a value that the person's strength in the model almost surely exceeds, so it grows with
the number of games. Nothing fades with time. Ratings follow from the finished games alone, in the
order of their ends.

Strength against computer players is a level: each level wins about three games of four against the
one below. So a person of a strength, counted in levels from the weakest, beats a level by odds of
three to one for each that lies between; the strength is the maximum-likelihood one for their last
games against computers. The prior is one victory against the weakest level and one defeat two
levels above.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from math import log
from statistics import median
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cogs.club.rules import CountedSeat, against_computers, among_people
from cogs.club.store import FinishedGame, StoredStanding
from players.levels import OPPONENTS
from tabletop.rating import START, STEP, UNKNOWN, Strength, model

LEAST_GAMES: Final = 5
"""The number of games below which a rating says little, and is marked as provisional."""


class RatingPoint(NamedTuple):
    """The rating of a person after a game, with the time of the game's end in milliseconds UTC."""

    at: int
    rating: int


def rated(people: Sequence[CountedSeat], before: Sequence[Strength]) -> list[Strength]:
    """Return the strength of each person after a game; ``before`` is theirs before it."""
    teams = [[model().rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = model().rate(teams, ranks=[float(seat.rank) for seat in people])
    return [Strength(rating.mu, rating.sigma) for [rating] in after]


def points(strength: Strength) -> int:
    """Return the displayed number for a strength."""
    rating = model().rating(mu=strength.mu, sigma=strength.sigma)
    return round(rating.ordinal(alpha=STEP, target=START))


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of a person; ``None`` where there are no games to compute them from."""

    person: int
    games: int = 0  # numbers of games and victories against people; a shared victory counts
    wins: int = 0
    abandoned: int = 0  # the number of these games that they left or were replaced in for lateness
    gold: float | None = None  # the median of their gold at the end
    turn: float | None = None  # the median of how long their last turns took, in milliseconds
    # the form they built most often, the first in the alphabet of several, and how often
    favourite: tuple[str, int] | None = None
    sale: int | None = None  # the most that one of their sales with a banner brought
    series: int = 0  # the longest run of consecutive victories
    others: int = 0  # numbers of games and victories against computer players
    other_wins: int = 0
    # how often they did each feat, in games against people
    feats: Mapping[str, int] = field(default_factory=dict)
    rating: int | None = None  # the rating; None before the first game against people
    # the level of computer players that is about as strong; None without a game
    level: str | None = None
    # their rating after each of their last games; empty where it was not asked for
    course: tuple[RatingPoint, ...] = ()

    @property
    def provisional(self) -> bool:
        """True while the rating rests on too few games to say much."""
        return 0 < self.games < LEAST_GAMES


LAST_MEETINGS: Final = 20
"""The number of meetings with computers that count, the latest: people learn."""

ODDS: Final = 3.0  # the games a level wins for each that it loses against the one below

_PLACES: Final = MappingProxyType({level.name: place for place, level in enumerate(OPPONENTS)})


class Meeting(NamedTuple):
    """The result of a person against one computer player in a finished game."""

    place: int  # the place of the computer player's level in the order of strength, from 0
    won: float  # 1 if the person had more gold, 0 if less, a half if as much


BELIEVED: Final = (Meeting(0, 1.0), Meeting(2, 0.0))


def meetings_in(game: FinishedGame) -> dict[int, list[Meeting]]:
    """Return the meetings with computers of each person who played a finished game to its end."""
    computers = [
        (_PLACES[seat.level], result.gold)
        for seat, result in game.seats
        if seat.is_computer and seat.level is not None and seat.level in _PLACES
    ]
    return {
        seat.user_id: [
            Meeting(place, (1 + (result.gold > gold) - (result.gold < gold)) / 2)
            for place, gold in computers
        ]
        for seat, result in game.seats
        if seat.user_id is not None and seat.left_turn is None and not result.stood
    }


def likely_place(meetings: Sequence[Meeting]) -> int:
    """Return the most likely place of a person among the levels; of equal ones the lower."""
    return max(range(len(OPPONENTS)), key=lambda place: _likelihood(place, meetings))


def _likelihood(strength: int, meetings: Sequence[Meeting]) -> float:
    """Return the log-likelihood of such meetings for a person of that strength."""
    total = 0.0
    for place, won in (*BELIEVED, *meetings):
        odds: float = ODDS ** (strength - place)
        total += won * log(odds) - log(1 + odds)
    return total


RULES_VERSION: Final = "3"
"""The rules by which games are counted and rated; with others all standings are made anew."""

LAST_TURNS: Final = 200  # the number of a person's turns, the latest, whose time counts
LAST_POINTS: Final = 200  # the number of games, the latest, after which the rating is remembered


@dataclass(slots=True)
class Standing:
    """The sums of a person's games on a server so far."""

    person: int
    name: str = ""
    games: int = 0
    wins: int = 0
    abandoned: int = 0
    # how often they had how much gold at the end of a game that they played alone
    gold: Counter[int] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)  # how often they built each form
    # how long each of their last turns took, in milliseconds
    turns: list[int] = field(default_factory=list)
    sale: int = 0  # the most that one of their sales with a banner brought
    run: int = 0  # the number of victories since the last defeat, and the most that it ever was
    series: int = 0
    others: int = 0
    other_wins: int = 0
    feats: Counter[str] = field(default_factory=Counter)
    strength: Strength = UNKNOWN
    course: list[RatingPoint] = field(default_factory=list)
    # the last meetings with computer players; None before their first game's end
    meetings: list[Meeting] | None = None

    @classmethod
    def of(cls, stored: StoredStanding) -> Standing:
        """Return the standing that a row holds."""
        found = json.loads(stored.memory)
        meetings = found.pop("meetings")
        return cls(
            stored.user_id,
            stored.name,
            gold=Counter({int(gold): count for gold, count in found.pop("gold").items()}),
            forms=Counter(found.pop("forms")),
            feats=Counter(found.pop("feats")),
            strength=Strength(*found.pop("strength")),
            course=[RatingPoint(*point) for point in found.pop("course")],
            meetings=None if meetings is None else [Meeting(*one) for one in meetings],
            **found,
        )

    def stored(self, guild: int) -> StoredStanding:
        """Return the row of the standing on a server."""
        figures = _written(self.figures(), "person", "course")
        memory = _written(self, "person", "name")
        return StoredStanding(guild, self.person, self.name, figures, memory, self.games)

    def figures(self) -> Figures:
        """Return the figures that people read."""
        return Figures(
            person=self.person,
            games=self.games,
            wins=self.wins,
            abandoned=self.abandoned,
            gold=float(median(self.gold.elements())) if self.gold else None,
            turn=median(self.turns) if self.turns else None,
            favourite=min(self.forms.items(), key=lambda form: (-form[1], form[0]), default=None),
            sale=self.sale or None,
            series=self.series,
            others=self.others,
            other_wins=self.other_wins,
            feats=dict(self.feats),
            rating=points(self.strength) if self.games else None,
            level=None if self.meetings is None else OPPONENTS[likely_place(self.meetings)].name,
            course=tuple(self.course),
        )

    def add(self, ended_at: int, seat: CountedSeat, strength: Strength) -> None:
        """Add a game among people, after which the person has a strength."""
        won, result = seat.rank == 1, seat.result
        self.games += 1
        self.wins += won
        self.run = self.run + 1 if won else 0
        self.series = max(self.series, self.run)
        self.strength = strength
        self.course = [*self.course, RatingPoint(ended_at, points(strength))][-LAST_POINTS:]
        self.abandoned += result.gone
        if result.is_own:
            self.gold[result.gold] += 1
        self.sale = max(self.sale, result.sale)
        self.forms.update(result.buildings.split())
        self.feats.update(result.feats.split())
        self.turns = [*self.turns, *map(int, result.turns.split())][-LAST_TURNS:]


def _written(values: Figures | Standing, *without: str) -> str:
    """Return the fields of a dataclass as JSON, without some of them."""
    names = (one.name for one in fields(values) if one.name not in without)
    return json.dumps({name: getattr(values, name) for name in names}, separators=(",", ":"))


def figures_of(stored: StoredStanding) -> Figures:
    """Return the figures in a row, without the course of the rating."""
    found: dict[str, Any] = json.loads(stored.figures)
    favourite = found.pop("favourite")
    return Figures(
        person=stored.user_id, favourite=tuple(favourite) if favourite else None, **found
    )


def people_of(game: FinishedGame) -> set[int]:
    """Return the people of a game."""
    return {seat.user_id for seat, _ in game.seats if seat.user_id is not None}


def add_game(game: FinishedGame, standings: dict[int, Standing]) -> None:
    """Add a finished game to the standings of its people, who get one if they have none."""
    for owned, _ in game.seats:
        if owned.user_id is not None:
            standings.setdefault(owned.user_id, Standing(owned.user_id)).name = owned.name
    if people := among_people(game):
        before = [
            UNKNOWN if seat.person is None else standings[seat.person].strength for seat in people
        ]
        for seat, strength in zip(people, rated(people, before), strict=True):
            if seat.person is not None:
                standings[seat.person].add(game.ended_at, seat, strength)
    for seat in against_computers(game):
        if seat.person is not None:
            standings[seat.person].others += 1
            standings[seat.person].other_wins += seat.rank == 1
    for person, met in meetings_in(game).items():
        standings[person].meetings = [*(standings[person].meetings or ()), *met][-LAST_MEETINGS:]
