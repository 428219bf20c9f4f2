"""The upkeep of a database of PostgreSQL's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

from db.admin.reading import OpenedDatabase
from db.connection import Connection
from db.games.checking import Checked, check_games
from db.postgres.contents import PostgresContents
from db.postgres.database import SIZE, contents_of, copy_into_file, named_after, opened_to_read
from db.postgres.opening import name_of
from db.sqlite.backups import Backup, back_up, backups_in


class ServerUpkeep:
    """The upkeep of a database on a server that is not opened for a bot."""

    def __init__(self, address: str) -> None:
        self.name = name_of(address)
        self._address = address

    def must_exist(self) -> None:
        """Accept the address: only the server knows what is there."""

    @contextmanager
    def opened_to_read(self) -> Iterator[OpenedDatabase]:
        """Open one snapshot of the database."""
        with opened_to_read(self._address) as (name, version, statements):
            yield OpenedDatabase(name, version, statements, SIZE)

    def check(self) -> Checked:
        """Check the games; a server checks its own files."""
        with self.opened_to_read() as found:
            return check_games(found.connection)

    def back_up(self, folder: Path, at: int, kept: int | None) -> tuple[Backup, Checked]:
        """Copy the database into a file in a folder, and check the copy."""
        copy = partial(copy_into_file, self._address)
        return back_up(named_after(self._address), folder, at, kept=kept, copy=copy)

    def backups(self, folder: Path) -> tuple[Backup, ...]:
        """Return the backups in a folder."""
        return backups_in(folder, named_after(self._address))

    def source(self) -> AbstractContextManager[PostgresContents]:
        """Open all tables in one transaction."""
        return contents_of(self._address)

    def target(self) -> AbstractContextManager[PostgresContents]:
        """Open the tables in one transaction."""
        return contents_of(self._address)

    def is_newest(self, connection: Connection) -> bool:
        """Return True: a backup is a file."""
        return True
