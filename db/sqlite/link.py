"""Group commit in SQLite: one transaction with a savepoint for each change.

aiosqlite runs its public calls, ``commit()`` among them, in the connection's thread. So the
connection given to it is one whose ``commit()`` runs and commits the whole queue: a group is one
hop to the thread and back, through aiosqlite's public interface.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiosqlite

from db.errors import DiskError, StoreError
from db.history import Mark, WentBackError, Witness, counting, found_in, witness_of
from db.share import ALONE
from db.sqlite.copying import STAMP, make_private
from db.sqlite.wording import as_store_error
from db.writer import NOT_RUN, Job, run_changes

COUNT = counting(ALONE)


class GroupConnection(sqlite3.Connection):
    """A connection whose ``commit()`` runs the queued jobs and commits their changes together.

    Attributes:
        waiting: the queue of jobs; filled by another thread.
        finished: jobs that ran, with their outcomes; emptied by another thread.
        mark: the newest point of history that was kept.
        moved: False, since a file has no server that it can be taken to another one from.
        witness: the file that keeps that point outside of the database.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._path = Path(args[0])
        self.waiting: deque[Job[Any]] = deque()
        self.finished: deque[Job[Any]] = deque()
        self.mark = Mark()
        self.moved = False
        self.witness = Witness(None)
        self._file: tuple[int, int] | None = None  # device and inode, once it is a bot's

    def begin_history(self) -> None:
        """Find the point of history that the file is at, and watch over the file from now on.

        Raises:
            sqlite3.Error: if it cannot be read or written.
        """
        self.mark, self.moved = found_in(self, ALONE)
        self.witness = Witness(witness_of(self._path))
        self._file = _identity(self._path)

    def commit(self) -> None:
        """Run the queued changes in one transaction, then the queued reads."""
        group = [self.waiting.popleft() for _ in range(len(self.waiting))]
        try:
            self.look()
            # Changes first: a read sees each change submitted before it, and may see later ones.
            changes = [job for job in group if job.changes]
            if changes:
                self._change(changes)
            for job in group:
                if not job.changes:
                    self._read(job)
            self.witness.note(self.mark)
        except StoreError as error:  # the file is not there
            for job in group:
                job.error = error
        finally:
            for job in group:
                if isinstance(job.error, sqlite3.Error):
                    job.error = self._as_store_error(job.error)
            self.finished.extend(group)

    def close(self) -> None:
        """Close the file; if another one is in its place, keep what it held under another name."""
        replaced = self._file is not None and self._path.exists() and not self._is_there()
        if replaced:
            stamp = datetime.now(UTC).strftime(STAMP)
            kept = self._path.with_name(f"{self._path.name}-replaced-{stamp}")
            make_private(kept)
            with closing(sqlite3.connect(kept)) as copy:
                self.backup(copy)
        super().close()
        if replaced:
            # SQLite would take the journal of the former file for that of the other one.
            for suffix in ("-wal", "-shm"):
                self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    def _is_there(self) -> bool:
        return _identity(self._path) == self._file

    def look(self) -> None:
        """Raise an error if the file has gone, or another one is in its place.

        SQLite would go on writing the file that has no name any more.
        """
        if self._file is None:
            return
        try:
            there = self._is_there()
        except OSError as error:
            raise DiskError(f"{self._path} cannot be reached: {error}.") from error
        if not there:
            raise WentBackError(str(self._path), self.mark)

    def _as_store_error(self, error: sqlite3.Error) -> StoreError:
        wrong = as_store_error(error, self._path)
        wrong.__cause__ = error
        return wrong

    def _read(self, job: Job[Any]) -> None:
        job.run(self)
        if isinstance(job.error, sqlite3.OperationalError) and "decode" in str(job.error):
            # One damaged text must not hide all that is read with it: a game whose log it is
            # does not replay then, and is set aside.
            self.text_factory = decoded
            job.run(self)
            self.text_factory = str

    def _change(self, changes: Sequence[Job[Any]]) -> None:
        try:
            # The write lock at once: a transaction that begins as a reader may be refused it in the
            # middle.
            self.execute("BEGIN IMMEDIATE")
            ending = run_changes(self, changes, self._has_taken_back_all)
            if ending == "COMMIT":
                self.execute(COUNT)
            self.execute(ending)
            if ending == "COMMIT":
                self.mark = Mark(self.mark.epoch, self.mark.commits + 1)
        except sqlite3.Error as error:
            for change in changes:
                if change.error is None or change.error is NOT_RUN:
                    change.error = error
            if self.in_transaction:
                with suppress(sqlite3.Error):
                    self.execute("ROLLBACK")

    def _has_taken_back_all(self, error: Exception) -> bool:
        """Return whether SQLite has rolled back the whole transaction, as for a full disk."""
        return isinstance(error, sqlite3.Error) and not self.in_transaction


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def decoded(text: bytes) -> str:
    """Decode a stored text, with replacement characters for bytes that are no UTF-8."""
    return text.decode("utf-8", "replace")


class SQLiteLink:
    """Runs jobs on a connection in aiosqlite's thread."""

    def __init__(self, link: aiosqlite.Connection, connection: GroupConnection) -> None:
        self._link = link
        self._connection = connection
        self.waiting = connection.waiting
        self.finished = connection.finished
        self.moved = connection.moved
        self.witness = connection.witness

    @property
    def mark(self) -> Mark:
        """The newest point of history that was kept."""
        return self._connection.mark

    @mark.setter
    def mark(self, mark: Mark) -> None:
        self._connection.mark = mark

    @classmethod
    async def open(cls, connect: Callable[[], GroupConnection]) -> SQLiteLink:
        """Open a database by a function that runs in the connection's own thread.

        Raises:
            Exception: any error of that function.
        """
        opened: list[GroupConnection | Exception] = []

        def connector() -> sqlite3.Connection:
            # aiosqlite leaves its thread behind when this raises, so it gets something to close.
            try:
                connection = connect()
            except Exception as error:  # noqa: BLE001 - it is raised again below
                opened.append(error)
                return sqlite3.connect(":memory:")
            opened.append(connection)
            return connection

        # A required argument; no cursor of aiosqlite's is ever used.
        link = await aiosqlite.Connection(connector, iter_chunk_size=1)
        [connection] = opened
        if isinstance(connection, Exception):
            await link.close()
            raise connection
        return cls(link, connection)

    def look(self) -> None:
        """Raise an error if the file has gone, or another one is in its place.

        Raises:
            StoreError: such as ``WentBackError``.
        """
        self._connection.look()

    async def run(self) -> None:
        """Run the queued changes in one transaction, then the queued reads."""
        await self._link.commit()

    async def close(self) -> None:
        """Close the connection and end its thread."""
        await self._link.close()
