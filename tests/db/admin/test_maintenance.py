"""From one kind of database to the other, and what ``python -m db`` does with addresses."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from db.__main__ import IMPOSSIBLE, UNREADABLE, main
from db.database import Place, copy, upkeep_of
from db.errors import CorruptDatabaseError, InUseError, MissingFileError, UnwritableError
from db.settings import StoredChannel
from db.sqlite.schema import Relation, SQLiteContents, relations
from db.store import Store, opened
from lab.postgres import PostgresServer
from tests.db.filled import full
from tests.db.real_games import played, stored
from tests.db.samples import GUILD, reread, whole
from tests.visiting import visiting


@pytest.fixture
async def filled(store: Store) -> Place:
    """A database in which everything is that may be kept, and a number that was used up."""
    games = await full(store)
    await store.admin.note_guilds({99}, 1)
    last = await stored(store, played(4, 5), guild=77)
    await store.admin.note_guilds({10}, 1)
    await store.admin.delete_guild(77, 2)
    await store.close()
    assert last == games[-1] + 1
    return store.place


@pytest.fixture(params=["to a file", "to a server"])
def target(request: pytest.FixtureRequest, postgres: PostgresServer, tmp_path: Path) -> Place:
    return tmp_path / "copy.sqlite3" if request.param == "to a file" else postgres.fresh()


def kept(place: Place) -> dict[str, list[dict[str, object]]]:
    """Everything in a database, where true is 1."""
    with visiting(place) as connection:
        found = {}
        for table in relations(connection):
            rows = connection.execute(table.selection)
            found[table.name] = [dict(zip(table.columns, row, strict=True)) for row in rows]
        return found


@pytest.mark.slow
async def test_a_copy_has_everything(filled: Place, target: Place) -> None:
    checked = copy(filled, target)
    assert (checked.count, checked.unreadable) == (2, ())
    assert kept(target) == kept(filled)
    async with opened(target) as store:
        assert await stored(store, played(4, 5)) == 5, "a number is never used again"
    with pytest.raises(UnwritableError):
        copy(filled, target)


async def test_what_came_out_differently_is_not_kept(
    filled: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill = SQLiteContents.fill

    def careless(self: SQLiteContents, table: Relation, found: Iterable[Sequence[Any]]) -> None:
        fill(self, table, found)
        self.connection.execute("UPDATE seats SET name = 'Mallory' WHERE seat = 0")

    monkeypatch.setattr(SQLiteContents, "fill", careless)
    with pytest.raises(CorruptDatabaseError, match="seats"):
        copy(filled, tmp_path / "copy.sqlite3")
    assert not (tmp_path / "copy.sqlite3").exists()


async def test_a_copy_needs_its_source_alone(store: Store, target: Place, tmp_path: Path) -> None:
    with pytest.raises(InUseError):
        copy(store.place, target)
    with pytest.raises(MissingFileError):
        copy(tmp_path / "nowhere.sqlite3", target)


async def test_the_commands_take_addresses(
    postgres: PostgresServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    address = postgres.fresh()

    async def run(*arguments: str) -> int:
        return await asyncio.to_thread(main, ["--database", address, *arguments])

    async with opened(address) as store:
        bad = [await stored(store, played(1)), await stored(store, played(2, 20))][-1]
        assert await run("stats") == 0
        assert "log entries" in capsys.readouterr().out
        assert await run("check") == 0
        assert await run("backup", str(backups)) == 0, "while the bot runs"
    with visiting(address) as other:
        other.execute("UPDATE games SET lot = 'nowhere' WHERE game_id = :game", {"game": bad})
    assert await run("check") == UNREADABLE
    assert await run("check", "--set-aside") == 0
    assert "set aside" in capsys.readouterr().out
    [backup] = backups.iterdir()
    assert upkeep_of(backup).check().count == 2
    assert await run("restore", str(backup)) == IMPOSSIBLE
    assert await run("copy", str(backup), postgres.fresh()) == 0
    assert await run("copy", str(backup), address) == IMPOSSIBLE
    errors = capsys.readouterr().err
    assert "not empty" in errors
    assert "“copy " in errors


async def test_a_backup_while_the_bot_runs(store: Store, tmp_path: Path) -> None:
    game, noon = await stored(store, played(1, 20)), 1_795_348_800_000
    await stored(store, played(2))
    backup, checked = await store.back_up(tmp_path, noon, kept=7)
    assert backup.path == tmp_path / f"{store.path.stem}-2026-11-22T12-00-00Z.sqlite3"
    assert (backup.made_at, checked.count, checked.unreadable) == (noon, 1, ())
    before = await whole(store, game)
    await store.games.set_state(game, "closed", at=5_000)
    assert await reread(backup.path, game) == before
    assert await store.newest_backup(tmp_path) == backup
    with visiting(backup.path) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://[", "address"),
        ("postgresql://host?nonsense=1", "address"),
        ("postgresql://ada:lovelace@localhost:1/arkadia?connect_timeout=1", "localhost"),
    ],
)
def test_an_address_that_is_none_or_where_nothing_answers(
    address: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--database", address, "stats"]) == IMPOSSIBLE
    assert told in capsys.readouterr().err


def test_without_psycopg_one_is_told_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("db.database.find_spec", lambda name: None)
    assert main(["--database", "postgresql://localhost/x", "stats"]) == IMPOSSIBLE
    assert "make postgres" in capsys.readouterr().err


async def test_each_kind_of_notice_is_wanted_in_one_channel(store: Store) -> None:
    other = StoredChannel("daily", GUILD, 30, "fr", 500)
    first = StoredChannel("digest", GUILD, 20, "en", 1_000)
    moved = StoredChannel("digest", GUILD, 21, "de", 2_000)
    assert await store.admin.channel("digest", GUILD) is None
    for chosen in (other, first, moved):
        await store.admin.set_channel(chosen)
        assert await store.admin.channel(chosen.kind, GUILD) == chosen
    await store.admin.drop_channel("digest", GUILD)
    assert await store.admin.channel("digest", GUILD) is None
    assert await store.admin.channel("daily", GUILD) == other
