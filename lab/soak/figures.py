"""Findings of a soak, as figures with confidence intervals."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import linear_regression, mean
from typing import Final, NamedTuple

CONFIDENCE: Final = 1.96
"""Standard deviations of a two-sided interval of 95 %."""


STUDENT: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306),
    *(2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131),
)
"""The same by Student's distribution, for 1, 2 and more degrees of freedom."""


class Slope(NamedTuple):
    """The slope of a straight line through points, with its 95 % interval."""

    middle: float
    low: float
    high: float


def slope(points: Sequence[tuple[float, float]]) -> Slope:
    """Return the slope of the line of least squares through three to seventeen points."""
    across = [x for x, _ in points]
    fit = linear_regression(across, [y for _, y in points])
    left = sum((y - fit.intercept - fit.slope * x) ** 2 for x, y in points)
    freedom = len(points) - 2
    spread = sum((x - mean(across)) ** 2 for x in across)
    error = STUDENT[freedom - 1] * sqrt(left / freedom / spread)
    return Slope(fit.slope, fit.slope - error, fit.slope + error)


def interval(failures: int, trials: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval for the share of failures.

    Wald's, the common one, is empty after no failures, which is what a good run has.
    """
    if not trials:
        return 0.0, 1.0
    z2 = CONFIDENCE**2
    middle = (failures + z2 / 2) / (trials + z2)
    spread = CONFIDENCE * sqrt(failures * (trials - failures) / trials + z2 / 4) / (trials + z2)
    # Without failures the lower end is 0 but for rounding, which would be printed.
    low = 0.0 if not failures else max(0.0, middle - spread)
    return low, min(1.0, middle + spread)


def share(failures: int, trials: int) -> str:
    """Return failures among trials in words, with the interval."""
    low, high = interval(failures, trials)
    return f"{failures} of {trials:,} (95 %: {low:.3%} to {high:.3%})"


@dataclass(slots=True)
class Findings:
    """The faults that a run has found.

    Attributes:
        count: the number of faults of each kind.
        examples: the first ones of each kind, in words, perhaps with lines of evidence.
    """

    count: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, what: str = "", count: int = 1) -> None:
        """Note a fault."""
        self.count[kind] += count
        examples = self.examples.setdefault(kind, [])
        if what and len(examples) < 5:
            examples.append(what)

    def add_all(self, *found: Iterable[tuple[str, str, int]]) -> None:
        """Add faults, each given by its kind, an example and a count."""
        for one in itertools.chain(*found):
            self.add(*one)

    def lines(self) -> list[str]:
        """Return the findings as lines to print: each kind with its count and examples."""
        lines = []
        for kind, count in sorted(self.count.items()):
            lines.append(f"  {count:6,} × {kind}")
            told = "\n".join(self.examples[kind]).splitlines()
            lines += [f"           {line}" for line in told]
        return lines
