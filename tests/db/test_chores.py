"""What is to be done to messages is remembered until it is done; news wait for their time."""

from __future__ import annotations

import pytest

from db.errors import ConflictError
from db.games.rows import StoredMessage
from db.outbox.rows import StoredChore
from db.store import Store
from tests.db.samples import CHANNEL, NEW, entry, running


async def test_a_chore_is_noted_with_what_was_shown(store: Store) -> None:
    game = await running(store)
    turn = StoredMessage("turn", CHANNEL, 101, 2)
    strip = StoredChore(100, "strip", CHANNEL, game)
    await store.outbox.mark_shown(game, 2, [turn], [strip])
    assert await store.outbox.chores_due(0) == (strip,)
    with pytest.raises(ConflictError):
        await store.outbox.mark_shown(game, 99, [], [StoredChore(102, "strip", CHANNEL, game)])
    with pytest.raises(ConflictError):
        await store.outbox.mark_shown(game, 2, [], [StoredChore(102, "strip", CHANNEL, 7)])
    assert await store.outbox.chores_due(0) == (strip,)


async def test_a_chore_is_done_or_impossible(store: Store) -> None:
    game = await running(store)
    strip = StoredChore(100, "strip", CHANNEL, game)
    edit = StoredChore(100, "edit", CHANNEL, game)
    await store.outbox.add_chores([strip, edit])
    await store.outbox.add_chores([])
    await store.outbox.forget_chores([strip])
    assert await store.outbox.chores_due(0) == (edit,)
    await store.outbox.forget_chores([edit])
    await store.outbox.forget_chores([edit])
    assert await store.outbox.chores_due(0) == ()


async def test_a_chore_that_failed_waits_for_its_time(store: Store) -> None:
    game = await running(store)
    chores = [StoredChore(number, "delete", CHANNEL, game) for number in (1, 2, 3)]
    await store.outbox.add_chores(chores)
    await store.outbox.put_off_chore(1, "delete", 500)
    await store.outbox.put_off_chore(2, "delete", 400)
    await store.outbox.put_off_chore(2, "delete", 450)
    assert await store.outbox.chores_due(449) == (chores[2],)
    later = StoredChore(2, "delete", CHANNEL, game, attempts=2, retry_at=450)
    last = StoredChore(1, "delete", CHANNEL, game, attempts=1, retry_at=500)
    assert await store.outbox.chores_due(500) == (chores[2], later, last)
    assert await store.outbox.chores_due(500, limit=2) == (chores[2], later)
    await store.outbox.add_chores([chores[0]])
    assert await store.outbox.chores_due(0) == (chores[0], chores[2]), (
        "asked for again, tried again"
    )


async def test_a_chore_is_of_a_kind(store: Store) -> None:
    game = await running(store)
    with pytest.raises(ConflictError):
        await store.outbox.add_chores([StoredChore(1, "sweep", CHANNEL, game)])  # type: ignore[arg-type]


async def test_news_that_cannot_be_shown_wait_for_their_time(store: Store) -> None:
    game, other = await running(store), await store.games.open(NEW)
    await store.outbox.put_off(game, 500)
    assert await store.outbox.unshown() == (game, other)
    assert await store.outbox.unshown(499) == (other,)
    assert await store.outbox.unshown(500) == (game, other)
    await store.games.append(game, 0, [entry(0)], news=True)
    assert await store.outbox.unshown(499) == (other,)
    await store.outbox.mark_shown(game, 2)
    assert await store.outbox.unshown(0) == (game, other)
    await store.outbox.put_off(other, 500)
    await store.games.move(other, CHANNEL + 1)
    assert await store.outbox.unshown(0) == (game, other), "another channel is tried at once"
