"""Groups of changes in PostgreSQL, and what becomes of them when the connection is lost.

A group is one transaction without savepoints, since hardly ever a change of it fails. If one does,
the transaction is taken back and the group begun anew, each change with a savepoint of its own.

Changes that know what they will find need not wait for the server before their commit. A few of
them are sent off from the event loop, which waits for the answer as for everything else: the way to
a thread and back would take them a third longer.

A connection that is lost before the commit was sent has kept nothing: the group is run again on a
new one. If it is lost afterwards nobody knows, and that is what everybody of the group is told.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Final

import psycopg

from db.errors import InUseError, StoreError, TakenError, UnreachableError, UnsureError
from db.postgres.arrivals import Arrivals, run_without_waiting
from db.postgres.holding import Claim, backend_of
from db.postgres.opening import name_of, open_held
from db.postgres.session import LostError, Session
from db.postgres.wording import worded
from db.share import ALONE, Share
from db.writer import NOT_RUN, Job
from i18n.marking import N_

PAUSE: Final = 0.1
"""Seconds between two attempts to reach a server that does not answer, as when it starts anew."""

ATTEMPTS: Final = 20
"""So often it is tried, and only once while it did not answer the last time."""

FEW: Final = 8
"""So many changes are sent off from the event loop at most; for more a thread has its worth."""


class PostgresLink:
    """The way to a connection in a thread of its own, which is replaced when it is lost.

    It is used by the thread or from the event loop, by whoever holds the lock.
    """

    def __init__(self, address: str, share: Share = ALONE) -> None:
        self.waiting: deque[Job[Any]] = deque()
        self.finished: deque[Job[Any]] = deque()
        self._address = address
        self._name = name_of(address)
        self._session: Session | None = None
        self._claim = Claim(share)
        self._thread = ThreadPoolExecutor(1, "postgres")
        self._arrivals = Arrivals()
        self._lock = threading.Lock()
        self._flying = False
        self._bystanders: list[asyncio.Future[None]] = []
        self._down = False
        self._taken = ""

    @classmethod
    async def open(cls, address: str, share: Share = ALONE) -> PostgresLink:
        """Opens a database in the connection's own thread.

        Raises:
            StoreError: names what is wrong with it.
        """
        link = cls(address, share)
        try:
            await asyncio.get_running_loop().run_in_executor(link._thread, link._connect)
        except BaseException:
            link._thread.shutdown(wait=False)
            raise
        return link

    async def run(self) -> None:
        """Runs the changes that wait in one transaction, then the other jobs that wait."""
        while self._flying:  # with changes whose first was cancelled
            await self._landing()
        if not self.waiting:
            return
        if self._send_few():
            self._flying = True
            await self._landing()
        else:
            await self._in_thread(self._run)

    async def close(self) -> None:
        """Closes the connection and ends its thread."""
        await self._in_thread(self._drop)
        self._thread.shutdown()

    def _in_thread(self, work: Callable[..., None], *given: object) -> asyncio.Future[None]:
        def alone() -> None:
            with self._lock:
                work(*given)

        self._arrivals.rest()
        return asyncio.get_running_loop().run_in_executor(self._thread, alone)

    async def _landing(self) -> None:
        bystander: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._bystanders.append(bystander)
        await bystander

    def _landed(self, done: asyncio.Future[None] | None = None) -> None:
        self._flying = False
        wrong = None if done is None else done.exception()
        while self._bystanders:
            bystander = self._bystanders.pop()
            if bystander.done():
                continue
            if wrong is None:
                bystander.set_result(None)
            else:
                bystander.set_exception(wrong)

    def _send_few(self) -> bool:
        """Sends off the changes that wait, if these are few and need not wait themselves."""
        session, changes = self._session, list(self.waiting)
        if session is None or len(changes) > FEW:
            return False
        if any(change.supposed is None for change in changes):
            return False
        if not self._lock.acquire(blocking=False):  # a thread is at work whose caller left
            return False
        if not run_without_waiting(session, changes):
            self._lock.release()
            return False
        self.waiting.clear()
        try:
            if session.depart():
                self._arrivals.expect(session, partial(self._arrived, changes))
            else:
                self._go_on(self._land, session, changes)
        except LostError as error:
            self._arrived(changes, error)
        return True

    def _arrived(self, changes: Sequence[Job[Any]], error: Exception | None) -> None:
        if error is None:
            self._lock.release()
            self.finished.extend(changes)
            self._landed()
        else:
            self._go_on(self._mend, changes, error)

    def _go_on(self, work: Callable[..., None], *given: object) -> None:
        """Leaves what was sent off to the thread."""
        self._lock.release()
        self._in_thread(work, *given).add_done_callback(self._landed)

    def _land(self, session: Session, changes: Sequence[Job[Any]]) -> None:
        """Waits for changes that were sent off, for which there was no room on the way."""
        try:
            session.land()
        except (LostError, psycopg.Error) as error:
            self._mend(changes, error)
        else:
            self.finished.extend(changes)

    def _mend(self, changes: Sequence[Job[Any]], error: Exception) -> None:
        """Goes on where changes that were sent off were not kept, or nobody knows."""
        with self._finishing(changes):
            if isinstance(error, LostError):
                self._drop()
                self._answer(changes, self._unsure(error))
            else:
                self._change(changes, carefully=True)

    def _run(self) -> None:
        group = [self.waiting.popleft() for _ in range(len(self.waiting))]
        with self._finishing(group):
            changes = [job for job in group if job.changes]
            if changes:
                self._change(changes)
            for job in group:
                if not job.changes:
                    self._read(job)

    @contextmanager
    def _finishing(self, group: Sequence[Job[Any]]) -> Iterator[None]:
        """Sees that all of a group are finished, and their errors are the store's."""
        try:
            yield
        except StoreError as error:
            for job in group:
                if job.error is NOT_RUN or isinstance(job.error, UnreachableError):
                    job.error = error
        finally:
            for job in group:
                if isinstance(job.error, psycopg.Error):
                    wrong = worded(job.error, self._name)
                    wrong.__cause__ = job.error
                    job.error = wrong
            self.finished.extend(group)

    def _read(self, job: Job[Any]) -> None:
        for _ in range(2):
            session = self._opened()
            job.run(session)
            try:
                if isinstance(job.error, LostError):
                    raise job.error
                session.finish()
            except LostError as error:
                self._drop()
                if job.error is not None:
                    job.error = self._unreachable(error)
                    continue
            return

    def _change(self, changes: Sequence[Job[Any]], *, carefully: bool = False) -> None:
        """Keeps the changes of a group; an error that they have in common is given to each.

        Args:
            carefully: whether it is known that one of them fails at least.
        """
        transact = self._transact_carefully if carefully else self._transact
        for _ in range(2):
            try:
                transact(self._opened(), changes)
            except LostError as error:
                self._drop()
                self._answer(changes, self._unreachable(error))
                continue
            except UnsureError as error:
                self._drop()
                self._answer(changes, error)
            except psycopg.Error as error:
                self._drop()  # which takes back whatever was begun
                self._answer(changes, worded(error, self._name))
            return

    def _answer(self, changes: Sequence[Job[Any]], error: StoreError) -> None:
        for change in changes:
            if change.error in (None, NOT_RUN) or isinstance(change.error, LostError):
                change.error = error

    def _transact(self, session: Session, changes: Sequence[Job[Any]]) -> None:
        session.look()  # once the commit is sent, too, nobody knows what was kept
        session.execute("BEGIN")
        asked = 0
        for place, change in enumerate(changes):
            if place == asked:
                asked += _ask_ahead(session, changes[place:])
            _run(change, session)
            if change.error is not None:
                break
        else:
            try:
                self._commit(session)
            except psycopg.Error as error:
                changes[-1].error = error
            else:
                return
        session.finish()
        session.execute("ROLLBACK")
        session.settle()
        if len(changes) > 1 or changes[0].supposed is not None:
            self._transact_carefully(session, changes)

    def _transact_carefully(self, session: Session, changes: Sequence[Job[Any]]) -> None:
        """Keeps the changes of a group of which one fails at least."""
        session.execute("BEGIN")
        for change in changes:
            session.execute("SAVEPOINT change")
            _run(change, session)
            try:
                session.settle()
            except psycopg.Error as error:
                change.error = change.error or error
            if change.error is not None:
                session.execute("ROLLBACK TO change")
            session.execute("RELEASE change")
        self._commit(session)

    def _commit(self, session: Session) -> None:
        """Commits what was done.

        Raises:
            psycopg.Error: if a statement failed that nobody had asked; nothing was committed.
            UnsureError: if the connection is lost.
        """
        session.execute("COMMIT")
        try:
            session.settle()
        except LostError as error:
            raise self._unsure(error) from error

    def _opened(self) -> Session:
        """The session, opened anew if it was lost.

        Raises:
            StoreError: if the server cannot be reached.
            TakenError: if another bot holds what this one held, or did meanwhile.
        """
        if self._taken:  # for good, since what this process knows is out of date
            raise TakenError(self._taken)
        left = 1 if self._down else ATTEMPTS
        while self._session is None:
            left -= 1
            self._down = True
            try:
                self._connect()
            except UnreachableError as error:
                # Who is silent for seconds is not about to start, and people wait for an answer.
                if left == 0 or isinstance(error.__cause__, psycopg.errors.ConnectionTimeout):
                    raise
                time.sleep(PAUSE)
        self._down = False
        return self._session

    def _connect(self) -> None:
        try:
            connection = open_held(self._address, self._claim)
        except InUseError as error:
            if self._claim.before is None:
                raise
            self._taken = str(error)
            raise TakenError(self._taken) from error
        try:
            self._claim = replace(self._claim, before=backend_of(connection))
        except psycopg.Error as error:
            connection.close()
            raise worded(error, self._name) from error
        self._session = Session(connection)

    def _drop(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def _unreachable(self, error: LostError) -> UnreachableError:
        return UnreachableError(
            N_("{name} was lost, so nothing was done: {error}"), name=self._name, error=error
        )

    def _unsure(self, error: LostError) -> UnsureError:
        return UnsureError(
            N_(
                "The connection to {name} was lost while a change was being kept: "
                "{error}. It may be there or not."
            ),
            name=self._name,
            error=error,
        )


def _ask_ahead(session: Session, changes: Sequence[Job[Any]]) -> int:
    """Asks what the next changes ask first, as far as none of them changes what another one asks.

    Then the server answers all of them while the first is run. What is supposed needs no answer.

    Returns:
        How many changes these are, one at least.
    """
    questions = {}
    for change in changes:
        if change.first is None or (key := tuple(change.first[1].values())) in questions:
            break
        questions[key] = change
    for change in questions.values():
        assert change.first is not None
        if change.supposed is not None:
            session.suppose(change.first, change.supposed)
        elif len(questions) > 1:
            session.ask_ahead(*change.first)
    return len(questions) or 1


def _run(change: Job[Any], session: Session) -> None:
    change.run(session)
    if isinstance(change.error, LostError):
        raise change.error
