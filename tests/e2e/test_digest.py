"""What went on is told once a week, silently, in the channel that moderators chose, and once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import discord
import pytest

from bot import EXTENSIONS, ArkadiaBot
from db.leagues.rows import LeagueSummary
from delivery.dispatcher import LONGEST_REST_S
from i18n.translation import words_for
from runtime.settings import Settings
from tabletop.club.digest import Digest, Opening, Waiting
from tabletop.club.highlights import Highlight, Highlights
from tests.e2e.answers import told
from tests.e2e.finished import DAY, NOVEMBER, finished
from tests.e2e.loading import QuickBot
from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.seeing import let_see
from tests.e2e.world import Place, World
from tests.tabletop.playing import Clock
from ui.club.digest import digest_post
from ui.texts.fitting import words_in

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
    assert f"won game {over} with " in post.text
    assert "- 2 games began" in post.text
    assert "- Best sale: " in post.text
    [waiting] = [line for line in post.text.splitlines() if " wait for " in line]
    for name in ("Ada", "Bela", "Chiara"):
        assert name in waiting
    [picture] = post.pictures
    assert picture.name.startswith(f"arkadia-{over}-turn-")
    assert picture.alt
    await comes(world, clock, MONDAY + HOUR)
    await world.restart()
    await comes(world, clock, MONDAY + 2 * HOUR)
    assert len(told_in(world, news)) == 1
    # Nothing happened: that a game still waits is no news.
    await comes(world, clock, MONDAY + WEEK + 1)
    assert len(told_in(world, news)) == 1
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
    assert "- 1 game began" in post.text
    assert f"won game {open_game} with " in post.text


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
    assert "- 3 games began" in post.text
    assert "- 1 more game ended" in post.text
    assert all(f"won game {number} with " in post.text for number in shown[1:])
    let_see(world, news, bela.id, roles=False)
    await world.env.settle()
    await finished(world, ada, bela, channel=alike.id, at=MONDAY + DAY)
    await comes(world, clock, MONDAY + WEEK + 1)
    assert len(told_in(world, news)) == 1  # Bela sees the one channel and not the other


@pytest.mark.quick
async def test_a_league_that_takes_sign_ups_is_told_of_where_all_see_it(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    secret = world.guild.create_text_channel("secret")
    let_see(world, secret, moderator.id, roles=False)
    await moderator.run("arkadia-admin digest", channel=news)
    await moderator.run("arkadia-league open", name="Winter *cup*")
    await moderator.run("arkadia-league open", secret, name="Hidden")
    await comes(world, clock, MONDAY + 1)
    [post] = told_in(world, news)
    assert f"- League “Winter \\*cup\\*” takes sign-ups in <#{world.channel.id}>" in post.text
    assert "Hidden" not in post.text
    # That it still does is no news.
    await comes(world, clock, MONDAY + WEEK + 1)
    assert len(told_in(world, news)) == 1


async def test_nothing_is_told_where_nothing_went_on_or_nobody_wants_it(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    await moderator.run("arkadia-admin digest", channel=news)
    await comes(world, clock, MONDAY + 1)
    assert told_in(world, news) == []
    await Match.begin(world)
    assert "summary is off" in told(await moderator.run("arkadia-admin digest", off=True))
    await comes(world, clock, MONDAY + WEEK + 1)
    assert told_in(world, news) == []
    assert "summary is off" in told(await moderator.run("arkadia-admin digest"))


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
    assert "summary is off" in told(await moderator.run("arkadia-admin digest"))


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
    assert "- 3 games began" in post.text
    assert "- 1 more game ended" in post.text


@pytest.mark.nightly
@pytest.mark.slow
async def test_ten_weeks_are_read(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    """Busy weeks and silent ones of a club: what is told is short, and silence is not told."""
    ada, bela, chiara, deniz = world.people
    tables = ([ada, bela], [bela, chiara, deniz], [chiara, ada, bela, deniz], [deniz, ada])
    games = (3, 0, 1, 6, 0, 0, 2, 1, 4, 0)
    await moderator.run("arkadia-admin digest", channel=news)
    seen = set[str]()
    await comes(world, clock, MONDAY + 1)
    for week, count in enumerate(games):
        for game in range(count):
            people = tables[(week + game) % len(tables)]
            at = MONDAY + week * WEEK + game * 4 * HOUR + 1
            await finished(world, *people, seed=1 + game % 3, at=at)
        before = len(told_in(world, news))
        await comes(world, clock, MONDAY + (week + 1) * WEEK + 1)
        told_now = told_in(world, news)[before:]
        assert len(told_now) == bool(count)
        for post in told_now:
            assert words_in(post.text) <= 80
            assert len(post.pictures) == 1
            assert post.pings == ()
            assert " 0 " not in post.text
            seen |= {
                kind
                for kind in ("Best turn", "Best sale", "Comeback", "Record", "New here")
                if kind in post.text
            }
    assert {"Best sale", "Record", "New here"} <= seen
    newcomers = [post.text for post in told_in(world, news) if "New here" in post.text]
    for person in ("Ada", "Bela", "Chiara", "Deniz"):
        named = [text.split("New here: ")[1].splitlines()[0] for text in newcomers]
        assert sum(person in names for names in named) == 1


def league(name: str) -> LeagueSummary:
    """A league that takes sign-ups."""
    return LeagueSummary(
        guild_id=1,
        channel_id=5,
        host_id=1,
        name=name,
        seats=3,
        rounds=2,
        league_id=1,
        state="open",
        round=0,
        begun_at=None,
        ended_at=None,
    )


def test_words_that_have_no_room_are_left_out_and_the_news_stay() -> None:
    long = "Anna Maria Luisa " * 2
    waiting = tuple(Waiting(n, 5, long, (long, long, long), 0) for n in range(9))
    digest = Digest(
        0,
        begun=12,
        finished=tuple((n, (long,), (90,)) for n in range(9)),
        highlights=Highlights(Highlight(3, long, 40, 9), Highlight(4, long, 9, 8)),
        newcomers=(long,) * 9,
        waiting=waiting,
        opening=tuple(Opening(n, 5, 2) for n in range(9)),
        leagues=(league(long),) * 9,
    )
    for language in ("en", "de", "fr", "nl"):
        text = digest_post(digest, 7 * DAY, words_for(language)).text
        assert words_in(text) <= 80
        assert "40" in text
        assert text.count("\n") >= 4
