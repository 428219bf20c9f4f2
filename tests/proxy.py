"""A way to a server that breaks off where a test says."""

from __future__ import annotations

import queue
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

SOCKET = ".s.PGSQL.5432"
SETTLED = 0.2
"""Seconds in which a server has surely done what it was sent."""


@dataclass
class Cut:
    """Where the way breaks off.

    Attributes:
        after: so many pieces that the bot sends still arrive, counted from now.
        arrives: whether the one after them does too, whose answer is lost.
        half: whether the server does not notice.
        saying: what a piece must have in it to count.
    """

    after: int
    arrives: bool
    half: bool = False
    saying: bytes = b""


class Proxy:
    """Passes on everything between a bot and a server, until it is told to break off once.

    Args:
        server: the folder with the server's socket.
        delay: seconds that it takes there and back.
    """

    def __init__(self, server: Path, delay: float = 0.0) -> None:
        self.cut: Cut | None = None
        self._delay = delay / 2
        self._server = server / SOCKET
        self._folder = tempfile.TemporaryDirectory(prefix="arkadia-proxy-")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(Path(self._folder.name) / SOCKET))
        self._listener.listen()
        self._ends = [self._listener]
        self._threads: list[threading.Thread] = []
        self._answering: list[threading.Thread] = []
        self._start(self._accept)

    def address(self, direct: str) -> str:
        """The address of what is at a direct one, by this way."""
        server, way = (
            quote(str(path), safe="") for path in (self._server.parent, self._folder.name)
        )
        return direct.replace(server, way)

    def close(self) -> None:
        """Lets nobody through any more."""
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for end in self._ends:
            end.close()
        self._folder.cleanup()

    def await_ends(self) -> None:
        """Waits until the connections that the server ends are ended for the bot as well."""
        for thread in self._answering:
            thread.join()

    def _start(self, work: Callable[..., None], *given: object) -> threading.Thread:
        thread = threading.Thread(target=work, args=given)
        self._threads.append(thread)
        thread.start()
        return thread

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                bot, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                self._ends += [bot, server]
                try:
                    server.connect(str(self._server))
                except OSError:  # the server is down
                    bot.shutdown(socket.SHUT_RDWR)
                    continue
                self._start(self._pass_on, bot, server)
                self._answering.append(self._start(self._answer, server, bot))

    def _pass_on(self, bot: socket.socket, server: socket.socket) -> None:
        way = self._way_to(server)
        with suppress(OSError):
            while piece := bot.recv(65_536):
                cut = self.cut if self.cut and self.cut.saying in piece else None
                if cut is not None and cut.after == 0:
                    self._break_off(cut, piece, bot, server)
                    return
                if cut is not None:
                    cut.after -= 1
                way.send(piece)
            way.end()

    def _break_off(self, cut: Cut, piece: bytes, bot: socket.socket, server: socket.socket) -> None:
        self.cut = None
        bot.shutdown(socket.SHUT_RDWR)
        if cut.arrives:
            server.sendall(piece)
            time.sleep(SETTLED)
        if not cut.half:
            server.shutdown(socket.SHUT_RDWR)

    def _answer(self, server: socket.socket, bot: socket.socket) -> None:
        way = self._way_to(bot)
        with suppress(OSError):
            while piece := server.recv(65_536):
                way.send(piece)
        way.end()

    def _way_to(self, end: socket.socket) -> _Way:
        way = _Way(end, self._delay)
        if self._delay:
            self._start(way.deliver)
        return way


class _Way:
    """One direction, on which everything is as late as it takes."""

    def __init__(self, end: socket.socket, delay: float) -> None:
        self._end = end
        self._delay = delay
        self._pieces: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()

    def send(self, piece: bytes) -> None:
        """Sends a piece on, now or later."""
        if self._delay:
            self._pieces.put((time.perf_counter() + self._delay, piece))
        else:
            self._end.sendall(piece)

    def end(self) -> None:
        """Ends the connection after what was sent."""
        if self._delay:
            self._pieces.put((0.0, b""))
        else:
            with suppress(OSError):
                self._end.shutdown(socket.SHUT_RDWR)

    def deliver(self) -> None:
        """Sends on what is late enough, until the end."""
        with suppress(OSError):
            while (sent := self._pieces.get())[1]:
                time.sleep(max(0.0, sent[0] - time.perf_counter()))
                self._end.sendall(sent[1])
            self._end.shutdown(socket.SHUT_RDWR)
