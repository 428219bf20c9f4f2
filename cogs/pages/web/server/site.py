"""The listening port: it ends connections that are slow, idle or too many, and inflates no body."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from cogs.pages.web.server.answers import Networks, household, is_in
from runtime.listening import Port, files_for_visitors

log = logging.getLogger("arkadia.pages")

MOST_CONNECTIONS: Final = 6_000  # connections at a time, where the process may open as many files
CONNECTIONS_OF_ADDRESS: Final = 60  # of one address; a proxy has to limit its own visitors
TURNED_AWAY: Final = 50  # further connections that are told that there is no room; others just end
ASKED_WITHIN_S: Final = 10.0  # seconds in which a connection has to send its first request
IDLE_S: Final = 30.0  # seconds for which a connection may wait between two requests
STALLED_S: Final = 20.0  # seconds in which a visitor has to take some of what was sent
LINGER_S: Final = 1.0  # seconds for the rest of a refused body, so that the refusal is read
MOST_ASKED: Final = 64 * 1024  # bytes that a connection may send before it is answered
STOP_WITHIN_S: Final = 1.0  # seconds that a stop waits for requests in progress


def most_connections() -> int:
    """Return how many connections there may be, with room for those that are told of no room."""
    return max(1, min(MOST_CONNECTIONS, files_for_visitors() - TURNED_AWAY))


class Site:
    """An application at a port of this machine.

    Args:
        port: the port; 0 for any that is free.
        proxies: the networks from which connections are those of many visitors.
        count: called with the status of each answer that the application does not give.
    """

    def __init__(
        self,
        app: web.Application,
        address: str,
        port: int,
        proxies: Networks = (),
        count: Callable[[int], None] = lambda status: None,
    ) -> None:
        self._runner = web.AppRunner(
            app,
            access_log=None,
            shutdown_timeout=STOP_WITHIN_S,
            keepalive_timeout=IDLE_S,
            lingering_time=LINGER_S,
            # A page sends some hundred bytes; of what is packed, a kilobyte can be a gigabyte.
            auto_decompress=False,
            logger=_Faults(log, count),
        )
        self._where = address, port
        self._port = Port(self._connection)
        self._open = Open(most_connections(), proxies)

    async def start(self) -> int:
        """Begin to listen, and return the port."""
        await self._runner.setup()
        return await self._port.open(*self._where)

    async def stop(self) -> None:
        """Stop listening, and end all connections."""
        self._port.close()
        await self._runner.cleanup()

    def _connection(self) -> Connection:
        assert self._runner.server is not None
        return Connection(self._runner.server(), self._open)


@dataclass
class Open:
    """The open connections."""

    most: int
    proxies: Networks = ()  # the networks whose connections are those of many visitors
    all: set[Connection] = field(default_factory=set)
    of: Counter[str] = field(default_factory=Counter)  # how many of them an address has

    def add(self, connection: Connection, address: str) -> bool:
        """Note a connection; return whether it may stay, if only to be told of no room."""
        if len(self.all) >= self.most + TURNED_AWAY:
            return False
        if not is_in(address, self.proxies):
            if self.of[household(address)] >= CONNECTIONS_OF_ADDRESS:
                return False
            connection.household = household(address)
            self.of[connection.household] += 1
        connection.full = len(self.all) >= self.most
        self.all.add(connection)
        return True

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        self.all.discard(connection)
        if connection.household:
            self.of[connection.household] -= 1
            if not self.of[connection.household]:
                del self.of[connection.household]


class Connection(asyncio.Protocol):
    """A connection that ends when its visitor is too slow.

    Args:
        others: the open connections.
    """

    def __init__(self, handler: Any, others: Open) -> None:
        self.full = False  # whether there is no room for what it asks for
        self.household = ""  # the address by which it is counted; empty for none
        self._handler = handler
        self._others = others
        self._heard = 0
        self._transport: asyncio.Transport | None = None
        self._patience: asyncio.TimerHandle | None = None
        self.when_lost: Callable[[], None] = lambda: None  # called when it has ended

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request; end the connection at once if there are too many."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._handler.connection_made(transport)
        address, *_ = transport.get_extra_info("peername") or [""]
        if self._others.add(self, address):
            self._wait(ASKED_WITHIN_S)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._others.remove(self)
        self._wait(None)
        self._handler.connection_lost(exc)
        self.when_lost()

    def data_received(self, data: bytes) -> None:
        """Pass on what was sent; it does not prolong the wait for a whole request."""
        assert self._transport is not None
        self._heard += len(data)
        if self._heard > MOST_ASKED:
            self._transport.abort()
        else:
            self._handler.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on that nothing more will be sent."""
        ended: bool | None = self._handler.eof_received()
        return ended

    def pause_writing(self) -> None:
        """Begin to wait for a visitor who takes nothing."""
        self._handler.pause_writing()
        self._wait(STALLED_S)

    def resume_writing(self) -> None:
        """Go on, as the visitor has taken something."""
        self._wait(None)
        self._handler.resume_writing()

    def asked(self) -> None:
        """Note that a whole request has come."""
        self._wait(None)

    def answered(self) -> None:
        """Begin to wait for the next request."""
        self._heard = 0
        self._wait(IDLE_S + ASKED_WITHIN_S)

    def _wait(self, seconds: float | None) -> None:
        """End the connection in some seconds; None to leave it open."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if seconds is not None and self._transport is not None:
            self._patience = asyncio.get_running_loop().call_later(seconds, self._transport.abort)


class _Faults(logging.LoggerAdapter[logging.Logger]):
    """The log of aiohttp's server, without what visitors send wrongly or those who went."""

    def __init__(self, logger: logging.Logger, count: Callable[[int], None]) -> None:
        super().__init__(logger, {})
        self._count = count

    def log(self, level: int, msg: object, *args: object, **given: Any) -> None:
        """Log a line, unless it is about a visitor's fault, which is counted, or about one gone."""
        error = given.get("exc_info")
        if isinstance(error, HttpProcessingError):
            self._count(error.code)
        elif not isinstance(error, ConnectionError):
            super().log(level, msg, *args, **given)


def connection_of(request: web.Request) -> Connection | None:
    """Return the connection of a request, while it is open."""
    protocol = None if request.transport is None else request.transport.get_protocol()
    return protocol if isinstance(protocol, Connection) else None
