"""News are shown once, in order, and again later when that was not possible."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from random import Random

import pytest

from db.errors import StoreError
from db.games.rows import StoredMessage
from db.outbox.rows import StoredChore
from db.store import Store
from lab.tables import tables_on
from tabletop import publishing
from tabletop.errors import NotShownError
from tabletop.publishing import Publisher, Shown
from tabletop.table import Table
from tabletop.tables import Tables
from tests.tabletop.playing import GUILD, Clock, begun, play_turn
from tests.visiting import visiting

pytestmark = pytest.mark.databases


class Stage:
    """An announcer that fails as it is told, and remembers what it showed.

    Attributes:
        shown: for each success the number of the table, its news, and whether it was recovering.
        troubles: what happens at the next calls; None is a success.
        chores: what each success leaves to be done.
        tried: the messages to which something was done, or tried.
        obstacles: what happens when that is done; None is a success.
    """

    def __init__(self) -> None:
        self.shown: list[tuple[int, int, bool]] = []
        self.troubles: list[Exception | None] = []
        self.chores: list[StoredChore] = []
        self.tried: list[int] = []
        self.obstacles: list[Exception | None] = []
        self.gate: asyncio.Event | None = None
        self.arrived = 0

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        news = table.row.news
        self.arrived += 1
        if self.gate is not None:
            await self.gate.wait()
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is not None:
            raise trouble
        self.shown.append((table.number, news, recovering))
        turn = table.game.position.turn if table.game else None
        return Shown(news, [StoredMessage("turn", 5, 100 + news, turn)], self.chores)

    async def do(self, chore: StoredChore) -> None:
        self.tried.append(chore.message_id)
        trouble = self.obstacles.pop(0) if self.obstacles else None
        if trouble is not None:
            raise trouble


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
async def publisher(tables: Tables, stage: Stage, clock: Clock) -> AsyncIterator[Publisher]:
    publisher = Publisher(tables, stage)
    clock.now += 1
    yield publisher
    await publisher.close()


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
    tables = tables_on(store, lambda: 0, Random(1), cached=1)
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
    await publisher.close()


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
    await until(lambda: len(asyncio.all_tasks()) == 1)
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
    note, failures = tables.display.note_shown, [StoreError("full"), StoreError("full")]

    async def sometimes(*shown: object) -> tuple[Table, Sequence[StoredChore]]:
        if failures:
            raise failures.pop()
        return await note(*shown)  # type: ignore[arg-type]

    monkeypatch.setattr(tables.display, "note_shown", sometimes)
    trouble = await publisher.publish(number)
    assert trouble is not None
    assert trouble.again
    await until(lambda: not failures and len(asyncio.all_tasks()) == 1)
    assert [recovering for _, _, recovering in stage.shown] == [False, True, True]
    assert (await tables.cache.get(number)).row.shown > 0
    await publisher.close()


async def test_at_the_start_everything_not_shown_is_shown(store: Store, stage: Stage) -> None:
    before = tables_on(store, lambda: 0, Random(1))
    numbers = [await begun(before) for _ in range(3)]
    first = Publisher(before, Stage())
    await first.publish(numbers[1])
    await first.close()
    after = tables_on(store, lambda: 0, Random(2))
    publisher = Publisher(after, stage)
    await publisher.publish_all()
    await publisher.close()
    assert [(shown, recovering) for shown, _, recovering in stage.shown] == [
        (numbers[2], True),
        (numbers[0], True),
    ]
    assert await store.outbox.unshown() == ()


async def test_at_the_start_eight_tables_are_shown_at_once(store: Store, stage: Stage) -> None:
    tables = tables_on(store, lambda: 0, Random(1))
    numbers = [await begun(tables) for _ in range(12)]
    stage.gate = asyncio.Event()
    publisher = Publisher(tables, stage)
    catching_up = asyncio.create_task(publisher.publish_all())
    await until(lambda: stage.arrived == 8)
    await asyncio.sleep(0.01)
    assert stage.arrived == 8
    assert not publisher.caught_up.is_set()
    stage.gate.set()
    await catching_up
    assert sorted(shown for shown, _, _ in stage.shown) == numbers
    assert publisher.caught_up.is_set()
    await publisher.close()


async def test_many_tables_are_shown_at_the_pace_that_discord_takes(
    store: Store, stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "arkadia.publishing")
    monkeypatch.setattr(publishing, "BURST", 4)
    monkeypatch.setattr(publishing, "A_SECOND", 100.0)
    tables = tables_on(store, lambda: 0, Random(1))
    numbers = [await begun(tables) for _ in range(14)]
    publisher = Publisher(tables, stage)
    begin = time.monotonic()
    await publisher.publish_all()
    assert time.monotonic() - begin >= 0.09
    assert len(stage.shown) == len(numbers)
    assert [
        message for message in caplog.messages if "aught up" in message or "Catching" in message
    ]
    await publisher.close()


async def test_a_finished_game_that_cannot_be_read_is_set_aside_and_shown_once(
    store: Store, stage: Stage
) -> None:
    tables = tables_on(store, lambda: 0, Random(1))
    number = await begun(tables)
    while (await tables.cache.get(number)).active is not None:
        await play_turn(tables, number)
    tables.cache.forget(number)
    with visiting(store.place) as connection:
        connection.execute("UPDATE games SET fingerprint = 'of another edition'")
    publisher = Publisher(tables, stage)
    assert await publisher.publish(number) is None
    row = (await tables.cache.get(number)).row
    assert (row.state, row.shown) == ("aside", row.news)
    assert row.reason is not None
    assert "is not the one that it began with" in row.reason
    assert len(stage.shown) == 1
    await store.games.bring_back(number)
    tables.cache.forget(number)
    with visiting(store.place) as connection:
        connection.execute("UPDATE games SET rules_version = NULL, fingerprint = NULL")
    await tables.stamp()
    assert (await tables.cache.get(number)).row.state == "finished"


async def test_closing_ends_all_retries(
    tables: Tables, publisher: Publisher, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "RETRY_SECONDS", (3600.0,))
    number = await begun(tables)
    stage.troubles = [NotShownError("unavailable", again=True)]
    await publisher.publish(number)
    await publisher.close()
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []


async def test_chores_are_noted_with_the_news_and_done(
    tables: Tables, publisher: Publisher, stage: Stage, store: Store
) -> None:
    number = await begun(tables)
    stage.chores = [StoredChore(77, "strip", 5, number)]
    await publisher.publish(number)
    await until(lambda: stage.tried == [77] and len(asyncio.all_tasks()) == 1)
    await publisher.close()
    assert await store.outbox.chores_due(1 << 62) == ()


async def test_a_game_of_before_the_start_is_looked_back_for_whoever_asks_first(
    tables: Tables, stage: Stage, clock: Clock
) -> None:
    number = await begun(tables)
    clock.now += 1
    publisher = Publisher(tables, stage)
    await publisher.publish(number)
    await play_turn(tables, number)
    await publisher.publish(number)
    assert [recovering for _, _, recovering in stage.shown] == [True, False]
    await publisher.close()


DAY = 24 * 3600 * 1000
FORBIDDEN = NotShownError("forbidden", again=True)


async def test_a_forbidden_place_is_tried_more_and_more_seldom_by_later_processes_too(
    tables: Tables, publisher: Publisher, stage: Stage, store: Store, clock: Clock
) -> None:
    number = await begun(tables)
    stage.troubles = [FORBIDDEN]
    await publisher.publish(number)
    assert await store.outbox.unshown(clock.now) == ()
    tries, at = 0, clock.now
    while clock.now < at + 30 * DAY:
        clock.now += 15 * 60 * 1000
        if number in await store.outbox.unshown(clock.now):
            tries += 1
            stage.troubles = [FORBIDDEN]
            await publisher.publish(number)
    assert 10 <= tries <= 25
    stage.troubles = []
    assert await publisher.publish(number) is None


@pytest.mark.parametrize("trouble", [FORBIDDEN, NotShownError("gone", again=False)])
async def test_news_of_a_game_that_is_over_are_given_up_where_they_cannot_be_told(
    tables: Tables,
    publisher: Publisher,
    stage: Stage,
    store: Store,
    clock: Clock,
    trouble: NotShownError,
) -> None:
    number = await begun(tables)
    await tables.closing.close(number, GUILD, "a reason")
    clock.now += 15 * DAY
    stage.troubles = [trouble]
    assert await publisher.publish(number) is not None
    assert await store.outbox.unshown() == ()
