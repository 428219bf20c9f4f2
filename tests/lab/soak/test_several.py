"""A short form of several bots on one database: killed, updated, and taken over."""

from __future__ import annotations

import pytest

from lab.postgres import PostgresServer
from lab.soak.options import Options
from lab.soak.several import Several

pytestmark = [pytest.mark.slow, pytest.mark.kill]


async def test_what_is_killed_is_taken_over_and_nothing_is_wrong(postgres: PostgresServer) -> None:
    options = Options(
        seed=355, seconds=25, kills=1, tables=1, rate=0, kill_every=2, mishap_every=0, in_time=60
    )
    # One bot ends by a rolling update, then by a kill; the other by a kill, without a spare.
    run = Several(options, postgres, 2, 0)
    await run.run()
    assert run.is_right, run.report()
    assert sum(part.mishaps.count["killed"] for part in run.parts)
