"""Run a soak: ``python -m lab.soak``. The exit status is 1 if a fault was found."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import fields
from pathlib import Path

from lab.discord.faults import KINDS
from lab.postgres import running
from lab.soak.options import Options
from lab.soak.run import Soak, soak


def read(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the command line."""
    usual = Options()
    parser = argparse.ArgumentParser(prog="python -m lab.soak", description=__doc__)
    add = parser.add_argument
    add("--seed", type=int, default=usual.seed)
    add("--folder", type=Path, help="where the database is made")
    add("--database", choices=("sqlite", "postgres"), default="sqlite")
    add("--minutes", type=_minutes, default=usual.seconds, dest="seconds")
    add("--games", type=int, default=0, help="finished games that are enough")
    add("--kills", type=int, default=0, help="that are enough")
    add("--actions", type=int, default=0, help="acknowledged actions that are enough")
    add("--tables", type=int, default=usual.tables, help="played at a time")
    add("--hostile", type=int, default=usual.hostile, help="people who press what they forged")
    add("--prepared", type=int, default=0, help="games that have a few turns left only")
    add("--faults", type=float, default=usual.rate, dest="rate", help="share of requests")
    add("--only", nargs="+", choices=KINDS, default=KINDS, dest="kinds", help="of the faults")
    add("--kill-every", type=float, default=usual.kill_every, metavar="SECONDS")
    add("--mishap-every", type=float, default=usual.mishap_every, metavar="SECONDS")
    add("--speed", type=float, default=usual.speed, help="of the bot's clock")
    return parser.parse_args(arguments)


async def run(given: argparse.Namespace, database: Path) -> Soak:
    """Run the soak of a command line to its verdict."""
    names = [field.name for field in fields(Options) if hasattr(given, field.name)]
    options = Options(**{name: getattr(given, name) for name in names})
    with running() if given.database == "postgres" else nullcontext() as server:
        played = await soak(options, server.fresh() if server else database, server)
        print("\n".join(played.report()))
    return played


def _minutes(text: str) -> float:
    """Return the seconds of some minutes."""
    return float(text) * 60


def main(arguments: Sequence[str]) -> int:
    """Run a soak, print its report, and return the exit status."""
    given = read(arguments)
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        played = asyncio.run(run(given, Path(folder) / "soak.sqlite3"))
    return 1 if played.findings.count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
