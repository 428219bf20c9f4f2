"""What is done once, what is forgotten, and who is helped."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from db.errors import ConflictError, DoneBeforeError, ForgottenError
from db.games.rows import HelpLevel, StoredSeat
from db.people import Tombstones
from db.sql import Shards
from db.store import Store
from db.store import opened as open_store
from db.usage import KEPT_MS, AskedBy
from engine.actions import Action
from engine.game import Game
from engine.random_play import random_action, random_start
from lab.tables import due
from tabletop.forgetting import APPLIED, SCOPE, Afterwards, Forgetting
from tabletop.once import REPEATED_WITHIN_MS, Once
from tabletop.personal import Personal
from tabletop.table import LEVELS, Table, help_at
from tabletop.tables import Tables
from tests.db.likes import like, like_less, liked, tables_of_likes
from tests.db.samples import LOBBY, NEW
from tests.engine.scenes import EDITION
from tests.tabletop.playing import ADA, BELA, Clock, begun
from tests.ui.tables import table_of

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
async def test_it_is_done_once_by_two_processes(address: str, clock: Clock, at_once: bool) -> None:
    shares = Shards(2, (0,)), Shards(2, (1,))
    async with open_store(address, shares[0]) as one, open_store(address, shares[1]) as other:
        asked = [opened(Once(store, clock), store) for store in (one, other)]
        found = await asyncio.gather(*asked) if at_once else [await one for one in asked]
        assert [await lobbies(store) for store in (one, other)] == [1, 1]
    assert sorted(found) == [OPEN, BEFORE]


async def test_what_was_refused_may_be_asked_for_again(store: Store, clock: Clock) -> None:
    once = Once(store, clock)
    asked = AskedBy(KEY, 1_000)
    with pytest.raises(ConflictError):
        await store.games.open(NEW, [LOBBY[0], LOBBY[0]], asked=asked)
    assert await opened(once, store) == OPEN


async def test_an_action_is_carried_out_once(tables: Tables) -> None:
    number, asked = await begun(tables), AskedBy(KEY, tables.now())
    table, _ = await tables.turns.act(number, *await next_action(tables, number), asked=asked)
    user, action = await next_action(tables, number)
    for _ in range(2):
        with pytest.raises(DoneBeforeError):
            await tables.turns.act(number, user, action, asked=asked)
    assert (await tables.get(number)).version == table.version


async def next_action(tables: Tables, number: int) -> tuple[int, Action]:
    table = await tables.get(number)
    return due(table), next(iter(table.running_game().position.legal_actions()))


@pytest.mark.parametrize("restarted", [True, False])
async def test_who_may_not_know_that_it_is_done_is_known(
    tables: Tables, store: Store, clock: Clock, restarted: bool
) -> None:
    once, number = Once(store, clock), await begun(tables)
    user, action = await next_action(tables, number)
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


async def test_who_is_kept_is_tried_again(tables: Tables, store: Store, tmp_path: Path) -> None:
    await store.load(tables_of_likes(tmp_path))
    once = Once(store, tables.now)
    tombstones = Tombstones(tmp_path / "forgotten")
    forgetting, steps = Forgetting(tables, Personal(store), once, tombstones), list[str]()

    async def leave(person: int) -> Afterwards:
        steps.append(f"left by {await store.ask(liked, person)}")
        await store.change(like_less, person)
        return lambda: steps.append("shown")

    forgetting.before.append(leave)
    await store.change(like, ADA, "mine")
    await forgetting.forget(ADA, "Somebody")
    assert steps == ["left by 1", "shown"]
    # A backup that knew the person is put back, while the feature is off.
    forgetting.before.remove(leave)
    await store.change(like, ADA, "mine")
    await store.admin.set_setting(SCOPE, APPLIED, None)
    assert await forgetting.forget_again("Somebody") == 0
    assert await store.ask(liked, ADA) == 1
    forgetting.before.append(leave)
    assert await forgetting.forget_again("Somebody") == 1
    assert await store.ask(liked, ADA) == 0
    assert await forgetting.forget_again("Somebody") == 0


ORDER: tuple[HelpLevel, ...] = get_args(HelpLevel)


def practice(agreed: HelpLevel = "all") -> Table:
    """A game of one person, who has seat 0, against a computer player."""
    table = table_of(Game(random_start(EDITION, "first-game", 2, Random(1))), agreed)
    person, other = table.row.seats
    computer = StoredSeat(1, None, "Aldo", other.colour, level="pupil")
    table.row = replace(table.row, seats=(person, computer))
    return table


@pytest.mark.parametrize("agreed", ORDER)
@pytest.mark.parametrize("wished", [None, *ORDER])
def test_the_lesser_of_two_levels_counts(agreed: HelpLevel, wished: HelpLevel | None) -> None:
    game = Game(random_start(EDITION, "first-game", 2, Random(1)))
    lesser = max(agreed, wished or agreed, key=ORDER.index)
    assert help_at(table_of(game, agreed), 0, wished) == LEVELS[lesser]


def test_in_practice_it_fades_and_a_wish_keeps_it() -> None:
    table, rng = practice(), Random(3)
    game = table.running_game()
    shown: list[str] = []
    while len(shown) < 7:
        if game.position.active == 0 and not game.turn.plies:
            now = help_at(table, 0, None)
            assert now.hints
            shown.append(now.completions)
            assert help_at(table, 0, "all") == LEVELS["all"]
            assert help_at(table, 0, "none") == LEVELS["none"]
        if game.position.active == 1 and len(shown) == 2:
            assert help_at(table, 0, None, ahead=True).completions == "names"
        game.apply(random_action(game.position, rng))
    assert shown == ["squares"] * 2 + ["names"] * 2 + ["none"] * 3


def test_against_computers_a_host_may_choose_less_than_practice_has() -> None:
    assert help_at(practice("completions"), 0, None) == LEVELS["completions"]
    assert help_at(practice("none"), 0, "all") == LEVELS["none"]
