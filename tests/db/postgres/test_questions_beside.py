"""The connection for questions is replaced, and stands beside the connection that writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from db.connection import Connection
from db.store import Store
from lab.postgres import PostgresServer


@pytest.fixture
async def store(postgres: PostgresServer) -> AsyncIterator[Store]:
    with postgres.lent() as address:
        store = await Store.open(address)
        yield store
        await store.close()


def pid(connection: Connection) -> int:
    return int(connection.execute("SELECT pg_backend_pid()").fetchone()[0])


def ended(number: int) -> Callable[[Connection], object]:
    query = "SELECT pg_terminate_backend(:pid)"
    return lambda connection: connection.execute(query, {"pid": number}).fetchone()


async def test_a_lost_connection_for_questions_is_replaced(store: Store) -> None:
    await store.admin.set_setting("colour", "tile", "red")
    reading = await store._writer.read(pid)
    writing = await store._writer.in_line(pid)
    assert reading != writing
    await store._writer.in_line(ended(reading))
    assert await store.admin.setting("colour", "tile") == "red"
    again = await store._writer.read(pid)
    assert again not in (reading, writing)


async def test_questions_follow_the_connection_that_writes(store: Store) -> None:
    reading, writing = await store._writer.read(pid), await store._writer.in_line(pid)
    await store._writer.read(ended(writing))
    await store.admin.set_setting("colour", "tile", "red")
    assert await store.admin.setting("colour", "tile") == "red"
    assert await store._writer.in_line(pid) != writing
    assert await store._writer.read(pid) != reading
