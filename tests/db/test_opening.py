"""Opening a file: what is refused, in which words, and that it stays as it was."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from db import (
    CorruptDatabaseError,
    DiskError,
    ForeignDatabaseError,
    InUseError,
    MissingFolderError,
    NewerDatabaseError,
    OldSQLiteError,
    Store,
    UnwritableError,
)
from db.migrate import TODAY
from tests.db.samples import entry, running
from tests.db.test_writer import files_no_larger_than


async def made(path: Path, length: int = 50) -> int:
    """Makes a database with a game in it and closes it."""
    store = await Store.open(path)
    table = await running(store)
    await store.append(table, 0, [entry(seq) for seq in range(length)], news=True)
    await store.close()
    return table


async def test_what_was_kept_is_there_again(path: Path) -> None:
    table = await made(path)
    store = await Store.open(path)
    stored = await store.load(table)
    await store.close()
    assert stored is not None
    assert stored.log == tuple(entry(seq) for seq in range(50))


async def test_a_closed_database_is_one_file(path: Path) -> None:
    await made(path)
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, f"{path.name}-lock"]


async def test_it_is_set_to_keep_its_word(path: Path, store: Store) -> None:
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "user_version")
    values = await store._writer.read(
        lambda c: [c.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
    )
    assert values == ["wal", 2, 1, 5_000, TODAY.version]


async def test_the_journal_has_its_size_from_the_start(path: Path, store: Store) -> None:
    journal = path.with_name(path.name + "-wal")
    size = journal.stat().st_size
    assert size > 4_000_000
    table = await running(store)
    for seq in range(100):
        await store.append(table, seq, [entry(seq)], news=True)
    assert journal.stat().st_size == size
    assert path.stat().st_size < 100_000


async def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(MissingFolderError, match=r"no folder .*nowhere"):
        await Store.open(tmp_path / "nowhere" / "arkadia.sqlite3")
    assert not (tmp_path / "nowhere").exists()


async def test_a_folder_in_place_of_a_file(path: Path) -> None:
    path.mkdir()
    with pytest.raises(UnwritableError, match="not a file"):
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
    """A folder that every user can enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


async def test_a_folder_that_cannot_be_written(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    with as_nobody(), pytest.raises(UnwritableError, match="right to write"):
        await Store.open(open_folder / "arkadia.sqlite3")
    assert list(open_folder.iterdir()) == []


async def test_a_file_that_can_only_be_read(open_folder: Path) -> None:
    path = open_folder / "arkadia.sqlite3"
    await made(path)
    before = path.read_bytes()
    path.chmod(0o444)
    path.with_name(path.name + "-lock").chmod(0o666)
    open_folder.chmod(0o777)
    with as_nobody(), pytest.raises(UnwritableError, match="right to write"):
        await Store.open(path)
    assert path.read_bytes() == before


async def test_a_second_bot_on_the_same_file(path: Path, store: Store) -> None:
    with pytest.raises(InUseError, match="another running bot"):
        await Store.open(path)
    await running(store)


async def test_another_program_may_look_while_the_bot_runs(path: Path, store: Store) -> None:
    await running(store)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM tables").fetchone() == (1,)


async def test_a_file_is_free_after_a_refusal(path: Path) -> None:
    path.write_bytes(b"no database" * 1_000)
    with pytest.raises(CorruptDatabaseError):
        await Store.open(path)
    path.unlink()
    await made(path)


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
async def test_a_damaged_file(path: Path, damage: Callable[[bytes], bytes]) -> None:
    await made(path, 500)
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    with pytest.raises(CorruptDatabaseError, match=path.name):
        await Store.open(path)
    assert path.read_bytes() == damaged


async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    await made(path)


async def test_another_programs_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('pie')")
    before = path.read_bytes()
    with pytest.raises(ForeignDatabaseError, match="another program"):
        await Store.open(path)
    assert path.read_bytes() == before


async def test_a_database_of_a_newer_bot(path: Path) -> None:
    await made(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version = {TODAY.version + 1}")
    before = path.read_bytes()
    with pytest.raises(NewerDatabaseError, match="newer version"):
        await Store.open(path)
    assert path.read_bytes() == before


async def test_a_full_disk_at_the_start(path: Path) -> None:
    with files_no_larger_than(2_000), pytest.raises(DiskError, match="Is the disk full"):
        await Store.open(path)
    await made(path)


async def test_an_sqlite_that_is_too_old(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(OldSQLiteError, match=r"3\.37"):
        await Store.open(path)


async def test_a_backup_while_the_bot_runs(path: Path, store: Store) -> None:
    copy = path.with_name("copy.sqlite3")
    table = await running(store)
    await store.back_up(copy)
    await store.append(table, 0, [entry(0)], news=True)
    await store.back_up(copy)
    other = await Store.open(copy)
    assert await other.load(table) == await store.load(table)
    await other.close()
    assert not list(path.parent.glob("*-partial*"))


async def test_a_backup_that_cannot_be_made(path: Path, store: Store) -> None:
    with pytest.raises(MissingFolderError):
        await store.back_up(path.parent / "nowhere" / "copy.sqlite3")
    with pytest.raises(UnwritableError):
        await store.back_up(path.parent)
    with pytest.raises(UnwritableError):
        await store.back_up(path)
    copy = path.with_name("copy.sqlite3")
    with files_no_larger_than(2_000), pytest.raises(DiskError):
        await store.back_up(copy)
    assert not list(path.parent.glob("copy*"))
