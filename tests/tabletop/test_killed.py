"""Kills at any moment, and what a computer played is told as nobody's own."""

import asyncio
import random
from itertools import pairwise
from pathlib import Path

import pytest

from db.database import Place
from db.store import opened
from engine.story import story_of
from i18n.translation import ENGLISH
from lab.tables import tables_on
from tabletop.outcome import outcome_of, wins
from tests.db.samples import reread
from tests.tabletop.doomed import FileChannel, fork_and_kill, read
from tests.tabletop.handed_over import Told, told_of  # noqa: F401
from tests.tabletop.showing import showing
from tests.visiting import visiting
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
    first, *more = [
        one for one in won_lines(table, ENGLISH) if not one.startswith("A comeback from ")
    ]
    assert first.startswith(f"{best} wins")
    assert bool(more) == bool(told.user)
    computers = f"The computer in {name}'s seat had", f"{name} had the most gold, but a computer"
    assert all(line.startswith(computers) for line in more)
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
    since = [
        one for one in told.turns if last < one.number < told.then.running_game().position.turn
    ]
    missed = changes_since(told.then, told.seat, ENGLISH)
    assert sum(line.startswith("- ") for line in missed) == len(since)
    name = f"{told.table.names[told.seat]} (computer)"
    assert sum(name in line for line in missed) == sum(one.seat == told.seat for one in since)


async def check(database: Place, channel: Path, acknowledged: dict[int, int]) -> None:
    """After a new start everything is there, sound, replays, goes on and is shown once."""
    async with opened(database) as store:
        tables = tables_on(store, lambda: 0, random.Random(0))
        for number, length in acknowledged.items():
            assert (await tables.cache.get(number)).version >= length
        publisher = showing(tables, FileChannel(channel))
        await publisher.outbox.catch_up()
        await publisher.outbox.close()
        assert await store.outbox.unshown() == ()
        told = read(channel)
        for number in {entry.table for entry in told} | set(acknowledged):
            table = await tables.cache.get(number)
            posts = [entry for entry in told if entry.table == number]
            assert (posts[-1].news, posts[-1].state) == (table.row.news, table.row.state)
            assert all(before.news < after.news for before, after in pairwise(posts))
            turns = len(table.turns_since(1)) if table.game else 0
            assert [turn for post in posts for turn in post.turns] == list(range(1, turns + 1))
            assert table.active is None or table.active.status == "playing"
    assert_sound(database)


def assert_sound(database: Place) -> None:
    if isinstance(database, Path):
        with visiting(database) as connection:
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.kill
def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path, place: Place) -> None:
    channel, chance = tmp_path / "channel", random.Random(2006)
    acknowledged: dict[int, int] = {}
    for seed in range(35):
        lines, delay = chance.choice([0, 0, 1, 5, 20, 40]), chance.random() * 0.03
        for number, length in fork_and_kill(place, channel, seed, lines, delay).items():
            acknowledged[number] = max(length, acknowledged.get(number, 0))
        if seed % 5 == 4:
            asyncio.run(check(place, channel, acknowledged))
    assert sum(acknowledged.values()) > 100


@pytest.mark.kill
@pytest.mark.parametrize("count", [1, 2, 7, 30])
@pytest.mark.parametrize("point", ["before-show", "after-show"])
def test_killed_while_it_is_shown(tmp_path: Path, database: Place, point: str, count: int) -> None:
    said = fork_and_kill(database, tmp_path / "channel", count, point=point, count=count)
    asyncio.run(check(database, tmp_path / "channel", said))


@pytest.mark.kill
def test_killed_as_soon_as_a_resignation_is_saved(tmp_path: Path, database: Place) -> None:
    said = fork_and_kill(database, tmp_path / "channel", 5, point="after-resigning", count=1)
    games = [asyncio.run(reread(database, number)) for number in said]
    assert "resigned" in {seat.status for game in games for seat in game.seats}
    asyncio.run(check(database, tmp_path / "channel", said))


@pytest.mark.kill
@pytest.mark.parametrize("lost", [1, 100, 4_096, 5_000, 20_000])
def test_a_torn_write_costs_no_more_than_itself(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "arkadia.sqlite3"
    said = fork_and_kill(path, tmp_path / "channel", 7, lines=40)
    journal = path.with_name(path.name + "-wal")
    journal.write_bytes(journal.read_bytes()[:-lost] + bytes(lost))
    asyncio.run(replayed(path, [*said]))
    assert_sound(path)


async def replayed(path: Path, numbers: list[int]) -> None:
    async with opened(path) as store:
        tables = tables_on(store, lambda: 0, random.Random(0))
        assert [(await tables.cache.get(number)).number for number in numbers] == numbers
