"""A store in memory whose connection is used in the loop itself, at drawn times."""

from __future__ import annotations

import asyncio
import sqlite3
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import db
from db.history import Witness, found_in
from db.share import ALONE
from db.sqlite.link import GroupConnection
from db.sqlite.soundness import SIZE
from db.store import Store

NAME: Final = Path("simulated.sqlite3")
SCHEMA: Final = Path(db.__file__).parent / "schema.sql"


@cache
def _empty() -> sqlite3.Connection:
    """Return an empty database of today's schema, to be copied."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCHEMA.read_text("utf-8"))
    return connection


def new_database() -> GroupConnection:
    """Return a new database in memory."""
    connection = GroupConnection(":memory:", isolation_level=None, cached_statements=512)
    _empty().backup(connection)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class DrawnLink:
    """A link that runs jobs in the loop, after a drawn time; now and then the database fails.

    Attributes:
        failing: the share of the groups of jobs that fail.
    """

    def __init__(self, connection: GroupConnection, rng: Random, failing: float) -> None:
        # What a killed process has left in the queues was never run.
        connection.waiting.clear()
        connection.finished.clear()
        connection.mark, connection.moved = found_in(connection, ALONE)
        self.mark, self.moved, self.witness = connection.mark, connection.moved, Witness(None)
        self.waiting = connection.waiting
        self.finished = connection.finished
        self.failing = failing
        self._connection = connection
        self._rng = rng

    async def run(self) -> None:
        """Run the queued jobs, or let all of them fail."""
        await asyncio.sleep(self._rng.uniform(0.001, 0.02))
        if self._rng.random() < self.failing:
            error = sqlite3.OperationalError("disk I/O error")
            for job in self.waiting:
                job.error = self._connection._as_store_error(error)
            self.finished.extend(self.waiting)
            self.waiting.clear()
        else:
            self._connection.commit()
            self.mark = self._connection.mark
        await asyncio.sleep(self._rng.uniform(0.0, 0.005))

    async def close(self) -> None:
        """Leave the connection to the next process."""


class DrawnDatabase:
    """A database for a store, on a connection that outlives the process."""

    def __init__(self, link: DrawnLink) -> None:
        self.name = str(NAME)
        self.path = NAME
        self.size = SIZE
        self.link = link
        self.reader = None

    def copy_to(self, target: Path) -> None:
        """Fail: no story makes a backup."""
        raise AssertionError(f"a story makes a backup: {target}")

    def damage(self) -> str | None:
        """Return None: it is in memory."""

    def purge(self, connection: Any) -> None:
        """Purge nothing: no byte of it is on a disk."""

    def leave_numbers_out(self, connection: Any, count: int) -> None:
        """Leave no numbers out: no story loses history."""

    async def close(self) -> None:
        """Hold no lock."""


def store_on(connection: GroupConnection, rng: Random, failing: float) -> Store:
    """Return a store on a database in memory."""
    return Store(NAME, DrawnDatabase(DrawnLink(connection, rng, failing)))
