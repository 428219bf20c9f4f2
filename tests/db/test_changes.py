"""Changes and questions at once, on either kind of database.

Each change is kept wholly, or told why it is not. Each question sees one state, holds nothing back,
writes nothing and ends.
"""

import asyncio
import threading

import pytest

from db.database import Place
from db.errors import ClosedError, ConflictError, SlowQuestionError, StoreError
from db.sql import Connection
from db.store import Store, opened
from tests.db.held_up import held_up, kept, put


async def test_one_that_fails_leaves_nothing_and_does_not_hurt_its_neighbours(store: Store) -> None:
    with pytest.raises(LookupError):
        await store.change(put("alone", fails=True))
    assert await store.ask(kept) == []
    changes = [put("a"), put("b", fails=True), put("a"), put("c"), put("d", "e", "d")]
    async with held_up(store):
        tasks = [asyncio.create_task(store.change(change)) for change in changes]
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [outcomes[0], outcomes[3]] == ["a", "c"]
    kinds = [type(outcomes[place]) for place in (1, 2, 4)]
    assert kinds == [LookupError, ConflictError, ConflictError]
    assert await store.ask(kept) == ["a", "c"]


async def test_a_statement_that_is_none_spoils_nothing(store: Store) -> None:
    for run in (store.ask, store.change, store.ask):
        with pytest.raises(StoreError, match="syntax error"):
            await run(lambda c: c.execute("SELECT FROM WHERE").fetchall())
    assert await store.change(put("a")) == "a"
    assert await store.ask(kept) == ["a"]


@pytest.mark.parametrize("waits", [False, True])
async def test_leaving_takes_nothing_back_and_stops_nobody(store: Store, waits: bool) -> None:
    async with held_up(store) as first:
        tasks = [asyncio.create_task(store.change(put(key))) for key in "ab"]
        await asyncio.sleep(0)
        leaver: asyncio.Task[object] = tasks[0] if waits else first
        leaver.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaver
    assert await tasks[1] == "b"
    assert await store.change(put("c")) == "c"
    assert await store.ask(kept) == ["a", "b", "c"]


async def test_closing_keeps_what_was_asked_for(store: Store) -> None:
    async with held_up(store):
        tasks = [asyncio.create_task(store.change(put(key))) for key in "abc"]
        await asyncio.sleep(0)
        closing_it = [asyncio.create_task(store.close()) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ClosedError):
            await store.change(put("d"))
        closing_it[0].cancel()
    assert await asyncio.gather(*tasks) == ["a", "b", "c"]
    await closing_it[1]
    with pytest.raises(ClosedError):
        await store.ask(kept)
    async with opened(store.place) as again:
        assert await again.ask(kept) == ["a", "b", "c"]


ENDLESS = (
    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"
    " WHERE n < 1000000000) SELECT count(*) FROM numbers"
)


def value(connection: Connection) -> str:
    query = "SELECT value FROM settings WHERE scope = 'colour' AND key = 'tile'"
    return str(connection.execute(query).fetchone()[0])


async def test_no_question_holds_back_a_change_and_each_sees_one_state(store: Store) -> None:
    entered, released = threading.Event(), threading.Event()

    def twice(connection: Connection) -> list[str]:
        before = value(connection)
        entered.set()
        assert released.wait(10)
        return [before, value(connection)]

    await store.admin.set_setting("colour", "tile", "red")
    asked = asyncio.create_task(store.ask(twice))
    assert await asyncio.to_thread(entered.wait, 10)
    await store.admin.set_setting("colour", "tile", "olive")
    assert await store.change(value) == "olive"
    released.set()
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
    for work, error in ((put("a"), StoreError), (value, TypeError)):  # there is no value yet
        with pytest.raises(error):
            await store.ask(work)
        assert await store.ask(kept) == []
