"""The bot's database, read while the bot writes it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg

from db.connection import Connection
from db.database import Place
from db.games.questions import load
from db.outbox.showing import unshown
from db.postgres.statements import NOTHING, Statements
from db.share import ALONE, Share
from tabletop.cache import table_of
from tabletop.table import Table

T = TypeVar("T")

ATTEMPTS: Final = 200
PAUSE: Final = 0.05
"""The retries of a question to a server that is gone for a moment, and the seconds between."""


class NoTableError(LookupError):
    """There is no table of that number; it may have been forgotten."""


class Saved:
    """A reader of the bot's database.

    Args:
        place: a file, or the address of a server that may be gone for a moment.
        share: the servers whose tables are read.
    """

    def __init__(self, place: Place, share: Share = ALONE) -> None:
        self._place = place
        self._share = share
        self._connection: sqlite3.Connection | psycopg.Connection[Any] | None = None

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def table(self, number: int) -> Table:
        """Return a table, its log replayed.

        Raises:
            UnreadableTableError: if it does not replay.
            NoTableError: if there is no such table.
        """
        stored = self._ask(lambda connection: load(connection, number))
        if stored is None:
            raise NoTableError(number)
        return table_of(stored)

    def log(self, number: int, since: int = 0) -> list[str]:
        """Return the entries of a table's log from one on."""
        rows = self._rows(
            "SELECT entry FROM log WHERE game_id = :game AND seq >= :since ORDER BY seq",
            {"game": number, "since": since},
        )
        return [entry for [entry] in rows]

    def numbers(self, host: int | None = None) -> list[int]:
        """Return the numbers of all tables, or of those of a host, the oldest first."""
        rows = self._rows(
            f"SELECT game_id, host_id FROM games WHERE {self._share.condition('guild_id')}"
            " ORDER BY game_id"
        )
        return [number for number, other in rows if host in (None, other)]

    def behind(self) -> list[int]:
        """Return the numbers of the tables with unshown news."""
        return list(self._ask(lambda c: unshown(c, share=self._share)))

    def noted(self, number: int) -> int:
        """Return the id of a table's turn message as the bot noted it; 0 for none."""
        question = "SELECT message_id FROM messages WHERE game_id = :game AND kind = 'turn'"
        found: list[tuple[int]] = self._rows(question, {"game": number})
        return next((message for [message] in found), 0)

    def integrity(self) -> str:
        """Return SQLite's verdict on the file; a server checks its own files."""
        if not isinstance(self._place, Path):
            return "ok"
        with closing(sqlite3.connect(self._place)) as connection:
            [verdict] = connection.execute("PRAGMA integrity_check").fetchone()
        return str(verdict)

    def _rows(self, question: str, given: Mapping[str, Any] = NOTHING) -> list[Any]:
        return self._ask(lambda connection: connection.execute(question, given).fetchall())

    def _ask(self, question: Callable[[Connection], T]) -> T:
        """Ask a question, with retries while the server is gone."""
        for _ in range(ATTEMPTS):
            try:
                return question(self._open())
            except psycopg.OperationalError:
                self.close()
                time.sleep(PAUSE)
        return question(self._open())

    def _open(self) -> Connection:
        if self._connection is None and isinstance(self._place, Path):
            # Read-only, so that a journal is recovered by the bot and not here.
            self._connection = sqlite3.connect(
                f"file:{self._place}?mode=ro", uri=True, timeout=10.0, isolation_level=None
            )
        elif self._connection is None:
            self._connection = psycopg.connect(str(self._place), autocommit=True)
        if isinstance(self._connection, sqlite3.Connection):
            return self._connection
        return Statements(self._connection)
