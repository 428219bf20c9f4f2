"""Group commit: what arrives while a commit runs goes into the next one, in one hop.

A change is a plain function of the ``sqlite3`` connection. It runs in the connection's thread, in
a transaction that it shares with the other changes of its group, and is answered when that
transaction is durable. The file is synced once for a group, not once for a change.

aiosqlite runs in the connection's thread what its public calls name, ``commit()`` among them. So
the connection given to it is one whose ``commit()`` runs and commits a whole group: everything a
group needs is one hop to the thread and back, through aiosqlite's public interface.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

import aiosqlite

from db.errors import ClosedError, worded

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], T]


class Job(Generic[T]):
    """A function that waits for its turn in the connection's thread, and then its outcome.

    Attributes:
        changes: whether it writes, and so belongs into the group's transaction.
    """

    __slots__ = ("changes", "error", "future", "result", "work")

    result: T

    def __init__(self, work: Work[T], future: asyncio.Future[T], *, changes: bool) -> None:
        self.work = work
        self.future = future
        self.changes = changes
        self.error: Exception | None = None

    def run(self, connection: sqlite3.Connection) -> None:
        """Runs the function and keeps what comes of it."""
        try:
            self.result = self.work(connection)
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
    """A connection whose ``commit()`` runs the jobs of its ``group`` and commits them together."""

    group: Sequence[Job[object]] = ()

    def commit(self) -> None:
        """Runs the group's changes in one transaction, then its other jobs."""
        changes = [job for job in self.group if job.changes]
        if changes:
            try:
                self._transact(changes)
            except sqlite3.Error as error:
                self._fail(changes, error)
        for job in self.group:
            if not job.changes:
                job.run(self)

    def _transact(self, changes: Sequence[Job[object]]) -> None:
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
                self.execute("ROLLBACK TO change")
            self.execute("RELEASE change")
        self.execute("COMMIT")

    def _fail(self, changes: Sequence[Job[object]], error: sqlite3.Error) -> None:
        """Takes the whole group back; who failed for a reason of their own keeps it."""
        if self.in_transaction:
            self.execute("ROLLBACK")
        for change in changes:
            change.error = change.error or error


class Writer:
    """The one way to a database: jobs in the order of their arrival, in groups.

    It belongs to the event loop that opened it.
    """

    def __init__(self, link: aiosqlite.Connection, connection: GroupConnection, path: Path) -> None:
        self._link = link
        self._connection = connection
        self._path = path
        self._waiting: list[Job[object]] = []
        self._working: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, connect: Callable[[], GroupConnection], path: Path) -> Writer:
        """Opens a database by a function that runs in the connection's own thread.

        Errors: whatever the function raises.
        """
        opened: list[GroupConnection] = []

        def connector() -> GroupConnection:
            opened.append(connect())
            return opened[0]

        link = await aiosqlite.Connection(connector, iter_chunk_size=1)
        return cls(link, opened[0], path)

    async def change(self, work: Work[T]) -> T:
        """Runs a change; returns what it returned once that is durable.

        Who is cancelled while waiting does not take the change back.

        Errors: whatever the change raises, and then nothing of it is kept, though others of its
        group are; ``DiskFullError`` or another ``StoreError`` when the group could not be kept.
        """
        return await self._submit(work, changes=True)

    async def read(self, work: Work[T]) -> T:
        """Runs a function that only reads; it sees every change that was asked for before."""
        return await self._submit(work, changes=False)

    async def close(self) -> None:
        """Finishes what was asked for and closes the database; further jobs are refused."""
        if self._closed:
            return
        self._closed = True
        if self._working is not None:
            await asyncio.wait([self._working])
        await self._link.close()

    def _submit(self, work: Work[T], *, changes: bool) -> asyncio.Future[T]:
        if self._closed:
            raise ClosedError(f"{self._path} was closed.")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job: Job[T] = Job(work, future, changes=changes)
        self._waiting.append(job)  # type: ignore[arg-type]
        if self._working is None:
            self._working = asyncio.create_task(self._work(), name="store")
        return future

    async def _work(self) -> None:
        group: list[Job[object]] = []
        try:
            while self._waiting:
                group, self._waiting = self._waiting, []
                self._connection.group = group
                await self._link.commit()
                for job in group:
                    job.answer(self._path)
        finally:
            self._working = None
            for job in group + self._waiting:
                job.future.cancel()
