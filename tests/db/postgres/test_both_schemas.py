"""SQLite's schema and PostgreSQL's are one: who changes one finds out what the other lacks."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from db.postgres.migrate import TODAY as POSTGRES
from db.postgres.migrate import Schema
from db.postgres.opening import open_held
from db.sqlite.migrate import TODAY as SQLITE
from lab.postgres import PostgresServer
from tests.db.old_versions import first_version_on_server, with_migrations
from tests.db.people.columns_of_people import unknown

FLAG = re.compile(r"(\w+) INTEGER[^,\n]*CHECK \((\w+) IN \(0, 1\)\)")


def statements(script: str) -> dict[str, str]:
    """What a schema says of each of its tables, without comments."""
    plain = re.sub(r"--.*", "", script)
    found = re.findall(r"^CREATE TABLE (\w+) \((.*?)^\)", plain, re.MULTILINE | re.DOTALL)
    return {name: body for name, body in found if name != "arkadia"}


def in_functions(script: str) -> dict[str, str]:
    """What functions say of the rows of whole tables, as if it stood in the tables."""
    found = re.findall(
        r"^CREATE FUNCTION is_right\((\w+) (\w+)\)(.*?)^END", script, re.MULTILINE | re.DOTALL
    )
    return {
        table: re.sub(r"\n(?: {4}RETURN| {8}AND) \(", "\nCHECK (", body.replace(f"{row}.", ""))
        for row, table, body in found
    }


def conditions(body: str) -> list[str]:
    """All conditions of a table but those that make a number a flag."""
    found = []
    for match in re.finditer(r"CHECK \(", body):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(body[end], 0)
            end += 1
        words = " ".join(body[match.end() : end - 1].split())
        words = re.sub(r"\b(ELSE|THEN) 1\b", r"\1 TRUE", words)
        if not re.fullmatch(r"\w+ IN \(0, 1\)", words):
            found.append(words)
    return sorted(found)


def of_sqlite() -> dict[str, dict[str, object]]:
    """The tables of SQLite's schema: all that PostgreSQL's must have too."""
    script = (SQLITE.folder / "schema.sql").read_text("utf-8")
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)

        def ask(pragma: str, name: str) -> list[tuple[Any, ...]]:
            return connection.execute(f"PRAGMA {pragma}({name})").fetchall()

        def columns_of(index: str) -> tuple[str, ...]:
            return tuple(name for _, _, name in ask("index_info", index))

        shape: dict[str, dict[str, object]] = {}
        for table, body in statements(script).items():
            flags = {name for name, _ in FLAG.findall(body)}
            columns = ask("table_info", table)
            indices = ask("index_list", table)
            references: dict[int, list[tuple[Any, ...]]] = {}
            for number, _, other, ours, theirs, _, on_delete, _ in ask("foreign_key_list", table):
                references.setdefault(number, []).append((ours, other, theirs, on_delete))
            shape[table] = {
                "columns": {
                    (name, "boolean" if name in flags else kind, bool(required or key), default)
                    for _, name, kind, required, default, key in columns
                },
                "key": [name for *_, key, name in sorted((c[5], c[1]) for c in columns) if key],
                "unique": {columns_of(name) for _, name, _, origin, _ in indices if origin == "u"},
                "indices": {
                    (name, columns_of(name)) for _, name, _, origin, _ in indices if origin == "c"
                },
                "references": {frozenset(parts) for parts in references.values()},
            }
        return shape


def of_postgres(connection: psycopg.Connection[Any]) -> dict[str, dict[str, object]]:
    """The same of a schema of PostgreSQL's."""

    def ask(question: str, *given: object) -> list[tuple[Any, ...]]:
        return connection.execute(question.encode(), given).fetchall()

    kinds = {"bigint": "INTEGER", "text": "TEXT", "boolean": "boolean"}
    flags = {"false": "0", "true": "1"}
    shape: dict[str, dict[str, object]] = {}
    for [table] in ask(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        " AND tablename <> 'arkadia'"
    ):
        columns = ask(
            "SELECT column_name, data_type, is_nullable = 'NO',"
            " replace(column_default, '::text', '')"
            " FROM information_schema.columns WHERE table_schema = current_schema()"
            " AND table_name = %s",
            table,
        )
        names = (
            "(SELECT array_agg(attname ORDER BY place) FROM unnest({}) WITH ORDINALITY"
            " AS of (number, place) JOIN pg_attribute ON attrelid = {} AND attnum = number)"
        )
        constraints = ask(
            f"SELECT contype, {names.format('conkey', 'conrelid')}::text[],"
            f" confrelid::regclass::text, {names.format('confkey', 'confrelid')}::text[],"
            " confdeltype FROM pg_constraint WHERE conrelid = to_regclass(%s)",
            table,
        )
        shape[table] = {
            "columns": {
                (
                    name,
                    kinds[kind],
                    required,
                    flags.get(default, default),
                )
                for name, kind, required, default in columns
            },
            "key": [name for kind, keys, *_ in constraints if kind == "p" for name in keys],
            "unique": {tuple(keys) for kind, keys, *_ in constraints if kind == "u"},
            "indices": {
                (name, tuple(keys))
                for name, keys in ask(
                    "SELECT relname, "
                    + names.format("indkey::smallint[]", "indrelid")
                    + "::text[] FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
                    " WHERE indrelid = to_regclass(%s) AND NOT EXISTS"
                    " (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid"
                    " AND contype IN ('p', 'u'))",
                    table,
                )
            },
            "references": {
                frozenset(
                    (ours, other, theirs, {"a": "NO ACTION", "c": "CASCADE"}[on_delete])
                    for ours, theirs in zip(keys, others, strict=True)
                )
                for kind, keys, other, others, on_delete in constraints
                if kind == "f"
            },
        }
    return shape


def test_it_is_known_of_each_column_whether_people_stand_in_it() -> None:
    """Who adds one says so in ``columns_of_people``, and has people exported and forgotten."""
    assert unknown((SQLITE.folder / "schema.sql").read_text("utf-8")) == []


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
    )
    return [sorted(connection.execute(question.encode()).fetchall()) for question in questions]


def test_both_have_the_same_tables_and_columns(postgres: PostgresServer) -> None:
    with postgres.lent() as address, closing(open_held(address)) as connection:
        found = of_postgres(connection)
    wanted = of_sqlite()
    assert sorted(found) == sorted(wanted)
    for table, shape in wanted.items():
        assert found[table] == shape, table


def test_both_have_the_same_conditions() -> None:
    found = []
    for schema in (SQLITE, POSTGRES):
        script = (schema.folder / "schema.sql").read_text("utf-8")
        more = in_functions(script)
        tables = statements(script).items()
        found.append({name: conditions(body + more.get(name, "")) for name, body in tables})
    assert found[1] == found[0]


def test_the_first_version_becomes_todays(postgres: PostgresServer) -> None:
    """Who changes the schema adds a migration that does the same to what is there."""
    found = []
    for make in (first_version_on_server, POSTGRES.create):
        address = postgres.fresh()
        with psycopg.connect(address, autocommit=True) as connection:
            make(connection)
        with closing(open_held(address)) as connection:
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
    schema = Schema(POSTGRES.folder, with_migrations(tmp_path, SCRIPT))
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


def test_a_migration_in_other_words_is_postgres_own(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    schema = Schema(tmp_path / "own", with_migrations(tmp_path, "SELECT 1 FROM nowhere;"))
    (tmp_path / "own" / "migrations").mkdir(parents=True)
    own = tmp_path / "own" / "migrations" / f"{schema.version:04}_later.sql"
    own.write_text("ALTER TABLE seats ADD COLUMN pieces bigint;")
    address = postgres.fresh()
    open_held(address).close()
    with closing(open_held(address, schema=schema)) as connection:
        assert connection.execute("SELECT pieces FROM seats").fetchall() == []
