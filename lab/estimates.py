"""Shares with their confidence intervals of 95 %."""

from __future__ import annotations

from math import sqrt
from typing import Final

CONFIDENCE: Final = 1.96
"""Standard deviations of a two-sided interval of 95 %."""


def interval(cases: int, trials: int) -> tuple[float, float]:
    """Return Wilson's interval for the share of some cases, such as failures, among all trials.

    Wald's, the common one, is empty after no failures, which is what a good run has.
    """
    if not trials:
        return 0.0, 1.0
    z2 = CONFIDENCE**2
    middle = (cases + z2 / 2) / (trials + z2)
    spread = CONFIDENCE * sqrt(cases * (trials - cases) / trials + z2 / 4) / (trials + z2)
    # Without cases the lower end is 0 but for rounding, which would be printed.
    low = 0.0 if not cases else max(0.0, middle - spread)
    return low, min(1.0, middle + spread)


def share(failures: int, trials: int) -> str:
    """Return failures among trials in words, with the interval of their share."""
    low, high = interval(failures, trials)
    return f"{failures} of {trials:,} (95 %: {low:.3%} to {high:.3%})"
