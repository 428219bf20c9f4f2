"""Opening a file: what is refused, in which words, and that it stays as it was."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from db.errors import (
    CorruptDatabaseError,
    DiskError,
    ForeignDatabaseError,
    InUseError,
    MissingFolderError,
    NewerDatabaseError,
    OldSQLiteError,
    StoreError,
    UnwritableError,
)
from db.sqlite import opening, soundness
from db.sqlite.schema import TODAY
from db.store import Store
from tests.db.disk import files_no_larger_than
from tests.db.samples import GUILD, entry, running, running_games
from tests.journals import WHOLE


@pytest.fixture
def place(path: Path) -> Path:
    """What is tested here is SQLite's own."""
    return path


async def made(path: Path, length: int = 50) -> int:
    """Makes a database with a game in it and closes it."""
    store = await Store.open(path)
    game = await running(store)
    await store.games.append(game, 0, [entry(seq) for seq in range(length)], news=True)
    await store.close()
    return game


async def test_what_was_kept_is_there_again(path: Path) -> None:
    game = await made(path)
    store = await Store.open(path)
    stored = await store.games.load(game)
    await store.close()
    assert stored is not None
    assert stored.log == tuple(entry(seq) for seq in range(50))


async def test_a_closed_database_is_one_file(path: Path) -> None:
    await made(path)
    beside = f"{path.name}-lock"
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, beside]


async def test_it_is_set_to_keep_its_word(path: Path, store: Store) -> None:
    pragmas = (
        "journal_mode",
        "synchronous",
        "foreign_keys",
        "busy_timeout",
        "secure_delete",
        "user_version",
    )
    values = await store.change(
        lambda c: [c.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
    )
    assert values == ["wal", 2, 1, 5_000, 1, TODAY.version]


async def test_the_journal_has_its_size_from_the_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "JOURNAL_BYTES", WHOLE)
    store = await Store.open(path)
    journal = path.with_name(path.name + "-wal")
    size = journal.stat().st_size
    assert size > 4_000_000
    game = await running(store)
    for seq in range(100):
        await store.games.append(game, seq, [entry(seq)], news=True)
    assert journal.stat().st_size == size
    assert path.stat().st_size < 100_000
    await store.close()


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
        assert other.execute("SELECT count(*) FROM games").fetchone() == (1,)


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
@pytest.mark.parametrize("checked", [soundness.CHECKED_AT_START, 0], ids=["small", "large"])
async def test_a_damaged_file(
    path: Path, damage: Callable[[bytes], bytes], checked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soundness, "CHECKED_AT_START", checked)
    await made(path, 500)
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    with pytest.raises(CorruptDatabaseError, match=path.name):
        await Store.open(path)
    assert path.read_bytes() == damaged


async def test_a_large_file_is_opened_without_its_games_and_checked_wholly_beside_the_bot(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made(path, 500)
    with closing(sqlite3.connect(path)) as other:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'log'"
        [[page]] = other.execute(query).fetchall()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4_096 : (page - 1) * 4_096 + 100] = b"?" * 100
    path.write_bytes(content)
    with pytest.raises(CorruptDatabaseError):
        await Store.open(path)
    monkeypatch.setattr(soundness, "CHECKED_AT_START", 0)
    store = await Store.open(path)
    found = await store.damage()
    await store.close()
    assert found
    path.unlink()
    await made(path, 500)
    store = await Store.open(path)
    assert await store.damage() is None
    await store.close()


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


@pytest.mark.parametrize(
    ("version", "error", "why"),
    [
        (TODAY.version + 1, NewerDatabaseError, "newer version"),
        (3, StoreError, "a version before 0.1.0 that no update leads from"),
    ],
)
async def test_a_database_of_another_bot(
    path: Path, version: int, error: type[StoreError], why: str
) -> None:
    await made(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(error, match=why):
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


async def test_a_link_to_a_file_is_the_same_database(path: Path, store: Store) -> None:
    link = path.parent / "elsewhere" / "link.sqlite3"
    link.parent.mkdir()
    link.symlink_to(path)
    with pytest.raises(InUseError, match="another running bot"):
        await Store.open(link)
    await running(store)
    await store.close()
    other = await Store.open(link)
    assert other.path == path
    assert await running_games(other) == (1,)
    await other.close()
    assert list(link.parent.iterdir()) == [link]


async def test_a_link_that_leads_nowhere(path: Path) -> None:
    path.symlink_to(path)
    with pytest.raises(UnwritableError, match="leads nowhere"):
        await Store.open(path)


async def test_a_folder_that_may_not_be_entered(open_folder: Path) -> None:
    inner = open_folder / "inner"
    inner.mkdir()
    open_folder.chmod(0o600)
    with as_nobody(), pytest.raises(UnwritableError, match=r"cannot be reached|leads nowhere"):
        await Store.open(inner / "deeper" / "arkadia.sqlite3")
    open_folder.chmod(0o755)


async def test_a_text_that_is_none_hides_no_other(path: Path) -> None:
    games = []
    store = await Store.open(path)
    for _ in range(2):
        games.append(await running(store))
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "UPDATE seats SET name = CAST(x'416461ff' AS TEXT) WHERE game_id = ?", (games[0],)
        )
        connection.commit()
    store = await Store.open(path)
    found = await store.games.find(GUILD, states=["running"])
    assert [game.seats[0].name for game in found] == ["Grace", "Ada\ufffd"]
    stored = await store.games.load(games[0])
    assert stored is not None
    assert stored.seats[0].name == "Ada\ufffd"
    await store.games.append(games[0], 0, [entry(0)], news=True)
    await store.close()
