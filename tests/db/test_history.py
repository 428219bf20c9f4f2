"""Every kept group is counted, and a database that went back in time is found out."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from db.database import Place
from db.errors import StoreError
from db.history import NUMBERS_LEFT_OUT, Lost, Mark, WentBackError
from db.outbox.rows import StoredItem, Topic, lost
from db.share import Share
from db.store import Store
from lab.postgres import PostgresServer, binaries
from tests.db.real_games import played, stored
from tests.db.samples import GUILD
from tests.visiting import visiting


def history(place: Place) -> list[tuple[int, int]]:
    """Each row's shard and count."""
    with visiting(place) as connection:
        rows = connection.execute("SELECT shard, commits FROM history ORDER BY shard")
        return [tuple(row) for row in rows.fetchall()]


def mark(store: Store) -> Mark:
    return store._database.link.mark


async def note(store: Store, value: str) -> None:
    await store.admin.set_setting("test", "value", value)


async def test_each_kept_group_counts_once(store: Store) -> None:
    [(_, before)] = history(store.place)
    await note(store, "a")
    with pytest.raises(StoreError):
        await store.outbox.note_thread(99, 1)
    await asyncio.gather(*(note(store, "b") for _ in range(20)))
    [(_, after)] = history(store.place)
    assert 2 <= after - before <= 21
    assert mark(store).commits == after
    await store.admin.setting("test", "value")
    assert history(store.place) == [(0, after)]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return tmp_path / "old"


async def test_a_file_that_is_put_back_begins_another_epoch(path: Path, old: Path) -> None:
    store = await Store.open(path)
    number = await stored(store, played(4, 5))
    await store.close()
    shutil.copy(path, old)
    store = await Store.open(path)
    for value in "abc":
        await note(store, value)
    await store.close()
    shutil.copy(old, path)

    store = await Store.open(path)
    assert store.lost == Lost(commits=3, games=1)
    epoch = store.epoch
    assert epoch > 0
    recall = await store.outbox.recall(number)
    assert recall is not None
    assert not recall.undone
    assert Topic("game", 0, number) in await store.outbox.unsaid(0)
    assert await stored(store, played(5, 5)) == number + NUMBERS_LEFT_OUT + 1
    await store.close()

    store = await Store.open(path)
    assert (store.lost, store.epoch) == (None, epoch)
    await store.close()


async def test_an_epoch_that_is_lost_too_is_followed_by_another(path: Path, old: Path) -> None:
    store = await Store.open(path)
    await note(store, "a")
    await store.close()
    shutil.copy(path, old)
    epochs = [0]
    for _ in range(3):
        store = await Store.open(path)
        await note(store, "b")
        await store.close()
        shutil.copy(old, path)
        store = await Store.open(path)
        epochs.append(store.epoch)
        await store.close()
    assert epochs == sorted(set(epochs))


async def test_a_game_is_told_anew_once(store: Store) -> None:
    number = await stored(store, played(4, 5))
    with visiting(store.place) as connection:
        connection.execute(f"INSERT INTO recalls (game_id, news, since) VALUES ({number}, 1, 0)")
    edit = lost(GUILD, number, 7, 8)
    before = await store.games.load(number)
    assert before is not None
    for _ in range(2):
        assert await store.outbox.note_undone(number, [edit])
    after = await store.games.load(number)
    assert after is not None
    assert after.news == before.news + 1
    assert [item.message_id for item in await store.outbox.to_do(edit.topic)] == [8]
    assert await store.outbox.note_undone(number, [])
    await store.outbox.mark_shown(number, after.news, recalled=True)
    assert await store.outbox.recall(number) is None


async def test_a_notice_cannot_be_taken_for_a_later_one(path: Path, old: Path) -> None:
    store = await Store.open(path)
    row = StoredItem("standings", GUILD, 3, 5)
    await store.outbox.put(row)
    await store.outbox.note_said(row, shown=1, channel=5, message=6)
    week = StoredItem("digest", GUILD, 0, 5, news=2900)
    await store.outbox.put(week)
    await store.outbox.note_said(week, shown=2900, channel=5, message=7)
    await store.close()
    shutil.copy(path, old)
    store = await Store.open(path)
    await note(store, "a")
    await store.close()
    shutil.copy(old, path)
    store = await Store.open(path)
    there = await store.outbox.notice(row.topic)
    assert there is not None
    assert there.shown == there.news > 1000
    there = await store.outbox.notice(week.topic)
    assert there is not None
    assert there.shown == there.news == 2900
    await store.close()


async def test_a_witness_that_cannot_be_read_is_none(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(path)
    await note(store, "a")
    await store.close()
    path.with_name(f"{path.name}-witness").write_text("nonsense")
    store = await Store.open(path)
    assert store.lost is None
    assert "No witness" in caplog.text
    await store.close()


async def test_a_file_that_is_gone_for_a_moment_takes_no_change(path: Path) -> None:
    store = await Store.open(path)
    await note(store, "a")
    away = path.with_name("away")
    path.rename(away)
    with pytest.raises(StoreError):
        await note(store, "b")
    away.rename(path)
    await note(store, "c")
    assert await store.admin.setting("test", "value") == "c"
    await store.close()


async def test_what_a_replaced_file_held_is_kept(path: Path, old: Path) -> None:
    store = await Store.open(path)
    await note(store, "a")
    await store.back_up(path.parent, 0, kept=None)
    await note(store, "b")
    path.with_name("arkadia-1970-01-01T00-00-00Z.sqlite3").replace(path)
    lost_by: list[WentBackError] = []
    store.when_lost(lost_by.append)
    for _ in range(2):
        with pytest.raises(WentBackError):
            await note(store, "c")
    assert len(lost_by) == 2
    await store.close()
    [kept] = path.parent.glob("*-replaced-*")
    for place, value in ((kept, "b"), (path, "a")):
        again = await Store.open(place, known=lost_by[0].known if place == path else None)
        assert await again.admin.setting("test", "value") == value
        assert (again.lost is not None) is (place == path)
        await again.close()


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """A server of its own, since it is crashed and replaced."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    server = PostgresServer(programs)
    server.start()
    yield server
    server.remove()


@pytest.mark.slow
@pytest.mark.parametrize("promoted", [False, True])
async def test_a_server_that_is_replaced_by_an_older_copy(
    server: PostgresServer, tmp_path: Path, promoted: bool
) -> None:
    address, halves = server.fresh(), (Share(2, (0,)), Share(2, (1,)))
    stores = [await Store.open(address, half, witness=tmp_path) for half in halves]
    behind, idle = stores
    await note(behind, "a")
    await note(idle, "b")
    copy = server.copied()
    known = mark(behind)
    await note(behind, "c")
    await note(behind, "d")
    server.replace_by(copy, promoted=promoted)
    # The process that lost something finds out; the other one lost nothing, and goes on.
    with pytest.raises(WentBackError) as caught:
        await note(behind, "e")
    assert caught.value.known.commits == known.commits + 2
    await note(idle, "f")
    await behind.close()
    again = await Store.open(address, halves[0], witness=tmp_path)
    assert again.lost == Lost(commits=2, games=0)
    assert again.epoch > 0 == idle.epoch
    await again.close()
    await idle.close()
    for half in halves:
        store = await Store.open(address, half, witness=tmp_path)
        assert store.lost is None
        await store.close()


@pytest.mark.slow
async def test_another_timeline_is_noticed_without_a_witness(server: PostgresServer) -> None:
    address = server.fresh()
    store = await Store.open(address)
    number = await stored(store, played(4, 5))
    await store.close()
    copy = server.copied()
    server.replace_by(copy, promoted=True)
    store = await Store.open(address)
    assert store.lost == Lost(commits=None, games=1)
    assert await store.outbox.recall(number) is not None
    await store.close()
    store = await Store.open(address)
    assert store.lost is None
    await store.close()
