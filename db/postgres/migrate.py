"""The schema's versions in PostgreSQL: making a new schema, and bringing an older one to today's.

Versions have the same numbers as those of SQLite's schema. The first that there was of PostgreSQL's
is a script like all that followed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import psycopg


@dataclass(frozen=True)
class Schema:
    """A folder with ``schema.sql``, the schema as it is today, and how it came to be.

    ``migrations/0012_what.sql`` leads from version 11 to version 12; the lowest number makes the
    first version of an empty schema, the highest is today's.
    """

    folder: Path

    @property
    def version(self) -> int:
        """Today's version."""
        return self.versions[-1]

    @cached_property
    def versions(self) -> tuple[int, ...]:
        """All that there were."""
        return tuple(sorted(self._scripts))

    @cached_property
    def _scripts(self) -> dict[int, Path]:
        scripts = (self.folder / "migrations").glob("*.sql")
        return {int(script.name.partition("_")[0]): script for script in scripts}

    def create(self, connection: psycopg.Connection[Any]) -> None:
        """Makes today's tables in an empty schema, wholly or not at all."""
        self._run(connection, [self.folder / "schema.sql"], self.version)

    def create_version(self, connection: psycopg.Connection[Any], version: int) -> None:
        """Makes the tables of an older version in an empty schema."""
        numbers = [number for number in self.versions if number <= version]
        self._run(connection, [self._scripts[number] for number in numbers], version)

    def migrate(self, connection: psycopg.Connection[Any], version: int) -> None:
        """Brings the tables from an older version to today's, wholly or not at all."""
        numbers = range(version + 1, self.version + 1)
        self._run(connection, [self._scripts[number] for number in numbers], self.version)

    def _run(self, connection: psycopg.Connection[Any], scripts: list[Path], version: int) -> None:
        with connection.transaction():
            for script in scripts:
                connection.execute(script.read_bytes())
            connection.execute("DELETE FROM arkadia")
            connection.execute("INSERT INTO arkadia (version) VALUES (%s)", [version])


TODAY: Final = Schema(Path(__file__).parent)
"""The schema of this version of the bot."""
