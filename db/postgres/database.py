"""An open PostgreSQL database: one transaction a change on one connection, and questions beside.

Two threads do all the work, each with a connection of its own. The one that writes has the locks by
which this process holds its games; a change whose connection is lost is told so, and the next one
connects anew. The other one only reads, so that no change waits for a question. It is opened only
while this process holds its games.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar
from uuid import uuid4

import psycopg

from db import errors
from db.postgres import server
from db.postgres.upkeep import NUMBERED, SIZE, ServerUpkeep
from db.sql import ALONE, QUESTION_S, Connection, Shards, Work

T = TypeVar("T")

SILENCE_S: Final = 30.0
"""Seconds after which a change or question counts as lost that the server does not get on with."""

RESTART_S: Final = 2.0
"""Seconds in which a server may come back while a change waits, once until it does."""


class Line:
    """A thread with a connection of its own, which is cut if the server is silent for too long.

    Attributes:
        connection: None before it was opened first.
        since: when the thread began with what it does; None while that may take any time.
        committing: whether that is a transaction whose commit was sent, perhaps.
    """

    def __init__(self, name: str) -> None:
        self.connection: server.Server | None = None
        self.since: float | None = None
        self.committing = False
        self._name = name
        self._thread = ThreadPoolExecutor(1, "postgres")
        self._was_cut = False

    def run(self, work: Callable[[float], T]) -> asyncio.Future[T]:
        """Run a function in the thread, in the order of calls; it is given the time of the call."""
        asked = time.monotonic()
        return asyncio.get_running_loop().run_in_executor(self._thread, self._run, work, asked)

    def _run(self, work: Callable[[float], T], asked: float) -> T:
        self.since, self.committing, self._was_cut = time.monotonic(), False, False
        try:
            return work(asked)
        except psycopg.Error as error:
            raise self._wrong(error) from error
        finally:
            self.since = None

    @property
    def is_open(self) -> bool:
        """True if the connection is open, as far as is known here."""
        return self.connection is not None and not self.connection.closed

    def cut_if_silent(self) -> None:
        """Have the thread find its connection lost if it has waited too long."""
        since, connection = self.since, self.connection
        if since is None or connection is None or time.monotonic() - since < SILENCE_S:
            return
        self._was_cut = True
        with (
            suppress(OSError, psycopg.Error),  # it may be closed just now
            # A duplicate: libpq's own descriptor stays open, and the waiting thread reads the end.
            socket.socket(fileno=os.dup(connection.fileno())) as way,
        ):
            way.shutdown(socket.SHUT_RDWR)

    def _wrong(self, error: psycopg.Error) -> errors.StoreError:
        """Return what callers are told of an error; a connection that is lost is closed."""
        assert self.connection is not None
        if not (self.connection.closed or (error.sqlstate or "").startswith(("08", "57P"))):
            return server.as_store_error(error, self._name)
        self.connection.close()
        why = f"the server did not answer for {SILENCE_S:.0f} seconds" if self._was_cut else error
        if not self.committing:
            return errors.UnreachableError(f"{self._name} was lost, so nothing was done: {why}")
        return errors.UnsureError(
            f"The connection to {self._name} was lost while a change was being kept, which may be "
            f"there or not: {why}"
        )

    def close(self) -> None:
        """Finish what the thread is to do, and close the connection."""
        self._thread.shutdown()
        if self.connection is not None:
            self.connection.close()


class PostgresDatabase:
    """An open PostgreSQL database; it belongs to the event loop in which it was opened."""

    worded = staticmethod(server.worded_for_postgres)

    def __init__(self, address: str, shards: Shards = ALONE) -> None:
        upkeep = ServerUpkeep(address)
        self.name, self.path, self.size = upkeep.name, upkeep.path, SIZE
        self.copy_to = upkeep.copy_to
        self._address, self._shards = address, shards
        self._holder = f"{server.NAME}-{uuid4().hex}"
        self._writer, self._reader = Line(self.name), Line(self.name)
        self._opened_times = self._beside = 0  # of the writer, and when the reader was opened
        self._failed_at, self._failure = 0.0, ""
        self._taken = ""
        self._watching: asyncio.TimerHandle | None = None  # None once it is closed

    @classmethod
    async def open(cls, address: str, shards: Shards = ALONE) -> PostgresDatabase:
        """Open a database; its tables are created if there are none, and migrated if old."""
        database = cls(address, shards)
        database._watch()
        try:
            await database.change(_probe)
        except BaseException:
            await database.close()
            raise
        return database

    async def change(self, work: Work[T]) -> T:
        """Run a function that writes in a transaction, and return its result once it is durable.

        Raises:
            UnreachableError: if the connection is lost; nothing of it is kept.
            UnsureError: if it is lost during the commit.
            TakenError: if another process took over this one's shards.
        """
        self._refuse_if_closed()
        return await asyncio.shield(self._writer.run(partial(self._change, work)))

    async def read(self, work: Work[T]) -> T:
        """Run a function that only reads one state, and return its result."""
        for last in (False, True):
            self._refuse_if_closed()
            try:
                if self._is_reader_old():
                    await self.change(_probe)
                return await self._reader.run(partial(self._read, work))
            except errors.UnreachableError:
                if last:
                    raise
        raise AssertionError

    async def purge(self) -> None:
        """Rewrite all tables by ``VACUUM FULL``; the server deletes the files with old rows."""
        self._refuse_if_closed()
        await self._writer.run(self._purge)

    async def damage(self) -> str | None:
        """Return None: a server checks its own files."""

    def leave_numbers_out(self, connection: Connection, count: int) -> None:
        """Give no new row one of the next numbers, in tables that never give one twice."""
        set_on = f"SELECT setval(sequence, :count + coalesce(last, 0)) FROM ({NUMBERED}) AS numbers"
        connection.execute(set_on, {"count": count})

    async def close(self) -> None:
        """Finish what was asked for; the server releases the database when the connection ends."""
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None
        for line in (self._reader, self._writer):
            await asyncio.shield(asyncio.to_thread(line.close))

    def _refuse_if_closed(self) -> None:
        if self._watching is None:
            raise errors.ClosedError(f"{self.name} was closed.")

    def _watch(self) -> None:
        self._watching = asyncio.get_running_loop().call_later(SILENCE_S / 4, self._watch)
        for line in (self._reader, self._writer):
            line.cut_if_silent()

    # In the thread that writes

    def _change(self, work: Work[T], asked: float) -> T:
        while True:
            connection, begun = self._opened(asked), False
            try:
                with connection.transaction():
                    begun = True
                    done = work(server.Statements(connection))
                    self._writer.committing = True
                return done
            except psycopg.OperationalError:
                if begun:
                    raise
                connection.close()  # it was lost before this change, which so connects anew

    def _purge(self, asked: float) -> None:
        connection, self._writer.since = self._opened(asked), None
        query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        for [table] in connection.execute(query).fetchall():
            connection.execute(f"VACUUM (FULL, ANALYZE) {table}".encode())

    def _opened(self, asked: float) -> server.Server:
        """Return the connection that writes, opened anew if it was lost."""
        if self._taken:
            raise errors.TakenError(self._taken)
        if self._writer.is_open and self._writer.connection is not None:
            return self._writer.connection
        # Who asked while it was tried last is told what came of that, and waits for no other try.
        if asked < self._failed_at:
            raise errors.UnreachableError(self._failure)
        first = self._opened_times == 0
        until = time.monotonic() + (0.0 if first or self._failure else RESTART_S)
        while True:
            try:
                connection = server.open_held(self._address, self._shards, self._holder)
                break
            except errors.UnreachableError as error:
                if time.monotonic() >= until:
                    self._failed_at, self._failure = time.monotonic(), str(error)
                    raise
                time.sleep(0.05)
            except errors.InUseError as error:
                if first:
                    raise
                self._taken = str(error)  # for good, since this process's memory is out of date
                raise errors.TakenError(self._taken) from error
        self._writer.connection, self._failure = connection, ""
        self._opened_times += 1
        return connection

    # In the thread that reads

    def _read(self, work: Work[T], _: float) -> T:
        if self._is_reader_old():
            if self._reader.connection is not None:
                self._reader.connection.close()
            beside, limit = self._opened_times, f"SET statement_timeout = {QUESTION_S * 1000:.0f}"
            self._reader.connection = server.connect(self._address, f"{server.READING}; {limit}")
            self._beside = beside
        assert self._reader.connection is not None
        try:
            with self._reader.connection.transaction():
                return work(server.Statements(self._reader.connection))
        except psycopg.errors.QueryCanceled as error:
            raise errors.SlowQuestionError(self.name, QUESTION_S) from error

    def _is_reader_old(self) -> bool:
        both = all(line.is_open for line in (self._writer, self._reader))
        return not both or self._beside != self._opened_times


def _probe(connection: Connection) -> None:
    connection.execute("SELECT 1")
