"""Questions to an SQLite file, on a connection that only reads, in a thread of its own.

In WAL mode a reader sees the state of its begin and waits for nobody, and nobody waits for it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from db.errors import SlowQuestionError
from db.sqlite.link import decoded
from db.sqlite.wording import as_store_error
from db.writer import QUESTION_S, Work

T = TypeVar("T")

STEPS: Final = 20_000
"""Steps of a statement between two looks at the clock: about a millisecond."""


class SQLiteReader:
    """Answers questions, each in a transaction that only reads.

    Args:
        path: the file; a connection that writes it must be open.
        look: raises an error if the file is not there, or another one is in its place.
    """

    def __init__(self, path: Path, look: Callable[[], None]) -> None:
        self._path = path
        self._look = look
        self._thread = ThreadPoolExecutor(1, "reader")
        self._connection: sqlite3.Connection | None = None
        self._until = 0.0

    async def read(self, work: Work[T]) -> T:
        """Run a function that only reads, and return its result.

        Raises:
            SlowQuestionError: if it takes longer than a question may.
            StoreError: if the file cannot be read.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, work)

    async def close(self) -> None:
        """Close the connection, after the questions that were asked before."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    # In the thread

    def _answer(self, work: Work[T]) -> T:
        self._look()
        try:
            connection = self._opened()
            try:
                return self._run(connection, work)
            except sqlite3.OperationalError as error:
                if "decode" not in str(error):
                    raise
                # One damaged text must not hide all that is read with it: a game whose log it is
                # does not replay then, and is set aside.
                connection.text_factory = decoded
                try:
                    return self._run(connection, work)
                finally:
                    connection.text_factory = str
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT":
                raise SlowQuestionError(str(self._path), QUESTION_S) from error
            raise as_store_error(error, self._path) from error

    def _run(self, connection: sqlite3.Connection, work: Work[T]) -> T:
        self._until = time.monotonic() + QUESTION_S
        connection.execute("BEGIN")
        try:
            return work(connection)
        finally:
            # A statement that was interrupted may have ended the transaction.
            if connection.in_transaction:
                self._until = float("inf")
                connection.execute("ROLLBACK")

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(
                f"{self._path.as_uri()}?mode=ro",
                uri=True,
                timeout=5.0,
                isolation_level=None,
                cached_statements=256,
            )
            # A quarter of SQLite's own: few pages are read twice, and the system has them all.
            self._connection.execute("PRAGMA cache_size = -500")
            watch(self._connection, self._is_over)
        return self._connection

    def _is_over(self) -> bool:
        return time.monotonic() > self._until

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def watch(connection: sqlite3.Connection, is_over: Callable[[], bool]) -> None:
    """Have a connection interrupt a statement once a function says that its time is over."""
    connection.set_progress_handler(is_over, STEPS)
