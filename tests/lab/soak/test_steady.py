"""A short measurement: presses and finished games leave no thread and no file behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.soak.steady import Amount, Steady

pytestmark = pytest.mark.slow

FILLING = 100.0
"""MB: in so short a time what is kept of pictures still fills."""


async def test_the_bot_stays_as_large_as_it_is(tmp_path: Path) -> None:
    amount = Amount(games=8, presses=80, growth=FILLING, in_time=30)
    run = Steady(amount, tmp_path / "soak.sqlite3")
    await run.run()
    assert not run.findings.count, run.report()
    assert run.after.memory > run.before.memory / 2 > 0
