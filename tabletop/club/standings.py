"""Standings: a person's counted games of a server, added up as they finish.

A game costs the same however many were played before. Figures that need many values remember them
in counts, or remember the last ones alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import accumulate
from statistics import median
from typing import Any, Final

from db.club.rows import FinishedGame, StoredStanding
from players.levels import OPPONENTS
from tabletop.club.counted_games import CountedGame, CountedSeat, among_people, with_computers
from tabletop.club.figures import Figures
from tabletop.club.rating import UNKNOWN, RatingPoint, Strength, points, rated
from tabletop.club.strength import LAST, Meeting, likely_place, meetings_in

RULES: Final = "3"
"""The rules by which games are counted and rated; with others all standings are made anew."""

LAST_TURNS: Final = 200
"""The number of a person's turns, the latest, whose time counts."""

LAST_POINTS: Final = 200
"""The number of games, the latest, after which the rating is remembered."""


@dataclass(slots=True)
class Standing:
    """The sums of a person's games on a server so far.

    Attributes:
        person: the id of the person.
        name: the person's name in their last game.
        games, wins: numbers of games and victories against people.
        abandoned: the number of those games that the person abandoned.
        gold: how often they had how much gold at the end of a game that they played alone.
        forms: how often they built each form.
        turns: how long each of their last turns took, in milliseconds.
        sale: the most that one of their sales with a banner brought.
        run, series: the number of victories since the last defeat, and the most that it ever was.
        others, other_wins: numbers of games and victories against computer players.
        feats: how often they did each feat, in games among people.
        strength: in the model of ratings.
        course: the rating after each of their last games.
        meetings: the last meetings with computer players; None before their first game's end.
    """

    person: int
    name: str = ""
    games: int = 0
    wins: int = 0
    abandoned: int = 0
    gold: Counter[int] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)
    turns: list[int] = field(default_factory=list)
    sale: int = 0
    run: int = 0
    series: int = 0
    others: int = 0
    other_wins: int = 0
    feats: Counter[str] = field(default_factory=Counter)
    strength: Strength = UNKNOWN
    course: list[RatingPoint] = field(default_factory=list)
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
        return StoredStanding(
            guild,
            self.person,
            self.name,
            figures,
            _written(self, "person", "name"),
            games=self.games,
        )

    def figures(self) -> Figures:
        """Return the figures that people read."""
        forms = min(self.forms.items(), key=lambda form: (-form[1], form[0]), default=None)
        level = None if self.meetings is None else OPPONENTS[likely_place(self.meetings)].name
        return Figures(
            person=self.person,
            games=self.games,
            wins=self.wins,
            abandoned=self.abandoned,
            gold=_median(self.gold) if self.gold else None,
            turn=median(self.turns) if self.turns else None,
            favourite=forms,
            sale=self.sale or None,
            series=self.series,
            others=self.others,
            other_wins=self.other_wins,
            feats=dict(self.feats),
            rating=points(self.strength) if self.games else None,
            level=level,
            course=tuple(self.course),
        )

    def add(self, game: CountedGame, seat: CountedSeat, strength: Strength) -> None:
        """Add a game among people, after which the person has a strength."""
        won, result = seat.rank == 1, seat.result
        self.games += 1
        self.wins += won
        self.run = self.run + 1 if won else 0
        self.series = max(self.series, self.run)
        self.strength = strength
        self.course = [*self.course, RatingPoint(game.ended_at, points(strength))][-LAST_POINTS:]
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


def _median(counts: Mapping[int, int]) -> float:
    """Return the median of numbers of which each is there so many times."""
    ordered, total = sorted(counts.items()), sum(counts.values())

    def at(place: int) -> int:
        return next(n for n, end in zip(numbers, ends, strict=True) if place < end)

    numbers, ends = [n for n, _ in ordered], list(accumulate(count for _, count in ordered))
    return (at((total - 1) // 2) + at(total // 2)) / 2


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
    for seat, _ in game.seats:
        if seat.user_id is not None:
            standings.setdefault(seat.user_id, Standing(seat.user_id)).name = seat.name
    for counted in among_people([game]):
        after = rated(counted, [_strength(player, standings) for player in counted.players])
        for player, strength in zip(counted.players, after, strict=True):
            if player.person is not None:
                standings[player.person].add(counted, player, strength)
    for counted in with_computers([game]):
        for player in counted.players:
            if player.person is not None:
                standings[player.person].others += 1
                standings[player.person].other_wins += player.rank == 1
    for person, met in meetings_in(game).items():
        standings[person].meetings = [*(standings[person].meetings or ()), *met][-LAST:]


def _strength(player: CountedSeat, standings: Mapping[int, Standing]) -> Strength:
    return UNKNOWN if player.person is None else standings[player.person].strength
