"""A week of games in virtual time; ``python -m tests.tabletop.weeks`` has more of them."""

from collections.abc import Callable

import pytest

from db.database import Place
from tests.tabletop.weeks import pass_weeks


@pytest.mark.slow
async def test_a_week_of_many_games_with_outages_holidays_and_clocks_put_back(
    database: Place,
) -> None:
    found = await pass_weeks(database, tables=24, days=9, seed=3)
    assert found.wrong == []
    for what in (
        "turns",
        "banks",
        "warnings",
        "hand-overs",
        "absences",
        "reminders",
        "ends told later",
    ):
        assert found.counts[what], what


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("fault", "instead", "wrong"),
    [
        ("quiet.Uptime.outages", lambda uptime: [], "bank of seat"),
        ("personal.Personal.may_ping", lambda personal, user, now: True, "quiet hours"),
    ],
)
async def test_what_is_wrong_would_be_found(
    database: Place,
    monkeypatch: pytest.MonkeyPatch,
    fault: str,
    instead: Callable[..., object],
    wrong: str,
) -> None:
    monkeypatch.setattr(f"tabletop.{fault}", instead)
    found = await pass_weeks(database, tables=12, days=6, seed=3)
    assert any(wrong in sentence for sentence in found.wrong)
