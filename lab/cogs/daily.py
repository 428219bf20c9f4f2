"""Make positions of the day ahead, into the file that every clone has."""

import argparse
from datetime import date
from pathlib import Path

from cogs.daily.service import FILE
from cogs.daily.texts import EPOCH
from players.daily import Puzzle, done, making


def main(arguments: list[str] | None = None) -> None:
    """Make the positions of the days after a file's last one."""
    parser = argparse.ArgumentParser(prog="python -m lab.cogs.daily", description=__doc__)
    parser.add_argument("--days", type=int, default=30, metavar="N", help="how many")
    parser.add_argument("--first", type=date.fromisoformat, help="the first day of a new file")
    parser.add_argument("--file", type=Path, default=FILE, help="positions, as JSON lines")
    given = parser.parse_args(arguments)
    lines = given.file.read_text("utf-8").splitlines() if given.file.exists() else []
    if not lines and given.first is None:
        parser.error(f"{given.file} has no position yet: give --first")
    next_day = Puzzle.from_json(lines[-1]).day + 1 if lines else (given.first - EPOCH).days
    for day in range(next_day, next_day + given.days):
        puzzle = done(making(day))
        # Appended one by one: a making of hours goes on where it was stopped.
        with given.file.open("a", encoding="utf-8") as file:
            file.write(f"{puzzle.to_json()}\n")
        print(day)


if __name__ == "__main__":
    main()
