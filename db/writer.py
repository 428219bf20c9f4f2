"""Group commit: what arrives while a commit runs goes into the next one, in one hop.

A change is a plain function of the ``sqlite3`` connection. It runs in the connection's thread, in
a transaction that it shares with the other changes of its group, and is answered when that
transaction is durable. The file is synced once for a group, not once for a change.

aiosqlite runs in the connection's thread what its public calls name, ``commit()`` among them. So
the connection given to it is one whose ``commit()`` runs and commits all that waits: a group is
one hop to the thread and back, through aiosqlite's public interface.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Generic, TypeAlias, TypeVar

import aiosqlite

from db.errors import ClosedError, StoreError, worded

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], T]

NOT_RUN: Final = StoreError("The change was not run.")


class Job(Generic[T]):
    """A function that waits for its turn in the connection's thread, and then its outcome.

    Attributes:
        changes: whether it writes, and so belongs in the group's transaction.
        error: what went wrong; ``None`` when all went well.
    """

    __slots__ = ("changes", "error", "future", "result", "work")

    result: T

    def __init__(self, work: Work[T], future: asyncio.Future[T], *, changes: bool) -> None:
        self.work = work
        self.future = future
        self.changes = changes
        self.error: Exception | None = NOT_RUN

    def run(self, connection: sqlite3.Connection) -> None:
        """Runs the function and keeps what comes of it."""
        try:
            self.result = self.work(connection)
            self.error = None
        except Exception as error:  # noqa: BLE001 - it is raised where the job was asked for
            self.error = error

    def answer(self, path: Path) -> None:
        """Hands the outcome to the one who waits for it, unless they left."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        elif isinstance(self.error, sqlite3.Error):
            error = worded(self.error, path)
            error.__cause__ = self.error
            self.future.set_exception(error)
        else:
            self.future.set_exception(self.error)


class GroupConnection(sqlite3.Connection):
    """A connection whose ``commit()`` runs all jobs that wait and commits their changes together.

    Attributes:
        waiting: jobs to run, in their order; filled by another thread.
        finished: jobs that ran, with their outcomes; emptied by another thread.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.waiting: deque[Job[Any]] = deque()
        self.finished: deque[Job[Any]] = deque()

    def commit(self) -> None:
        """Runs the changes that wait in one transaction, then the other jobs that wait."""
        group = [self.waiting.popleft() for _ in range(len(self.waiting))]
        try:
            changes = [job for job in group if job.changes]
            if changes:
                self._change(changes)
            for job in group:
                if not job.changes:
                    self._read(job)
        finally:
            self.finished.extend(group)

    def _read(self, job: Job[Any]) -> None:
        job.run(self)
        if isinstance(job.error, sqlite3.OperationalError) and "decode" in str(job.error):
            # One damaged text must not hide all that is read with it: a game whose log it is
            # does not replay then, and is set aside.
            self.text_factory = _decoded
            job.run(self)
            self.text_factory = str

    def _change(self, changes: Sequence[Job[Any]]) -> None:
        try:
            self._transact(changes)
        except sqlite3.Error as error:
            for change in changes:
                if change.error is None or change.error is NOT_RUN:
                    change.error = error
            if self.in_transaction:
                with suppress(sqlite3.Error):
                    self.execute("ROLLBACK")

    def _transact(self, changes: Sequence[Job[Any]]) -> None:
        self.execute("BEGIN IMMEDIATE")
        if len(changes) == 1:
            [change] = changes
            change.run(self)
            self.execute("COMMIT" if change.error is None else "ROLLBACK")
            return
        for change in changes:
            self.execute("SAVEPOINT change")
            change.run(self)
            if change.error is not None:
                if isinstance(change.error, sqlite3.Error) and not self.in_transaction:
                    raise change.error  # a full disk may make SQLite take back everything
                self.execute("ROLLBACK TO change")
            self.execute("RELEASE change")
        self.execute("COMMIT")


def _decoded(text: bytes) -> str:
    """A stored text, with marks in place of what is none."""
    return text.decode("utf-8", "replace")


class Writer:
    """The one way to a database: jobs in the order of their arrival, in groups.

    It belongs to the event loop in which it was opened.
    """

    def __init__(self, link: aiosqlite.Connection, connection: GroupConnection, path: Path) -> None:
        self._link = link
        self._connection = connection
        self._path = path
        self._unanswered = 0
        self._busy = False  # whether somebody waits for the thread and will answer
        self._successor: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, connect: Callable[[], GroupConnection], path: Path) -> Writer:
        """Opens a database by a function that runs in the connection's own thread.

        Raises:
            Exception: whatever the function raises.
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

        link = await aiosqlite.Connection(connector, iter_chunk_size=1)
        [connection] = opened
        if isinstance(connection, Exception):
            await link.close()
            raise connection
        return cls(link, connection, path)

    async def change(self, work: Work[T]) -> T:
        """Runs a change; returns what it returned once that is durable.

        Who is cancelled while waiting does not take the change back.

        Raises:
            Exception: whatever the change raises; then nothing of it is kept, though others of its
                group are.
            StoreError: when the group could not be kept, such as ``DiskFullError``.
        """
        return await self._submit(work, changes=True)

    async def read(self, work: Work[T]) -> T:
        """Runs a function that only reads; it sees every change that was asked for before."""
        return await self._submit(work, changes=False)

    async def close(self) -> None:
        """Finishes what was asked for and closes the database; further jobs are refused."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="closing the store")
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await self._finish()
        if self._successor is not None:
            await self._successor
        await self._link.close()

    async def _submit(self, work: Work[T], *, changes: bool) -> T:
        if self._closing is not None:
            raise ClosedError(f"{self._path} was closed.")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._connection.waiting.append(Job(work, future, changes=changes))
        self._unanswered += 1
        if not self._busy:
            # The first to come runs the group, so that a lone change needs no task of its own;
            # what comes meanwhile, or is left when the first is cancelled, a successor runs.
            self._busy = True
            try:
                await self._link.commit()
            except asyncio.CancelledError:
                future.cancel()
                raise
            finally:
                self._answer()
                if self._unanswered:
                    self._successor = asyncio.create_task(self._finish(), name="store")
                else:
                    self._busy = False
        return await future

    async def _finish(self) -> None:
        """Runs groups until none is left unanswered."""
        while self._unanswered:
            await self._link.commit()
            self._answer()
        self._busy = False

    def _answer(self) -> None:
        finished = self._connection.finished
        while finished:
            finished.popleft().answer(self._path)
            self._unanswered -= 1
