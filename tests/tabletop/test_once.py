"""What is asked for under a key is done once, by whatever process."""

import asyncio

import pytest

from db.errors import ConflictError, DoneBeforeError, ForgottenError
from db.sql import Shards
from db.store import Store
from db.usage import KEPT_MS, AskedBy
from engine.actions import Action
from lab.postgres import PostgresServer
from tabletop.forgetting import Forgetting
from tabletop.once import REPEATED_WITHIN_MS, Once
from tabletop.personal import Personal
from tabletop.tables import Tables
from tests.db.samples import LOBBY, NEW
from tests.tabletop.playing import ADA, BELA, Clock, begun

KEY = "web/4f1c"
OPEN, BEFORE = "It is open.", "before"
AGAIN = f"again: {OPEN}"


async def opened(once: Once, store: Store, key: str = KEY, at: int = 1_000) -> str:
    """Ask for a lobby under a key; give what comes of it."""

    async def act() -> str:
        try:
            await once.begin(key)
            await store.games.open(NEW, LOBBY, asked=AskedBy(key, at))
        except DoneBeforeError as error:
            return f"again: {error.outcome}" if error.outcome else BEFORE
        once.note(key, OPEN)
        return OPEN

    return await asyncio.create_task(act())


async def lobbies(store: Store) -> int:
    return len(await store.games.find(NEW.guild_id, states=["lobby"]))


async def test_it_is_done_once_by_one_process(store: Store, clock: Clock) -> None:
    once = Once(store, clock)
    found = await asyncio.gather(*(opened(once, store) for _ in range(3)))
    assert found == [OPEN, AGAIN, AGAIN]
    assert await opened(once, store) == AGAIN
    assert await lobbies(store) == 1
    assert await opened(once, store, "web/another") == OPEN


async def test_it_is_done_once_after_a_restart(store: Store, clock: Clock) -> None:
    await opened(Once(store, clock), store)
    assert await opened(Once(store, clock), store) == BEFORE
    assert await lobbies(store) == 1
    # An hour later Discord delivers nothing any more, and no page asks again.
    assert await opened(Once(store, clock), store, "web/later", 1_001 + KEPT_MS) == OPEN
    assert await opened(Once(store, clock), store) == OPEN


@pytest.mark.parametrize("at_once", [True, False])
async def test_it_is_done_once_by_two_processes(
    postgres: PostgresServer, clock: Clock, at_once: bool
) -> None:
    with postgres.lent() as address:
        stores = [await Store.open(address, Shards(2, (shard,))) for shard in range(2)]
        asked = [opened(Once(store, clock), store) for store in stores]
        found = await asyncio.gather(*asked) if at_once else [await one for one in asked]
        games = [await lobbies(store) for store in stores]
        for store in stores:
            await store.close()
    assert sorted(found) == [OPEN, BEFORE]
    assert games == [1, 1]


async def test_what_was_refused_may_be_asked_for_again(store: Store, clock: Clock) -> None:
    once = Once(store, clock)
    asked = AskedBy(KEY, 1_000)
    with pytest.raises(ConflictError):
        await store.games.open(NEW, [LOBBY[0], LOBBY[0]], asked=asked)
    assert await opened(once, store) == OPEN


async def test_an_action_is_carried_out_once(tables: Tables) -> None:
    number, asked = await begun(tables), AskedBy(KEY, tables.now())
    user, action = await due(tables, number)
    table, _ = await tables.turns.act(number, user, action, asked=asked)
    user, action = await due(tables, number)
    for _ in range(2):
        with pytest.raises(DoneBeforeError):
            await tables.turns.act(number, user, action, asked=asked)
    assert (await tables.get(number)).version == table.version


async def due(tables: Tables, number: int) -> tuple[int, Action]:
    """The person whose turn it is, and something that they may do."""
    table = await tables.get(number)
    assert table.active is not None
    assert table.active.user_id is not None
    return table.active.user_id, next(iter(table.running_game().position.legal_actions()))


@pytest.mark.parametrize("restarted", [True, False])
async def test_who_may_not_know_that_it_is_done_is_known(
    tables: Tables, store: Store, clock: Clock, restarted: bool
) -> None:
    once, number = Once(store, clock), await begun(tables)
    user, action = await due(tables, number)
    once.heard(user)
    clock.now += 1
    table, _ = await tables.turns.act(number, user, action)
    once = Once(store, clock) if restarted else once
    assert await once.may_be_repeat(table, user, str(action))
    assert not await once.may_be_repeat(table, user, "end")
    assert not await once.may_be_repeat(table, ADA + BELA - user, str(action))
    once.heard(user)
    assert not await once.may_be_repeat(table, user, str(action))
    clock.now += REPEATED_WITHIN_MS + 1
    assert not await Once(store, clock).may_be_repeat(table, user, str(action))


async def test_who_is_forgotten_stays_away_until_nothing_is_under_way(
    store: Store, tables: Tables, clock: Clock
) -> None:
    once, number = Once(store, clock), await begun(tables)
    forgetting = Forgetting(tables, Personal(store), once, None)
    under_way, forgotten = asyncio.Event(), asyncio.Event()

    async def late() -> None:
        await once.begin(KEY)
        under_way.set()
        await forgotten.wait()
        with pytest.raises(ForgottenError):
            await store.people.set_note(number, BELA, "what Bela wrote")
        once.note(KEY, "It is Bela's turn.")

    act = asyncio.create_task(late())
    await under_way.wait()
    await forgetting.forget(BELA, "Somebody")
    forgotten.set()
    await act
    await asyncio.sleep(0)
    await store.people.set_note(number, BELA, "what Bela writes anew")
    with pytest.raises(DoneBeforeError) as repeated:
        await asyncio.create_task(once.begin(KEY))
    assert repeated.value.outcome is None
