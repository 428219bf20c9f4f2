"""Resigning, votes and versions: who may do what in a running game, and what comes of it."""

from __future__ import annotations

import asyncio

import pytest

from db.errors import DiskFullError
from db.store import Store
from engine.actions import Workers
from engine.squares import iter_squares
from tabletop.errors import TableError
from tabletop.opening import Opening
from tabletop.table import Table
from tabletop.tables import Tables
from tests.tabletop.playing import (
    ADA,
    BELA,
    CHANNEL,
    CHIARA,
    DENIZ,
    GUILD,
    active,
    begun,
    play_turn,
)


def a_worker(table: Table) -> Workers:
    """A legal placement of one worker."""
    _, vacant = table.running_game().position.worker_sites()[0]
    return Workers(1 << next(iter_squares(vacant)), 0)


async def refused(code: str, *awaitables: object) -> None:
    for awaitable in awaitables:
        with pytest.raises(TableError) as caught:
            await awaitable  # type: ignore[misc]
        assert caught.value.code == code


async def test_an_action_is_for_the_log_that_was_seen(tables: Tables) -> None:
    number = await begun(tables)
    user = await active(tables, number)
    table = await tables.cache.get(number)
    action = a_worker(table)
    await refused("outdated", tables.turns.act(number, user, action, version=1))
    await tables.turns.act(number, user, action, version=0)
    await refused("outdated", tables.turns.undo(number, user, version=0))
    assert (await tables.cache.get(number)).version == 1
    await tables.turns.undo(number, user, version=1)
    assert (await tables.cache.get(number)).version == 2


async def test_what_is_refused_leaves_the_table_as_it_was(tables: Tables, store: Store) -> None:
    number = await begun(tables)
    table = await tables.cache.get(number)
    waiting = next(seat.user_id for seat in table.seats if seat != table.active)
    assert waiting is not None
    before = await store.load(number)
    await refused("not-your-turn", tables.turns.act(number, waiting, a_worker(table)))
    await refused(
        "not-seated", tables.turns.act(number, 99, a_worker(table)), tables.seats.resign(number, 99)
    )
    await refused(
        "not-seated", tables.closing.cancel(number, 99), tables.display.move(number, 99, 5)
    )
    await refused("not-open", tables.lobby.join(number, 99, "X"), tables.lobby.leave(number, ADA))
    assert await store.load(number) == before


async def test_who_resigns_in_turn_hands_the_turn_on(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    first = await active(tables, number)
    table = await tables.seats.resign(number, first)
    assert await active(tables, number) != first
    assert table.running_game().position.turn == 2
    assert [entry.status for entry in table.seats] == ["resigned", "playing", "playing"]


async def test_who_resigns_in_the_middle_of_a_turn_leaves_it_to_the_caretaker(
    tables: Tables,
) -> None:
    number = await begun(tables)
    first = await active(tables, number)
    table = await tables.cache.get(number)
    await tables.turns.act(number, first, a_worker(table))
    table = await tables.seats.resign(number, first)
    assert table.running_game().position.turn == 2
    assert await active(tables, number) != first


async def test_who_resigns_out_of_turn_changes_no_turn(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    table = await tables.cache.get(number)
    last = table.seats[2].user_id
    assert last is not None
    table = await tables.seats.resign(number, last)
    assert table.version == 0
    await play_turn(tables, number)
    table = await play_turn(tables, number)
    assert table.running_game().position.turn == 4
    assert table.active == table.seats[0]


async def test_a_game_that_all_leave_is_closed(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    for user in (ADA, CHIARA, BELA):
        table = await tables.seats.resign(number, user)
    assert table.row.state == "closed"
    assert table.row.reason == "everybody resigned"
    await refused("not-running", tables.seats.resign(number, ADA))


@pytest.mark.slow
async def test_the_last_person_plays_to_the_end_against_caretakers(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await tables.seats.resign(number, BELA)
    await tables.seats.resign(number, CHIARA)
    seed = 0
    while (await tables.cache.get(number)).row.state == "running":
        assert await active(tables, number) == ADA
        await play_turn(tables, number, seed)
        seed += 1
    table = await tables.cache.get(number)
    assert table.row.state == "finished"
    assert table.running_game().position.result is not None


async def test_resigning_is_for_good(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await tables.seats.resign(number, BELA)
    table = await tables.cache.get(number)
    await refused(
        "resigned",
        tables.seats.resign(number, BELA),
        tables.turns.act(number, BELA, a_worker(table)),
        tables.closing.cancel(number, BELA),
        tables.display.move(number, BELA, 5),
    )


async def test_what_a_crash_left_to_the_caretaker_is_done_at_the_next_start(
    tables: Tables, store: Store
) -> None:
    number = await begun(tables)
    first = (await tables.cache.get(number)).seats[0].seat
    await store.hand_over(number, first, "resigned", "caretaker", at=0)
    tables.cache.forget(number)
    assert (await tables.cache.get(number)).version == 0
    table = await tables.turns.catch_up(number)
    assert table.running_game().position.turn == 2
    again = await tables.turns.catch_up(number)
    assert again.version == table.version


async def test_the_host_cancels_alone_before_the_first_turn_ended(tables: Tables) -> None:
    number = await begun(tables)
    assert (await tables.closing.cancel(number, ADA)).row.state == "cancelled"
    other = await begun(tables)
    await play_turn(tables, other)
    assert (await tables.closing.cancel(other, ADA)).row.state == "running"


async def test_later_all_who_play_must_agree(tables: Tables, store: Store) -> None:
    number = await begun(tables, BELA, CHIARA)
    await play_turn(tables, number)
    await tables.closing.cancel(number, ADA)
    news = (await tables.closing.cancel(number, BELA)).row.news
    assert (await tables.closing.cancel(number, BELA)).row.news == news
    await tables.closing.cancel(number, BELA, agree=False)
    assert (await tables.closing.cancel(number, CHIARA)).row.state == "running"
    tables.cache.forget(number)
    assert (await tables.closing.cancel(number, BELA)).row.state == "cancelled"
    stored = await store.load(number)
    assert stored is not None
    assert stored.reason == "everybody agreed to cancel it"


async def test_who_leaves_is_not_asked_any_more(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA, DENIZ)
    await play_turn(tables, number)
    for user in (ADA, BELA):
        await tables.closing.cancel(number, user)
    assert (await tables.seats.resign(number, CHIARA)).row.state == "running"
    assert (await tables.seats.resign(number, DENIZ)).row.state == "cancelled"


async def test_a_vote_of_somebody_who_left_does_not_count(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await play_turn(tables, number)
    await tables.closing.cancel(number, ADA)
    assert (await tables.seats.resign(number, ADA)).row.state == "running"
    assert (await tables.closing.cancel(number, BELA)).row.state == "running"
    assert (await tables.closing.cancel(number, CHIARA)).row.state == "cancelled"


async def test_a_host_who_resigned_cancels_nothing(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    table = await tables.cache.get(number)
    if table.active == table.host:
        return
    await tables.seats.resign(number, ADA)
    await refused("resigned", tables.closing.cancel(number, ADA))


async def test_a_host_has_only_so_many_games(tables: Tables) -> None:
    for _ in range(20):
        await begun(tables)
    with pytest.raises(TableError) as caught:
        await begun(tables)
    assert caught.value.code == "too-many-hosted"


async def test_of_many_that_are_opened_at_once_only_so_many_are(
    tables: Tables, store: Store
) -> None:
    outcomes = await asyncio.gather(
        *(tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada")) for _ in range(60)),
        return_exceptions=True,
    )
    refusals = [outcome for outcome in outcomes if isinstance(outcome, TableError)]
    assert {refusal.code for refusal in refusals} == {"too-many-hosted"}
    assert len(outcomes) - len(refusals) == 20
    assert len(await store.games_in(GUILD, states=["lobby"])) == 20


async def test_resigning_is_one_change(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await begun(tables, BELA, CHIARA)
    first = await active(tables, number)

    async def full(*args: object, **options: object) -> int:
        raise DiskFullError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        table = await tables.seats.resign(number, first)
    assert table.running_game().position.turn == 2
    with monkeypatch.context() as patch:
        patch.setattr(store, "hand_over", full)
        second = await active(tables, number)
        with pytest.raises(DiskFullError):
            await tables.seats.resign(number, second)
    assert await active(tables, number) == second
    assert (await tables.cache.get(number)).version == table.version
