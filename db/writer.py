"""Group commit: changes that arrive while a commit runs share the next one; questions beside.

A change is a plain function of a connection. It runs in the connection's thread, in a transaction
that it shares with the other changes of its group, and is answered when that transaction is
durable. So the disk is flushed once a group, not once a change. Each kind of database runs a group
in its own way: ``Link``.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from db.connection import Connection
from db.errors import ClosedError, StoreError
from db.history import Mark, WentBackError, Witness

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]

QUESTION_S: Final = 10.0
"""Seconds that a question may take on the connection that only reads."""

NOT_RUN: Final = StoreError("The change was not run.")


class Job(Generic[T]):
    """A function queued for the connection's thread, which later holds the function's outcome.

    Attributes:
        changes: whether the function writes, and so belongs in the group's transaction.
        error: the error that the function raised; ``None`` after success.
    """

    __slots__ = ("changes", "error", "future", "result", "work")

    result: T

    def __init__(self, work: Work[T], future: asyncio.Future[T], *, changes: bool) -> None:
        self.work = work
        self.future = future
        self.changes = changes
        self.error: Exception | None = NOT_RUN

    def run(self, connection: Connection) -> None:
        """Run the function and keep its outcome."""
        try:
            self.result = self.work(connection)
            self.error = None
        except Exception as error:  # noqa: BLE001 - it is raised where the job was asked for
            self.error = error

    def answer(self) -> None:
        """Hand the outcome to the caller, unless the caller was cancelled."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


def run_changes(
    connection: Connection, changes: Sequence[Job[Any]], ends_all: Callable[[Exception], bool]
) -> str:
    """Run changes in an open transaction, each behind a savepoint if there are several.

    Args:
        connection: a connection with an open transaction.
        changes: the changes to run, in this order; one that fails is rolled back alone.
        ends_all: returns whether an error has ended the whole transaction.

    Returns:
        The statement that ends the transaction.

    Raises:
        Exception: an error that has ended the transaction.
    """
    # A lone change needs no savepoint: taking the transaction back takes back just that change.
    apart = len(changes) > 1
    for change in changes:
        if apart:
            connection.execute("SAVEPOINT change")
        change.run(connection)
        if change.error is not None:
            if ends_all(change.error):
                raise change.error
            if not apart:
                return "ROLLBACK"
            connection.execute("ROLLBACK TO change")
        if apart:
            # ROLLBACK TO leaves its savepoint open, so a failed change is released as well.
            connection.execute("RELEASE change")
    return "COMMIT"


class Link(Protocol):
    """The interface of a link, which runs jobs on a connection in a thread of its own.

    Attributes:
        waiting: the queue of jobs; emptied by the thread.
        finished: the jobs that ran, with their outcomes, whose errors are the store's own by then;
            filled by the thread.
        mark: the newest point of history that was kept; set anew when another epoch begins.
        moved: whether the database was taken to another server before it was opened.
        witness: the file that keeps that point outside of the database.
    """

    waiting: deque[Job[Any]]
    finished: deque[Job[Any]]
    mark: Mark
    moved: bool
    witness: Witness

    async def run(self) -> None:
        """Run the queued changes in one transaction, then the queued reads."""
        ...

    async def close(self) -> None:
        """Close the connection; no job may be running."""
        ...


class AwayError(Exception):
    """The connection that only reads is not there now; the writing one may answer."""


class Reader(Protocol):
    """The interface of what answers questions on a connection that only reads."""

    async def read(self, work: Work[T]) -> T:
        """Run a function that only reads, and return its result.

        Raises:
            AwayError: if the writing connection is to run it.
        """
        ...

    async def close(self) -> None:
        """Close the connection, after the questions that were asked before."""
        ...


class Writer:
    """The queue of all changes to a database, which runs them in groups, and of questions beside.

    A writer belongs to the event loop in which it was opened.

    Args:
        link: runs the changes.
        name: the database's name.
        reader: answers the questions; None to have the link do it.

    Attributes:
        when_lost: called once history was lost while the database was open, or None.
        check: looks at what a change has done that was asked for at some time, about some game;
            raises an error to have it taken back. None to look at nothing.
    """

    def __init__(self, link: Link, name: str, reader: Reader | None = None) -> None:
        self._link = link
        self._name = name
        self._reader = reader
        self._unanswered = 0
        self._busy = False  # while a caller or a successor waits for the thread and will answer
        self._successor: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self.when_lost: Callable[[WentBackError], None] | None = None
        self.check: Callable[[Connection, int, int], None] | None = None

    async def change(self, work: Work[T]) -> T:
        """Run a change, and return its result once it is durable.

        Cancelling the waiting caller does not take the change back.

        Raises:
            Exception: any error of the change itself; nothing of it is kept then, though others of
                its group are.
            StoreError: when the group could not be kept, such as ``DiskFullError``.
        """
        return await self._submit(work, changes=True)

    async def read(self, work: Work[T]) -> T:
        """Run a function that only reads, and return its result.

        It sees one state of the database, with all changes that had returned when it was asked.
        No change waits for it.

        Raises:
            SlowQuestionError: if it takes too long.
        """
        if self._reader is None:
            return await self.in_line(work)
        if self._closing is not None:
            raise self._closed()
        try:
            return await self._reader.read(work)
        except AwayError:
            return await self.in_line(work)
        except WentBackError as error:
            if self.when_lost is not None:
                self.when_lost(error)
            raise

    async def in_line(self, work: Work[T]) -> T:
        """Run a function on the writing connection, outside of a transaction, in line with changes.

        It sees all changes that were asked for before.
        """
        return await self._submit(work, changes=False)

    async def close(self) -> None:
        """Finish the pending jobs and close the database; further jobs are refused."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="closing the store")
        # Shielded: a cancelled caller must not leave the database half closed for the others that
        # wait.
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await self._finish()
        # A successor may still be within its last run of the link, though all jobs are answered.
        if self._successor is not None:
            await self._successor
        # The reader first: the last connection to a file of SQLite's tidies up its journal.
        if self._reader is not None:
            await self._reader.close()
        await self._link.close()

    def _closed(self) -> ClosedError:
        return ClosedError(f"{self._name} was closed.")

    async def _submit(self, work: Work[T], *, changes: bool) -> T:
        if self._closing is not None:
            raise self._closed()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = Job(work, future, changes=changes)
        self._link.waiting.append(job)
        self._unanswered += 1
        if not self._busy:
            # The first to come runs the group, so that a lone change needs no task of its own;
            # what comes meanwhile, or is left when the first is cancelled, a successor runs.
            self._busy = True
            try:
                await self._link.run()
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
        """Run groups until no job is left unanswered."""
        while self._unanswered:
            await self._link.run()
            self._answer()
        self._busy = False

    def _answer(self) -> None:
        finished = self._link.finished
        while finished:
            job = finished.popleft()
            job.answer()
            self._unanswered -= 1
            if isinstance(job.error, WentBackError) and self.when_lost is not None:
                self.when_lost(job.error)
