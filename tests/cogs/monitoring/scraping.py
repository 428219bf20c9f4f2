"""A bot's pages for a monitor, and a database that goes silent."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg


def free_port() -> int:
    """Gives a port on which nothing listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def silent(address: str) -> Iterator[None]:
    """Stops the server's processes that serve the bot: nothing breaks, and nothing comes."""
    with psycopg.connect(address) as connection:
        asked = (
            "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"
        )
        backends = [pid for (pid,) in connection.execute(asked)]
    assert backends
    for pid in backends:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in backends:
            os.kill(pid, signal.SIGCONT)
