"""What changes say to PostgreSQL from the event loop, and what it answers; no thread is needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import psycopg

from db.postgres.session import SILENCE, LostError, MustWaitError, Session, silent
from db.writer import NOT_RUN, Job

Arrived: TypeAlias = Callable[[Exception | None], None]
"""Told once what was sent is kept, or what went wrong: ``psycopg.Error`` if nothing was kept,
``LostError`` if nobody knows."""


class Arrivals:
    """Listens to a connection whose changes are on their way.

    It goes on listening afterwards, since more is likely to be sent so; ``rest`` ends that.
    """

    def __init__(self) -> None:
        self._session: Session | None = None
        self._arrived: Arrived | None = None
        self._watch: asyncio.TimerHandle | None = None
        self._since = 0.0

    def expect(self, session: Session, arrived: Arrived) -> None:
        """Waits until all that was sent is done; nobody can call that off."""
        loop = asyncio.get_running_loop()
        if self._session is None:
            self._session = session
            loop.add_reader(session.socket, self._hear)
        self._arrived = arrived
        self._since = loop.time()
        if self._watch is None:
            self._watch = loop.call_later(SILENCE, self._look)

    def rest(self) -> None:
        """Leaves the connection to a thread, until something is expected again."""
        if self._session is not None:
            asyncio.get_running_loop().remove_reader(self._session.socket)
            self._session = None
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _hear(self) -> None:
        if self._session is None or self._arrived is None:
            self.rest()  # the connection is lost, which is seen when it is needed
            return
        try:
            if self._session.arrive():
                self._end(None)
        except (LostError, psycopg.Error) as error:
            self._end(error)

    def _look(self) -> None:
        """Sees whether the server says nothing for too long; one look serves many answers."""
        self._watch = None
        if self._arrived is None:
            return
        loop = asyncio.get_running_loop()
        left = self._since + SILENCE - loop.time()
        if left > 0:
            self._watch = loop.call_later(left, self._look)
        else:
            self._end(silent())

    def _end(self, error: Exception | None) -> None:
        arrived, self._arrived = self._arrived, None
        if arrived is not None:
            arrived(error)


def run_without_waiting(session: Session, changes: Sequence[Job[Any]]) -> bool:
    """Runs changes without waiting for the server; whether that could be.

    Meanwhile the server is at work on what the first one supposes. Nothing else is sent yet.
    """
    session.waits = False
    try:
        session.look()
        for change in changes:
            assert change.first is not None
            assert change.supposed is not None
            session.suppose(change.first, change.supposed)
            if change is changes[0]:
                session.wake()
            change.run(session)
            if change.error is not None:
                raise MustWaitError
    except (LostError, MustWaitError):  # a thread will see what it is, and can do something
        with suppress(LostError):
            session.forget()
        for change in changes:
            change.error = NOT_RUN
        return False
    finally:
        session.waits = True
    return True
