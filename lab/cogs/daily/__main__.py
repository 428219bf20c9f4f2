"""Make positions of the day ahead: ``python -m lab.cogs.daily make``.

Errors go to standard error, one line each, and the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from cogs.daily.service import FILE
from cogs.daily.texts import EPOCH
from engine.errors import EngineError
from engine.packing import pack
from engine.record import Record
from engine.tools import CommandError, Parser, run_tool
from lab.players.match import shown
from players.daily.making import done, examined, making
from players.daily.puzzle import Puzzle


def main(arguments: list[str] | None = None) -> int:
    """Run one of the tools, and return its exit status."""
    return run_tool(_parser, arguments, OSError)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m lab.cogs.daily", description="Positions of the day.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    make = commands.add_parser("make", help="make the positions of the days after the file's")
    make.add_argument("--days", type=int, default=30, metavar="N", help="how many")
    make.add_argument("--first", type=date.fromisoformat, help="the first day of a new file")
    games = "records up to a decision, to be examined instead of new games"
    make.add_argument("--games", type=Path, help=games)
    make.set_defaults(run=_make)
    make.add_argument("--file", type=Path, default=FILE, help="positions, as JSON lines")
    return parser


def _make(options: argparse.Namespace) -> None:
    if options.days < 1:
        raise CommandError(f"--days {options.days}: it must be at least 1")
    first = _next_day(options.file, options.first)
    games = _games(options.games) if options.games else None
    for day in shown(range(first, first + options.days), options.days, "positions"):
        puzzle = done(making(day)) if games is None else _among(day, games)
        # Appended one by one: a making of hours goes on where it was stopped.
        with options.file.open("a", encoding="utf-8") as file:
            file.write(f"{puzzle.to_json()}\n")


def _among(day: int, games: Iterator[str]) -> Puzzle:
    """Return the first of some decisions that will do."""
    for packed in games:
        puzzle = done(examined(day, packed))
        if puzzle is not None:
            return puzzle
    raise CommandError("no further decision in the file will do")


def _games(path: Path) -> Iterator[str]:
    """Yield games up to a decision from a file of records, packed."""
    for line in path.read_text("utf-8").splitlines():
        try:
            yield pack(Record.from_json(line))
        except EngineError as error:
            raise CommandError(f"{path}: {error}") from error


def _next_day(path: Path, first: date | None) -> int:
    """Return the day after those in a file, or the given one for a new file."""
    lines = _lines(path)
    if lines:
        return _puzzle(path, lines[-1]).day + 1
    if first is None:
        raise CommandError(f"{path} has no position yet: give --first")
    return (first - EPOCH).days


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.exists() else []


def _puzzle(path: Path, line: str) -> Puzzle:
    try:
        return Puzzle.from_json(line)
    except ValueError as error:
        raise CommandError(f"{path}: {error}") from error


if __name__ == "__main__":
    sys.exit(main())
