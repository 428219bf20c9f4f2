"""Short forms of a troll that does only what members may do, alone, with friends and blocked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lab.soak.troll import TrollSoak, densest
from lab.soak.trolls import Trolling
from tests.often import often

pytestmark = pytest.mark.slow

SHORT = Trolling(acts=250, an_hour=150_000, tables=1, seed=7, delay=60, in_time=30)
HOUR = 3_600_000


@pytest.mark.parametrize(("friends", "moderated"), often([(0, 0.0), (2, 1.0)], (0, 0.0)))
async def test_a_troll_is_no_nuisance(tmp_path: Path, friends: int, moderated: float) -> None:
    run = TrollSoak(replace(SHORT, friends=friends, moderated=moderated), tmp_path / "soak.sqlite3")
    await run.run()
    assert not run.findings.count, run.report()
    assert run.trolls.done.total() == SHORT.acts
    most = [figure for figure, _ in run.caused().values()]
    assert most[:4] != [0] * 4, "it tried"
    assert bool(moderated) == any(one.blocks for one in run.moderators)


@pytest.mark.nightly
async def test_a_bot_without_limits_is_found_a_nuisance(tmp_path: Path) -> None:
    run = TrollSoak(replace(SHORT, acts=600), tmp_path / "soak.sqlite3")
    names = ("GAMES_AN_HOUR", "THREADS_AN_HOUR", "POSTS_AN_HOUR", "PINGS_AN_HOUR", "DIRECT_A_DAY")
    unlimited = {f"ARKADIA_{name}": "99999" for name in (*names, "INVITATIONS_A_DAY")}
    run.make_bots = lambda: [run.make_bot(**unlimited)]  # type: ignore[method-assign]
    await run.run()
    assert run.findings.count["too much of a nuisance"], run.report()


def test_the_densest_hour_is_a_sliding_one() -> None:
    assert densest([]) == 0
    assert densest([0, HOUR - 1, HOUR, 5 * HOUR]) == 2
    assert densest([0, 0, HOUR // 2, HOUR - 1, HOUR + 1]) == 4
