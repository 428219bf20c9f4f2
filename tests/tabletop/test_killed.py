"""Kills at any moment, and what a computer played is told as nobody's own."""

import asyncio
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from db.database import Place
from db.store import Store
from engine.story import story_of
from i18n.translation import ENGLISH
from lab.tables import tables_on
from tabletop.outcome import outcome_of, wins
from tests.tabletop.killing import acknowledged_in, check, kill
from tests.tabletop.whose_play import Told, told_of  # noqa: F401
from ui.public.end import ranking_lines, won_lines
from ui.texts.events import Teller
from ui.texts.turns import changes_since


async def test_nobody_is_told_to_have_played_what_a_computer_did(told: Told) -> None:
    table, seat, name = told.table, told.seat, told.table.names[told.seat]
    outcome = outcome_of(table)
    assert outcome is not None
    [winner] = outcome.winners
    assert (winner != seat) == bool(told.user)
    best = table.names[winner]
    first, *more = [one for one in won_lines(table, ENGLISH) if not one.startswith("From ")]
    assert first.startswith(f"{best} wins")
    assert bool(more) == bool(told.user)
    assert all(line.startswith(f"{name}'s seat, ") for line in more)
    teller = Teller.of(table, ENGLISH)
    lines = ranking_lines(table, story_of(table.running_game()), teller)
    assert f"**{best}**" in lines[0]
    assert any("by a computer" in line for line in lines) == bool(told.by_computer)
    won = [owner for owner, count in wins(table).items() if count]
    assert won == [table.seats[winner].user_id or best]
    assert len(changes_since(table, seat, ENGLISH)) > 1 or not told.user


async def test_what_was_missed_has_each_turn_and_marks_those_of_a_computer(told: Told) -> None:
    if not told.user:
        return
    last = [one.number for one in told.own][-1]
    since = [one for one in told.turns if last < one.number <= told.asked]
    assert sum(line.startswith("- ") for line in told.missed) == len(since)
    name = f"{told.table.names[told.seat]} (computer)"
    assert sum(name in line for line in told.missed) == sum(one.seat == told.seat for one in since)


KILLS = 8


def live_and_die(
    database: Place, channel: Path, seed: int, lines: int, delay: float, *point: str
) -> dict[int, int]:
    """Runs the doomed process, kills it, and gives the length of each log that it acknowledged."""
    where = [str(database), str(channel)]
    command = [sys.executable, "-m", "tests.tabletop.doomed", *where, str(seed), *point]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = b"".join(process.stdout.readline() for _ in range(lines))
        if not point:
            time.sleep(delay)
            process.kill()
        said += process.stdout.read()
    assert process.returncode == -signal.SIGKILL or not point
    return acknowledged_in(said)


@pytest.mark.kill
async def test_killed_at_any_moment(tmp_path: Path, database: Place) -> None:
    channel = tmp_path / "channel"
    chance = random.Random(2006)
    acknowledged: dict[int, int] = {}
    for seed in range(KILLS):
        lines, delay = chance.choice([0, 1, 5, 40]), chance.random() * 0.03
        said = await asyncio.to_thread(live_and_die, database, channel, seed, lines, delay)
        acknowledged |= said
        await check(database, channel, acknowledged)
    assert sum(acknowledged.values()) > 100


@pytest.mark.kill
@pytest.mark.parametrize("count", [1, 2, 7, 30])
@pytest.mark.parametrize("point", ["before-show", "after-show"])
async def test_killed_between_saving_and_showing(
    tmp_path: Path, database: Place, point: str, count: int
) -> None:
    channel = tmp_path / "channel"
    said = await asyncio.to_thread(live_and_die, database, channel, count, 0, 0, point, str(count))
    await check(database, channel, said)


@pytest.mark.kill
async def test_killed_as_soon_as_a_resignation_is_saved(tmp_path: Path, database: Place) -> None:
    channel = tmp_path / "channel"
    said = await asyncio.to_thread(live_and_die, database, channel, 5, 0, 0, "after-resigning", "1")
    store = await Store.open(database)
    tables = tables_on(store, lambda: 0, random.Random(0))
    seats = [seat for number in said for seat in (await tables.cache.get(number)).seats]
    active = [(await tables.cache.get(number)).active for number in said]
    await store.close()
    assert any(seat.status == "resigned" for seat in seats)
    assert all(seat is None or seat.status == "playing" for seat in active)
    await check(database, channel, said)


@pytest.mark.kill
def test_many_kills_in_a_short_time(tmp_path: Path, place: Place) -> None:
    kills, acknowledged = kill(30, 7, tmp_path, fresh=lambda: place)
    assert kills == 30
    assert acknowledged > 50
