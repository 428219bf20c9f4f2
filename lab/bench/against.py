"""``python -m lab.bench.against FOLDER [names]``: the same benchmarks here and in another checkout.

Each benchmark is measured in turns by both checkouts, so that a busy moment of the machine slows
both; the ratio of a row is the median of those of its runs. Where a row has a peer or a floor, that
was measured in the same moments: its ratio also stands as a multiple of the peer's. What
only one checkout has, or what fails there, is named.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Final, TypeAlias

from lab.bench.__main__ import NAMES

HERE: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("lab/bench", "bench")
"""Where benchmarks are in a checkout: now, and in older ones."""
_GAP: Final = re.compile(r" {2,}")

Figures: TypeAlias = dict[tuple[str, str], list[tuple[float, float]]]
"""The figures of each row, by its name and unit: its own and its peer's, 0 where it has none."""


class FailedError(Exception):
    """A benchmark that a checkout lacks, or that fails there; its text says which."""


def figures(printed: str) -> Figures:
    """Parse the printed table of benchmarks; return the figures of each row.

    A row that is printed once beside each of several peers counts once, beside the first.
    """
    found: Figures = {}
    for line in printed.splitlines()[1:]:
        name, figure, unit, *beside = _GAP.split(line.strip())
        # Without a peer its name, its figure and the ratio are empty, and only the goal follows.
        peers = _number(beside[1]) if len(beside) > 2 else 0.0
        found.setdefault((name, unit), [(_number(figure), peers)])
    return found


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def compared(before: Figures, now: Figures) -> Iterator[str]:
    """Yield a line for each row: its ratio, the median figures, the ratio of each run."""
    for row in before.keys() & now.keys():
        name, unit = row
        old, new = (median(own for own, _ in found[row]) for found in (before, now))
        costs, beside = list[float](), list[float]()
        for (was, was_peer), (own, peer) in zip(before[row], now[row], strict=True):
            # How many times as costly the later figure is; of a rate, a lower one costs more.
            costs.append(was / own if unit.endswith("/s") else own / was)
            if was_peer and peer:
                grown = peer / was_peer
                beside.append(costs[-1] * grown if unit.endswith("/s") else costs[-1] / grown)
        spread = " ".join(f"{one:.2f}" for one in costs)
        peers = f"; to its peer {median(beside):.2f}×" if beside else ""
        yield f"{median(costs):.2f}×{peers}  {old:g} → {new:g} {unit}  {name}  ({spread})"
    for where, these, those in (("before", before, now), ("now", now, before)):
        for name, unit in sorted(these.keys() - those.keys()):
            own = median(one for one, _ in these[name, unit])
            yield f"only {where}: {name}, {own:g} {unit}"


def measured(folder: Path, name: str) -> Figures:
    """Run one benchmark of a checkout, and return its figures.

    Raises:
        FailedError: if the checkout has no such benchmark, or it fails there.
    """
    package = next((one for one in PACKAGES if (folder / one / f"{name}.py").exists()), None)
    if package is None:
        raise FailedError(f"there is no benchmark {name}")
    command = [sys.executable, "-m", package.replace("/", "."), name]
    ran = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if ran.returncode:
        said = ran.stderr.strip().splitlines() or ["it says nothing"]
        raise FailedError(f"the benchmark {name} fails: {said[-1]}")
    return figures(ran.stdout)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure both checkouts in turns; print each ratio, and what cannot be compared."""
    parser = argparse.ArgumentParser(prog="lab.bench.against", description="Compare two checkouts.")
    parser.add_argument("folder", type=Path, help="the other checkout, such as a git worktree")
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(NAMES))
    parser.add_argument("--times", type=int, default=5, help="runs of each")
    given = parser.parse_intermixed_args(arguments)
    checkouts = [("before", given.folder.resolve()), ("now", HERE)]
    for name in given.names or NAMES:
        print(f"Measuring {name} …", file=sys.stderr)
        found: dict[str, Figures] = {"before": defaultdict(list), "now": defaultdict(list)}
        try:
            for _ in range(given.times):
                for where, folder in checkouts:
                    for row, own in measured(folder, name).items():
                        found[where][row] += own
                checkouts.reverse()  # neither is always the one that runs first
        except FailedError as failed:
            print(f"{where}, {failed}")
            continue
        print(*sorted(compared(**found)), sep="\n", flush=True)


if __name__ == "__main__":
    main()
