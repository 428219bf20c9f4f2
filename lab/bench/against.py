"""``python -m lab.bench.against FOLDER [names]``: the same benchmarks here and in another checkout.

Both checkouts are measured in turns, so that a busy moment of the machine slows both. Each figure
is the median of several runs. Rows that only one checkout has are left out.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final, TypeAlias

from lab.bench.__main__ import NAMES

HERE: Final = Path(__file__).resolve().parents[2]
_GAP: Final = re.compile(r" {2,}")

Figures: TypeAlias = dict[tuple[str, str], list[float]]
"""The figures of each row, by its name and unit."""


def figures(printed: str) -> Iterator[tuple[str, str, float]]:
    """Parse the printed table of benchmarks; yield each row's name, unit and own figure."""
    for line in printed.splitlines()[1:]:
        name, figure, unit, *_ = _GAP.split(line.strip())
        yield name, unit, float(figure.replace(",", ""))


def cost(unit: str, before: float, now: float) -> float:
    """Return how many times as costly the later figure is; of a rate, a lower one costs more."""
    return before / now if unit.endswith("/s") else now / before


def compared(before: Figures, now: Figures) -> Iterator[str]:
    """Yield a line for each common row: the ratio and values of the medians, each run's ratio."""
    for row in before.keys() & now.keys():
        name, unit = row
        old, new = median(before[row]), median(now[row])
        pairs = zip(before[row], now[row], strict=True)
        spread = " ".join(f"{cost(unit, *pair):.2f}" for pair in pairs)
        yield f"{cost(unit, old, new):.2f}×  {old:g} → {new:g} {unit}  {name}  ({spread})"


def _measured(folder: Path, names: list[str], found: Figures) -> None:
    package = "lab/bench" if (folder / "lab").is_dir() else "bench"  # where it was before
    there = [name for name in names if (folder / package / f"{name}.py").exists()]
    command = [sys.executable, "-m", package.replace("/", "."), *there]
    ran = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True)
    for name, unit, figure in figures(ran.stdout):
        found[name, unit].append(figure)


def main() -> None:
    """Measure both checkouts in turns, and print the ratio of each row."""
    parser = argparse.ArgumentParser(prog="lab.bench.against", description="Compare two checkouts.")
    parser.add_argument("folder", type=Path, help="the other checkout, such as a git worktree")
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(NAMES))
    parser.add_argument("--times", type=int, default=5, help="runs of each")
    given = parser.parse_args()
    before: Figures = defaultdict(list)
    now: Figures = defaultdict(list)
    both = [(given.folder.resolve(), before), (HERE, now)]
    for _ in range(given.times):
        for folder, found in both:
            _measured(folder, given.names or list(NAMES), found)
        both.reverse()  # neither is always the one that runs first
    print("\n".join(sorted(compared(before, now))))


if __name__ == "__main__":
    main()
