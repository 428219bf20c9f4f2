"""The listening port: connections that are slow, idle or too many are ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from aiohttp import web

MOST_CONNECTIONS: Final = 6_000
"""Connections at a time; more than there are streams, so that pages can still be loaded."""

ASKED_WITHIN_S: Final = 10.0
"""Seconds in which a connection has to send its first request."""

IDLE_S: Final = 30.0
"""Seconds for which a connection may wait between two requests."""

STALLED_S: Final = 20.0
"""Seconds in which a visitor has to take some of what was sent."""

STOP_WITHIN_S: Final = 1.0
"""Seconds that a stop waits for requests in progress; what they save is waited for by itself."""


class Site:
    """An application at a port of this machine.

    Args:
        app: the application.
        address: the address on which it listens.
        port: the port; 0 for any that is free.
    """

    def __init__(self, app: web.Application, address: str, port: int) -> None:
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=STOP_WITHIN_S, keepalive_timeout=IDLE_S
        )
        self._where = address, port
        self._server: asyncio.Server | None = None
        self._open: set[Connection] = set()

    async def start(self) -> int:
        """Begin to listen, and return the port.

        Raises:
            OSError: if the port is taken.
        """
        await self._runner.setup()
        loop, (address, port) = asyncio.get_running_loop(), self._where
        self._server = await loop.create_server(self._connection, address, port)
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def stop(self) -> None:
        """Stop listening, and end all connections."""
        if self._server is not None:
            self._server.close()
        await self._runner.cleanup()

    def _connection(self) -> Connection:
        assert self._runner.server is not None
        return Connection(self._runner.server(), self._open)


class Connection(asyncio.Protocol):
    """A connection that ends when its visitor is too slow.

    Args:
        handler: reads its requests.
        others: all open connections.

    Attributes:
        when_lost: called when it has ended.
    """

    def __init__(self, handler: Any, others: set[Connection]) -> None:
        self._handler = handler
        self._others = others
        self._transport: asyncio.Transport | None = None
        self._patience: asyncio.TimerHandle | None = None
        self.when_lost: Callable[[], None] = _nothing

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request; end the connection at once if there are too many."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._handler.connection_made(transport)
        if len(self._others) >= MOST_CONNECTIONS:
            transport.abort()
            return
        self._others.add(self)
        self._wait(ASKED_WITHIN_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._others.discard(self)
        self._wait(None)
        self._handler.connection_lost(exc)
        self.when_lost()

    def data_received(self, data: bytes) -> None:
        """Pass on what was sent; it does not prolong the wait for a whole request."""
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
        self._wait(IDLE_S + ASKED_WITHIN_S)

    def _wait(self, seconds: float | None) -> None:
        """End the connection in some seconds; None to leave it open."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if seconds is not None and self._transport is not None:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(seconds, self._transport.abort)


def _nothing() -> None:
    """Do nothing when a connection has ended."""


def connection_of(request: web.Request) -> Connection | None:
    """Return the connection of a request, while it is open."""
    protocol = None if request.transport is None else request.transport.get_protocol()
    return protocol if isinstance(protocol, Connection) else None
