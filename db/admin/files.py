"""The upkeep of a file of SQLite's."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from db.admin.reading import OpenedDatabase
from db.connection import Connection
from db.errors import MissingFileError, UnwritableError
from db.games.checking import Checked
from db.history import Witness, newest_in, witness_of
from db.sqlite.backups import Backup, back_up, backups_in, check_file
from db.sqlite.contents import Contents, SQLiteContents
from db.sqlite.copying import made_beside, replace_durably
from db.sqlite.migrate import TODAY
from db.sqlite.opening import connect, hold
from db.sqlite.soundness import SIZE, connect_existing, inspect, resolved
from db.sqlite.wording import as_store_error


class FileUpkeep:
    """The upkeep of a file that is not opened for a bot."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path

    def must_exist(self) -> None:
        """Raise an error if there is no such file."""
        if not self._path.is_file():
            raise MissingFileError(f"There is no file {self._path}.")

    @contextmanager
    def opened_to_read(self) -> Iterator[OpenedDatabase]:
        """Open the file for reading, even while a bot uses it."""
        with closing(connect_existing(self._path)) as connection:
            yield OpenedDatabase(self.name, inspect(connection, self._path), connection, SIZE)

    def check(self) -> Checked:
        """Check the file and its games."""
        return check_file(self._path)

    def back_up(self, folder: Path, at: int, kept: int | None) -> tuple[Backup, Checked]:
        """Copy the file into a folder, and check the copy."""
        return back_up(self._path, folder, at, kept=kept)

    def backups(self, folder: Path) -> tuple[Backup, ...]:
        """Return the backups in a folder."""
        return backups_in(folder, self._path)

    @contextmanager
    def source(self) -> Iterator[Contents]:
        """Open all tables at one moment, and keep bots away meanwhile."""
        path = resolved(self._path)
        self.must_exist()
        # Held against a bot; the one transaction shows all tables as they are at one moment.
        with closing(hold(path)), closing(connect(path)) as connection:
            connection.execute("BEGIN")
            yield SQLiteContents(connection, str(path))

    @contextmanager
    def target(self) -> Iterator[Contents]:
        """Make a new file, which appears whole or not at all."""
        path = self._path
        if path.exists():
            raise UnwritableError(f"{path} is there already. Name a file that is not.")
        with made_beside(path) as unfinished:
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
                try:
                    TODAY.create(connection)
                    connection.execute("BEGIN")
                    yield SQLiteContents(connection, self.name)
                    connection.execute("COMMIT")
                    # Checked before the copy gets its name: a failed one leaves nothing.
                    inspect(connection, path, wholly=True)
                except sqlite3.Error as error:
                    raise as_store_error(error, path) from error
            replace_durably(unfinished, path)

    def is_newest(self, connection: Connection) -> bool:
        """Return whether the file is all that a bot wrote; a backup has no witness."""
        known = Witness(witness_of(resolved(self._path))).read()
        return known is not None and not newest_in(connection).is_behind(known)
