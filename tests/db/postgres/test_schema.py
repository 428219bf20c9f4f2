"""What a server says of its tables is what ``db/schema.sql`` says."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from db.features import load
from db.postgres.server import Statements, make_tables, open_held, worded_for_postgres
from db.sqlite.schema import TODAY
from lab.postgres import PostgresServer
from tests.db.features import all_tables
from tests.db.old_versions import before_release_on_server, with_migrations
from tests.db.people.columns_of_people import unknown

FLAG = re.compile(r"(\w+) INTEGER[^,\n]*CHECK \((\w+) IN \(0, 1\)\)")


def statements(script: str) -> dict[str, str]:
    plain = re.sub(r"--.*", "", script)
    return dict(re.findall(r"^CREATE TABLE (\w+) \((.*?)^\)", plain, re.MULTILINE | re.DOTALL))


def conditions(body: str) -> list[str]:
    """All conditions of a table but those that make a number a flag."""
    found = []
    for match in re.finditer(r"CHECK \(", body):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(body[end], 0)
            end += 1
        words = " ".join(body[match.end() : end - 1].split())
        if not re.fullmatch(r"\w+ IN \(0, 1\)", words):
            found.append(words)
    return sorted(found)


def whole_schema() -> str:
    schemas = (TODAY.folder / "schema.sql", *(tables.schema for tables in all_tables()))
    return "\n".join(schema.read_text("utf-8") for schema in schemas)


def load_all(connection: psycopg.Connection[Any]) -> None:
    for tables in all_tables():
        load(Statements(connection), tables, worded_for_postgres)


Shape = dict[str, list[tuple[Any, ...]]]
"""All columns, constraints and indices of a schema, with their tables."""


def of_sqlite() -> Shape:
    """The tables of SQLite's schema, in PostgreSQL's words: all that its own must have too."""
    script = whole_schema()
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)

        def ask(pragma: str, name: str) -> list[tuple[Any, ...]]:
            return connection.execute(f"PRAGMA {pragma}({name})").fetchall()

        def columns_of(index: str) -> str:
            return ", ".join(name for _, _, name in ask("index_info", index))

        shape: Shape = {"columns": [], "constraints": [], "indices": []}
        for table, body in statements(script).items():
            flags = {name for name, _ in FLAG.findall(body)}
            columns, indices = ask("table_info", table), ask("index_list", table)
            keys = ", ".join(name for *_, key, name in sorted((c[5], c[1]) for c in columns) if key)
            unique = [columns_of(name) for _, name, _, origin, _ in indices if origin == "u"]
            references: dict[int, list[tuple[str, ...]]] = {}
            for number, _, *rest in ask("foreign_key_list", table):
                references.setdefault(number, []).append(tuple(rest))
            found = [f"PRIMARY KEY ({keys})"] if keys else []
            found += [f"UNIQUE ({names})" for names in unique]
            for parts in references.values():
                [other], ours, theirs, _, [on_delete], _ = (
                    dict.fromkeys(p) for p in zip(*parts, strict=True)
                )
                end = "" if on_delete == "NO ACTION" else f" ON DELETE {on_delete}"
                to = f"{other}({', '.join(theirs)}){end}"
                found.append(f"FOREIGN KEY ({', '.join(ours)}) REFERENCES {to}")
            shape["constraints"] += [(table, one) for one in found]
            for _, name, kind, required, default, key in columns:
                kind = "boolean" if name in flags else kind
                shape["columns"].append((table, name, kind, bool(required or key), default))
            for _, name, _, origin, _ in indices:
                if origin == "c":
                    shape["indices"].append((table, name, columns_of(name)))
        return shape


def of_postgres(connection: psycopg.Connection[Any]) -> Shape:
    """The same of a schema of PostgreSQL's."""
    columns = connection.execute(
        "SELECT table_name, column_name, data_type, is_nullable = 'NO',"
        " replace(column_default, '::text', '') FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name <> 'arkadia'"
    )
    kinds = {"bigint": "INTEGER", "text": "TEXT", "boolean": "boolean"}
    flags = {"false": "0", "true": "1"}
    constraints = connection.execute(
        "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = to_regnamespace(current_schema()) AND contype IN ('p', 'u', 'f')"
    )
    indices = connection.execute(
        "SELECT tablename, indexname, substring(indexdef FROM '\\((.*?)\\)') FROM pg_indexes"
        " WHERE schemaname = current_schema() AND NOT EXISTS (SELECT 1 FROM pg_constraint"
        " WHERE conindid = to_regclass(indexname) AND contype IN ('p', 'u'))"
    )
    return {
        "columns": [
            (table, name, kinds[kind], required, flags.get(default, default))
            for table, name, kind, required, default in columns
        ],
        "constraints": constraints.fetchall(),
        "indices": indices.fetchall(),
    }


def test_it_is_known_of_each_column_whether_people_stand_in_it() -> None:
    """Who adds one says so in ``columns_of_people``, and has people exported and forgotten."""
    assert unknown(whole_schema()) == []


def everything(connection: psycopg.Connection[Any]) -> list[list[tuple[Any, ...]]]:
    """All that matters of a schema, as PostgreSQL tells it."""
    questions = (
        "SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity"
        " FROM information_schema.columns WHERE table_schema = current_schema()",
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = to_regnamespace(current_schema())",
        "SELECT relname, reloptions::text FROM pg_class"
        " WHERE relnamespace = to_regnamespace(current_schema())",
        "SELECT tablename, indexname FROM pg_indexes WHERE schemaname = current_schema()",
        "SELECT proname, prosrc FROM pg_proc"
        " WHERE pronamespace = to_regnamespace(current_schema())",
        "SELECT event_object_table, trigger_name, event_manipulation, action_timing"
        " FROM information_schema.triggers WHERE trigger_schema = current_schema()",
        "SELECT version FROM arkadia",
        "SELECT name, version, schema, data FROM features",
    )
    return [sorted(connection.execute(question.encode()).fetchall()) for question in questions]


@pytest.fixture
def server(postgres: PostgresServer) -> Iterator[psycopg.Connection[Any]]:
    with postgres.lent() as address, closing(open_held(address)) as connection:
        load_all(connection)
        yield connection


def test_both_have_the_same_tables_and_columns(server: psycopg.Connection[Any]) -> None:
    found, wanted = of_postgres(server), of_sqlite()
    for what, listed in wanted.items():
        assert sorted(found[what]) == sorted(listed), what


def test_both_have_the_same_conditions(server: psycopg.Connection[Any]) -> None:
    def found(table: str) -> list[str]:
        rows = server.execute(
            "SELECT pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE contype = 'c' AND conrelid = to_regclass(%s)",
            [table],
        )
        return sorted(words for [words] in rows)

    for table, body in statements(whole_schema()).items():
        server.execute(f"CREATE TEMPORARY TABLE plain (LIKE {table})".encode())
        for condition in conditions(body):
            server.execute(f"ALTER TABLE plain ADD CHECK ({condition})".encode())
        assert found(table) == found("plain"), table
        server.execute("DROP TABLE plain")


def test_both_have_the_same_triggers(server: psycopg.Connection[Any]) -> None:
    wanted = re.findall(
        r"^CREATE TRIGGER (\w+) BEFORE (\w+) ON (\w+)", whole_schema(), re.MULTILINE
    )
    found = server.execute(
        "SELECT trigger_name, event_manipulation, event_object_table"
        " FROM information_schema.triggers WHERE trigger_schema = current_schema()"
    )
    assert sorted(found.fetchall()) == sorted(wanted)


def test_the_version_before_release_is_todays(postgres: PostgresServer, tmp_path: Path) -> None:
    """Who changes the schema adds a migration that does the same to what is there."""
    found = []
    for older in (True, False):
        address = postgres.fresh()
        with psycopg.connect(address, autocommit=True) as connection:
            if older:
                before_release_on_server(connection, tmp_path / "old.sqlite3")
            else:
                make_tables(connection, "new")
        with closing(open_held(address)) as connection:
            load_all(connection)
            found.append(everything(connection))
    assert found[0] == found[1]


SCRIPT = """
ALTER TABLE seats ADD COLUMN pieces INTEGER;
ALTER TABLE seats ADD COLUMN ripe INTEGER NOT NULL DEFAULT 1 CHECK (ripe IN (0, 1));
CREATE TABLE trips (
    guild_id INTEGER NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1)),  -- still
    PRIMARY KEY (guild_id)
) WITHOUT ROWID, STRICT;
"""


def test_a_migration_serves_both(postgres: PostgresServer, tmp_path: Path) -> None:
    schema = with_migrations(tmp_path, SCRIPT)
    address = postgres.fresh()
    open_held(address).close()
    with closing(open_held(address, schema=schema)) as connection:
        rows = connection.execute(
            "SELECT table_name, column_name, data_type, is_nullable, column_default"
            " FROM information_schema.columns WHERE table_schema = current_schema()"
            " AND (table_name = 'trips' OR column_name IN ('pieces', 'ripe'))"
        )
        assert sorted(rows) == [
            ("seats", "pieces", "bigint", "YES", None),
            ("seats", "ripe", "boolean", "NO", "true"),
            ("trips", "guild_id", "bigint", "NO", None),
            ("trips", "open", "boolean", "NO", None),
        ]
        assert connection.execute("SELECT version FROM arkadia").fetchall() == [(schema.version,)]
