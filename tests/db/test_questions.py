"""Questions beside changes: each sees one state, holds nothing back, writes nothing, ends."""

import asyncio
import threading

import pytest

from db.database import Place
from db.errors import ClosedError, SlowQuestionError, StoreError
from db.sql import Connection
from db.store import Store, opened

ENDLESS = (
    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"
    " WHERE n < 1000000000) SELECT count(*) FROM numbers"
)

VALUE = "SELECT value FROM settings WHERE scope = 'colour' AND key = 'tile'"


def value(connection: Connection) -> str:
    return str(connection.execute(VALUE).fetchone()[0])


class Held:
    def __init__(self) -> None:
        self.entered, self.released = threading.Event(), threading.Event()

    def __call__(self, connection: Connection) -> list[str]:
        before = connection.execute(VALUE).fetchone()
        self.entered.set()
        assert self.released.wait(10)
        return [before[0], connection.execute(VALUE).fetchone()[0]]


async def test_no_question_holds_back_a_change_and_each_sees_one_state(store: Store) -> None:
    await store.admin.set_setting("colour", "tile", "red")
    held = Held()
    asked = asyncio.create_task(store.ask(held))
    assert await asyncio.to_thread(held.entered.wait, 10)
    await store.admin.set_setting("colour", "tile", "olive")
    assert await store.change(value) == "olive"
    held.released.set()
    assert await asked == ["red", "red"]
    assert await store.admin.setting("colour", "tile") == "olive"
    for colour in map(str, range(50)):  # each sees what was kept before it
        await store.admin.set_setting("colour", "tile", colour)
        assert await store.admin.setting("colour", "tile") == colour


async def test_a_slow_question_is_given_up(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sqlite.file", "postgres.database"):
        monkeypatch.setattr(f"db.{module}.QUESTION_S", 0.2)
    async with opened(place) as store:
        await store.admin.set_setting("colour", "tile", "red")
        with pytest.raises(SlowQuestionError, match="did not answer a question"):
            await store.ask(lambda connection: connection.execute(ENDLESS).fetchall())
        assert await store.admin.setting("colour", "tile") == "red"


async def test_a_question_cannot_write_and_its_failure_is_its_own(store: Store) -> None:
    def write(connection: Connection) -> None:
        connection.execute("INSERT INTO settings VALUES ('colour', 'tile', 'red')")

    def fail(connection: Connection) -> None:
        connection.execute(VALUE)
        raise KeyError("tile")

    for work, error in ((write, StoreError), (fail, KeyError)):
        with pytest.raises(error):
            await store.ask(work)
        assert await store.admin.setting("colour", "tile") is None


async def test_a_closed_store_answers_nothing(store: Store) -> None:
    assert await store.admin.setting("colour", "tile") is None
    await store.close()
    with pytest.raises(ClosedError):
        await store.admin.setting("colour", "tile")
