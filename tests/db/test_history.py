"""A loss of history begins an epoch: all is told anew once, and no number comes twice."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from db.errors import DiskError, StoreError
from db.outbox import StoredItem, Topic
from db.settings import NEWS_LEFT_OUT, NUMBERS_LEFT_OUT
from db.sql import Shards
from db.store import Store, opened
from lab.postgres import PostgresServer, running
from lab.tables import tables_on
from tests.db.real_games import played, stored
from tests.db.samples import GUILD, whole
from tests.nightly import nightly_except
from tests.tabletop.playing import Clock, begun, play_turn, refused


async def note(store: Store, value: str) -> None:
    await store.admin.set_setting("test", "value", value)


async def news_of(store: Store, game: int) -> tuple[int, int]:
    found = await whole(store, game)
    return found.news, found.shown


async def all_told(store: Store, game: int) -> int:
    """Notes that a game's news were shown, and returns how many there are."""
    news, _ = await news_of(store, game)
    await store.waiting.mark_shown(game, news)
    return news


async def test_what_goes_on_is_told_anew_once_and_no_number_comes_twice(store: Store) -> None:
    game, over = await stored(store, played(4, 5)), await stored(store, played(2))
    news, end = await all_told(store, game), await all_told(store, over)
    assert await store.begin_epoch() == 1
    epoch = store.epoch
    assert epoch > 0
    assert await news_of(store, game) == (news + NEWS_LEFT_OUT, news)
    assert await news_of(store, over) == (end, end)
    assert await store.outbox.unsaid(0) == (Topic("game", 0, game),)
    assert await stored(store, played(5, 5)) == over + NUMBERS_LEFT_OUT + 1
    await all_told(store, game)
    await store.close()
    async with opened(store.place) as again:
        assert again.epoch == epoch
        assert Topic("game", 0, game) not in await again.outbox.unsaid(0)
        await again.begin_epoch()
        assert again.epoch > epoch, "two in one second differ"


async def test_a_notice_cannot_be_taken_for_a_later_one(store: Store) -> None:
    row = StoredItem("standings", GUILD, 3, 5)
    week = StoredItem("digest", GUILD, 0, 5, news=2900)
    for item, shown in ((row, 1), (week, 2900)):
        await store.outbox.put(item)
        await store.outbox.note_said(item, shown=shown, channel=5, message=6)
    await store.begin_epoch()
    there = [await store.outbox.notice(item.topic) for item in (row, week)]
    counts = [(notice.shown, notice.news) for notice in there if notice]
    assert counts[0][0] == counts[0][1] > 1000
    assert counts[1] == (2900, 2900)


async def test_what_is_unknown_proves_a_loss(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await stored(store, played(4, 5))
    news = await all_told(store, game)
    for shown in ({"version": 5}, {"news": news}, {"version": 0}):
        assert not await store.is_refuted(game, epoch=0, **shown)
    assert not await store.is_refuted(game + 7, epoch=9, version=99), "it may have been deleted"
    assert store.epoch == 0
    assert not store.outdated.is_set()
    # Two at once prove the same loss.
    assert await store.is_refuted(game, epoch=0, version=6)
    epoch = store.epoch
    assert store.outdated.is_set()
    assert await store.is_refuted(game, epoch=epoch, version=6)
    assert store.epoch == epoch
    assert await news_of(store, game) == (news + NEWS_LEFT_OUT, news)
    await store.close()

    async with opened(store.place) as again:
        await all_told(again, game)
        # What was shown before the epoch proves nothing any more.
        assert not await again.is_refuted(game, epoch=0, version=6)
        # Another loss within the hour is for the host.
        assert not await again.is_refuted(game, epoch=epoch, news=news + NEWS_LEFT_OUT + 1)
        assert not await again.is_refuted(game, epoch=epoch + 1)
        assert again.epoch == epoch
        monkeypatch.setattr("db.store.APART_S", 0)
        assert await again.is_refuted(game, epoch=epoch + 1)
        assert again.epoch > epoch


@pytest.mark.slow
async def test_each_process_tells_its_games_of_one_loss(address: str) -> None:
    shares = Shards(2, (0,)), Shards(2, (1,))
    async with opened(address, shares[0]) as one, opened(address, shares[1]) as other:
        both, games = (one, other), []
        for guild, store in enumerate(both, 2):
            games.append(await stored(store, played(4, 5), guild << 22))
            await all_told(store, games[-1])
        assert await one.is_refuted(games[0], epoch=0, version=99)
        assert not other.outdated.is_set()
        for store, game in zip(both, games, strict=True):
            assert await store.outbox.unsaid(0) == (Topic("game", 0, game),)
            await all_told(store, game)
        # The other one begins anew once it notices, and no epoch.
        assert await other.is_refuted(games[1], epoch=0, version=0)
        assert other.outdated.is_set()
        assert await other.outbox.unsaid(0) == ()
    for shards in shares:
        async with opened(address, shards) as again:
            assert again.epoch == one.epoch


@pytest.fixture
def server(postgres: PostgresServer) -> Iterator[PostgresServer]:
    """A server of its own, since it is crashed and replaced."""
    with running() as server:
        yield server


@pytest.mark.slow
@pytest.mark.parametrize("promoted", nightly_except([False, True], True))
async def test_a_server_becomes_an_older_copy(server: PostgresServer, promoted: bool) -> None:
    address = server.fresh()
    async with opened(address) as store:
        tables = tables_on(store, Clock(), Random(1))
        game, idle = await begun(tables), await begun(tables)
        copy = server.copied()
        for _ in range(3):
            await play_turn(tables, game)
        server.replace_by(copy, promoted=promoted)
        # In memory the game is three turns on; the next one that is saved finds out.
        await refused("went-back", play_turn(tables, game))
        assert store.outdated.is_set()
    async with opened(address) as store:
        told = {Topic("game", 0, number) for number in (game, idle)}
        assert told <= {*await store.outbox.unsaid(0)}
        tables = tables_on(store, Clock(), Random(1))
        assert (await tables.get(game)).version == 0
        await play_turn(tables, game, seed=7)
        assert not store.outdated.is_set()


async def test_a_file_that_is_gone_for_a_moment_takes_no_change(path: Path) -> None:
    async with opened(path) as store:
        await note(store, "a")
        away = path.rename(path.with_name("away"))
        with pytest.raises(StoreError):
            await note(store, "b")
        away.rename(path)
        await note(store, "c")
        assert await store.admin.setting("test", "value") == "c"


async def test_what_a_replaced_file_held_is_kept(path: Path) -> None:
    async with opened(path) as store:
        await note(store, "a")
        await store.back_up(path.parent, 0, kept=None)
        await note(store, "b")
        path.with_name("arkadia-1970-01-01T00-00-00Z.sqlite3").replace(path)
        for _ in range(2):
            with pytest.raises(DiskError, match="another file than before"):
                await note(store, "c")
    [kept] = path.parent.glob("*-replaced-*")
    for place, value in ((kept, "b"), (path, "a")):
        async with opened(place) as again:
            assert await again.admin.setting("test", "value") == value
