"""Questions to a PostgreSQL database, on a connection that only reads, in a thread of its own.

The writing connection has the locks that say which process owns the data. So a question is asked
here only while that connection stands, and of the very server that has it: after a failover the
same address may lead to another one.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

import psycopg

from db.errors import SlowQuestionError, StoreError
from db.postgres.holding import Backend
from db.postgres.link import PostgresLink
from db.postgres.opening import connect, name_of
from db.postgres.statements import Statements
from db.postgres.wording import as_store_error
from db.writer import QUESTION_S, AwayError, Work

T = TypeVar("T")

BEGIN: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
"""Opens a snapshot: a question of several statements sees one state."""

AGAIN_AFTER_S: Final = 30.0
"""Seconds after which a connection that failed is tried again."""


class PostgresReader:
    """Answers questions, each in a transaction that only reads.

    Args:
        address: of the database.
        link: the link that writes the database.
    """

    def __init__(self, address: str, link: PostgresLink) -> None:
        self._address = address
        self._name = name_of(address)
        self._link = link
        self._thread = ThreadPoolExecutor(1, "postgres-reader")
        self._statements: Statements | None = None
        self._beside: Backend | None = None  # the writing connection whose server it is
        self._again_at = 0.0

    async def read(self, work: Work[T]) -> T:
        """Run a function that only reads, and return its result.

        Raises:
            AwayError: if it is to be asked of the writing connection instead.
            SlowQuestionError: if it takes longer than a question may.
            StoreError: if the database cannot be read.
        """
        loop = asyncio.get_running_loop()
        watching = loop.call_later(self._link.silence_s, self._end_silence)
        try:
            return await loop.run_in_executor(self._thread, self._answer, work)
        finally:
            watching.cancel()

    async def close(self) -> None:
        """Close the connection, after the questions that were asked before."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._drop)
        self._thread.shutdown()

    def _end_silence(self) -> None:
        if self._statements is not None:
            self._statements.end_silence(self._link.silence_s)

    # In the thread

    def _answer(self, work: Work[T]) -> T:
        statements = self._opened()
        try:
            statements.execute(BEGIN)
            try:
                return work(statements)
            finally:
                if not (statements.connection.closed or statements.is_idle):
                    statements.execute("ROLLBACK")
        except psycopg.Error as error:
            if statements.lost_by(error):
                self._drop()
                raise AwayError(self._name) from error
            if isinstance(error, psycopg.errors.QueryCanceled):
                raise SlowQuestionError(self._name, QUESTION_S) from error
            raise as_store_error(error, self._name) from error

    def _opened(self) -> Statements:
        """Return a connection to the server that has the writing one.

        Raises:
            AwayError: if there is none.
        """
        beside = self._link.backend
        if beside != self._beside:
            self._drop()
        if beside is None or (self._statements is None and time.monotonic() < self._again_at):
            raise AwayError(self._name)
        if self._statements is None:
            self._connect(beside)
        assert self._statements is not None
        return self._statements

    def _connect(self, beside: Backend) -> None:
        self._again_at = time.monotonic() + AGAIN_AFTER_S
        try:
            connection = connect(self._address)
        except StoreError as error:
            raise AwayError(self._name) from error
        try:
            connection.execute(
                "SELECT set_config('statement_timeout', %s, FALSE)", [f"{QUESTION_S * 1000:.0f}ms"]
            )
            there = connection.execute(
                "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND backend_start::text = %s",
                [beside.pid, beside.started],
            ).fetchone()
        except psycopg.Error as error:
            connection.close()
            raise AwayError(self._name) from error
        if there is None:
            connection.close()
            raise AwayError(self._name)
        self._statements, self._beside, self._again_at = Statements(connection), beside, 0.0

    def _drop(self) -> None:
        if self._statements is not None:
            self._statements.connection.close()
            self._statements = None
