"""What is new of a game is shown once, noted, and shown in the game's channel."""

import asyncio
from random import Random

import pytest

from db.games.rows import StoredMessage
from db.outbox import StoredItem, strip
from db.store import Store
from delivery.causes import Cause, NotShownError
from lab.tables import tables_on
from tabletop.publishing import Shown
from tabletop.table import Table
from tabletop.tables import Tables
from tests.delivery.waiting import until
from tests.tabletop.playing import ADA, GUILD, Clock, begun, finish, play_turn
from tests.tabletop.showing import showing
from tests.visiting import visiting


class Stage:
    """An announcer that fails as it is told, and remembers what it showed.

    Attributes:
        shown: for each success the number of the table, its news, and whether it was recovering.
        troubles: what happens at the next calls; None is a success.
        items: what each success leaves to be done.
        changed: the messages to which something was done.
    """

    def __init__(self) -> None:
        self.shown: list[tuple[int, int, bool]] = []
        self.troubles: list[Exception | None] = []
        self.items: list[StoredItem] = []
        self.changed: list[int] = []
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
        return Shown(news, [StoredMessage("turn", 5, 100 + news, turn)], self.items)

    async def do(self, item: StoredItem) -> None:
        self.changed.append(item.message_id)


pytestmark = pytest.mark.databases


@pytest.fixture
def stage() -> Stage:
    return Stage()


async def test_news_are_shown_once_and_looked_back_for_in_a_game_of_before_the_start(
    tables: Tables, stage: Stage, clock: Clock
) -> None:
    number = await begun(tables)
    clock.now += 1
    publisher = showing(tables, stage)
    assert await publisher.publish(number) is None
    await play_turn(tables, number)
    clock.now += 1
    new = await begun(tables)
    for one in (number, number, new):
        assert await publisher.publish(one) is None
    looked = [(shown, recovering) for shown, _, recovering in stage.shown]
    assert looked == [(number, True), (number, False), (new, False)]
    table = await tables.cache.get(number)
    assert table.row.shown == table.row.news
    assert table.messages["turn"].message_id == 100 + table.row.news


async def test_a_table_dropped_meanwhile_is_not_shown_twice(store: Store, stage: Stage) -> None:
    tables = tables_on(store, lambda: 0, Random(1), cached=1)
    publisher = showing(tables, stage)
    number = await begun(tables)
    stage.gate = asyncio.Event()
    showing_it = asyncio.create_task(publisher.publish(number))
    await until(lambda: stage.arrived == 1)
    await begun(tables)
    await tables.cache.get(number)
    stage.gate.set()
    await showing_it
    assert len(stage.shown) == 1
    table = await tables.cache.get(number)
    assert table.row.shown == table.row.news


async def test_a_finished_game_that_cannot_be_read_is_set_aside_and_shown_once(
    tables: Tables, stage: Stage, store: Store
) -> None:
    number = (await finish(tables, await begun(tables))).number
    tables.cache.forget(number)
    with visiting(store.place) as connection:
        [known] = connection.execute("SELECT fingerprint FROM games").fetchone()
        connection.execute("UPDATE games SET fingerprint = 'of another edition'")
    assert await showing(tables, stage).publish(number) is None
    row = (await tables.cache.get(number)).row
    assert (row.state, row.shown, len(stage.shown)) == ("aside", row.news, 1)
    assert "is not the one that it began with" in (row.reason or "")
    await store.games.bring_back(number)
    tables.cache.forget(number)
    with visiting(store.place) as connection:
        connection.execute("UPDATE games SET fingerprint = :known", {"known": known})
    assert (await tables.cache.get(number)).row.state == "finished"


async def test_what_is_to_be_done_to_messages_is_noted_with_the_news_and_done(
    tables: Tables, stage: Stage, store: Store
) -> None:
    publisher = showing(tables, stage, change=stage.do)
    number = await begun(tables)
    stage.items = [strip(GUILD, number, 5, 77)]
    await publisher.publish(number)
    await publisher.outbox.close()
    assert stage.changed == [77]
    assert await store.outbox.unsaid(1 << 62) == ()


async def test_a_game_that_moves_while_it_cannot_be_told_is_told_where_it_is_now(
    tables: Tables, stage: Stage, store: Store
) -> None:
    number = await begun(tables)
    publisher = showing(tables, stage)
    stage.gate, stage.troubles = asyncio.Event(), [NotShownError("gone")]
    posting = publisher.begin(number)
    await until(lambda: stage.arrived == 1)
    await tables.display.move(number, ADA, 77)
    stage.gate.set()
    assert await posting is None
    assert await store.outbox.unshown() == ()


async def test_the_end_of_a_game_is_given_up_where_it_cannot_be_told(
    tables: Tables, stage: Stage, store: Store
) -> None:
    number = await begun(tables)
    publisher = showing(tables, stage)
    steps: list[tuple[Cause, tuple[int, ...]]]
    steps = [("gone", (number,)), ("failed", (number,)), ("gone", ())]
    for trouble, left in steps:
        stage.troubles = [NotShownError(trouble)]
        assert await publisher.publish(number) is not None
        assert await store.outbox.unshown() == left, "it goes on, or a defect may be repaired"
        if (await tables.get(number)).row.state == "running":
            await tables.closing.close(number, GUILD, "a reason")
