"""A proxy to PostgreSQL that breaks a connection where a test says."""

from __future__ import annotations

import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

SOCKET = ".s.PGSQL.5432"
PATIENCE = 60.0  # seconds in which a server must have done all that it was sent


@dataclass
class Cut:
    after: int  # the number of pieces from the bot that still arrive, counted from now
    arrives: bool  # True if the next piece arrives too, and its answer is lost
    half: bool = False  # True if the server does not notice: the connection is half open
    saying: bytes = b""  # bytes that a piece must contain to count
    behind: bytes = b""  # bytes that were said on the same connection a moment before


class Messages:
    """A counter of messages of some kinds on one side of a conversation with PostgreSQL.

    Args:
        kinds: the letters with which they begin.
        greets: True for the bot's side, whose first message has no letter.
    """

    def __init__(self, kinds: bytes, *, greets: bool) -> None:
        self.count = 0
        self._kinds = kinds
        self._head = 0 if greets else 1
        self._rest = b""

    def hear(self, piece: bytes) -> None:
        self._rest += piece
        while len(self._rest) >= self._head + 4:
            # The length counts its own four bytes and the rest, but not the letter before it.
            size = self._head + int.from_bytes(self._rest[self._head : self._head + 4])
            if len(self._rest) < size:
                return
            self.count += self._head == 0 or self._rest[:1] in self._kinds
            self._rest, self._head = self._rest[size:], 1


class Settling:
    """A counter of requests and answers on one connection, to wait until all are answered.

    A greeting, each *Sync* (S) and each *Query* (Q) are answered by a *ReadyForQuery* (Z) when all
    before is done.
    """

    def __init__(self) -> None:
        self._asked = Messages(b"SQ", greets=True)
        self._ready = Messages(b"Z", greets=False)
        self._over = False
        self._change = threading.Condition()

    def ask(self, piece: bytes) -> None:
        with self._change:
            self._asked.hear(piece)

    def hear(self, piece: bytes) -> None:
        """Count the answers in a piece of the stream from the server; an empty one ends it."""
        with self._change:
            self._ready.hear(piece)
            self._over = not piece
            self._change.notify_all()

    def wait(self) -> None:
        with self._change:
            settled = self._change.wait_for(self._is_settled, PATIENCE)
        assert settled, "the server does not do what it was sent"

    def _is_settled(self) -> bool:
        return self._over or self._ready.count >= self._asked.count


class Proxy:
    """A proxy that passes on everything between a bot and a server, and breaks off once if told.

    Args:
        server: the folder with the server's socket.
    """

    def __init__(self, server: Path) -> None:
        self.cut: Cut | None = None
        self._server = server / SOCKET
        self._folder = tempfile.TemporaryDirectory(prefix="arkadia-proxy-")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(Path(self._folder.name) / SOCKET))
        self._listener.listen()
        self._ends = [self._listener]
        self._breaking = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._answering: list[threading.Thread] = []
        self._start(self._accept)

    def address(self, direct: str) -> str:
        """Return the address that leads through this proxy, given a database's direct address."""
        server, way = (
            quote(str(path), safe="") for path in (self._server.parent, self._folder.name)
        )
        return direct.replace(server, way)

    def close(self) -> None:
        """End all connections and accept no more."""
        # Shut down first: closing a socket does not wake a thread that waits in recv or accept.
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for end in self._ends:
            end.close()
        self._folder.cleanup()

    def await_ends(self) -> None:
        """Wait until connections that the server has closed are closed towards the bot, too."""
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
                with self._breaking:  # else a bot that reconnects ends what is still done for it
                    pass
                try:
                    server.connect(str(self._server))
                except OSError:  # the server is down
                    bot.shutdown(socket.SHUT_RDWR)
                    continue
                settling = Settling()
                self._start(self._pass_on, bot, server, settling)
                self._answering.append(self._start(self._answer, server, bot, settling))

    def _pass_on(self, bot: socket.socket, server: socket.socket, settling: Settling) -> None:
        said = b""
        with suppress(OSError):
            while piece := bot.recv(65_536):
                cut = self.cut
                if cut is not None and not (cut.saying in piece and cut.behind in said):
                    cut = None
                said = (said + piece)[-65_536:]
                if cut is not None and cut.after == 0:
                    self.cut = None
                    with self._breaking:
                        bot.shutdown(socket.SHUT_RDWR)
                        if cut.arrives:
                            settling.ask(piece)
                            server.sendall(piece)
                            # Only then has the server surely done the work whose answer is lost.
                            settling.wait()
                    if not cut.half:
                        server.shutdown(socket.SHUT_RDWR)
                    return
                if cut is not None:
                    cut.after -= 1
                settling.ask(piece)
                server.sendall(piece)
            server.shutdown(socket.SHUT_RDWR)

    def _answer(self, server: socket.socket, bot: socket.socket, settling: Settling) -> None:
        heard = b" "
        while heard:
            heard = b""
            with suppress(OSError):
                heard = server.recv(65_536)
            settling.hear(heard)
            with suppress(OSError):  # the bot may be gone already
                bot.sendall(heard)
        with suppress(OSError):
            bot.shutdown(socket.SHUT_RDWR)
