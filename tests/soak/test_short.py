"""A short soak: whatever happens to the bot, what people were told stays true."""

from __future__ import annotations

from pathlib import Path

import pytest

from soak.run import Options, soak

pytestmark = pytest.mark.slow


async def test_games_are_played_and_nothing_is_wrong(tmp_path: Path) -> None:
    options = Options(
        seconds=20, actions=20, tables=4, rate=0, kill_every=0, mishap_every=0, in_time=30
    )
    run = await soak(options, tmp_path / "soak.sqlite3")
    assert not run.findings.count, run.report()
    assert run.ledger.entries


@pytest.mark.kill
async def test_killed_while_people_play_and_nothing_is_wrong(tmp_path: Path) -> None:
    options = Options(
        seed=3,
        seconds=10,
        kills=3,
        actions=10,
        tables=3,
        rate=0,
        kill_every=1,
        mishap_every=0,
        in_time=30,
    )
    run = await soak(options, tmp_path / "soak.sqlite3")
    assert not run.findings.count, run.report()
    assert run.mishaps["killed"] + run.mishaps["stopped"]


@pytest.mark.kill
async def test_killed_hindered_and_with_a_full_disk_and_nothing_is_wrong(tmp_path: Path) -> None:
    options = Options(
        seed=2,
        seconds=10,
        kills=2,
        actions=20,
        tables=4,
        prepared=8,
        kill_every=1.5,
        mishap_every=1.5,
        in_time=30,
    )
    run = await soak(options, tmp_path / "soak.sqlite3")
    assert not run.findings.count, run.report()
    assert run.mishaps["killed"] + run.mishaps["stopped"]
    assert run.ledger.entries
