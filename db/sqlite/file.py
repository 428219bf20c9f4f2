"""An open SQLite file, which no other process may write: changes, questions, copies.

Two threads do all the work, each with a connection of its own. In the one that writes, the changes
that wait share the next transaction (group commit): the disk is asked once a group, not once a
change. The other one only reads: in WAL mode a reader sees the state of its begin and waits for
nobody, and nobody waits for it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import aiosqlite

from db.errors import ClosedError, CorruptDatabaseError, DiskError, InUseError, SlowQuestionError
from db.sql import QUESTION_S, Work
from db.sqlite.opening import STAMP, connect, copy_database, hold, make_private, make_room
from db.sqlite.schema import leave_numbers_out
from db.sqlite.soundness import SIZE, as_store_error, resolved

T = TypeVar("T")

STEPS: Final = 20_000  # steps of a statement between two looks at the clock: about a millisecond


@dataclass(slots=True, eq=False)
class Change(Generic[T]):
    """A function that writes, and what came of it."""

    work: Work[T]
    answer: asyncio.Future[T]  # what its caller waits for
    result: Any = None  # what it returned; None before it ran
    error: Exception | None = None  # why nothing of it is kept; None otherwise


def keep(connection: sqlite3.Connection, group: Sequence[Change[Any]]) -> None:
    """Run changes in one transaction, each behind a savepoint: one that fails is taken back alone.

    If the transaction could not be kept, each change has an error.
    """
    try:
        # The write lock at once: a transaction that begins as a reader may be refused it later.
        connection.execute("BEGIN IMMEDIATE")
        for change in group:
            connection.execute("SAVEPOINT change")
            try:
                change.result = change.work(connection)
            except Exception as error:
                change.error = error
                if isinstance(error, sqlite3.Error) and not connection.in_transaction:
                    raise  # SQLite has taken back the whole transaction, as for a full disk
                connection.execute("ROLLBACK TO change")
            # ROLLBACK TO leaves its savepoint open, so a failed change is released as well.
            connection.execute("RELEASE change")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        for change in group:
            change.error = change.error or error
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")


def answer(group: Sequence[Change[Any]]) -> None:
    """Give the callers of a group their results or errors."""
    for change in group:
        if change.answer.done():
            continue  # cancelled, which takes nothing back
        if change.error is None:
            change.answer.set_result(change.result)
        else:
            change.answer.set_exception(change.error)


class SQLiteFile:
    """An open SQLite file, with the lock that keeps other bots from it.

    It belongs to the event loop in which it was opened.
    """

    worded = staticmethod(str)
    leave_numbers_out = staticmethod(leave_numbers_out)

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self.path = path
        self.size = SIZE
        self._waiting: deque[Change[Any]] = deque()
        self._writing = ThreadPoolExecutor(1, "writer")
        self._reading = ThreadPoolExecutor(1, "reader")
        self._reader: sqlite3.Connection | None = None
        self._until = 0.0
        self._closing: asyncio.Task[None] | None = None
        self._hold: sqlite3.Connection
        self._connection: sqlite3.Connection
        self._identity: tuple[int, int]

    @classmethod
    async def open(cls, path: Path) -> SQLiteFile:
        """Open and lock a database file; create a missing one, migrate one of an older version.

        Before a migration the file is copied to ``NAME-before-VERSION`` beside it.
        """
        file = cls(resolved(path))
        file._hold = await asyncio.to_thread(hold, file.path)
        try:
            await _in(file._writing, file._open)
        except BaseException:
            file._hold.close()
            file._writing.shutdown(wait=False)
            raise
        return file

    async def change(self, work: Work[T]) -> T:
        """Run a function that writes in a transaction, and return its result once it is durable."""
        self._refuse_if_closed()
        change: Change[T] = Change(work, asyncio.get_running_loop().create_future())
        self._waiting.append(change)
        # One run for each change: the first takes all that waits, the others find less or nothing.
        self._writing.submit(self._run_waiting)
        return await change.answer

    async def read(self, work: Work[T]) -> T:
        """Run a function that only reads one state, and return its result."""
        self._refuse_if_closed()
        return await _in(self._reading, lambda: self._answer(work))

    async def purge(self) -> None:
        """Rewrite the file, and empty its journal, while no change runs.

        ``secure_delete`` clears deleted rows, not the bytes that SQLite moved between pages before.
        """
        self._refuse_if_closed()
        await _in(self._writing, self._purge)

    async def close(self) -> None:
        """Finish what was asked for, close the connections and release the lock on the file."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="closing the database")
        # A cancelled caller must not leave it half closed for the others that wait.
        await asyncio.shield(self._closing)

    def copy_to(self, target: Path) -> None:
        """Copy the file as it is now; the sound copy appears whole or not at all."""
        copy_database(self.path, target)

    async def damage(self) -> str | None:
        """Check the whole file while it is written; return what is damaged, or None."""
        try:
            # On a connection of its own, since it takes seconds.
            async with aiosqlite.connect(f"{self.path.as_uri()}?mode=ro", uri=True) as connection:
                [[verdict]] = await connection.execute_fetchall("PRAGMA quick_check(1)")
        except sqlite3.Error as error:
            wrong = as_store_error(error, self.path)
            if isinstance(wrong, CorruptDatabaseError):
                return str(error)
            raise wrong from error
        return None if verdict == "ok" else str(verdict)

    def _refuse_if_closed(self) -> None:
        if self._closing is not None:
            raise ClosedError(f"{self.name} was closed.")

    async def _close(self) -> None:
        try:
            # The reader first: the last connection to a file tidies up its journal.
            await _in(self._reading, self._close_reader)
            await _in(self._writing, self._close_writer)
        finally:
            self._reading.shutdown()
            self._writing.shutdown()
            self._hold.close()

    # In the thread that writes

    def _open(self) -> None:
        self._connection = connect(self.path)
        self._identity = _identity(self.path)

    def _run_waiting(self) -> None:
        group = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if not group:
            return
        try:
            self._look()
            keep(self._connection, group)
        except Exception as error:  # noqa: BLE001 - it is raised where the changes were asked for
            for change in group:
                change.error = error
        for change in group:
            if isinstance(raw := change.error, sqlite3.Error):
                change.error = as_store_error(raw, self.path)
                change.error.__cause__ = raw
        group[0].answer.get_loop().call_soon_threadsafe(answer, group)

    def _purge(self) -> None:
        try:
            self._connection.execute("VACUUM")
            [busy, *_] = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise InUseError(
                    f"Another program holds {self.name}: wal_checkpoint. Stop it and try again."
                )
            make_room(self._connection)
        except sqlite3.Error as error:
            raise as_store_error(error, self.path) from error

    def _close_writer(self) -> None:
        """Close the file; if another one is in its place, keep what it held under another name."""
        replaced = self.path.exists() and _identity(self.path) != self._identity
        if replaced:
            stamp = datetime.now(UTC).strftime(STAMP)
            kept = self.path.with_name(f"{self.path.name}-replaced-{stamp}")
            make_private(kept)
            with closing(sqlite3.connect(kept)) as copy:
                self._connection.backup(copy)
        self._connection.close()
        if replaced:
            # SQLite would take the journal of the former file for that of the other one.
            for suffix in ("-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def _look(self) -> None:
        """Raise an error if the file has gone, or another one is in its place.

        SQLite would go on with the file that has no name any more.
        """
        try:
            there = _identity(self.path) == self._identity
        except OSError as error:
            raise DiskError(f"{self.path} cannot be reached: {error}.") from error
        if not there:
            raise DiskError(
                f"{self.path} is another file than before. Stop the bot, run “python -m db "
                "restored”, and start it."
            )

    # In the thread that reads

    def _answer(self, work: Work[T]) -> T:
        self._look()
        try:
            connection = self._opened_to_read()
            try:
                return self._run(connection, work)
            except sqlite3.OperationalError as error:
                if "decode" not in str(error):
                    raise
                # One damaged text must not hide all that is read with it: a game whose log it is
                # does not replay then, and is set aside.
                connection.text_factory = lambda text: text.decode("utf-8", "replace")
                try:
                    return self._run(connection, work)
                finally:
                    connection.text_factory = str
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT":
                raise SlowQuestionError(self.name, QUESTION_S) from error
            raise as_store_error(error, self.path) from error

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

    def _opened_to_read(self) -> sqlite3.Connection:
        if self._reader is None:
            where = f"{self.path.as_uri()}?mode=ro"
            self._reader = sqlite3.connect(
                where, timeout=5.0, isolation_level=None, cached_statements=256, uri=True
            )
            # A quarter of SQLite's own: few pages are read twice, and the system has them all.
            self._reader.execute("PRAGMA cache_size = -500")
            self._reader.set_progress_handler(lambda: time.monotonic() > self._until, STEPS)
        return self._reader

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()


async def _in(thread: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(thread, work)


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino
