"""Questions beside changes: each sees one state, holds nothing back, writes nothing, ends."""

import asyncio
import threading

import pytest

from db.database import Place
from db.errors import ClosedError, SlowQuestionError, StoreError
from db.sql import Connection
from db.store import Store

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


async def test_a_question_sees_what_was_kept_before_it(store: Store) -> None:
    for number in range(50):
        await store.admin.set_setting("colour", "tile", str(number))
        assert await store.admin.setting("colour", "tile") == str(number)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.sqlite.file.QUESTION_S", 0.2)
    monkeypatch.setattr("db.postgres.database.QUESTION_S", 0.2)


@pytest.mark.usefixtures("impatient")
async def test_a_question_that_takes_too_long_is_given_up(place: Place) -> None:
    store = await Store.open(place)
    await store.admin.set_setting("colour", "tile", "red")
    with pytest.raises(SlowQuestionError, match="did not answer a question"):
        await store.ask(lambda connection: connection.execute(ENDLESS).fetchall())
    assert await store.admin.setting("colour", "tile") == "red"
    await store.close()


async def test_a_question_cannot_write(store: Store) -> None:
    def write(connection: Connection) -> None:
        connection.execute("INSERT INTO settings VALUES ('colour', 'tile', 'red')")

    with pytest.raises(StoreError):
        await store.ask(write)
    assert await store.admin.setting("colour", "tile") is None


async def test_a_closed_store_answers_nothing(place: Place) -> None:
    store = await Store.open(place)
    assert await store.admin.setting("colour", "tile") is None
    await store.close()
    with pytest.raises(ClosedError):
        await store.admin.setting("colour", "tile")


async def test_a_failure_of_the_question_itself_is_its_own(store: Store) -> None:
    def fail(connection: Connection) -> None:
        connection.execute(VALUE)
        raise KeyError("tile")

    with pytest.raises(KeyError):
        await store.ask(fail)
    assert await store.admin.setting("colour", "tile") is None
