"""Every older version becomes today's, wholly or not at all."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.errors import CorruptDatabaseError, StoreError
from db.games.rows import StoredEntry, StoredMessage, StoredSeat
from db.sqlite.migrate import APPLICATION_ID, TODAY, Schema
from db.sqlite.opening import connect
from db.store import Store
from tests.db.old_versions import of_version
from tests.db.samples import running, running_games


def shape(path: Path) -> dict[str, object]:
    """All that matters of a schema, without the words it was written in."""
    with closing(sqlite3.connect(path)) as connection:

        def ask(question: str) -> list[tuple[object, ...]]:
            return [tuple(row) for row in connection.execute(question)]

        tables = ask("SELECT name FROM sqlite_schema WHERE type = 'table'")
        indices = ask("SELECT name FROM sqlite_schema WHERE type = 'index'")
        return {
            "table": sorted(ask("PRAGMA table_list"), key=str),
            "columns": {name: ask(f"PRAGMA table_xinfo({name})") for [name] in tables},
            "indices": {name: sorted(ask(f"PRAGMA index_list({name})")) for [name] in tables},
            "indexed": {name: ask(f"PRAGMA index_xinfo({name})") for [name] in indices},
            "references": {name: ask(f"PRAGMA foreign_key_list({name})") for [name] in tables},
            "triggers": {
                name: " ".join(str(text).split())
                for name, text in ask("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
            },
            "checks": {
                name: str(text).count("CHECK")
                for name, text in ask("SELECT name, sql FROM sqlite_schema")
            },
            "versions": ask("PRAGMA user_version") + ask("PRAGMA application_id"),
        }


def test_keys_stand_first_where_there_is_no_rowid(tmp_path: Path) -> None:
    """Older SQLites take such a table for damaged otherwise."""
    with closing(connect(tmp_path / "new.sqlite3")) as connection:
        for _, name, _, _, without_rowid, _ in connection.execute("PRAGMA table_list").fetchall():
            columns = connection.execute(f"PRAGMA table_info({name})").fetchall()
            keys = [column[5] for column in columns if column[5]]
            if without_rowid:
                assert keys == [column[5] for column in columns[: len(keys)]] == sorted(keys), name


def test_the_migrations_are_numbered_without_gaps() -> None:
    names = sorted(script.name for script in (TODAY.folder / "migrations").iterdir())
    assert [int(name.partition("_")[0]) for name in names] == list(range(1, TODAY.version + 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, TODAY.version + 1))
async def test_every_version_becomes_todays(tmp_path: Path, number: int) -> None:
    older, new = tmp_path / "older.sqlite3", tmp_path / "new.sqlite3"
    of_version(older, number)
    for path in (older, new):
        store = await Store.open(path)
        await store.close()
    assert shape(older) == shape(new)


async def test_a_game_of_the_first_version_is_still_there(path: Path) -> None:
    of_version(path, 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "INSERT INTO tables (id, guild_id, channel_id, host_id, state, edition, setup, mirror,"
            " seat_limit, language, created_at, begun_at, news, shown, lot, deck) VALUES"
            " (7, 10, 20, 30, 'running', 'e', 'free', 0, 2, 'en', 1, 2, 3, 1, 'G5:4x3', '');"
            "INSERT INTO seats VALUES (7, 0, 30, 'Ada', 'green', 'playing', NULL);"
            "INSERT INTO log VALUES (7, 0, 'pass', 30, 5);"
            "INSERT INTO messages VALUES (7, 'turn', 20, 99, 1);"
            "INSERT INTO votes VALUES (7, 'cancel', 30);"
        )
    store = await Store.open(path)
    stored = await store.games.load(7)
    await store.close()
    assert stored is not None
    assert stored.seats == (StoredSeat(0, 30, "Ada", "green"),)
    assert stored.log == (StoredEntry("pass", 30, 5),)
    assert stored.messages == (StoredMessage("turn", 20, 99, 1),)
    assert stored.votes == {("cancel", 30)}
    assert (stored.state, stored.theme, stored.deck) == ("running", "dark", "")


def test_the_schema_marks_its_files(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "new.sqlite3")) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


@pytest.fixture
def later(tmp_path: Path) -> Schema:
    """A schema two versions later than today's: a column more, and a table rebuilt."""
    folder = tmp_path / "later"
    shutil.copytree(TODAY.folder / "migrations", folder / "migrations")
    number = TODAY.version + 1
    (folder / "migrations" / f"{number:04}_note.sql").write_text(
        "ALTER TABLE seats ADD COLUMN note TEXT;"
    )
    (folder / "migrations" / f"{number + 1:04}_guild.sql").write_text(
        "CREATE TABLE people (user_id INTEGER PRIMARY KEY) STRICT;\n"
        "INSERT INTO people SELECT DISTINCT user_id FROM seats;\n"
        "CREATE TABLE new_seats (game_id INTEGER REFERENCES games, seat INTEGER,"
        " user_id INTEGER REFERENCES people, note TEXT, PRIMARY KEY (game_id, seat),"
        " UNIQUE (game_id, user_id)) STRICT;\n"
        "INSERT INTO new_seats SELECT game_id, seat, user_id, note FROM seats;\n"
        "DROP TABLE seats;\n"
        "ALTER TABLE new_seats RENAME TO seats;\n"
    )
    return Schema(folder)


async def filled(path: Path) -> None:
    store = await Store.open(path)
    await running(store)
    await store.close()


async def test_games_survive_an_update(path: Path, later: Schema) -> None:
    await filled(path)
    with closing(connect(path, later)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (TODAY.version + 2,)
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM people").fetchone() == (2,)
        assert connection.execute("SELECT seat, note FROM seats").fetchall() == [
            (0, None),
            (1, None),
        ]


async def test_the_file_is_copied_before_an_update(path: Path, later: Schema) -> None:
    await filled(path)
    connect(path, later).close()
    copy = path.with_name(f"{path.name}-before-{later.version}")
    store = await Store.open(copy)
    assert await running_games(store) == (1,)
    await store.close()


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE more (x TEXT) STRICT; INSERT INTO nowhere VALUES (1);",
        "CREATE TABLE more (x TEXT) STRICT; SELEKT 1;",
        "CREATE TABLE more (x TEXT) STRICT; DELETE FROM games;",
    ],
    ids=["wrong table", "wrong word", "lost reference"],
)
async def test_an_update_that_fails_changes_nothing(path: Path, later: Schema, script: str) -> None:
    await filled(path)
    before = shape(path)
    [last] = (later.folder / "migrations").glob(f"{later.version:04}_*.sql")
    last.write_text(script)
    with pytest.raises(StoreError) as caught:
        connect(path, later)
    assert isinstance(caught.value, CorruptDatabaseError) == ("DELETE" in script)
    assert shape(path) == before
    store = await Store.open(path)
    assert await running_games(store) == (1,)
    await store.close()
