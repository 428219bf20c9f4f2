"""A file is opened alone and safely, found damaged, copied, and kept as backups."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from db import errors
from db.settings import NEWS_LEFT_OUT
from db.sqlite import opening, soundness
from db.sqlite.schema import TODAY
from db.sqlite.upkeep import back_up, backups_in, check_file, restore
from db.store import Store, opened
from tests.db.disk import files_no_larger_than
from tests.db.old_versions import before_release, with_migrations
from tests.db.real_games import played, stored
from tests.db.samples import GUILD, entry, reread, running, running_games, whole
from tests.journals import WHOLE
from tests.visiting import visiting


@pytest.fixture
def place(path: Path) -> Path:
    """What is tested here is SQLite's own."""
    return path


async def made(path: Path, length: int = 50) -> int:
    async with opened(path) as store:
        game = await running(store)
        await store.games.append(game, 0, [entry(seq) for seq in range(length)], news=True)
    return game


async def test_an_empty_file_becomes_a_database_which_is_one_file_once_closed(path: Path) -> None:
    path.touch()
    await made(path)
    beside = f"{path.name}-lock"
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, beside]


async def test_it_is_set_to_keep_its_word(store: Store) -> None:
    pragmas = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 5_000,
        "secure_delete": 1,
        "user_version": TODAY.version,
    }
    values = await store.change(
        lambda c: {name: c.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas}
    )
    assert values == pragmas


async def test_a_journal_has_its_size_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "JOURNAL_BYTES", WHOLE)
    async with opened(path) as store:
        journal = path.with_name(path.name + "-wal")
        size = journal.stat().st_size
        assert size > 4_000_000
        game = await running(store)
        for seq in range(100):
            await store.games.append(game, seq, [entry(seq)], news=True)
        assert journal.stat().st_size == size
        assert path.stat().st_size < 100_000


async def refused(path: Path, error: type[errors.StoreError], why: str) -> None:
    before = path.read_bytes() if path.is_file() else path.exists()
    with pytest.raises(error, match=why):
        await Store.open(path)
    assert before == (path.read_bytes() if path.is_file() else path.exists())


async def test_where_no_file_can_be(path: Path) -> None:
    await refused(
        path.parent / "nowhere" / path.name, errors.MissingFolderError, "no folder .*nowhere"
    )
    assert list(path.parent.iterdir()) == []
    path.mkdir()
    await refused(path, errors.UnwritableError, "not a file")
    path.rmdir()
    path.symlink_to(path)
    with pytest.raises(errors.UnwritableError, match="leads nowhere"):
        await Store.open(path)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write anywhere; so as somebody who may not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


async def test_a_folder_that_cannot_be_written_or_entered(open_folder: Path) -> None:
    inner = open_folder / "inner"
    inner.mkdir()
    for mode, folder, why in (
        (0o555, open_folder, "right to write"),
        (0o600, inner / "deeper", "cannot be reached|leads nowhere"),
    ):
        open_folder.chmod(mode)
        with as_nobody(), pytest.raises(errors.UnwritableError, match=why):
            await Store.open(folder / "arkadia.sqlite3")
    open_folder.chmod(0o755)
    assert list(open_folder.rglob("*")) == [inner]


async def test_a_file_that_can_only_be_read(open_folder: Path) -> None:
    path = open_folder / "arkadia.sqlite3"
    await made(path)
    path.chmod(0o444)
    path.with_name(path.name + "-lock").chmod(0o666)
    open_folder.chmod(0o777)
    with as_nobody():
        await refused(path, errors.UnwritableError, "right to write")


def scribbled(content: bytes) -> bytes:
    """A hole of noise in each page but the first."""
    noise = bytes(range(256)) * 4
    parts = [content[start : start + 4_096] for start in range(0, len(content), 4_096)]
    return parts[0] + b"".join(noise + part[len(noise) :] for part in parts[1:])


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"This is a shopping list, and no database at all.\n" * 100,
        lambda content: os.urandom(20_000),
        lambda content: content[:10],
        lambda content: content[: len(content) // 2],
        lambda content: content[:8_192],
        scribbled,
    ],
    ids=["text", "noise", "ten bytes", "half", "two pages", "scribbled"],
)
async def test_a_damaged_file_is_refused_and_its_place_is_free(
    path: Path, damage: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    await made(path, 500)
    path.write_bytes(damage(path.read_bytes()))
    for checked in (soundness.CHECKED_AT_START, 0):  # as a small file, and as a large one
        monkeypatch.setattr(soundness, "CHECKED_AT_START", checked)
        await refused(path, errors.CorruptDatabaseError, path.name)
    path.unlink()
    await made(path)


async def test_a_large_file_is_opened_without_its_games_and_checked_beside_the_bot(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made(path, 500)
    sound = path.read_bytes()
    with closing(sqlite3.connect(path)) as other:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'log'"
        [[page]] = other.execute(query).fetchall()
    content = bytearray(sound)
    content[(page - 1) * 4_096 : (page - 1) * 4_096 + 100] = b"?" * 100
    path.write_bytes(content)
    with pytest.raises(errors.CorruptDatabaseError):
        await Store.open(path)
    monkeypatch.setattr(soundness, "CHECKED_AT_START", 0)
    async with opened(path) as store:
        assert await store.damage()
    path.write_bytes(sound)
    async with opened(path) as store:
        assert await store.damage() is None


async def test_a_database_of_another_program_or_another_bot(path: Path) -> None:
    foreign(path)
    await refused(path, errors.ForeignDatabaseError, "another program")
    path.unlink()
    await made(path)
    too_old = "a version before 0.1.0 that no update leads from"
    for version, error, why in (
        (TODAY.version + 1, errors.NewerDatabaseError, "newer version"),
        (3, errors.StoreError, too_old),
    ):
        with closing(sqlite3.connect(path)) as other:
            other.execute(f"PRAGMA user_version = {version}")
        await refused(path, error, why)


async def test_a_full_disk_at_the_start(path: Path) -> None:
    with files_no_larger_than(2_000), pytest.raises(errors.DiskError, match="Is the disk full"):
        await Store.open(path)
    await made(path)


async def test_an_sqlite_that_is_too_old(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(errors.OldSQLiteError, match=r"3\.37"):
        await Store.open(path)


async def test_a_second_bot_on_the_same_file_or_on_a_link_to_it(path: Path, store: Store) -> None:
    link = path.parent / "elsewhere" / "link.sqlite3"
    link.parent.mkdir()
    link.symlink_to(path)
    for place in (path, link):
        with pytest.raises(errors.InUseError, match="another running bot"):
            await Store.open(place)
    await running(store)
    await store.close()
    async with opened(link) as other:
        assert other.path == path
        assert await running_games(other) == (1,)
    assert list(link.parent.iterdir()) == [link]


async def test_a_text_that_is_none_hides_no_other(path: Path) -> None:
    for _ in range(2):
        async with opened(path) as store:
            await running(store)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE seats SET name = CAST(x'416461ff' AS TEXT) WHERE game_id = 1")
    async with opened(path) as store:
        found = await store.games.find(GUILD, states=["running"])
        assert [game.seats[0].name for game in found] == ["Grace", "Ada\ufffd"]
        assert (await whole(store, 1)).seats[0].name == "Ada\ufffd"
        await store.games.append(1, 0, [entry(0)], news=True)


NOON = 1_795_348_800_000  # 2026-11-22T12:00:00Z
DAY = 86_400_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


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


async def test_a_failed_backup_removes_none_and_leaves_nothing(store: Store, folder: Path) -> None:
    await running(store)
    await store.back_up(folder, NOON, kept=1)
    before = names(folder)
    with files_no_larger_than(2_000), pytest.raises(errors.DiskError):
        await store.back_up(folder, NOON + DAY, kept=1)
    assert names(folder) == before
    with pytest.raises(errors.MissingFolderError):
        await store.back_up(folder / "nowhere", NOON, kept=1)
    with pytest.raises(errors.MissingFolderError):
        await store.newest_backup(folder / "nowhere")


async def test_a_backup_never_takes_the_databases_place(store: Store) -> None:
    await running(store)
    name = f"{store.path.stem}-2026-11-22T12-00-00Z{store.path.suffix}"
    (store.path.parent / name).symlink_to(store.path)
    with pytest.raises(errors.UnwritableError):
        await store.back_up(store.path.parent, NOON, kept=1)


async def test_a_game_that_cannot_be_read_is_told_of(store: Store, folder: Path) -> None:
    good, bad = await stored(store, played(1)), await stored(store, played(2))
    with visiting(store.place) as other:
        other.execute("UPDATE games SET lot = 'nowhere' WHERE game_id = :bad", {"bad": bad})
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
    with visiting(store.place) as other:
        other.execute("UPDATE games SET deck = CAST(x'ff00ff' AS TEXT)")
    [wrong] = check_file(store.path).unreadable
    assert (wrong.game_id, "decode" in str(wrong.reason)) == (game, True)


async def test_an_older_file_is_checked_as_what_it_becomes(path: Path, tmp_path: Path) -> None:
    before_release(path)
    before = path.read_bytes()
    assert (check_file(path).count, check_file(path).unreadable) == (3, ())
    later = with_migrations(tmp_path / "later", "UPDATE editions SET text = '{}';")
    wrong = check_file(path, schema=later).unreadable
    assert len(wrong) == 3
    assert "'families'" in str(wrong[0].reason)
    assert path.read_bytes() == before


async def test_putting_a_backup_back(path: Path, folder: Path) -> None:
    async with opened(path) as store:
        game = await stored(store, played(1, 20))
        wanted = await whole(store, game)
        backup, _ = await store.back_up(folder, NOON, kept=1)
        await store.games.set_state(game, "closed", at=5_000)
        closed = await whole(store, game)
    replaced = path.with_name("arkadia.sqlite3-replaced-2026-11-23T12-00-00Z")
    for place, before in ((path, replaced), (folder / "new.sqlite3", None)):
        assert restore(backup.path, place, NOON + DAY) == before
        assert await reread(place) == replace(wanted, news=wanted.news + NEWS_LEFT_OUT), "told anew"
    assert await reread(replaced) == closed
    assert backup.path.exists()


async def test_what_a_killed_bot_left_is_kept_with_its_journal(path: Path, folder: Path) -> None:
    killed = path.with_name("killed.sqlite3")
    async with opened(path) as store:
        game = await running(store)
        backup, _ = await store.back_up(folder, NOON, kept=1)
        await store.games.append(game, 0, [entry(0)], news=True)
        for suffix in ("", "-wal"):
            shutil.copy(path.with_name(path.name + suffix), killed.with_name(killed.name + suffix))
    replaced = restore(backup.path, killed, NOON)
    assert replaced is not None
    assert [len((await reread(file)).log) for file in (killed, replaced)] == [0, 1]


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE recipes (name TEXT);")


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda path: None, errors.MissingFileError),
        (lambda path: path.touch(), errors.CorruptDatabaseError),
        (lambda path: path.write_bytes(os.urandom(9_000)), errors.CorruptDatabaseError),
        (foreign, errors.ForeignDatabaseError),
    ],
    ids=["missing", "empty", "noise", "foreign"],
)
def test_what_is_no_database_is_neither_backed_up_nor_put_back(
    path: Path, folder: Path, make: Callable[[Path], object], error: type[errors.StoreError]
) -> None:
    other = path.with_name("other.sqlite3")
    make(other)
    there = other.exists()
    with pytest.raises(error):
        back_up(other, folder, NOON)
    assert (other.exists(), names(folder)) == (there, [])
    before_release(path)
    before = path.read_bytes()
    with pytest.raises(error):
        restore(other, path, NOON)
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*replaced*"))
