"""Run a soak: ``python -m lab.soak``. The exit status is 1 if a fault was found."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import fields
from pathlib import Path

from lab.postgres import running
from lab.soak.run import Options, Soak


def main(arguments: Sequence[str]) -> int:
    """Run a soak, print its report, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m lab.soak", description=Options.__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    for field in fields(Options):
        name, usual = f"--{field.name.replace('_', '-')}", field.default
        parser.add_argument(name, type=type(usual), default=usual)
    given = vars(parser.parse_args(arguments))
    on_server = given.pop("database") == "postgres"
    with tempfile.TemporaryDirectory() as folder, running() if on_server else nullcontext() as one:
        database = one.fresh() if one else Path(folder) / "soak.sqlite3"
        soak = Soak(Options(**given), database, one)
        asyncio.run(_soak(soak))
    return 1 if soak.findings else 0


async def _soak(soak: Soak) -> None:
    await soak.run()
    # Within the loop: a server that a thread of its has started ends with that thread.
    print("\n".join(soak.report()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
