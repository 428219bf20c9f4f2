"""Running statements with named parameters through psycopg."""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

PARAMETER: Final = re.compile(r"(?<!:):([a-z_]\w*)")

NOTHING: Final[Mapping[str, Any]] = {}


class Statements:
    """Runs statements on a psycopg connection, one at a time."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection = connection
        self._asked_at: float | None = None  # while the server owes an answer
        self._silence = 0.0  # seconds, once it was ended for that

    def execute(self, statement: str, given: Mapping[str, Any] = NOTHING, /) -> psycopg.Cursor[Any]:
        """Run a statement with its parameters."""
        with self._asking():
            if not given:  # BEGIN and the like, of which there is nothing to prepare
                return self.connection.execute(statement.encode(), prepare=False)
            return self.connection.execute(_translated(statement), given)

    def executemany(self, statement: str, given: Iterable[Mapping[str, Any]], /) -> None:
        """Run a statement once for each mapping of parameters."""
        with self._asking():
            self.connection.cursor().executemany(_translated(statement), given)

    @property
    def is_idle(self) -> bool:
        """True while no transaction is open."""
        return self.connection.info.transaction_status == TransactionStatus.IDLE

    def lost_by(self, error: Exception) -> bool:
        """Return whether an error means that the connection is gone."""
        return isinstance(error, psycopg.Error) and (
            self.connection.closed or (error.sqlstate or "").startswith(("08", "57P"))
        )

    def why(self, error: Exception) -> str:
        """Return the reason, in English, why the connection was lost with an error."""
        if self._silence:
            return f"the server did not answer for {self._silence:.0f} seconds"
        return str(error)

    def end_silence(self, seconds: float) -> None:
        """End the connection, from another thread, if a statement waits too long for an answer."""
        asked_at = self._asked_at
        if asked_at is None or time.monotonic() - asked_at < seconds:
            return
        self._silence = seconds
        # It may have been lost or closed just now.
        with (
            suppress(OSError, psycopg.Error),
            socket.socket(fileno=os.dup(self.connection.fileno())) as way,
        ):
            # On a duplicate descriptor: libpq's own stays open, and its waiting thread reads the
            # end.
            way.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        self._asked_at = time.monotonic()
        try:
            yield
        finally:
            self._asked_at = None


@lru_cache(1_000)
def _translated(statement: str) -> bytes:
    """Translate named parameters into psycopg's."""
    # psycopg takes a lone percent sign for the beginning of a parameter.
    return PARAMETER.sub(r"%(\1)s", statement.replace("%", "%%")).encode()
