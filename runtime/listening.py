"""Ports that this process listens on, and the files that it may have open: a connection is one."""

import asyncio
import logging
import resource
import socket
import time
from collections.abc import Callable
from typing import Final

log = logging.getLogger("arkadia.port")

MOST_FILES: Final = 8_192  # open files that the process asks its system for; most begin with 1,024

RESERVE: Final = 256
"""Open files that visitors leave to everything else: Discord, the database, pictures, workers."""

BACKLOG: Final = 512  # connections that wait to be accepted

REST_S: Final = 1.0  # seconds after which a port goes on that could accept nothing

TELL_EVERY_S: Final = 60.0  # seconds between two lines in the log about what could not be accepted


def raise_file_limit() -> None:
    """Let this process open as many files as it may need, or as many as its host allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def files_for_visitors() -> int:
    """Return how many connections of visitors this process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, (MOST_FILES if soft == resource.RLIM_INFINITY else soft) - RESERVE)


class Port:
    """A port of this machine, at which one connection is accepted in each turn of the event loop.

    asyncio's own server accepts a hundred in a turn. Where no file is left for another one, it logs
    each of them and tries ever more often.
    """

    def __init__(self, protocol: Callable[[], asyncio.BaseProtocol]) -> None:
        self._protocol = protocol
        self._sockets: list[socket.socket] = []
        self._connecting: set[asyncio.Task[object]] = set()
        self._told_at = -TELL_EVERY_S

    async def open(self, address: str, port: int) -> int:
        """Begin to listen, and return the port.

        Args:
            port: the port; 0 for any that is free.

        Raises:
            OSError: if the port is taken, or the address is not this machine's.
        """
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(address, port, type=socket.SOCK_STREAM)
        try:
            for family, _, _, _, where in dict.fromkeys(found):
                one = socket.create_server(where[:2], family=family, backlog=BACKLOG)
                self._sockets.append(one)
                one.setblocking(False)
                loop.add_reader(one, self._accept, one)
        except OSError:
            self.close()
            raise
        number: int = self._sockets[0].getsockname()[1]
        return number

    def close(self) -> None:
        """Listen no longer; open connections stay."""
        loop = asyncio.get_running_loop()
        while self._sockets:
            one = self._sockets.pop()
            loop.remove_reader(one)
            one.close()

    def _accept(self, one: socket.socket) -> None:
        try:
            accepted, _ = one.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:
            self._rest(one, error)
            return
        loop = asyncio.get_running_loop()
        connecting = loop.create_task(loop.connect_accepted_socket(self._protocol, accepted))
        self._connecting.add(connecting)
        connecting.add_done_callback(self._connected)

    def _connected(self, connecting: asyncio.Task[object]) -> None:
        self._connecting.discard(connecting)
        if not connecting.cancelled() and (error := connecting.exception()) is not None:
            log.debug("Not connected", extra={"why": str(error)})

    def _rest(self, one: socket.socket, error: OSError) -> None:
        """Accept nothing for a moment: the system has nothing to make a connection of."""
        loop = asyncio.get_running_loop()
        if (now := time.monotonic()) - self._told_at >= TELL_EVERY_S:
            self._told_at = now
            log.error("No connection can be accepted", extra={"why": str(error)})
        loop.remove_reader(one)
        loop.call_later(REST_S, self._go_on, one)

    def _go_on(self, one: socket.socket) -> None:
        if one in self._sockets:
            asyncio.get_running_loop().add_reader(one, self._accept, one)
