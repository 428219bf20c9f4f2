"""``python -m cogs.leagues draw``: draw a league again from its seed, to check it."""

import argparse
import sys
from collections.abc import Sequence

from cogs.leagues.draw import draw_text, fingerprint, schedule


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of the command line, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m cogs.leagues", description=__doc__)
    parser.add_argument("command", choices=["draw"])
    parser.add_argument("--seed", required=True, help="as the league tells it once it has begun")
    parser.add_argument("--people", type=int, required=True, help="how many signed up")
    parser.add_argument("--seats", type=int, default=4, choices=(2, 3, 4), help="of a table")
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument(
        "--left",
        type=_left,
        action="append",
        default=[],
        metavar="PERSON:ROUND",
        help="a person who left, and the first round without; may be said again",
    )
    given = parser.parse_args(arguments)
    rounds = schedule(given.people, given.seats, given.rounds, given.seed, dict(given.left))
    sys.stdout.write(f"fingerprint {fingerprint(given.seed)}\n{draw_text(rounds)}\n")
    return 0


def _left(text: str) -> tuple[int, int]:
    person, _, first = text.partition(":")
    return int(person), int(first)


if __name__ == "__main__":
    sys.exit(main())
