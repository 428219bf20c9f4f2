"""Short forms of the hostile presses: on sockets, and many times as many in one process."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.soak.hostile import Amount, Hostile
from tests.often import often

pytestmark = pytest.mark.slow


@pytest.mark.nightly
async def test_hostile_presses_are_answered_and_change_nothing(tmp_path: Path) -> None:
    run = Hostile(Amount(presses=300, in_time=30), tmp_path / "soak.sqlite3")
    await run.run()
    assert not run.findings.count, run.report()


@pytest.mark.parametrize("presses", often([1000, 3000], 1000))
async def test_many_hostile_presses_are_answered_and_change_nothing(
    tmp_path: Path, presses: int
) -> None:
    amount = Amount(presses=presses, seed=2, in_time=30)
    run = Hostile(amount, tmp_path / "soak.sqlite3", in_process=True)
    await run.run()
    assert not run.findings.count, run.report()
