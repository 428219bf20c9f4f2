"""``python -m lab.bench [names]``: run all benchmarks or the named ones, and print one table."""

import argparse
import importlib
import sys
from typing import Final

from lab.bench.table import Row, table

NAMES: Final = ("engine", "storage", "picture", "turn", "process")
"""The modules; each has a function ``rows()`` that measures and returns its rows."""


def main() -> None:
    """Measure the named benchmarks, or all of them."""
    parser = argparse.ArgumentParser(
        prog="lab.bench", description="Measure the bot beside its peers."
    )
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(NAMES))
    names: list[str] = parser.parse_args().names
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}; there are {', '.join(NAMES)}")
    rows: list[Row] = []
    for name in names or NAMES:
        print(f"Measuring {name} …", file=sys.stderr)
        # Imported when it runs: the storage alone needs no package of the engine's peers.
        rows += importlib.import_module(f"lab.bench.{name}").rows()
    print(table(rows))


if __name__ == "__main__":
    main()
