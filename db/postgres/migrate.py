"""The schema's versions in PostgreSQL: creating a new one, and migrating an older one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg

from db.sqlite.migrate import TODAY as TODAY_OF_FILES
from db.sqlite.migrate import Schema as SchemaOfFiles

# A flag is an INTEGER of 0 or 1 in SQLite, a boolean in PostgreSQL.
FLAG: Final = re.compile(r"\b(\w+) INTEGER([^,;]*?) CHECK \(\1 IN \(0, 1\)\)")
DEFAULT: Final = re.compile(r"\bDEFAULT ([01])\b")
OF_TABLE: Final = re.compile(r"\) (?:WITHOUT ROWID, )?STRICT;")


@dataclass(frozen=True)
class Schema:
    """The PostgreSQL schema: a folder with today's ``schema.sql``, and the migrations to it.

    Version numbers are those of SQLite's schema. To reach a version, the script of that number in
    this folder's ``migrations/`` is run; if there is none, SQLite's migration script of that number
    is translated into PostgreSQL's dialect and run.

    Attributes:
        folder: the folder of ``schema.sql`` and ``migrations/``.
        files: SQLite's schema.
    """

    folder: Path
    files: SchemaOfFiles

    @property
    def version(self) -> int:
        """The number of today's version of the schema."""
        return self.files.version

    def create(self, connection: psycopg.Connection[Any]) -> None:
        """Create today's tables in an empty schema, as a whole or not at all."""
        self._run(connection, [(self.folder / "schema.sql").read_text("utf-8")])

    def migrate(self, connection: psycopg.Connection[Any], version: int) -> None:
        """Migrate the tables from an older version to today's, as a whole or not at all."""
        self._run(connection, [self._script(n) for n in range(version + 1, self.version + 1)])

    def _script(self, number: int) -> str:
        """Return the migration that leads to a version."""
        for script in (self.folder / "migrations").glob(f"{number:04}_*.sql"):
            return script.read_text("utf-8")
        return worded_for_postgres(self.files.migrations[number].read_text("utf-8"))

    def _run(self, connection: psycopg.Connection[Any], scripts: list[str]) -> None:
        with connection.transaction():
            for script in scripts:
                connection.execute(script.encode())
            # PostgreSQL has no user_version; a table of one row holds it, in the same transaction.
            connection.execute("DELETE FROM arkadia")
            connection.execute("INSERT INTO arkadia (version) VALUES (%s)", [self.version])


def worded_for_postgres(script: str) -> str:
    """Translate an SQL script from SQLite's dialect into PostgreSQL's: types and table options."""

    def flag(match: re.Match[str]) -> str:
        more = DEFAULT.sub(lambda value: f"DEFAULT {bool(int(value[1]))}".upper(), match[2])
        return f"{match[1]} boolean{more}"

    return OF_TABLE.sub(");", FLAG.sub(flag, script).replace(" INTEGER", " bigint"))


TODAY: Final = Schema(Path(__file__).parent, TODAY_OF_FILES)
"""The schema of this version of the bot."""
