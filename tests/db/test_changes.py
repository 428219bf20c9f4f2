"""Changes at once, on either kind of database: each is kept wholly, or told why it is not."""

import asyncio

import pytest

from db.errors import ClosedError, ConflictError, StoreError
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
    async with opened(store.place) as again:
        assert await again.ask(kept) == ["a", "b", "c"]
