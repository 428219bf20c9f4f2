"""Backups: whole, sound, readable, told by their time, and put back."""

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from db.errors import (
    CorruptDatabaseError,
    DiskError,
    ForeignDatabaseError,
    MissingFileError,
    MissingFolderError,
    StoreError,
    UnwritableError,
)
from db.settings import NEWS_LEFT_OUT
from db.sqlite.upkeep import back_up, backups_in, check_file, restore
from db.store import Store
from tests.db.disk import files_no_larger_than
from tests.db.old_versions import before_release, with_migrations
from tests.db.real_games import played, stored
from tests.db.samples import entry, running

NOON = 1_795_348_800_000  # 2026-11-22T12:00:00Z
DAY = 86_400_000


@pytest.fixture
def place(path: Path) -> Path:
    """What is tested here is SQLite's own."""
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def test_a_backup_while_the_bot_runs(store: Store, folder: Path) -> None:
    game = await stored(store, played(1, 20))
    await stored(store, played(2))
    backup, checked = await store.back_up(folder, NOON, kept=7)
    assert backup.path == folder / "arkadia-2026-11-22T12-00-00Z.sqlite3"
    assert (backup.made_at, checked.count, checked.unreadable) == (NOON, 1, ())
    before = await store.games.load(game)
    await store.games.set_state(game, "closed", at=5_000)
    other = await Store.open(backup.path)
    assert await other.games.load(game) == before
    await other.close()
    assert await store.newest_backup(folder) == backup


async def test_so_many_are_kept(store: Store, folder: Path) -> None:
    others = ["arkadia-notes.txt", "arkadia-2026-99-99T12-00-00Z.sqlite3", "b-2026.sqlite3"]
    for name in others:
        (folder / name).write_text("not ours")
    for day in (3, 1, 2, 0, 4):
        await store.back_up(folder, NOON + day * DAY, kept=3)
    assert [backup.made_at for backup in backups_in(folder, store.path)] == [
        NOON + day * DAY for day in (4, 3, 2)
    ]
    await store.back_up(folder, NOON, kept=None)
    assert len(backups_in(folder, store.path)) == 4
    assert set(others) < set(names(folder))


async def test_a_backup_that_fails_removes_none_and_leaves_nothing(
    store: Store, folder: Path
) -> None:
    await running(store)
    await store.back_up(folder, NOON, kept=1)
    before = names(folder)
    with files_no_larger_than(2_000), pytest.raises(DiskError):
        await store.back_up(folder, NOON + DAY, kept=1)
    assert names(folder) == before
    with pytest.raises(MissingFolderError):
        await store.back_up(folder / "nowhere", NOON, kept=1)
    with pytest.raises(MissingFolderError):
        await store.newest_backup(folder / "nowhere")


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(MissingFileError, match="no file"):
        back_up(tmp_path / "arkadia.sqlite3", folder, NOON)
    assert not (tmp_path / "arkadia.sqlite3").exists()
    assert names(folder) == []


@pytest.mark.parametrize(
    ("content", "error"),
    [(b"", CorruptDatabaseError), (b"shopping list" * 999, CorruptDatabaseError)],
    ids=["empty", "text"],
)
def test_what_is_no_database_is_not_backed_up(
    tmp_path: Path, folder: Path, content: bytes, error: type[StoreError]
) -> None:
    (tmp_path / "arkadia.sqlite3").write_bytes(content)
    with pytest.raises(error):
        back_up(tmp_path / "arkadia.sqlite3", folder, NOON)
    assert names(folder) == []


async def test_a_backup_never_takes_the_databases_place(store: Store) -> None:
    await running(store)
    name = f"{store.path.stem}-2026-11-22T12-00-00Z{store.path.suffix}"
    (store.path.parent / name).symlink_to(store.path)
    with pytest.raises(UnwritableError):
        await store.back_up(store.path.parent, NOON, kept=1)


async def test_a_game_that_cannot_be_read_is_told_of(store: Store, folder: Path) -> None:
    good, bad = await stored(store, played(1)), await stored(store, played(2))
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("UPDATE games SET lot = 'nowhere' WHERE game_id = ?", (bad,))
        connection.commit()
    _, checked = back_up(store.path, folder, NOON)
    assert [(game.game_id, game.state) for game in checked.unreadable] == [(bad, "finished")]
    assert checked.count == 2
    await store.games.set_aside(bad, "because")
    await store.games.set_aside(good, "because")
    checked = check_file(store.path)
    assert [game.game_id for game in checked.aside] == [bad]
    assert (checked.unreadable, checked.repaired) == ((), (good,))


async def test_text_that_is_none_is_told_of(store: Store) -> None:
    game = await stored(store, played(1, 5))
    await store.close()
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("UPDATE games SET deck = CAST(x'ff00ff' AS TEXT)")
        connection.commit()
    [wrong] = check_file(store.path).unreadable
    assert wrong.game_id == game
    assert "decode" in str(wrong.reason)


async def test_a_file_of_an_older_version_is_checked_as_what_it_becomes(
    path: Path, tmp_path: Path
) -> None:
    before_release(path)
    before = path.read_bytes()
    assert (check_file(path).count, check_file(path).unreadable) == (3, ())
    later = with_migrations(tmp_path / "later", "UPDATE editions SET text = '{}';")
    wrong = check_file(path, schema=later).unreadable
    assert len(wrong) == 3
    assert "'families'" in str(wrong[0].reason)
    assert path.read_bytes() == before


async def test_putting_a_backup_back(path: Path, folder: Path) -> None:
    store = await Store.open(path)
    game = await stored(store, played(1, 20))
    wanted = await store.games.load(game)
    backup, _ = await store.back_up(folder, NOON, kept=1)
    await store.games.set_state(game, "closed", at=5_000)
    closed = await store.games.load(game)
    await store.close()
    assert wanted is not None
    wanted = replace(wanted, news=wanted.news + NEWS_LEFT_OUT)  # it is to be told anew
    replaced = restore(backup.path, path, NOON + DAY)
    assert replaced == path.with_name("arkadia.sqlite3-replaced-2026-11-23T12-00-00Z")
    for file, expected in ((path, wanted), (replaced, closed)):
        store = await Store.open(file)
        assert await store.games.load(game) == expected
        await store.close()
    assert backup.path.exists()


async def test_what_a_killed_bot_left_is_kept_with_its_journal(path: Path, folder: Path) -> None:
    store = await Store.open(path)
    game = await running(store)
    backup, _ = await store.back_up(folder, NOON, kept=1)
    await store.games.append(game, 0, [entry(0)], news=True)
    killed = path.with_name("killed.sqlite3")
    for suffix in ("", "-wal"):
        shutil.copy(path.with_name(path.name + suffix), killed.with_name(killed.name + suffix))
    await store.close()
    replaced = restore(backup.path, killed, NOON)
    assert replaced is not None
    for file, length in ((killed, 0), (replaced, 1)):
        store = await Store.open(file)
        found = await store.games.load(game)
        await store.close()
        assert found is not None
        assert len(found.log) == length


async def test_a_damaged_database_gives_way_to_a_backup(path: Path, folder: Path) -> None:
    store = await Store.open(path)
    game = await running(store)
    backup, _ = await store.back_up(folder, NOON, kept=1)
    await store.close()
    path.write_bytes(b"no database" * 1_000)
    replaced = restore(backup.path, path, NOON)
    assert replaced is not None
    assert replaced.read_bytes() == b"no database" * 1_000
    store = await Store.open(path)
    assert await store.games.load(game) is not None
    await store.close()


async def test_a_backup_goes_where_nothing_was(path: Path, folder: Path, store: Store) -> None:
    game = await running(store)
    backup, _ = await store.back_up(folder, NOON, kept=1)
    assert restore(backup.path, folder / "new.sqlite3", NOON) is None
    other = await Store.open(folder / "new.sqlite3")
    there, here = await other.games.load(game), await store.games.load(game)
    assert there is not None
    assert here is not None
    assert there.log == here.log
    await other.close()


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    file = tmp_path / "sound.sqlite3"
    before_release(file)
    return file


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE recipes (name TEXT);")


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda path: None, MissingFileError),
        (lambda path: path.touch(), CorruptDatabaseError),
        (lambda path: path.write_bytes(os.urandom(9_000)), CorruptDatabaseError),
        (foreign, ForeignDatabaseError),
    ],
    ids=["missing", "empty", "noise", "foreign"],
)
def test_what_is_no_backup_replaces_nothing(
    tmp_path: Path, sound: Path, make: object, error: type[StoreError]
) -> None:
    backup = tmp_path / "backup.sqlite3"
    assert callable(make)
    make(backup)
    before = sound.read_bytes()
    with pytest.raises(error):
        restore(backup, sound, NOON)
    assert sound.read_bytes() == before
    assert not list(tmp_path.glob("*replaced*"))
