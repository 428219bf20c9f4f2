"""What went on is told once a week, silently: when, where moderators chose, and as people's own."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cogs.club import digest
from cogs.club.archive import archive_line
from cogs.club.results import Highlight, Highlights
from cogs.club.service import Club
from cogs.club.store import records_of
from db.outbox import StoredItem
from db.settings import StoredChannel
from db.store import Store
from delivery.dispatcher import LONGEST_REST_S, Dispatcher
from engine.events import BannerUsed
from engine.game import played_turns
from i18n.translation import ENGLISH, words_for
from tabletop.opening import Opening
from tabletop.tables import Tables
from tests.db.real_games import played, stored
from tests.e2e.finished import DAY, NOVEMBER, finished
from tests.e2e.forms import set_to, setting_of, turn_off
from tests.e2e.people import Person, told
from tests.e2e.permissions import only_seen_by
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.world import Place, WallClock, World
from tests.tabletop.handed_over import Told, told_of  # noqa: F401
from tests.tabletop.playing import ADA, BELA, CHANNEL, CHIARA, GUILD, Clock, begun, play_turn
from tests.ui.public.imagined import table
from ui.features import News
from ui.texts.markup import words_in

HOUR = 3_600_000
MONDAY = NOVEMBER + DAY + 9 * HOUR  # 2 November 2026, 9:00 UTC
WEEK = 7 * DAY
SILENT = 4096


@pytest.fixture
def wall() -> WallClock:
    wall = WallClock()
    wall.ahead = MONDAY - 5 * DAY - wall()
    return wall


def told_in(world: World, news: Place) -> list[Post]:
    """What was told there, after the message that says that it will be."""
    first, *others = world.posts(news)
    assert first.text.startswith("Every Monday this channel gets a silent summary")
    assert first.payload["flags"] & SILENT
    return others


async def comes(world: World, at: int) -> None:
    """It is that time, and what is due was looked at."""
    world.wall.ahead += at - world.wall()
    await world.env.advance_time(LONGEST_REST_S + 1)


@pytest.mark.slow
async def test_the_week_is_told_once(world: World, moderator: Person, news: Place) -> None:
    ada, bela, *_ = world.people
    assert f"- Weekly summary: <#{news.id}>" in told(await set_to(moderator, "digest", news))
    over = await finished(world, ada, bela, at=MONDAY - 3 * DAY)
    await finished(world, ada, bela, at=MONDAY - 30 * DAY)
    await Match.begin(world, 3)
    await comes(world, MONDAY - HOUR)
    assert told_in(world, news) == []
    await comes(world, MONDAY + 1)
    [post] = told_in(world, news)
    assert post.payload["flags"] & SILENT
    assert post.pings == ()
    for part in (f"won game {over} with ", "- 2 games began", "- Best sale: "):
        assert part in post.text
    [waiting] = [line for line in post.text.splitlines() if " waiting for " in line]
    assert all(name in waiting for name in ("Ada", "Bela", "Chiara"))
    [picture] = post.pictures
    assert picture.name.startswith(f"arkadia-{over}-turn-")
    assert picture.alt
    await comes(world, MONDAY + HOUR)
    await world.restart()
    await comes(world, MONDAY + 2 * HOUR)
    # That a game still waits is no news.
    await comes(world, MONDAY + WEEK + 1)
    assert len(told_in(world, news)) == 1
    listed = await bela.press(post, "Finished games")
    assert listed.private
    assert "Finished games" in listed.text
    assert (await bela.press(post, "Ranking")).private


@pytest.mark.quick
async def test_only_what_all_see_is_told(
    world: World, moderator: Person, news: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bela, *_ = world.people
    secret = world.guild.create_text_channel("secret")
    only_seen_by(world, secret)
    await world.env.settle()
    found = [News(secret.id, MONDAY - HOUR, "- Hidden")]

    async def joined(*_: object) -> list[News]:
        return found

    monkeypatch.setattr(world.bot.cogs["arkadia-club"], "news", joined)
    await finished(world, ada, bela, channel=secret.id, at=MONDAY - DAY)
    await set_to(moderator, "digest", news)
    await comes(world, MONDAY + 1)
    assert told_in(world, news) == []
    await finished(world, ada, bela, channel=secret.id, at=MONDAY + DAY)
    open_game = await finished(world, ada, bela, at=MONDAY + DAY)
    await comes(world, MONDAY + WEEK + 1)
    found.append(News(world.channel.id, MONDAY + WEEK + DAY, "- A cup takes sign-ups"))
    await comes(world, MONDAY + 2 * WEEK + 1)
    game, cup = told_in(world, news)
    assert all(part in game.text for part in ("- 1 game began", f"won game {open_game} with "))
    assert "- A cup takes sign-ups" in cup.text
    assert "Hidden" not in game.text + cup.text
    # That it still does is no news.
    await comes(world, MONDAY + 3 * WEEK + 1)
    assert len(told_in(world, news)) == 2


async def test_members_read_what_all_can_see(world: World, moderator: Person, news: Place) -> None:
    ada, bela, *_ = world.people
    members, others = map(world.guild.create_role, ("members", "others"))
    alike, guests, narrow = map(world.guild.create_text_channel, ("alike", "guests", "narrow"))
    await set_to(moderator, "digest", news)
    only_seen_by(world, news, members.id)
    only_seen_by(world, alike, members.id, others.id)
    only_seen_by(world, guests, others.id)
    only_seen_by(world, narrow, ada.id, roles=False)
    await world.env.settle()
    games = [
        await finished(world, ada, bela, seed=1 + n, channel=place.id, at=MONDAY - DAY)
        for n, place in enumerate((world.channel, news, alike, guests, narrow))
    ]
    await comes(world, MONDAY + 1)
    [post] = told_in(world, news)
    for part in ("- 3 games began", "- 1 more game ended", "- Record: "):
        assert part in post.text
    named = [number for number in games if f"won game {number} with " in post.text]
    assert len(named) == len({*named} & {*games[:3]}) == 2
    only_seen_by(world, news, bela.id, roles=False)
    await world.env.settle()
    await finished(world, ada, bela, channel=alike.id, at=MONDAY + DAY)
    await comes(world, MONDAY + WEEK + 1)
    assert len(told_in(world, news)) == 1  # Bela sees the one channel and not the other


async def test_silence_or_off_tells_nothing(world: World, moderator: Person, news: Place) -> None:
    await set_to(moderator, "digest", news)
    await comes(world, MONDAY + 1)
    await Match.begin(world)
    assert "- Weekly summary: off" in told(await turn_off(moderator, "digest"))
    await comes(world, MONDAY + WEEK + 1)
    assert told_in(world, news) == []
    assert "- Weekly summary: off" in told(await setting_of(moderator, "digest"))
    await set_to(moderator, "digest", news)
    await Match.begin(world)
    await world.delete_place(news)
    await comes(world, MONDAY + 2 * WEEK + 1)
    assert "- Weekly summary: off" in told(await setting_of(moderator, "digest"))


@pytest.mark.slow
async def test_where_it_cannot_write_it_waits(world: World, moderator: Person, news: Place) -> None:
    await set_to(moderator, "digest", news)
    await Match.begin(world)
    other = world.guild.create_text_channel("other")
    for place in (news, other):
        await world.forbid("send_messages", place=place)
    assert f"I can't write in <#{other.id}>" in told(await set_to(moderator, "digest", other))
    for hours in (0, 2, 4):
        await comes(world, MONDAY + hours * HOUR + 1)
    await world.forbid(place=news)
    assert told_in(world, news) == []
    await comes(world, MONDAY + DAY + HOUR)
    await comes(world, MONDAY + 2 * DAY + HOUR)
    assert len(told_in(world, news)) == 1


def test_words_that_have_no_room_are_left_out_and_the_news_stay() -> None:
    long = "Anna Maria Luisa " * 2
    lobby = table(["Ada", "Bela"], 1, 0).row  # with two free seats
    full = digest.Digest(
        0,
        begun=12,
        finished=tuple((n, (long,), (90,)) for n in range(9)),
        highlights=Highlights(Highlight(3, long, 40, 9), Highlight(4, long, 9, 8)),
        newcomers=(long,) * 9,
        waiting=tuple(digest.Waiting(n, 5, long, (long, long, long), 0) for n in range(9)),
        opening=tuple(replace(lobby, game_id=n) for n in range(9)),
    )
    for language in ("en", "de", "fr", "nl"):
        text = digest.digest_post(full, 7 * DAY, words_for(language), news=[long] * 9).text
        assert words_in(text) <= 80
        assert "40" in text
        assert text.count("\n") >= 4


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "last", "following"),
    [
        ("2026-11-02T09:00", "2026-11-02T09:00", "2026-11-09T09:00"),
        ("2026-11-02T08:59", "2026-10-26T09:00", "2026-11-02T09:00"),
        ("2026-11-08T23:59", "2026-11-02T09:00", "2026-11-09T09:00"),
        ("2026-03-30T10:00", "2026-03-30T09:00", "2026-04-06T09:00"),
    ],
)
def test_it_is_told_on_monday_mornings(now: str, last: str, following: str) -> None:
    assert (digest.last_time(at(now)), digest.next_time(at(now))) == (at(last), at(following))


@pytest.fixture
def digests(tables: Tables, store: Store, clock: Clock) -> digest.Digests:
    return digest.Digests(tables, Club(store), Dispatcher(store, clock))


async def test_it_is_due_next_monday(digests: digest.Digests, store: Store, clock: Clock) -> None:
    begin = clock.now = at("2026-11-04T12:00")
    await digests.channels.choose(GUILD, 5, "en")
    chosen = await digests.channels.chosen(GUILD)
    assert chosen == StoredChannel("digest", GUILD, 5, "en", begin)
    [due] = await store.timers.next([digest.WEEK_OVER], limit=9)
    assert (due.at, due.guild_id) == (at("2026-11-09T09:00"), GUILD)

    async def told_twice() -> StoredItem:
        topics = [await digests.come_due(GUILD) for _ in range(2)]
        assert topics[1] is not None
        item = await store.outbox.notice(topics[1])
        assert item is not None
        return item

    clock.now = due.at
    item = await told_twice()
    assert digests.span(chosen, item) == (begin, due.at)
    await store.outbox.note_said(item, shown=item.news, channel=5, message=9)
    await digests.channels.choose(GUILD, 6, "de")
    assert await digests.channels.chosen(GUILD) == StoredChannel("digest", GUILD, 6, "de", begin)
    clock.now = at("2026-11-24T09:00")
    assert digests.span(chosen, await told_twice()) == (due.at, at("2026-11-23T09:00"))
    await digests.channels.stop(GUILD)
    assert await digests.come_due(GUILD) is None


async def test_what_went_on_is_told(digests: digest.Digests, tables: Tables, clock: Clock) -> None:
    clock.now = 10_000
    first = await begun(tables, BELA, CHIARA)
    clock.now = 20_000
    second = await begun(tables)
    await play_turn(tables, second)
    game = played(1)
    over, result = await stored(tables.store, game, GUILD), game.position.result
    assert result is not None
    rows = await digests.games(GUILD, 0)
    found = await digests.digest(GUILD, rows, 0, 15_000)
    assert (found.begun, found.silent) == (2, False)  # one of them the finished one
    winners = tuple(f"Player {seat}" for seat in result.winners)
    assert found.finished == ((over, winners, (max(result.gold),) * len(winners)),)
    assert found.newcomers == ("Player 0", "Player 1")
    sold = {
        turn.number: event.gold
        for turn in played_turns(game.start, game.actions)
        for event in turn.events
        if isinstance(event, BannerUsed)
    }
    sale = found.highlights.sale
    assert sale is not None
    assert (sale.game, sale.amount, sold[sale.turn]) == (over, max(sold.values()), sale.amount)
    assert [(one.game, len(one.others)) for one in found.waiting] == [(first, 2), (second, 1)]
    hidden = await digests.digest(GUILD, [row for row in rows if row.game_id == second], 0, 15_000)
    assert (hidden.begun, hidden.finished, hidden.highlights.sale) == (0, (), None)
    assert [one.game for one in hidden.waiting] == [second]
    assert (await digests.digest(GUILD, [], 0, 15_000)).silent
    # Games that only wait are no news, and a lobby is.
    later = await digests.digest(GUILD, rows, 20_001, 30_000)
    assert (len(later.waiting), later.begun, later.silent) == (2, 0, True)
    clock.now = 25_000
    lobby = (await tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada", setup="free"))).number
    rows = await digests.games(GUILD, 20_001)
    found = await digests.digest(GUILD, rows, 20_001, 30_000)
    assert [(one.game_id, digest.free_seats(one)) for one in found.opening] == [(lobby, 3)]
    assert not found.silent


async def test_records_are_told_from_the_second_on(digests: digest.Digests, store: Store) -> None:
    for seed in (1, 2, 4):
        await stored(store, played(seed), GUILD)
    rows = await digests.games(GUILD, 0)
    found = await digests.digest(GUILD, rows, 0, 10**15)
    first = min(rows, key=lambda row: row.ended_at or 0)
    records = await store.ask(records_of, GUILD)
    assert {*found.records} == {one for one in records if one.game_id != first.game_id}
    assert {one.kind for one in found.records} >= {"highest", "longest"}
    # The same two people are new in the first of their games alone.
    rest = [row for row in rows if row != first]
    assert (await digests.digest(GUILD, rest, 0, 10**15)).newcomers == ()


async def test_ranking_archive_and_digest_name_the_same_winner(told: Told, store: Store) -> None:
    table, club = told.table, Club(store)
    ranking = {user: (await club.ranking(GUILD, user)).of(user) for user in (ADA, BELA, CHIARA)}
    winner = max(ranking, key=lambda user: ranking[user].wins) if told.user else 0
    assert not winner or winner != told.user
    best = next(one.name for one in table.seats if one.user_id == (winner or None))
    results = (await club.results(GUILD, [table.number]))[table.number]
    assert f": {best} " in archive_line(table.row, results, ENGLISH)
    digests = digest.Digests(told.tables, club, Dispatcher(store, told.tables.now))
    summary = await digests.digest(GUILD, [table.row], 0, told.tables.now() + 1)
    assert [names for _, names, _ in summary.finished] == [(best,)]
    shown, numbers = summary.highlights, {one.number for one in told.by_computer}
    assert not numbers & {one.turn for one in (shown.sale, shown.turn) if one is not None}
    assert shown.comeback is None or shown.comeback.name == best
