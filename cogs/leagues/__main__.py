"""``python -m cogs.leagues``: check a league's draw, or measure how even draws are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from cogs.leagues.draw import Round, draw_text, fingerprint, schedule, unevenness


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of the command line, and return the exit status."""
    given = _parser().parse_args(arguments)
    text: str = given.run(given)
    sys.stdout.write(f"{text}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m cogs.leagues", description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("draw", help="the draw of one league")
    one.add_argument("--seed", required=True, help="as the league tells it once it has begun")
    one.add_argument("--people", type=int, required=True, help="how many signed up")
    one.add_argument("--seats", type=int, default=4, choices=(2, 3, 4), help="of a table")
    one.add_argument("--rounds", type=int, required=True)
    one.add_argument(
        "--left",
        type=_left,
        action="append",
        default=[],
        metavar="PERSON:ROUND",
        help="a person who left, and the first round without; may be said again",
    )
    one.set_defaults(run=_draw)
    even = commands.add_parser("evenness", help="how even the meetings of many draws are")
    even.add_argument("--seed", default="evenness")
    even.add_argument("--people", type=int, nargs="+", default=[*range(3, 65)])
    even.add_argument("--rounds", type=int, default=7)
    even.set_defaults(run=_evenness)
    return parser


def _left(text: str) -> tuple[int, int]:
    person, _, first = text.partition(":")
    return int(person), int(first)


def _draw(given: argparse.Namespace) -> str:
    rounds = schedule(given.people, given.seats, given.rounds, given.seed, dict(given.left))
    return f"fingerprint {fingerprint(given.seed)}\n{draw_text(rounds)}"


def _evenness(given: argparse.Namespace) -> str:
    """Return a table of how much more often some people meet than others, by seats and people."""
    numbers = range(1, given.rounds + 1)
    lines = ["seats people  " + " ".join(f"{number:2}" for number in numbers)]
    for seats in (2, 3, 4):
        for people in given.people:
            drawn: list[tuple[Round, ...]] = [
                schedule(people, seats, rounds, given.seed) for rounds in numbers
            ]
            found = [unevenness(rounds, range(1, people + 1)) for rounds in drawn]
            lines.append(f"{seats:5} {people:6}  " + " ".join(f"{one:2}" for one in found))
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
