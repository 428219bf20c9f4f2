"""Matches of computer players: ``python -m lab.players match | ladder``.

The players take every seat in turn, with the same deck each time round, so that neither the first
seat nor the cards favour a player. Errors go to standard error, one line each, and the exit status
is 1 then.
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import stdev
from typing import Final, NamedTuple

from engine import FIRST_GAME, SETUPS, load_edition
from engine.random_play import random_start
from engine.tools import CommandError, Parser, run_tool
from players.levels import LEVELS, OPPONENTS, Level, LevelError
from players.master import Master
from players.player import Budget
from players.self_play import play
from players.thinking import processes, stop

CONFIDENCE: Final = 1.96  # standard deviations of a two-sided interval of 95 %

SEATS: Final = load_edition().seat_counts
LEVEL_NAMES: Final = tuple(level.name for level in OPPONENTS)


def level_of(name: str) -> Level:
    """Return the level of a name; ``mason@20`` is a mason with another number than its own."""
    base, _, number = name.partition("@")
    level = LEVELS.get(base)
    if level is None or (number and not (number.isdecimal() and level.number)):
        raise LevelError(f"there is no player “{name}”; there are {', '.join(LEVELS)}")
    return replace(level, number=int(number)) if number else level


@dataclass(frozen=True, slots=True)
class Match:
    """The plan of a match."""

    levels: tuple[str, ...]
    games: int
    seed: int
    setup: str
    mirror: bool = False
    budgets: tuple[Budget, ...] = ()

    def play(self, number: int) -> "MatchGame":
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
            [level_of(level).player() for level in levels],
            Random(f"{self.seed} {deck} {rotation}").getrandbits(32),
            [self._budget(place) for place in order],
        )
        assert record.outcome is not None
        gold = [0] * count
        for seat, place in enumerate(order):
            gold[place] = record.outcome.gold[seat]
        return MatchGame(number, tuple(gold), record.to_json())

    def _budget(self, place: int) -> Budget:
        level = level_of(self.levels[place])
        # A master with a number of playouts keeps it; the others need no budget.
        thinks = isinstance(level.player(), Master) and not level.by_playouts
        return self.budgets[place] if self.budgets and thinks else level.budget


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


def main(arguments: list[str] | None = None) -> int:
    """Run one of the tools, and return its exit status."""
    return run_tool(_parser, arguments, LevelError, OSError)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m lab.players", description="Games of computer players.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    match = commands.add_parser("match", help="play games and tell who wins")
    names = f"of {', '.join(LEVEL_NAMES)}"
    match.add_argument("--seats", required=True, metavar="LEVEL,LEVEL,…", help=names)
    match.add_argument("--records", type=Path, metavar="FILE", help="keep every game's record")
    match.set_defaults(run=_match)
    ladder = commands.add_parser("ladder", help="all levels against all, with 2, 3 and 4 players")
    ladder.set_defaults(run=_ladder)
    for command in (match, ladder):
        command.add_argument("--games", type=int, default=40, metavar="N", help="games a match")
        command.add_argument("--seed", type=int, default=0, help="the same seed, the same decks")
        command.add_argument("--jobs", type=int, default=1, metavar="J", help="processes")
        command.add_argument("--setup", choices=SETUPS, default=FIRST_GAME)
        limit = command.add_mutually_exclusive_group()
        each = "for a master's decision; of a match, also one for each seat"
        limit.add_argument("--budget", metavar="SECONDS", help=each)
        limit.add_argument("--playouts", metavar="N", help=each)
    return parser


def _planned(options: argparse.Namespace, levels: tuple[str, ...]) -> Match:
    for name in ("games", "jobs"):
        if getattr(options, name) < 1:
            raise CommandError(f"--{name} {getattr(options, name)}: it must be at least 1")
    if len(levels) not in SEATS:
        raise CommandError(f"{len(levels)} seats: a game has {SEATS[0]} to {SEATS[-1]}")
    for level in levels:
        level_of(level)
    budgets = tuple(_budgets(options, len(levels)))
    return Match(levels, options.games, options.seed, options.setup, budgets=budgets)


def _budgets(options: argparse.Namespace, seats: int) -> Iterator[Budget]:
    """Yield the budget of each seat, if one is given."""
    text = options.budget or options.playouts
    limits = text.split(",") if text is not None else []
    if len(limits) not in (0, 1, seats):
        raise CommandError(f"{len(limits)} budgets for {seats} seats")
    for limit in limits * (seats // max(1, len(limits))):
        try:
            budget = Budget(float(limit)) if options.budget else Budget(playouts=int(limit))
        except ValueError:
            raise CommandError(f"a budget is a number, not “{limit}”") from None
        if not 0 < (budget.seconds or budget.playouts or 0) < 1e9:
            raise CommandError(f"a budget of {limit} cannot be kept")
        yield budget


def _match(options: argparse.Namespace) -> None:
    match = _planned(options, tuple(options.seats.split(",")))
    # Opened first: games of hours are not played for a file that cannot be written.
    with options.records.open("w", encoding="utf-8") if options.records else nullcontext() as file:
        games = sorted(play_all(match, options.jobs))
        if file is not None:
            file.writelines(f"{game.record}\n" for game in games)
    print(_table(match, scores(match, games)))


def _table(match: Match, results: list[Score]) -> str:
    lines = [
        f"{match.games} games, {match.setup}, seed {match.seed}; ± is the 95% confidence interval",
        f"{'player':<12} {'wins':>7} {'share of wins':>18} {'gold':>16} {'margin':>16}",
    ]
    for level, wins, share, gold, margin in results:
        lines.append(
            f"{level:<12} {wins:7.1f} {share.mean:10.1%} ± {share.within:5.1%}"
            f" {gold.mean:9.1f} ± {gold.within:4.1f} {margin.mean:+9.1f} ± {margin.within:4.1f}"
        )
    return "\n".join(lines)


def _ladder(options: argparse.Namespace) -> None:
    """Play two and three different levels, and each among three of each other."""
    fours = [(one, *[other] * 3) for one, other in permutations(LEVEL_NAMES, 2)]
    for levels in (*combinations(LEVEL_NAMES, 2), *combinations(LEVEL_NAMES, 3), *fours):
        match = _planned(options, levels)
        results = scores(match, list(play_all(match, options.jobs)))
        print(_table(match, results), end="\n\n", flush=True)
