"""A short outage: what was not shown is shown once, as fast as Discord lets a bot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from soak.catch_up import CatchUp, after_an_outage
from soak.limits import GLOBAL

pytestmark = pytest.mark.slow


async def test_many_games_are_shown_without_being_refused(tmp_path: Path) -> None:
    options = replace(after_an_outage(seed=1, seconds=60, tables=1), in_time=30)
    run = CatchUp(options, tmp_path / "soak.sqlite3", games=15)
    async with run.running():
        await run.to_the_verdict()
    assert not run.findings.count, run.report()
    assert run.requests >= 3 * 15
    assert run.servers.limits.most <= GLOBAL
