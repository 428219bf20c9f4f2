"""Matches: many games of the same computer players, and their scores.

The players take every seat in turn, with the same deck each time round, so that neither the first
seat nor the cards favour a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import NamedTuple

from engine.edition_files import load_edition
from engine.random_play import random_start
from lab.estimates import CONFIDENCE, error_of_mean
from lab.players.entrants import entrant, own_budget, thinks
from players.player import Budget
from players.self_play import play
from players.worker_processes import processes, stop


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
            _one_number(self.seed, deck, rotation),
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


def _one_number(seed: int, deck: int, rotation: int) -> int:
    """Return one seed of three numbers, the same in every process."""
    return Random(f"{seed} {deck} {rotation}").getrandbits(32)


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
    return Estimate(mean, CONFIDENCE * error_of_mean(means))


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
