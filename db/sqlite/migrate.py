"""The schema's versions: creating a new database, and migrating an older one to today's."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from db.errors import CorruptDatabaseError, NewerDatabaseError, StoreError

APPLICATION_ID: Final = 0x41524B44
"""The mark of our database files: ``ARKD``."""


@dataclass(frozen=True)
class Schema:
    """The SQLite schema: a folder with today's ``schema.sql``, and the migrations to it.

    ``migrations/0007_what.sql`` leads from version 6 to version 7; the highest number is today's
    version, which stands in a database as ``PRAGMA user_version``. The history of the schema begins
    with the first release, 0.1.0, whose version is 5; what went before it is migrated from the last
    version alone.
    """

    folder: Path

    @cached_property
    def version(self) -> int:
        """The number of today's version of the schema."""
        return max(self.migrations)

    @cached_property
    def migrations(self) -> dict[int, Path]:
        """The migration scripts, by the version that each one leads to."""
        scripts = (self.folder / "migrations").glob("*.sql")
        return {int(script.name.partition("_")[0]): script for script in scripts}

    def check(self, name: str, version: int) -> None:
        """Check that a database of some version can be brought to today's.

        Raises:
            NewerDatabaseError: if a newer version of the bot wrote it.
            StoreError: if it is too old.
        """
        if version > self.version:
            raise NewerDatabaseError(
                f"{name} was written by a newer version of the bot (schema {version}; this one has "
                f"{self.version}). Update the bot, or put back the backup made before the update."
            )
        if version < min(self.migrations) - 1:
            raise StoreError(
                f"{name} was written by a version before 0.1.0 that no update leads from any more "
                f"(schema {version})."
            )

    def create(self, connection: sqlite3.Connection) -> None:
        """Create today's schema in an empty database, as a whole or not at all."""
        self._run(connection, [self.folder / "schema.sql"])

    def migrate(self, connection: sqlite3.Connection, version: int) -> None:
        """Migrate a database from an older version to today's, as a whole or not at all.

        Foreign keys must be off, so that a script may rebuild a table; they are checked at the end.

        Raises:
            CorruptDatabaseError: if a foreign key names a missing row afterwards.
        """
        numbers = range(version + 1, self.version + 1)
        self._run(connection, [self.migrations[number] for number in numbers])

    def _run(self, connection: sqlite3.Connection, scripts: list[Path]) -> None:
        statements = "\n".join(script.read_text("utf-8") for script in scripts)
        try:
            connection.executescript(f"BEGIN IMMEDIATE;\n{statements}")
            # While foreign keys are off SQLite checks none of them, not even at the commit.
            if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise CorruptDatabaseError("The database has references that lead nowhere.")
            connection.execute(f"PRAGMA user_version = {self.version}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


TODAY: Final = Schema(Path(__file__).parent.parent)
"""The schema of this version of the bot."""
