"""A short soak whose people have themselves forgotten, and nothing of them is left in any file."""

from __future__ import annotations

import pytest

from db.database import Place
from lab.discord.interactions import Person
from lab.soak.options import Options
from lab.soak.run import Soak

pytestmark = pytest.mark.slow

SHORT = Options(
    seconds=30,
    actions=6,
    forgotten=2,
    tables=1,
    rate=0,
    kill_every=0,
    mishap_every=0,
    forget_every=0.1,
    in_time=30,
)


async def test_nothing_is_left_of_the_forgotten_and_what_is_left_is_found(database: Place) -> None:
    run = Soak(SHORT, database)
    async with run.running():
        await run.to_the_verdict()
        assert not run.findings.count, run.report()
        [visitors] = run.visitors
        assert visitors.forgotten
        # Others are still there: as if they had been told that they are forgotten.
        tables = [run.saved.table(number) for number in run.saved.numbers()]
        player = next(seat for table in tables for seat in table.people if seat.user_id)
        assert player.user_id is not None
        visitors.forgotten = [Person(player.user_id, player.name)]
        places = {one.split(" in ")[1] for one in visitors.traces([f"who={player.user_id}"])}
    assert places == {"a new backup", "the files at the end", "the log"}
