"""Measure players: ``python -m lab.players match | ladder``.

Errors go to standard error, one line each, and the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import combinations, permutations
from pathlib import Path
from typing import Final

from engine.edition_files import load_edition
from engine.start import FIRST_GAME, SETUPS
from engine.tools import CommandError, Parser, run_tool
from lab.players.match import OTHERS, Match, Score, entrant, play_all, scores
from players.levels import OPPONENTS, LevelError
from players.player import Budget

SEATS: Final = load_edition().seat_counts
LEVEL_NAMES: Final = tuple(level.name for level in OPPONENTS)


def main(arguments: list[str] | None = None) -> int:
    """Run one of the tools, and return its exit status."""
    return run_tool(_parser, arguments, LevelError, OSError)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m lab.players", description="Games of computer players.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    match = commands.add_parser("match", help="play games and tell who wins")
    names = f"of {', '.join([*LEVEL_NAMES, *OTHERS])}"
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
        entrant(level)
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


if __name__ == "__main__":
    sys.exit(main())
