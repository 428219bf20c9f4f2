"""When what went on is told, and what of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from db.club.rows import StoredDigest
from db.store import Store
from delivery.dispatcher import Dispatcher
from tabletop.club.digest import WEEK_OVER, Digests, Sale, last_time, next_time
from tabletop.club.ranking import Club
from tabletop.tables import Tables
from tests.db.real_games import played, stored
from tests.tabletop.playing import BELA, CHIARA, GUILD, Clock, begun, play_turn


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
    await digests.choose(GUILD, 5, "en")
    chosen = await digests.chosen(GUILD)
    assert chosen == StoredDigest(GUILD, 5, "en", begin)
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
    await digests.choose(GUILD, 6, "de")
    assert await digests.chosen(GUILD) == StoredDigest(GUILD, 6, "de", begin)
    clock.now = at("2026-11-24T09:00")
    await digests.come_due(GUILD)
    item = await store.outbox.notice(topic)
    assert item is not None
    assert digests.span(chosen, item) == (due.at, at("2026-11-23T09:00"))


async def test_nobody_is_told_who_does_not_want_to_be(digests: Digests) -> None:
    await digests.choose(GUILD, 5, "en")
    await digests.stop(GUILD)
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
    assert gold == max(game.position.result.gold)
    assert winners == tuple(f"Player {seat}" for seat in game.position.result.winners)
    assert isinstance(found.sale, Sale)
    assert [(one.game, len(one.others)) for one in found.waiting] == [(first, 2), (second, 1)]
    some = [row for row in rows if row.game_id == second]
    hidden = await digests.digest(GUILD, some, 0, 15_000)
    assert (hidden.begun, hidden.finished, hidden.sale) == (0, (), None)
    assert [one.game for one in hidden.waiting] == [second]
    assert (await digests.digest(GUILD, [], 0, 15_000)).empty
