"""Matches: many games of the same computer players, and their scores.

The players take every seat in turn, with the same deck each time round, so that neither the first
seat nor the cards favour a player. Entrants besides the levels that people meet are here too: the
first master, and journeymen with drifted numbers that play about as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from random import Random
from statistics import stdev
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.edition_files import load_edition
from engine.random_play import random_start
from lab.estimates import CONFIDENCE
from players.journeyman import Journeyman
from players.judgement import Weights
from players.levels import LEVELS, Level, LevelError
from players.master import Master, drifted_weights
from players.player import Budget, Player
from players.self_play import play
from players.thinking import processes, stop

DRIFT: Final = 0.2
"""The distance of their numbers from the journeyman's: see ``players.master.drifted_weights``."""
DRIFTED: Final = (1, 9, 14, 16, 17, 18, 20, 26)
"""Seeds of numbers that play about as well as the journeyman's: most others are far worse."""


def drifted(seed: int) -> Weights:
    """Return the journeyman's weights, each but the rivals' multiplied by a random factor."""
    return drifted_weights(Weights(), Random(f"drifted {seed}"), DRIFT)


def master_0_1() -> Master:
    """Return the master as it was in the first version."""
    return Master(Weights(), width=16, turns=10, surprise=0.0, drift=0.0)


OTHERS: Final[Mapping[str, Callable[[], Player]]] = MappingProxyType(
    {
        "master-0.1": master_0_1,
        **{
            f"journeyman~{number}": partial(Journeyman, drifted(seed))
            for number, seed in enumerate(DRIFTED, start=1)
        },
    }
)
"""The entrants that are no level, by name."""


def entrant(name: str) -> Player:
    """Return the player of a name; ``mason@20`` is a mason with another number than its own.

    Raises:
        LevelError: if no entrant has that name.
    """
    return OTHERS[name]() if name in OTHERS else _level(name).player()


def own_budget(name: str) -> Budget:
    """Return a player's budget for a decision at people's tables; 2 seconds if it is no level.

    Raises:
        LevelError: if no entrant has that name.
    """
    return Budget(seconds=2.0) if name in OTHERS else _level(name).budget


def thinks(name: str) -> bool:
    """Return whether a player uses all the time it is given, not a fixed number of playouts."""
    return isinstance(entrant(name), Master) and own_budget(name).playouts is None


def _level(name: str) -> Level:
    base, _, number = name.partition("@")
    level = LEVELS.get(base)
    if level is None or (number and not (number.isdecimal() and level.number)):
        known = ", ".join([*LEVELS, *OTHERS])
        raise LevelError(f"there is no player “{name}”; there are {known}")
    return replace(level, number=int(number)) if number else level


@dataclass(frozen=True, slots=True)
class Match:
    """The plan of a match.

    Attributes:
        levels: the players' levels, in their order.
        games: the number of games.
        seed: the seed of decks and random numbers.
        setup: ``first-game`` or ``free``.
        mirror: True if tiles may be mirrored.
        budgets: the budget of each master for a decision; the others, and masters without one,
            have their budgets of people's tables.
    """

    levels: tuple[str, ...]
    games: int
    seed: int
    setup: str
    mirror: bool = False
    budgets: tuple[Budget, ...] = ()

    def play(self, number: int) -> MatchGame:
        """Play the game of a number, from 0."""
        count = len(self.levels)
        deck, rotation = divmod(number, count)
        # Seeded by a text, which is hashed alike in every process, unlike a tuple of texts.
        rng = Random(f"{self.seed} {deck}")
        start = random_start(load_edition(), self.setup, count, rng, mirror=self.mirror)
        order = [(seat + rotation) % count for seat in range(count)]
        levels = [self.levels[place] for place in order]
        record = play(
            start,
            [entrant(level) for level in levels],
            Random(f"{self.seed} {deck} {rotation}").getrandbits(32),
            [self._budget(place) for place in order],
        )
        assert record.outcome is not None
        gold = [0] * count
        for seat, place in enumerate(order):
            gold[place] = record.outcome.gold[seat]
        return MatchGame(number, tuple(gold), record.to_json())

    def _budget(self, place: int) -> Budget:
        level = self.levels[place]
        return self.budgets[place] if self.budgets and thinks(level) else own_budget(level)


class MatchGame(NamedTuple):
    """A game of a match: its number, each player's gold in the match's order, and its record."""

    number: int
    gold: tuple[int, ...]
    record: str

    @property
    def shares(self) -> tuple[float, ...]:
        """Each player's share of the victory: winners of a tie share 1, all others have 0."""
        best = max(self.gold)
        winners = self.gold.count(best)
        return tuple(1 / winners if gold == best else 0.0 for gold in self.gold)

    @property
    def margins(self) -> tuple[int, ...]:
        """Each player's gold less that of the best other player."""
        return tuple(
            gold - max(self.gold[:place] + self.gold[place + 1 :])
            for place, gold in enumerate(self.gold)
        )


class Estimate(NamedTuple):
    """A mean with half its 95% confidence interval."""

    mean: float
    within: float


def estimate(values: Sequence[float], group: int) -> Estimate:
    """Return the mean of values and its interval; each ``group`` of them in a row has one deck."""
    mean = sum(values) / len(values)
    # The games of a deck are not independent, so the spread is that of the decks' means.
    decks = [values[place : place + group] for place in range(0, len(values), group)]
    means = [sum(deck) / len(deck) for deck in decks]
    if len(means) < 2:
        return Estimate(mean, float("inf"))
    return Estimate(mean, CONFIDENCE * stdev(means) / sqrt(len(means)))


def share_estimate(shares: Sequence[float], group: int) -> Estimate:
    """Return the mean of shares of victories.

    Few games that all ended alike prove little: the interval is never narrower than Agresti's and
    Coull's for as many games of one deck each.
    """
    mean, within = estimate(shares, group)
    games = len(shares) + 4
    centre = (sum(shares) + 2) / games
    return Estimate(mean, max(within, CONFIDENCE * sqrt(centre * (1 - centre) / games)))


def play_all(match: Match, jobs: int) -> Iterator[MatchGame]:
    """Yield the games as they are finished, played in ``jobs`` processes."""
    if jobs == 1:
        yield from (match.play(number) for number in range(match.games))
        return
    executor = processes(jobs)()
    try:
        futures = [executor.submit(match.play, number) for number in range(match.games)]
        for future in as_completed(futures):
            yield future.result()
        executor.shutdown()
    finally:
        stop(executor)


class Score(NamedTuple):
    """A player's score in a match: victories, and means of victories, gold and margin."""

    level: str
    wins: float
    share: Estimate
    gold: Estimate
    margin: Estimate


def scores(match: Match, games: Sequence[MatchGame]) -> list[Score]:
    """Return the score of each player, in the match's order."""
    ordered = sorted(games)  # by number: they come as they are finished, a deck's not together
    group = len(match.levels)
    return [
        Score(
            level,
            sum(game.shares[place] for game in ordered),
            share_estimate([game.shares[place] for game in ordered], group),
            estimate([game.gold[place] for game in ordered], group),
            estimate([game.margins[place] for game in ordered], group),
        )
        for place, level in enumerate(match.levels)
    ]
