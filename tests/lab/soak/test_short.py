"""A short soak: whatever happens to the bot, what people were told stays true."""

from __future__ import annotations

from pathlib import Path

import pytest

from db.database import Place
from lab.soak.options import Options
from lab.soak.run import Soak, soak

pytestmark = pytest.mark.slow


@pytest.mark.nightly
async def test_games_are_played_and_nothing_is_wrong(database: Place) -> None:
    options = Options(
        seconds=20, actions=20, tables=4, rate=0, kill_every=0, mishap_every=0, in_time=30
    )
    run = await soak(options, database)
    assert not run.findings.count, run.report()
    assert run.ledger.entries


async def meet_a_full_disk(run: Soak) -> None:
    """Stops the bot, and starts it on a full disk."""
    await run.end("stopped", clean=True)
    start = run.bot.start

    async def without_room() -> None:
        run.bot.start = start  # type: ignore[method-assign]
        await start()
        run.bot.fill_disk()

    run.bot.start = without_room  # type: ignore[method-assign]
    await run.start()


@pytest.mark.nightly
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
    run = Soak(options, tmp_path / "soak.sqlite3")
    async with run.running():
        await meet_a_full_disk(run)
        await run.to_the_verdict()
    assert not run.findings.count, run.report()
    assert run.mishaps.count["killed"] + run.mishaps.count["stopped"]
    assert run.mishaps.count["refused to start"] == 1
    run.bot.told_why = 0  # as if it had not said why
    assert run.bot.strange_exits() == {69: 1}


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
    assert run.mishaps.count["killed"] + run.mishaps.count["stopped"]
    assert run.ledger.entries
