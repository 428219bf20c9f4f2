"""Every older version becomes today's, wholly or not at all."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.errors import CorruptDatabaseError, StoreError
from db.sqlite.opening import connect
from db.sqlite.schema import TODAY, Schema
from db.store import opened
from tests.db.features import all_tables
from tests.db.old_versions import before_release, with_migrations
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


def test_the_migrations_are_numbered_without_gaps(later: Schema) -> None:
    for schema in (TODAY, later):
        assert sorted(schema.migrations) == list(range(5, schema.version + 1))


async def test_the_version_before_the_release_becomes_todays(tmp_path: Path) -> None:
    """Who changes the schema adds a migration that does the same to what is there."""
    older, new = tmp_path / "older.sqlite3", tmp_path / "new.sqlite3"
    before_release(older)
    for path in (older, new):
        async with opened(path) as store:
            for tables in all_tables():
                await store.load(tables)
    assert shape(older) == shape(new)


@pytest.fixture
def later(tmp_path: Path) -> Schema:
    """A schema two versions later than today's: a column more, and a table rebuilt."""
    return with_migrations(
        tmp_path / "later",
        "ALTER TABLE seats ADD COLUMN note TEXT;",
        "CREATE TABLE people (user_id INTEGER PRIMARY KEY) STRICT;\n"
        "INSERT INTO people SELECT DISTINCT user_id FROM seats;\n"
        "CREATE TABLE new_seats (game_id INTEGER REFERENCES games, seat INTEGER,"
        " user_id INTEGER REFERENCES people, note TEXT, PRIMARY KEY (game_id, seat),"
        " UNIQUE (game_id, user_id)) STRICT;\n"
        "INSERT INTO new_seats SELECT game_id, seat, user_id, note FROM seats;\n"
        "DROP TABLE seats;\n"
        "ALTER TABLE new_seats RENAME TO seats;\n",
    )


@pytest.fixture
async def filled(path: Path) -> Path:
    async with opened(path) as store:
        await running(store)
    return path


async def goes_on(path: Path) -> bool:
    async with opened(path) as store:
        return await running_games(store) == (1,)


async def test_games_survive_an_update_with_a_copy_of_before(filled: Path, later: Schema) -> None:
    with closing(connect(filled, later)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (TODAY.version + 2,)
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM people").fetchone() == (2,)
        seats = connection.execute("SELECT seat, note FROM seats").fetchall()
        assert seats == [(0, None), (1, None)]
    assert await goes_on(filled.with_name(f"{filled.name}-before-{later.version}"))


@pytest.mark.parametrize(
    "wrong", ["INSERT INTO nowhere VALUES (1)", "SELEKT 1", "DELETE FROM games"]
)
async def test_a_failed_update_changes_nothing(filled: Path, later: Schema, wrong: str) -> None:
    before = shape(filled)
    script = f"CREATE TABLE more (x TEXT) STRICT; {wrong};"
    later.migrations[later.version].write_text(script)
    with pytest.raises(StoreError) as caught:
        connect(filled, later)
    assert isinstance(caught.value, CorruptDatabaseError) == ("DELETE" in script)
    assert shape(filled) == before
    assert await goes_on(filled)
