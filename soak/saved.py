"""What stands in the bot's database, read beside it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from db import questions
from db.leagues import load_league
from tabletop.cache import table_of
from tabletop.leagues.league import League
from tabletop.table import Table


class Saved:
    """Reads the database while the bot writes it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        """Lets go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(
                f"file:{self._path}?mode=ro", uri=True, timeout=10.0, isolation_level=None
            )
        return self._connection

    def table(self, number: int) -> Table:
        """A table, its log replayed.

        Raises:
            UnreadableTableError: if it does not replay.
            LookupError: if there is no such table.
        """
        stored = questions.load(self._open(), number)
        if stored is None:
            raise LookupError(number)
        return table_of(stored)

    def log(self, number: int, since: int = 0) -> list[str]:
        """The entries of a table's log, from one on."""
        rows = self._open().execute(
            "SELECT entry FROM log WHERE game_id = ? AND seq >= ? ORDER BY seq", (number, since)
        )
        return [entry for [entry] in rows]

    def numbers(self, host: int | None = None) -> list[int]:
        """The numbers of all tables, or of those of a host, the oldest first."""
        rows = self._open().execute("SELECT game_id, host_id FROM games ORDER BY game_id")
        return [number for number, other in rows if host in (None, other)]

    def league(self, number: int) -> League:
        """A league with its people and tables.

        Raises:
            LookupError: if there is no such league.
        """
        stored = load_league(self._open(), number)
        if stored is None:
            raise LookupError(number)
        return League(stored)

    def league_numbers(self, host: int | None = None) -> list[int]:
        """The numbers of all leagues, or of those of a host, the oldest first."""
        rows = self._open().execute("SELECT league_id, host_id FROM leagues ORDER BY league_id")
        return [number for number, other in rows if host in (None, other)]

    def behind(self) -> list[int]:
        """The tables with news that were not shown."""
        return list(questions.unshown(self._open()))

    def noted(self, number: int) -> int:
        """The id of the message that stands for a table's turn, as the bot knows; 0 for none."""
        found = self._open().execute(
            "SELECT message_id FROM messages WHERE game_id = ? AND kind = 'turn'", (number,)
        )
        return next((message for [message] in found), 0)

    def integrity(self) -> str:
        """What SQLite says of the file."""
        with closing(sqlite3.connect(self._path)) as connection:
            [verdict] = connection.execute("PRAGMA integrity_check").fetchone()
        return str(verdict)
