"""The schema's versions in PostgreSQL: making a new one, and bringing an older one to today's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg

from db.sqlite.migrate import TODAY as TODAY_OF_FILES
from db.sqlite.migrate import Schema as SchemaOfFiles

FLAG: Final = re.compile(r"\b(\w+) INTEGER([^,;]*?) CHECK \(\1 IN \(0, 1\)\)")
DEFAULT: Final = re.compile(r"\bDEFAULT ([01])\b")
OF_TABLE: Final = re.compile(r"\) (?:WITHOUT ROWID, )?STRICT;")


@dataclass(frozen=True)
class Schema:
    """A folder with ``schema.sql``, the schema as it is today, and how it came to be.

    Versions are those of SQLite's schema. A migration serves both, put into PostgreSQL's words,
    unless a script of its number in ``migrations/`` here does what words alone do not.
    """

    folder: Path
    files: SchemaOfFiles

    @property
    def version(self) -> int:
        """Today's version."""
        return self.files.version

    def create(self, connection: psycopg.Connection[Any]) -> None:
        """Makes today's tables in an empty schema, wholly or not at all."""
        self._run(connection, [(self.folder / "schema.sql").read_text("utf-8")])

    def migrate(self, connection: psycopg.Connection[Any], version: int) -> None:
        """Brings the tables from an older version to today's, wholly or not at all."""
        self._run(connection, [self._script(n) for n in range(version + 1, self.version + 1)])

    def _script(self, number: int) -> str:
        """What leads to a version."""
        for script in (self.folder / "migrations").glob(f"{number:04}_*.sql"):
            return script.read_text("utf-8")
        return worded_for_postgres(self.files.migrations[number].read_text("utf-8"))

    def _run(self, connection: psycopg.Connection[Any], scripts: list[str]) -> None:
        with connection.transaction():
            for script in scripts:
                connection.execute(script.encode())
            connection.execute("DELETE FROM arkadia")
            connection.execute("INSERT INTO arkadia (version) VALUES (%s)", [self.version])


def worded_for_postgres(script: str) -> str:
    """A script for SQLite in PostgreSQL's words: its types, its flags, its ends of tables."""

    def flag(match: re.Match[str]) -> str:
        more = DEFAULT.sub(lambda value: f"DEFAULT {bool(int(value[1]))}".upper(), match[2])
        return f"{match[1]} boolean{more}"

    return OF_TABLE.sub(");", FLAG.sub(flag, script).replace(" INTEGER", " bigint"))


TODAY: Final = Schema(Path(__file__).parent, TODAY_OF_FILES)
"""The schema of this version of the bot."""
