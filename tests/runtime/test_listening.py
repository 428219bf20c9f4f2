"""Ports: what the system has no room for is told once, and nothing ends by it."""

import asyncio
import errno
import resource
import socket

import pytest

from runtime import listening
from runtime.listening import Port, files_for_visitors, raise_file_limit
from tests.delivery.waiting import until


class Greeting(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(b"hello")
        transport.close()


async def test_a_port_without_files_waits_says_so_once_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(listening, "REST_S", 0.005)
    port, tried = Port(Greeting), 0
    number = await port.open("127.0.0.1", 0)

    def none_left(_: socket.socket) -> None:
        nonlocal tried
        tried += 1
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as full:
        full.setattr(socket.socket, "accept", none_left)
        waiting = [await asyncio.open_connection("127.0.0.1", number) for _ in range(5)]
        await until(lambda: tried >= 10)
    assert [await reader.read() for reader, _ in waiting] == [b"hello"] * 5
    assert [record.message for record in caplog.records] == ["No connection can be accepted"]
    port.close()
    for _, writer in waiting:
        writer.close()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", number)


@pytest.mark.parametrize(
    ("soft", "hard", "raised"),
    [(64, 128, 128), (1024, 524288, 8192), (1024, -1, 8192), (9000, -1, 9000)],
)
def test_a_process_asks_for_the_files_it_needs_and_leaves_a_reserve(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, raised: int
) -> None:
    limits = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.append(wanted))
    raise_file_limit()
    assert limits[-1] == (raised, hard)
    assert files_for_visitors() == max(1, raised - 256)
