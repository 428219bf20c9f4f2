"""A short outage: what was not shown is shown once, as fast as Discord lets a bot.

Two processes share what Discord takes of it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from lab.discord.limits import GLOBAL
from lab.postgres import PostgresServer
from lab.soak.catch_up import CatchUp, after_an_outage

pytestmark = pytest.mark.slow


@pytest.mark.nightly
async def test_many_games_are_shown_without_being_refused(postgres: PostgresServer) -> None:
    options = replace(after_an_outage(seed=1, seconds=60, tables=1), in_time=30)
    run = CatchUp(options, postgres.fresh(), games=30, processes=2)
    await run.run()
    assert run.is_right, run.report()
    assert all(part.requests >= 3 * 15 for part in run.parts)
    assert run.limits.most <= GLOBAL
