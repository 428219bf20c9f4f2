"""Statements on their way to PostgreSQL and back: sent without waiting, asked for when needed.

A statement that nobody asks what it found costs no wait: it travels with the next one that
somebody does ask. So a change of four statements waits once, and once more for its commit. This is
libpq's pipeline mode, used through ``psycopg.pq`` because a statement costs a quarter there of what
it costs through a cursor.

Who may not wait is refused where they would have to, and nothing that changes anything was sent
then. What they did goes off together and is one transaction, without a word for its beginning and
its end.
"""

from __future__ import annotations

import re
import select
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from psycopg import Connection, OperationalError, errors, pq
from psycopg.adapt import Transformer
from psycopg.pq.abc import PGresult

from db.connection import Question, Row, Supposed

PARAMETER: Final = re.compile(r"(?<!:):([a-z_]\w*)")

NOTHING: Final[Mapping[str, Any]] = {}

UNASKED: Final = 500
"""So many statements wait for their answers at most; their answers have room on the way."""

SILENCE: Final = 30.0
"""Seconds after which a server that does not answer counts as lost."""

FINE: Final = (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK)


class LostError(Exception):
    """The connection is gone; what was not committed before is not kept."""


class MustWaitError(Exception):
    """Who may not wait for the server would have to."""


class Answer:
    """What a statement found, once the server has said so."""

    __slots__ = ("_rows", "_session", "prepared", "result")

    def __init__(
        self, session: Session, prepared: str | None = None, rows: Sequence[Row] | None = None
    ) -> None:
        self._session = session
        self._rows: Iterator[Any] | None = None if rows is None else iter(rows)
        self.prepared = prepared
        self.result: PGresult | None = None

    def fetchone(self) -> Any:
        """The next row, or ``None``."""
        return next(iter(self), None)

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        return list(self)

    def __iter__(self) -> Iterator[Any]:
        if self._rows is None:
            self._rows = iter(self._session.rows_of(self))
        return self._rows


class Session:
    """A connection that was opened and prepared, as statements see it; it has one thread.

    Every statement is prepared when it is first met, so the server knows the types of its
    parameters, which are sent as text.

    Attributes:
        socket: the number of the connection's socket, even when it is lost.
        waits: whether its user may wait for the server.
    """

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection
        self._pgconn = connection.pgconn
        self._prepared: dict[str, tuple[bytes, tuple[str, ...]]] = {}
        self._count = 0
        self._held: list[tuple[bytes, list[bytes | None], Answer]] = []  # by who may not wait
        self._pending: deque[Answer | None] = deque()  # None for a synchronisation
        self._ahead: dict[tuple[object, ...], Answer] = {}
        self._failure: Exception | None = None
        self._failed: Exception | None = None  # of what was synchronised last
        self.waits = True
        self._transformer = Transformer.from_context(connection)
        self.socket = self._pgconn.socket
        self._readable, self._ready = select.poll(), select.poll()
        self._readable.register(self.socket, select.POLLIN)
        self._ready.register(self.socket, select.POLLIN | select.POLLOUT)
        self._pgconn.nonblocking = 1
        self._pgconn.enter_pipeline_mode()

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def look(self) -> None:
        """Sees whether the connection was lost while nothing was asked.

        Raises:
            LostError: if it was.
        """
        while self._readable.poll(0):
            self._consume()

    def ask_ahead(self, statement: str, given: Mapping[str, Any]) -> None:
        """Sends a question off that somebody is going to ask, who then finds it answered."""
        self._ahead[statement, *given.values()] = self.execute(statement, given)

    def suppose(self, question: Question, supposed: Supposed) -> None:
        """Takes for granted what somebody who is going to ask a question will be told.

        Nobody waits for that; if it is otherwise, the server fails, and keeps nothing of what is
        sent after it.
        """
        (statement, given), (row, (sign, more)) = question, supposed
        self.execute(_failing_without(sign), more)
        self._ahead[statement, *given.values()] = Answer(self, rows=[row])

    def execute(self, statement: str, given: Mapping[str, Any] = NOTHING, /) -> Answer:
        """Sends a statement off, unless that was done before."""
        if self._ahead and (sent := self._ahead.pop((statement, *given.values()), None)):
            return sent
        name, parameters = self._prepared.get(statement) or self._prepare(statement)
        answer = Answer(self)
        self._held.append((name, [_sent(given[key]) for key in parameters], answer))
        if self.waits:
            self._send()
        if len(self._pending) > UNASKED:
            self._wait_for(answer)
        return answer

    def executemany(self, statement: str, given: Iterable[Mapping[str, Any]], /) -> None:
        """Sends a statement off once for each mapping of parameters."""
        for each in given:
            self.execute(statement, each)

    def rows_of(self, answer: Answer) -> list[Any]:
        """The rows that were found; waits for them.

        Raises:
            psycopg.Error: if the statement failed, or one before it that nobody asked.
            LostError: if the connection is gone.
        """
        result = answer.result or self._wait_for(answer)
        if result.status not in FINE:
            raise self._failure or _error_of(result)
        self._transformer.set_pgresult(result)
        return self._transformer.load_rows(0, result.ntuples, tuple)

    def settle(self) -> None:
        """Waits until everything that was sent is done.

        Raises:
            psycopg.Error: the first of all that failed; nothing after it was done.
            LostError: if the connection is gone.
        """
        self.depart()
        self.land()

    def finish(self) -> None:
        """Ends what belongs together, without waiting: what is sent next begins anew.

        What failed is known already, or does not matter.

        Raises:
            LostError: if the connection is gone.
        """
        self.depart()
        self._send_on()

    def wake(self) -> None:
        """Sends off what is held, so that the server is at work while more is prepared.

        Raises:
            LostError: if the connection is gone.
        """
        self._send()
        self._flush()

    def forget(self) -> None:
        """Takes back what was done by who may not wait.

        Raises:
            LostError: if the connection is gone.
        """
        self._held.clear()
        self.depart()

    def depart(self) -> bool:
        """Ends what belongs together and sends it off, as far as there is room on the way.

        Returns:
            Whether there was; if not, ``land`` sends the rest.

        Raises:
            LostError: if the connection is gone.
        """
        self._send()
        try:
            self._pgconn.pipeline_sync()
        except OperationalError as error:
            raise LostError(str(error)) from error
        self._pending.append(None)
        self._ahead.clear()
        return self._flush()

    def land(self) -> None:
        """Waits until everything that departed is done.

        Raises:
            psycopg.Error: the first of all that failed; nothing after it was done.
            LostError: if the connection is gone.
        """
        self._send_on()
        while self._pending:
            self._take()
        if self._failed is not None:
            raise self._failed

    def arrive(self) -> bool:
        """Takes in what has come; whether that is all that was sent, and was done.

        Raises:
            psycopg.Error: the first of all that failed; nothing after it was done.
            LostError: if the connection is gone.
        """
        self._consume()
        while self._pending:
            if self._pgconn.is_busy():
                return False
            self._take_next()
        if self._failed is not None:
            raise self._failed
        return True

    def _prepare(self, statement: str) -> tuple[bytes, tuple[str, ...]]:
        """Lets the server understand a statement, with numbers in place of parameters' names."""
        if not self.waits:
            raise MustWaitError
        self._send()
        names: dict[str, str] = {}
        numbered = PARAMETER.sub(
            lambda match: names.setdefault(match[1], f"${len(names) + 1}"), statement
        )
        name = b"s%d" % self._count
        self._count += 1
        try:
            self._pgconn.send_prepare(name, numbered.encode())
        except OperationalError as error:
            raise LostError(str(error)) from error
        self._pending.append(Answer(self, prepared=statement))
        self._prepared[statement] = name, tuple(names)
        return self._prepared[statement]

    def _send(self) -> None:
        """Sends off what is held."""
        try:
            for name, values, answer in self._held:
                self._pgconn.send_query_prepared(name, values)
                self._pending.append(answer)
        except OperationalError as error:
            raise LostError(str(error)) from error
        self._held.clear()

    def _wait_for(self, answer: Answer) -> PGresult:
        if not self.waits:
            raise MustWaitError
        self._send()
        try:
            self._pgconn.send_flush_request()
        except OperationalError as error:
            raise LostError(str(error)) from error
        self._send_on()
        while answer.result is None:
            self._take()
        return answer.result

    def _take(self) -> None:
        """Takes in the next that the server says of what was sent, once it is there."""
        while self._pgconn.is_busy():
            _patiently(self._readable)
            self._consume()
        self._take_next()

    def _take_next(self) -> None:
        answer = self._pending[0]
        result = self._next_result()
        if answer is None:
            if result is not None and result.status == pq.ExecStatus.PIPELINE_SYNC:
                self._pending.popleft()
                self._failed, self._failure = self._failure, None
            elif result is not None and self._failure is None:  # the end itself failed
                self._failure = _error_of(result)
            return
        if result is None:
            raise LostError("The server answered nothing.")
        self._pending.popleft()
        answer.result = result
        if result.status not in FINE:
            if answer.prepared is not None:
                del self._prepared[answer.prepared]
            if self._failure is None:
                self._failure = _error_of(result)
        self._next_result()  # the end of this answer

    def _flush(self) -> bool:
        try:
            return not self._pgconn.flush()
        except OperationalError as error:
            raise LostError(str(error)) from error

    def _send_on(self) -> None:
        """Waits until everything is on its way, and takes in what is in the way."""
        while not self._flush():
            for _, event in _patiently(self._ready):
                if event & ~select.POLLOUT:
                    self._consume()

    def _next_result(self) -> PGresult | None:
        result = self._pgconn.get_result()
        if self._pgconn.status == pq.ConnStatus.BAD:
            raise LostError((result or self._pgconn).get_error_message())
        return result

    def _consume(self) -> None:
        try:
            self._pgconn.consume_input()
        except OperationalError as error:
            raise LostError(str(error)) from error


@cache
def _failing_without(statement: str) -> str:
    """A statement that fails if another one does not find 1."""
    return f"SELECT 1 / coalesce(({statement}), 0)"


def silent() -> LostError:
    """What is wrong with a server that does not answer for too long."""
    return LostError(f"The server did not answer for {SILENCE:.0f} seconds.")


def _patiently(poll: select.poll) -> list[tuple[int, int]]:
    """What a socket is ready for.

    Raises:
        LostError: if it is for nothing for too long.
    """
    ready = poll.poll(SILENCE * 1_000)
    if not ready:
        raise silent()
    return ready


def _sent(value: Any) -> bytes | None:
    """A parameter as text."""
    if value is None:
        return None
    if type(value) is int:  # as most are
        return b"%d" % value
    if isinstance(value, str):
        if "\0" in value:
            raise errors.DataError("PostgreSQL keeps no text with a zero character")
        return value.encode()
    if isinstance(value, bool):
        return b"t" if value else b"f"
    return b"%d" % value


def _error_of(result: PGresult) -> Exception:
    """The error that a result tells of."""
    error = errors.error_from_result(result)
    state = error.sqlstate or "08000"
    return LostError(str(error)) if state.startswith(("08", "57P")) else error
