"""A short soak: whatever happens to the bot, what people were told stays true."""

import re
from pathlib import Path
from random import Random

import pytest

from db.database import Place
from lab.soak.people import Forger
from lab.soak.run import Options, Soak


@pytest.mark.slow
async def test_games_are_played_and_nothing_is_wrong(database: Place) -> None:
    quiet = Options(seconds=10, tables=4, rate=0, kill_every=0, mishap_every=0, in_time=30)
    run = Soak(quiet, database)
    await run.run()
    assert not run.findings, run.report()
    assert run.ledger.entries


@pytest.mark.kill
async def test_killed_hindered_and_with_a_full_disk_and_nothing_is_wrong(tmp_path: Path) -> None:
    options = Options(seed=2, seconds=20, tables=4, kill_every=3, mishap_every=1.5, in_time=30)
    run = Soak(options, tmp_path / "soak.sqlite3")
    await run.run()
    assert not run.findings, run.report()
    assert run.mishaps.count["killed"] + run.mishaps.count["stopped"]
    assert run.ledger.entries


def test_a_visitor_presses_no_button_of_what_is_still_to_come() -> None:
    forger = Forger(Random(1), {3: 5})
    ids = "\n".join(forger.custom_id() for _ in range(2_000))
    versions = [int(version) for version in re.findall(r":(?:turn|pick|form):3:\d:[ap](\d+)", ids)]
    news = [int(number) for number in re.findall(r"arkadia:take:\d+:(\d+)", ids)]
    assert set(versions) == set(range(6))
    assert set(news) == {0}
