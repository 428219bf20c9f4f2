"""News are shown once, in order, and again later when that was not possible."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random

import pytest

from db.errors import StoreError
from db.rows import StoredMessage
from db.store import Store
from tables import publishing
from tables.publishing import NotShownError, Publisher
from tables.service import Tables
from tables.table import Table
from tests.tables.conftest import begun, play_turn


class Stage:
    """An announcer that fails as it is told, and remembers what it showed.

    Attributes:
        shown: for each success the number of the table, its news, and whether it was recovering.
        troubles: what happens at the next calls; None is a success.
    """

    def __init__(self) -> None:
        self.shown: list[tuple[int, int, bool]] = []
        self.troubles: list[Exception | None] = []
        self.gate: asyncio.Event | None = None
        self.arrived = 0

    async def announce(self, table: Table, *, recovering: bool) -> Sequence[StoredMessage]:
        news = table.row.news
        self.arrived += 1
        if self.gate is not None:
            await self.gate.wait()
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is not None:
            raise trouble
        self.shown.append((table.number, news, recovering))
        turn = table.game.position.turn if table.game else None
        return [StoredMessage("turn", 5, 100 + news, turn)]


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
def publisher(tables: Tables, stage: Stage) -> Publisher:
    return Publisher(tables, stage)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "RETRY_SECONDS", (0.0, 0.0))


async def until(condition: Callable[[], bool]) -> None:
    """Waits for something that other tasks do."""
    for _ in range(10_000):
        if condition():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it did not happen")


async def test_news_are_shown_once(tables: Tables, publisher: Publisher, stage: Stage) -> None:
    number = await begun(tables)
    assert await publisher.publish(number) is None
    assert await publisher.publish(number) is None
    [(shown, _, recovering)] = stage.shown
    assert (shown, recovering) == (number, False)
    table = await tables.cache.get(number)
    assert table.row.shown == table.row.news
    assert table.messages["turn"].message_id == 100 + table.row.news


async def test_two_at_once_show_it_once(tables: Tables, publisher: Publisher, stage: Stage) -> None:
    number = await begun(tables)
    await asyncio.gather(*(publisher.publish(number) for _ in range(5)))
    assert len(stage.shown) == 1


async def test_what_comes_while_something_is_shown_is_shown_next(
    tables: Tables, publisher: Publisher, stage: Stage
) -> None:
    number = await begun(tables)
    stage.gate = asyncio.Event()
    first = asyncio.create_task(publisher.publish(number))
    await until(lambda: stage.arrived == 1)
    await play_turn(tables, number)
    stage.gate.set()
    await first
    assert [news for _, news, _ in stage.shown] == sorted({news for _, news, _ in stage.shown})
    table = await tables.cache.get(number)
    assert stage.shown[-1][1] == table.row.news == table.row.shown


async def test_a_table_dropped_from_memory_meanwhile_is_not_shown_twice(
    store: Store, stage: Stage
) -> None:
    tables = Tables(store, lambda: 0, Random(1), cached=1)
    publisher = Publisher(tables, stage)
    number = await begun(tables)
    stage.gate = asyncio.Event()
    showing = asyncio.create_task(publisher.publish(number))
    await until(lambda: stage.arrived == 1)
    await begun(tables)
    await tables.cache.get(number)
    stage.gate.set()
    await showing
    assert len(stage.shown) == 1
    table = await tables.cache.get(number)
    assert table.row.shown == table.row.news


async def test_what_may_help_is_tried_again_and_looks_back(
    tables: Tables, publisher: Publisher, stage: Stage
) -> None:
    number = await begun(tables)
    stage.troubles = [NotShownError("unavailable", again=True)] * 4
    trouble = await publisher.publish(number)
    assert trouble is not None
    assert trouble.code == "unavailable"
    await until(lambda: bool(stage.shown))
    assert stage.arrived == 5
    assert [recovering for _, _, recovering in stage.shown] == [True]
    await publisher.close()


async def test_what_does_not_help_waits_for_the_next_news(
    tables: Tables, publisher: Publisher, stage: Stage
) -> None:
    number = await begun(tables)
    stage.troubles = [NotShownError("gone", again=False)]
    trouble = await publisher.publish(number)
    assert trouble is not None
    assert len(asyncio.all_tasks()) == 1
    assert stage.shown == []
    await play_turn(tables, number)
    assert await publisher.publish(number) is None
    [(_, news, _)] = stage.shown
    assert news == (await tables.cache.get(number)).row.news


async def test_an_unexpected_error_stops_neither_this_table_nor_others(
    tables: Tables, publisher: Publisher, stage: Stage
) -> None:
    first, second = await begun(tables), await begun(tables)
    stage.troubles = [ValueError("a defect")]
    trouble = await publisher.publish(first)
    assert trouble is not None
    assert trouble.code == "failed"
    assert await publisher.publish(second) is None
    assert await publisher.publish(first) is None


async def test_a_full_disk_is_tried_again(
    tables: Tables, publisher: Publisher, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await begun(tables)
    note, failures = tables.note_shown, [StoreError("full"), StoreError("full")]

    async def sometimes(*shown: object) -> Table:
        if failures:
            raise failures.pop()
        return await note(*shown)  # type: ignore[arg-type]

    monkeypatch.setattr(tables, "note_shown", sometimes)
    trouble = await publisher.publish(number)
    assert trouble is not None
    assert trouble.again
    await until(lambda: not failures and len(asyncio.all_tasks()) == 1)
    assert [recovering for _, _, recovering in stage.shown] == [False, True, True]
    assert (await tables.cache.get(number)).row.shown > 0
    await publisher.close()


async def test_at_the_start_everything_not_shown_is_shown(store: Store, stage: Stage) -> None:
    before = Tables(store, lambda: 0, Random(1))
    numbers = [await begun(before) for _ in range(3)]
    await Publisher(before, Stage()).publish(numbers[1])
    after = Tables(store, lambda: 0, Random(2))
    await Publisher(after, stage).publish_all()
    assert [(shown, recovering) for shown, _, recovering in stage.shown] == [
        (numbers[0], True),
        (numbers[2], True),
    ]
    assert await store.unshown() == ()


async def test_closing_ends_all_retries(
    tables: Tables, publisher: Publisher, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "RETRY_SECONDS", (3600.0,))
    number = await begun(tables)
    stage.troubles = [NotShownError("unavailable", again=True)]
    await publisher.publish(number)
    await publisher.close()
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []
