"""A week of games in virtual time; ``python -m tests.tabletop.weeks`` has more of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tabletop.weeks import pass_weeks


@pytest.mark.slow
async def test_a_week_of_many_games_with_outages_holidays_and_clocks_put_back(
    tmp_path: Path,
) -> None:
    found = await pass_weeks(tmp_path, tables=24, days=9, seed=3)
    assert found.wrong == []
    for what in ("turns", "banks", "warnings", "hand-overs", "absences", "restarts"):
        assert found.counts[what], what
