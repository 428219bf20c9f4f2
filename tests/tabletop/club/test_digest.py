"""When what went on is told, and what of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from db.club.rows import StoredChannel
from db.store import Store
from delivery.dispatcher import Dispatcher
from engine.events import BannerUsed
from engine.game import played_turns
from tabletop.club.digest import WEEK_OVER, Digests, last_time, next_time
from tabletop.club.ranking import Club
from tabletop.opening import Opening
from tabletop.tables import Tables
from tests.db.real_games import played, stored
from tests.tabletop.playing import (
    ADA,
    BELA,
    CHANNEL,
    CHIARA,
    GUILD,
    Clock,
    begun,
    play_turn,
)


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
    assert (last_time(at(now)), next_time(at(now))) == (at(last), at(following))


@pytest.fixture
def digests(tables: Tables, store: Store, clock: Clock) -> Digests:
    return Digests(tables, Club(store), Dispatcher(store, clock))


async def test_what_was_chosen_is_due_next_monday_and_told_from_then_on(
    digests: Digests, store: Store, clock: Clock
) -> None:
    begin = clock.now = at("2026-11-04T12:00")
    await digests.channels.choose(GUILD, 5, "en")
    chosen = await digests.channels.chosen(GUILD)
    assert chosen == StoredChannel("digest", GUILD, 5, "en", begin)
    [due] = await store.timers.next([WEEK_OVER], limit=9)
    assert (due.at, due.guild_id) == (at("2026-11-09T09:00"), GUILD)
    clock.now = due.at
    for _ in range(2):
        topic = await digests.come_due(GUILD)
    assert topic is not None
    item = await store.outbox.notice(topic)
    assert item is not None
    assert digests.span(chosen, item) == (begin, due.at)
    await store.outbox.note_said(item, shown=item.news, channel=5, message=9)
    await digests.channels.choose(GUILD, 6, "de")
    assert await digests.channels.chosen(GUILD) == StoredChannel("digest", GUILD, 6, "de", begin)
    clock.now = at("2026-11-24T09:00")
    await digests.come_due(GUILD)
    item = await store.outbox.notice(topic)
    assert item is not None
    assert digests.span(chosen, item) == (due.at, at("2026-11-23T09:00"))


async def test_nobody_is_told_who_does_not_want_to_be(digests: Digests) -> None:
    await digests.channels.choose(GUILD, 5, "en")
    await digests.channels.stop(GUILD)
    assert await digests.come_due(GUILD) is None


async def test_what_went_on_is_counted(
    digests: Digests, tables: Tables, store: Store, clock: Clock
) -> None:
    clock.now = 10_000
    first = await begun(tables, BELA, CHIARA)
    clock.now = 20_000
    second = await begun(tables)
    await play_turn(tables, second)
    game = played(1)
    over = await stored(store, game, GUILD)
    rows = await digests.games(GUILD, 0)
    found = await digests.digest(GUILD, rows, 0, 15_000)
    assert found.begun == 2  # one of them the finished one
    [(number, winners, gold)] = found.finished
    assert game.position.result is not None
    assert number == over
    assert {*gold} == {max(game.position.result.gold)}
    assert winners == tuple(f"Player {seat}" for seat in game.position.result.winners)
    sale = found.highlights.sale
    assert sale is not None
    sold = {
        turn.number: event.gold
        for turn in played_turns(game.start, game.actions)
        for event in turn.events
        if isinstance(event, BannerUsed)
    }
    assert (sale.game, sale.amount) == (over, max(sold.values()))
    assert sold[sale.turn] == sale.amount
    assert [(one.game, len(one.others)) for one in found.waiting] == [(first, 2), (second, 1)]
    assert not found.silent
    some = [row for row in rows if row.game_id == second]
    hidden = await digests.digest(GUILD, some, 0, 15_000)
    assert (hidden.begun, hidden.finished, hidden.highlights.sale) == (0, (), None)
    assert [one.game for one in hidden.waiting] == [second]
    assert (await digests.digest(GUILD, [], 0, 15_000)).silent


async def test_games_that_only_wait_are_no_news_and_a_lobby_is(
    digests: Digests, tables: Tables, clock: Clock
) -> None:
    clock.now = 10_000
    await begun(tables, BELA)
    rows = await digests.games(GUILD, 20_000)
    later = await digests.digest(GUILD, rows, 20_000, 30_000)
    assert (len(later.waiting), later.begun, later.silent) == (1, 0, True)
    clock.now = 25_000
    lobby = (await tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada", setup="free"))).number
    rows = await digests.games(GUILD, 20_000)
    found = await digests.digest(GUILD, rows, 20_000, 30_000)
    assert [(one.game, one.free) for one in found.opening] == [(lobby, 3)]
    assert not found.silent


async def test_records_are_told_from_the_second_game_on(digests: Digests, store: Store) -> None:
    for seed in (1, 2, 4):
        await stored(store, played(seed), GUILD)
    rows = await digests.games(GUILD, 0)
    found = await digests.digest(GUILD, rows, 0, 10**15)
    ends = [result.gold for seed in (1, 2, 4) if (result := played(seed).position.result)]
    best = {one.kind: one.value for one in await store.club.records_of(GUILD)}
    assert best["highest"] == max(max(gold) for gold in ends)
    assert best["closest"] == min(max(gold) - min(gold) for gold in ends if max(gold) > min(gold))
    told = {one.kind for one in found.records}
    first = max(ends[0]) == best["highest"]
    assert ("highest" in told) is not first
    assert all(one.earlier is not None for one in found.records)
