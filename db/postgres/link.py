"""Group commit in PostgreSQL, and the recovery from a lost connection.

One connection does everything, in a thread of its own: it has the locks by which this process holds
its games, so that a process that lost them cannot write. Changes that arrive during a transaction
share the next one, since a commit costs as much as all the statements of a change.

A connection that is lost before the commit was sent has kept nothing: the group is run again on a
new one. If it is lost afterwards the outcome is unknown, and every caller of the group gets
``UnsureError``.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final

import psycopg

from db.errors import InUseError, StoreError, TakenError, UnreachableError, UnsureError
from db.history import Mark, WentBackError, Witness, counting, found_in, settle
from db.postgres.holding import Backend, Claim, backend_of
from db.postgres.opening import cluster_of, name_of, open_held
from db.postgres.statements import Statements
from db.postgres.wording import as_store_error
from db.share import ALONE, Share
from db.writer import NOT_RUN, Job, run_changes

PAUSE_S: Final = 0.1
"""Seconds between two attempts to reach a server that does not answer, as when it restarts."""

ATTEMPTS: Final = 20
"""Attempts to reach the server; one alone while it did not answer the last time."""

RUNS: Final = 2
"""Runs of a group, if the connection is lost before its commit is sent."""

MOST_AT_ONCE: Final = 64
"""Jobs of a group at most: PostgreSQL holds 64 subtransactions of a transaction in memory."""

SILENCE_S: Final = 30.0
"""Seconds without an answer after which the server counts as lost."""


class PostgresLink:
    """Runs jobs on a connection in a thread of its own, and replaces a connection that is lost."""

    def __init__(self, address: str, share: Share = ALONE) -> None:
        self.waiting: deque[Job[Any]] = deque()
        self.finished: deque[Job[Any]] = deque()
        self._address = address
        self._name = name_of(address)
        self._statements: Statements | None = None
        self._claim = Claim(share)
        self._thread = ThreadPoolExecutor(1, "postgres")
        self._watching: asyncio.TimerHandle
        self._down = False
        self._taken = ""
        self._share = share
        self._counting = counting(share)
        self._prepared = 0
        self._is_prepared = False
        self._went_back = False
        self.mark = Mark()
        self.moved = False
        self.witness = Witness(None)

    @classmethod
    async def open(cls, address: str, share: Share = ALONE) -> PostgresLink:
        """Start the thread, and connect to the database in it.

        Raises:
            StoreError: names the fault.
        """
        link = cls(address, share)
        try:
            await link._in_thread(link._connect)
        except BaseException:
            link._thread.shutdown(wait=False)
            raise
        return link

    @property
    def backend(self) -> Backend | None:
        """The server's process of the connection; None while there is none."""
        return self._claim.before if self._statements is not None else None

    @property
    def silence_s(self) -> float:
        """Seconds without an answer after which the server counts as lost."""
        return SILENCE_S

    async def run(self) -> None:
        """Run the queued changes in one transaction, then the queued reads."""
        self._watch()
        try:
            await self._in_thread(self._run)
        finally:
            self._watching.cancel()

    async def close(self) -> None:
        """Close the connection and end its thread."""
        await self._in_thread(self._drop)
        self._thread.shutdown()

    def _in_thread(self, work: Callable[[], None]) -> asyncio.Future[None]:
        return asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _watch(self) -> None:
        """End the connection if its server has been silent for too long, and look again later.

        The thread, which waits for the server, finds the connection lost.
        """
        if self._statements is not None:
            self._statements.end_silence(SILENCE_S)
        loop = asyncio.get_running_loop()
        self._watching = loop.call_later(SILENCE_S / 2, self._watch)

    # In the thread

    def _run(self) -> None:
        group = [self.waiting.popleft() for _ in range(min(len(self.waiting), MOST_AT_ONCE))]
        try:
            # Changes first: a read sees each change submitted before it, and may see later ones.
            changes = [job for job in group if job.changes]
            if changes:
                self._change(changes)
            for job in group:
                if not job.changes:
                    self._read(job)
            self.witness.note(self.mark)
        except StoreError as error:  # there is no connection to be had
            for job in group:
                if job.error is NOT_RUN or isinstance(job.error, UnreachableError):
                    job.error = error
        finally:
            for job in group:
                if isinstance(job.error, psycopg.Error):
                    wrong = as_store_error(job.error, self._name)
                    wrong.__cause__ = job.error
                    job.error = wrong
            self.finished.extend(group)

    def _read(self, job: Job[Any]) -> None:
        for _ in range(RUNS):
            statements = self._opened()
            job.run(statements)
            if job.error is None or not statements.lost_by(job.error):
                return
            job.error = self._unreachable(statements.why(job.error))
            self._drop()

    def _change(self, changes: Sequence[Job[Any]]) -> None:
        """Commit the changes of a group; an error that they have in common is given to each."""
        for _ in range(RUNS):
            statements, committing = self._opened(), False
            try:
                statements.execute("BEGIN")
                ending = run_changes(statements, changes, statements.lost_by)
                # psycopg deallocates all prepared statements after a rollback.
                self._is_prepared &= all(change.error is None for change in changes)
                committing = ending == "COMMIT"
                statements.execute(self._counted() if committing else ending)
                if committing:
                    self.mark = replace(self.mark, commits=self.mark.commits + 1)
                return
            except psycopg.Error as error:
                lost, wrong = statements.lost_by(error), self._wrong(statements, error, committing)
                for change in changes:
                    # A change that failed by itself keeps its own error: it tells its caller more.
                    if change.error in (None, NOT_RUN, error):
                        change.error = wrong
                self._is_prepared = False
                if lost or not statements.is_idle:
                    self._drop()  # which takes back what was begun
                if committing or not lost:
                    return

    def _counted(self) -> str:
        """Return what counts a group and commits it: one message to the server, and one answer.

        The count is prepared, since planning it for each commit took a tenth of an action.
        """
        prepare = ""
        if not self._is_prepared:
            self._prepared += 1  # another name: psycopg leaves some rollbacks out
            self._is_prepared = True
            prepare = f"PREPARE counted_{self._prepared} AS {self._counting}; "
        return f"{prepare}EXECUTE counted_{self._prepared}; COMMIT"

    def _wrong(self, statements: Statements, error: psycopg.Error, committing: bool) -> StoreError:
        """Return the error for the callers whose transaction failed as a whole."""
        if not statements.lost_by(error):
            return as_store_error(error, self._name)
        return (self._unsure if committing else self._unreachable)(statements.why(error))

    def _opened(self) -> Statements:
        """Return the connection, opened anew if it was lost.

        Raises:
            StoreError: if the server cannot be reached.
            TakenError: if another bot holds this one's share, or did meanwhile.
            WentBackError: if the database forgot what this process knows.
        """
        if self._taken:  # for good, since this process's memory is out of date
            raise TakenError(self._taken)
        if self._went_back:
            raise WentBackError(self._name, self.mark)
        left = 1 if self._down else ATTEMPTS
        while self._statements is None:
            left -= 1
            self._down = True
            try:
                self._connect()
            except UnreachableError as error:
                # A server silent for seconds is not about to start, and people wait for an answer.
                if left == 0 or isinstance(error.__cause__, psycopg.errors.ConnectionTimeout):
                    raise
                time.sleep(PAUSE_S)
        self._down = False
        return self._statements

    def _connect(self) -> None:
        try:
            connection = open_held(self._address, self._claim)
        except InUseError as error:
            if self._claim.before is None:
                raise
            self._taken = str(error)
            raise TakenError(self._taken) from error
        again, statements = self._claim.before is not None, Statements(connection)
        try:
            self._claim = replace(self._claim, before=backend_of(connection))
            self._find_history(statements, again=again)
        except psycopg.Error as error:
            connection.close()
            raise as_store_error(error, self._name) from error
        except WentBackError:
            connection.close()
            raise
        self._statements = statements

    def _find_history(self, statements: Statements, *, again: bool) -> None:
        """Compare the database's point of history with the one that is known.

        Raises:
            WentBackError: if the database is behind.
        """
        found, moved = found_in(statements, self._share, cluster_of(statements.connection))
        if not again:
            self.moved = moved
        elif found.is_behind(self.mark):
            self._went_back = True
            raise WentBackError(self._name, self.mark)
        elif moved:  # a server that has all that this process was told
            settle(statements, found.cluster, self._share)
        self.mark = found

    def _drop(self) -> None:
        if self._statements is not None:
            self._statements.connection.close()
            self._statements = None
            self._is_prepared = False

    def _unreachable(self, why: str) -> UnreachableError:
        return UnreachableError(f"{self._name} was lost, so nothing was done: {why}")

    def _unsure(self, why: str) -> UnsureError:
        return UnsureError(
            f"The connection to {self._name} was lost while a change was being kept: "
            f"{why}. It may be there or not."
        )
