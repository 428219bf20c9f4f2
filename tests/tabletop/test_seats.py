"""Resigning, votes and versions: who may do what in a running game, and what comes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from db.errors import DiskFullError
from db.store import Store
from engine.actions import Workers
from engine.squares import iter_squares
from i18n.translation import ENGLISH
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY
from tests.tabletop.playing import (
    ADA,
    BELA,
    CHIARA,
    Clock,
    active,
    begun,
    play_turn,
    refused,
)
from ui.texts.game.clock import standing
from ui.texts.game.events import Teller


def a_worker(table: Table) -> Workers:
    """A legal placement of one worker."""
    _, vacant = table.running_game().position.worker_sites()[0]
    return Workers(1 << next(iter_squares(vacant)), 0)


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
    before = await store.games.load(number)
    await refused("not-your-turn", tables.turns.act(number, waiting, a_worker(table)))
    await refused(
        "not-seated", tables.turns.act(number, 99, a_worker(table)), tables.seats.resign(number, 99)
    )
    await refused(
        "not-seated", tables.closing.cancel(number, 99), tables.display.move(number, 99, 5)
    )
    await refused("not-open", tables.lobby.join(number, 99, "X"), tables.lobby.leave(number, ADA))
    assert await store.games.load(number) == before


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
    await store.games.hand_over(number, first, "resigned", "caretaker", at=0)
    tables.cache.forget(number)
    assert (await tables.cache.get(number)).version == 0
    table = await tables.turns.catch_up(number)
    assert table.running_game().position.turn == 2
    again = await tables.turns.catch_up(number)
    assert again.version == table.version


async def test_resigning_is_one_change(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await begun(tables, BELA, CHIARA)
    first = await active(tables, number)

    async def full(*args: object, **options: object) -> int:
        raise DiskFullError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(store.games, "append", full)
        table = await tables.seats.resign(number, first)
    assert table.running_game().position.turn == 2
    with monkeypatch.context() as patch:
        patch.setattr(store.games, "hand_over", full)
        second = await active(tables, number)
        with pytest.raises(DiskFullError):
            await tables.seats.resign(number, second)
    assert await active(tables, number) == second
    assert (await tables.cache.get(number)).version == table.version


async def test_a_clock_is_said_to_wait_where_it_does_and_who_decides_is_there(
    tables: Tables, clock: Clock
) -> None:
    number = await begun(tables, BELA, CHIARA)
    table = await tables.get(number)
    first, second, _ = (seat.user_id or 0 for seat in table.seats)

    def told(table: Table) -> str:
        timing = tables.clock.turn_time(table)
        return "\n".join(standing(table, timing, Teller.of(table, ENGLISH), clock.now))

    table = await tables.seats.be_away(number, second, clock.now + 9 * DAY)
    assert "is away until" in told(table)
    assert "The clock waits." not in told(table)
    table = await tables.seats.be_away(number, first, clock.now + 9 * DAY)
    assert told(table).count("The clock waits.") == 1
    await tables.seats.come_back(number, first)
    await tables.seats.resign(number, ADA)
    table = await play_turn(tables, number) if first != ADA else await tables.get(number)
    table.row = replace(table.row, expired_at=clock.now)
    assert "host" not in told(table)
    assert "may let a computer play for" in told(table)
