"""What is asked for under a key is done once, by whatever process; and what is kept of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from db import acting
from db.acts.rows import StoredAct
from db.errors import ConflictError, DoneBeforeError, StoreError
from db.people.rows import Preferences
from db.share import Share
from db.store import Store
from lab.postgres import PostgresServer
from tabletop.doors import Doors
from tabletop.forgetting import Forgetting
from tabletop.leagues.service import Leagues
from tabletop.once import DELIVERED_WITHIN_MS, KEPT_MS, MOST_KEPT, Once, RepeatedError
from tabletop.personal import Personal
from tabletop.tables import Tables
from tests.db.samples import GUEST, HOST, LOBBY, NEW
from tests.tabletop.playing import ADA, BELA, Clock, begun

KEY = "web/4f1c"
ANSWER = "It is open."


@pytest.fixture
async def once(store: Store, clock: Clock) -> AsyncIterator[Once]:
    once = Once(store, clock)
    yield once
    await once.close()


async def opened(
    once: Once, store: Store, key: str = KEY, *, answered: bool = True, user: int = HOST
) -> str:
    """Asks for a lobby under a key; gives the answer."""

    async def act() -> str:
        try:
            await once.begin(key, user)
            await store.games.open(NEW, LOBBY)
        except (RepeatedError, DoneBeforeError):
            known = await once.outcome_of(key)
            assert known is not None
            return known.outcome or "It is done."
        if answered:
            once.answered(lambda: ANSWER)
        return ANSWER

    return await asyncio.create_task(act())


async def lobbies(store: Store) -> int:
    return len(await store.games.find(NEW.guild_id, states=["lobby"]))


async def test_it_is_done_once_by_one_process(once: Once, store: Store) -> None:
    found = await asyncio.gather(*(opened(once, store) for _ in range(3)))
    assert found == [ANSWER] * 3
    assert await opened(once, store) == ANSWER
    assert await lobbies(store) == 1
    await opened(once, store, "web/another")
    assert await lobbies(store) == 2


async def test_it_is_done_once_after_a_restart(store: Store, clock: Clock) -> None:
    before = Once(store, clock)
    await opened(before, store)
    await before.close()
    assert await opened(Once(store, clock), store) == ANSWER
    assert await lobbies(store) == 1


async def test_it_is_done_once_when_the_answer_was_never_given(store: Store, clock: Clock) -> None:
    await opened(Once(store, clock), store, answered=False)
    clock.now += 60_000
    assert await opened(Once(store, clock), store) == "It is done."
    assert await lobbies(store) == 1


@pytest.mark.parametrize("at_once", [True, False])
async def test_it_is_done_once_by_two_processes(
    postgres: PostgresServer, clock: Clock, at_once: bool
) -> None:
    with postgres.lent() as address:
        stores = [await Store.open(address, Share(2, (shard,))) for shard in range(2)]
        several = [Once(store, clock) for store in stores]
        asked = [opened(*both) for both in zip(several, stores, strict=True)]
        if at_once:
            found = await asyncio.gather(*asked)
        else:
            found = [await one for one in asked]
        games = await asyncio.gather(
            *(store.games.find(NEW.guild_id, states=["lobby"]) for store in stores)
        )
        for once, store in zip(several, stores, strict=True):
            await once.close()
            await store.close()
    assert found == [ANSWER, ANSWER]
    assert [len(some) for some in games] == [1, 1]


async def test_what_was_refused_may_be_asked_for_again(once: Once, store: Store) -> None:
    async def refused() -> None:
        await once.begin(KEY, HOST)
        await store.games.open(NEW, [LOBBY[0], LOBBY[0]])

    with pytest.raises(ConflictError):
        await asyncio.create_task(refused())
    assert await once.outcome_of(KEY) is None
    assert await opened(once, store) == ANSWER


async def test_what_was_only_read_is_not_kept(once: Once, store: Store) -> None:
    async def looked() -> None:
        await once.begin(KEY, HOST)
        await lobbies(store)
        once.answered(lambda: pytest.fail("nothing was changed"))

    await asyncio.create_task(looked())
    assert await once.outcome_of(KEY) is None


async def test_what_an_act_starts_and_leaves_behind_is_not_its_own(
    once: Once, store: Store
) -> None:
    over = asyncio.Event()

    async def later() -> None:
        await over.wait()
        assert acting.current() is None
        await store.games.open(NEW, LOBBY)

    async def act() -> asyncio.Task[None]:
        await once.begin(KEY, HOST)
        return asyncio.create_task(later())

    left = await asyncio.create_task(act())
    over.set()
    await left
    assert await once.outcome_of(KEY) is None


async def test_acts_are_known_for_an_hour(store: Store, clock: Clock) -> None:
    once = Once(store, clock)
    await opened(once, store)
    await once.close()
    clock.now += KEPT_MS
    await Once(store, clock).load()
    assert await store.acts.known(KEY) is not None
    clock.now += 1
    await Once(store, clock).load()
    assert await store.acts.known(KEY) is None


async def test_the_oldest_of_too_many_are_dropped(store: Store, clock: Clock) -> None:
    once = Once(store, clock)
    for number in range(5):
        clock.now += 1
        await opened(once, store, f"web/{number}")
    await once.close()
    await store.acts.drop_old(0, 3)
    known = [await store.acts.known(f"web/{number}") for number in range(5)]
    assert [act is not None for act in known] == [False, False, True, True, True]
    assert MOST_KEPT > 3


async def test_a_press_that_is_new_costs_no_question(
    once: Once, store: Store, clock: Clock
) -> None:
    await store.close()
    clock.now += DELIVERED_WITHIN_MS

    async def act() -> None:
        await once.begin(KEY, HOST, clock.now)

    await asyncio.create_task(act())


async def test_while_the_database_is_gone_what_changes_nothing_goes_on(
    once: Once, store: Store
) -> None:
    await store.close()

    async def act() -> None:
        await once.begin(KEY, HOST)
        with pytest.raises(StoreError):
            await store.people.set_preferences(HOST, Preferences(), before=Preferences())

    await asyncio.create_task(act())


async def test_who_may_not_know_that_it_is_done_is_known_after_a_restart(
    store: Store, tables: Tables, clock: Clock
) -> None:
    number = await begun(tables)
    table = await tables.get(number)

    async def noted(once: Once, key: str, *, answered: bool) -> None:
        await once.begin(key, HOST)
        once.about(table)
        await store.people.set_note(number, HOST, "a note")
        if answered:
            once.answered(lambda: ANSWER)

    once = Once(store, clock)
    await asyncio.create_task(noted(once, KEY, answered=False))
    await once.close()
    [missed] = await store.acts.unheard()
    assert missed == StoredAct(KEY, HOST, number, clock.now, None)
    once = Once(store, clock)
    await once.load()
    await asyncio.create_task(noted(once, "web/next", answered=True))
    await once.close()
    assert await store.acts.unheard() == ()


async def test_no_answer_in_memory_brings_a_forgotten_name_back(
    once: Once, store: Store, tables: Tables
) -> None:
    number = await begun(tables)
    table = await tables.get(number)
    doors = Doors(store, tables.now)
    forgetting = Forgetting(tables, Leagues(tables), Personal(store), once, doors, None)
    under_way, forgotten = asyncio.Event(), asyncio.Event()

    async def noted(key: str, *, late: bool) -> None:
        await once.begin(key, ADA)
        once.about(table)
        await store.people.set_note(number, ADA, key)
        if late:
            under_way.set()
            await forgotten.wait()
        once.answered(lambda: f"It is the turn of {table.seats[1].name}.")

    await asyncio.create_task(noted("web/before", late=False))
    late = asyncio.create_task(noted("web/late", late=True))
    await under_way.wait()
    await forgetting.forget(BELA, "Somebody")
    forgotten.set()
    await late
    await once.close()
    kept = [await store.acts.known(key) for key in ("web/before", "web/late")]
    assert [act and act.outcome for act in kept] == ["", ""]


async def test_another_process_brings_no_forgotten_name_back(store: Store, clock: Clock) -> None:
    """Its answer is still in its memory when the person is forgotten."""
    there = Once(store, clock)
    await opened(there, store)
    await store.games.set_state(1, "cancelled", at=2_000)
    await store.people.forget(GUEST, "Somebody")
    await there.close()
    act = await store.acts.known(KEY)
    assert act is not None
    assert act.outcome == ""


async def test_the_person_takes_it_along(once: Once, store: Store) -> None:
    await opened(once, store, "web/host")
    await opened(once, store, "web/guest", user=GUEST)
    await once.close()
    [act] = (await store.people.traces(GUEST)).asked
    assert (act.key, act.outcome) == ("web/guest", ANSWER)
