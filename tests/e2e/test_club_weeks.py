"""Six weeks of a club: each finds something every day, and nobody is told much beside turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random

import discord
import pytest

from bot import EXTENSIONS, ArkadiaBot
from runtime.settings import Settings
from tabletop.daily.positions import in_file
from tests.e2e.finished import DAY, NOVEMBER
from tests.e2e.loading import QuickBot
from tests.e2e.weeks_of_club import ClubLife
from tests.e2e.world import World
from tests.tabletop.playing import Clock

MONDAY = NOVEMBER + DAY
"""2 November 2026; people look in at six in the evening."""
EVENING = 18 * 3_600_000
DAYS, WEEK = 42, 7


@pytest.fixture
def clock() -> Clock:
    return Clock(MONDAY - DAY + EVENING)


@pytest.fixture
def make_bot(database: Path, clock: Clock, rng: Random) -> Callable[[], ArkadiaBot]:
    settings = Settings(token="", database=database, daily_ahead=0)
    return lambda: QuickBot(settings, EXTENSIONS, clock=clock, rng=rng)


@pytest.mark.nightly
@pytest.mark.slow
async def test_a_club_of_twelve_for_six_weeks(world: World, clock: Clock) -> None:
    moderator = world.newcomer("mod", permissions=discord.Permissions(manage_guild=True))
    news = world.guild.create_text_channel("news")
    await moderator.run("arkadia-admin digest", channel=news)
    await moderator.run("arkadia-admin ranking", rule="everybody")
    daily = world.guild.create_text_channel("daily")
    await moderator.run("arkadia-admin daily", channel=daily)
    await positions_of(world, clock.now // DAY + 1)
    people = [*world.people, *(world.newcomer(f"guest{number}") for number in range(8))]
    club = ClubLife(world, clock, people, Random(27))
    for day in range(DAYS):
        await club.day(day, opening=True)
        if day == WEEK - 1:
            assert len(world.posts(daily)) == 1 + WEEK
            await moderator.run("arkadia-admin daily", off=True)
    weeks = replace(club.weeks)
    looks = DAYS * len(people)
    assert weeks.turns + weeks.news + weeks.others + weeks.alone == looks
    assert weeks.idle == 0
    assert weeks.answers == looks
    # By games alone: a person who looks in twice between two turns finds nothing.
    assert weeks.alone / looks < 0.1
    assert weeks.stories == weeks.news + weeks.others
    assert weeks.nudges > DAYS // 2
    assert weeks.messages <= 1
    assert weeks.crowded / looks < 0.01
    for person in people:
        assert (await world.bot.services.daily.standing(person.id)).streak == DAYS
    assert weeks.first_end is not None
    assert weeks.ranked == weeks.first_end
    while club.tables:
        await club.day(DAYS, opening=False)
    await club.day(DAYS, opening=False)
    for _ in range(WEEK):  # the week in which the last game ended is told
        await club.day(DAYS, opening=False)
    told = len(world.posts(news))
    assert told > DAYS // WEEK
    for _ in range(2 * WEEK):
        await club.day(DAYS, opening=False)
    assert len(world.posts(news)) == told
    assert len(world.posts(daily)) == 1 + WEEK


async def positions_of(world: World, first: int) -> None:
    """Has a position for each day: those of the file, whose days are other ones."""
    days, known = cycle(in_file().values()), world.bot.services.daily.positions
    for day, puzzle in zip(range(first, first + DAYS), days, strict=False):
        await known.keep(replace(puzzle, day=day))
