"""What went on is told once a week, silently, in the channel that moderators chose, and once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot import EXTENSIONS, ArkadiaBot
from delivery.dispatcher import LONGEST_REST_S
from runtime.settings import Settings
from tests.e2e.answers import told
from tests.e2e.finished import DAY, NOVEMBER, finished
from tests.e2e.loading import QuickBot
from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.world import Place, World
from tests.tabletop.playing import Clock

HOUR = 3_600_000
MONDAY = NOVEMBER + DAY + 9 * HOUR
"""2 November 2026, 9:00 UTC."""
WEEK = 7 * DAY
SILENT = 4096


@pytest.fixture
def clock() -> Clock:
    return Clock(MONDAY - 5 * DAY)


@pytest.fixture
def make_bot(database: Path, clock: Clock, rng: Random) -> Callable[[], ArkadiaBot]:
    settings = Settings(token="", database=database)
    return lambda: QuickBot(settings, EXTENSIONS, clock=clock, rng=rng)


@pytest.fixture
def moderator(world: World) -> Person:
    return world.newcomer("mod", permissions=discord.Permissions(manage_guild=True))


@pytest.fixture
def news(world: World) -> Place:
    """A channel that everybody sees, for the digest."""
    return world.guild.create_text_channel("news")


def let_see(world: World, place: Place, *targets: int, roles: bool = True) -> None:
    """Lets only these roles or people see a channel, and the bot."""
    seen = discord.Permissions(view_channel=True).value
    kind = OverwriteType.ROLE if roles else OverwriteType.MEMBER
    overwrites = [Overwrite(target_id=target, type=kind, allow=seen) for target in targets]
    bot = world.env.backend.bot_user.id
    overwrites += [
        Overwrite(target_id=world.guild.id, type=OverwriteType.ROLE, deny=seen),
        Overwrite(target_id=bot, type=OverwriteType.MEMBER, allow=seen),
    ]
    for overwrite in overwrites:
        world.env.backend.set_overwrite(place.id, overwrite)


def told_in(world: World, news: Place) -> list[Post]:
    """What was told there, after the message that says that it will be."""
    first, *others = world.posts(news)
    assert first.text.startswith("Every Monday this channel gets a summary")
    assert first.payload["flags"] & SILENT
    return others


async def comes(world: World, clock: Clock, at: int) -> None:
    """It is that time, and what is due was looked at."""
    clock.now = at
    await world.env.advance_time(LONGEST_REST_S + 1)


@pytest.mark.slow
async def test_the_week_is_told_once(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    ada, bela, *_ = world.people
    answer = await moderator.run("arkadia-admin digest", channel=news)
    assert f"<#{news.id}> gets a summary every Monday, silently" in told(answer)
    over = await finished(world, ada, bela, at=MONDAY - 3 * DAY)
    await finished(world, ada, bela, at=MONDAY - 30 * DAY)
    await Match.begin(world, 3)
    await comes(world, clock, MONDAY - HOUR)
    assert told_in(world, news) == []
    await comes(world, clock, MONDAY + 1)
    [post] = told_in(world, news)
    assert post.payload["flags"] & SILENT
    assert post.pings == ()
    assert "games begun: 2, games finished: 1" in post.text
    assert f"- Game {over}: " in post.text
    assert "Best sale: " in post.text
    assert "Games that wait for somebody:" in post.text
    for name in ("Ada", "Bela", "Chiara"):
        assert name in post.text.split("wait for somebody:")[1]
    await comes(world, clock, MONDAY + HOUR)
    await world.restart()
    await comes(world, clock, MONDAY + 2 * HOUR)
    assert len(told_in(world, news)) == 1
    await comes(world, clock, MONDAY + WEEK + 1)
    newest = world.newest(news)
    assert newest.id != post.id
    assert "games begun: 0, games finished: 0" in newest.text
    assert "Best sale" not in newest.text
    listed = await bela.press(post, "Finished games")
    assert listed.private
    assert "Finished games" in listed.text
    assert (await bela.press(post, "Ranking")).private


async def test_games_that_not_all_can_see_do_not_stand_in_it(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    ada, bela, *_ = world.people
    secret = world.guild.create_text_channel("secret")
    let_see(world, secret)
    await world.env.settle()
    await finished(world, ada, bela, channel=secret.id, at=MONDAY - DAY)
    await moderator.run("arkadia-admin digest", channel=news)
    await comes(world, clock, MONDAY + 1)
    assert told_in(world, news) == []
    await finished(world, ada, bela, channel=secret.id, at=MONDAY + DAY)
    open_game = await finished(world, ada, bela, at=MONDAY + DAY)
    await comes(world, clock, MONDAY + WEEK + 1)
    [post] = told_in(world, news)
    assert "games begun: 1, games finished: 1" in post.text
    assert f"- Game {open_game}: " in post.text


async def test_in_a_members_channel_stands_what_all_members_see(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    ada, bela, *_ = world.people
    members, others = (world.guild.create_role(name) for name in ("members", "others"))
    alike, guests, narrow = (
        world.guild.create_text_channel(name) for name in ("alike", "guests", "narrow")
    )
    await moderator.run("arkadia-admin digest", channel=news)
    let_see(world, news, members.id)
    let_see(world, alike, members.id, others.id)
    let_see(world, guests, others.id)
    let_see(world, narrow, ada.id, roles=False)
    await world.env.settle()
    shown = [
        await finished(world, ada, bela, channel=place.id, at=MONDAY - DAY)
        for place in (world.channel, news, alike)
    ]
    for place in (guests, narrow):
        await finished(world, ada, bela, channel=place.id, at=MONDAY - DAY)
    await comes(world, clock, MONDAY + 1)
    [post] = told_in(world, news)
    assert "games begun: 3, games finished: 3" in post.text
    assert all(f"- Game {number}: " in post.text for number in shown)
    let_see(world, news, bela.id, roles=False)
    await world.env.settle()
    await finished(world, ada, bela, channel=alike.id, at=MONDAY + DAY)
    await comes(world, clock, MONDAY + WEEK + 1)
    assert len(told_in(world, news)) == 1  # Bela sees the one channel and not the other


async def test_nothing_is_told_where_nothing_went_on_or_nobody_wants_it(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    await moderator.run("arkadia-admin digest", channel=news)
    await comes(world, clock, MONDAY + 1)
    assert told_in(world, news) == []
    await Match.begin(world)
    assert "No channel" in told(await moderator.run("arkadia-admin digest", off=True))
    await comes(world, clock, MONDAY + WEEK + 1)
    assert told_in(world, news) == []
    assert "No channel" in told(await moderator.run("arkadia-admin digest"))


@pytest.mark.slow
async def test_where_the_bot_may_not_write_it_waits(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    await moderator.run("arkadia-admin digest", channel=news)
    await Match.begin(world)
    other = world.guild.create_text_channel("other")
    for place in (news, other):
        await world.forbid("send_messages", place=place)
    refused = await moderator.run("arkadia-admin digest", channel=other)
    assert f"I may not write in <#{other.id}>" in told(refused)
    for hours in (0, 2, 4):
        await comes(world, clock, MONDAY + hours * HOUR + 1)
    await world.forbid(place=news)
    assert told_in(world, news) == []
    await comes(world, clock, MONDAY + DAY + HOUR)
    await comes(world, clock, MONDAY + 2 * DAY + HOUR)
    assert len(told_in(world, news)) == 1


async def test_a_channel_that_is_gone_ends_it(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    await moderator.run("arkadia-admin digest", channel=news)
    await Match.begin(world)
    await world.delete_place(news)
    await comes(world, clock, MONDAY + 1)
    assert "No channel" in told(await moderator.run("arkadia-admin digest"))


@pytest.mark.slow
async def test_three_weeks_without_the_bot_are_told_in_one_message(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    ada, bela, *_ = world.people
    await moderator.run("arkadia-admin digest", channel=news)
    for week in range(3):
        await finished(world, ada, bela, at=MONDAY + week * WEEK - DAY)
    clock.now = MONDAY + 2 * WEEK + DAY
    await world.restart()
    await comes(world, clock, clock.now)
    [post] = told_in(world, news)
    assert "games begun: 3, games finished: 3" in post.text
