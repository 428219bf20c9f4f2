"""A short measurement: presses and finished games leave no thread and no file behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.estimates import slope
from lab.soak.steady import RESTS, Amount, Steady

pytestmark = pytest.mark.slow

FILLING = 1000.0
"""MB in a thousand games: in so short a time what is kept of pictures still fills."""


@pytest.mark.nightly
async def test_the_bot_stays_as_large_as_it_is(tmp_path: Path) -> None:
    amount = Amount(games=4, presses=40, growth=FILLING * 1000, in_time=30)
    run = Steady(amount, tmp_path / "soak.sqlite3")
    await run.run()
    assert not run.findings.count, run.report()
    assert run.peak >= max(memory for _, memory in run.burst) > run.before.memory / 2 > 0
    assert [games for games, _ in run.burst] == [1, 2, 3, 4]
    assert [games for games, _ in run.rested] == [4, 5, 6, 7, 8]


@pytest.mark.parametrize(("grows", "found"), [(0.0, False), (0.003, True)])
def test_a_slope_is_told_from_noise(grows: float, found: bool) -> None:
    noise = [0.4, -0.5, 0.1, 0.6, -0.6] * 4
    step = 1000 / RESTS
    points = [(step * n, 100 + step * n * grows + noise[n]) for n in range(RESTS + 1)]
    middle, low, high = slope(points)
    assert low < middle < high
    assert 1000 * (high - middle) < Amount().growth
    assert (1000 * low > Amount().growth) is found
