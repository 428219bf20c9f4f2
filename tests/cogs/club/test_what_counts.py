"""What leaving, lateness and early ends cost: none saves who is behind; moderators see who does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cogs.club.results import results_of
from cogs.club.rules import LEAST, SINCE_MS, EarlyPair, early_lines, early_pairs
from cogs.club.service import Club
from cogs.club.store import set_rules, uncounted
from db.store import Store
from engine.actions import End
from engine.random_play import random_action
from i18n.translation import ENGLISH
from tabletop.outcome import PATIENCE_MS, worth
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import HOUR
from tests.tabletop.playing import ADA, BELA, CHIARA, GUILD, Clock, active, begun, finish, play_turn

PEOPLE = (ADA, BELA, CHIARA)


async def play(tables: Tables, clock: Clock, number: int, turns: int, seed: int = 1) -> Table:
    """Some turns played by chance; an hour passes with each."""
    rng = Random(seed)
    for _ in range(turns):
        clock.now += HOUR
        while True:
            user = await active(tables, number)
            table = await tables.cache.get(number)
            action = random_action(table.running_game().position, rng)
            table, _ = await tables.turns.act(number, user, action)
            if isinstance(action, End):
                break
    return table


def behind(table: Table) -> int:
    """The person who stands worst, the last of several."""
    stood = worth(table.running_game().before_turn)
    seat = min(reversed(table.seats), key=lambda one: stood[one.seat])
    assert seat.user_id is not None
    return seat.user_id


def ahead(table: Table) -> int:
    """The person who stands best, the first of several."""
    stood = worth(table.running_game().before_turn)
    seat = max(table.seats, key=lambda one: stood[one.seat])
    assert seat.user_id is not None
    return seat.user_id


async def unequal(tables: Tables, clock: Clock, *others: int, **agreed: Any) -> Table:
    """A running game in its later rounds, in which somebody is ahead of somebody else."""
    number = await begun(tables, *others, **agreed)
    table = await play(tables, clock, number, 9)
    while len({*worth(table.running_game().before_turn)}) == 1:
        table = await play(tables, clock, number, 1, table.version)
    return table


async def replaced(tables: Tables, clock: Clock) -> tuple[int, int, int]:
    """A game whose active seat a computer took for lateness; its number, that person, the other."""
    table = await unequal(tables, clock)
    number, late = table.number, table.active
    assert late is not None
    assert late.user_id is not None
    [other] = {ADA, BELA} - {late.user_id}
    await tables.seats.stand_in(await tables.get(number), late, "seat")
    return number, late.user_id, other


async def wins(store: Store, *people: int) -> dict[int, tuple[int, int]]:
    """How many games each person played and won."""
    ranking = {who: (await Club(store).ranking(GUILD, who)).of(who) for who in people}
    return {who: (one.games, one.wins) for who, one in ranking.items()}


async def test_the_loser_who_resigns_has_lost_also_if_the_winner_then_ends_the_game(
    tables: Tables, clock: Clock, store: Store
) -> None:
    table = await unequal(tables, clock)
    loser, winner = behind(table), ahead(table)
    await tables.seats.resign(table.number, loser)
    await tables.seats.resign(table.number, winner)
    assert await wins(store, winner, loser) == {winner: (1, 1), loser: (1, 0)}


async def test_who_is_left_cancels_and_has_won(tables: Tables, clock: Clock, store: Store) -> None:
    table = await unequal(tables, clock)
    loser, winner = behind(table), ahead(table)
    await tables.seats.resign(table.number, loser)
    assert (await tables.closing.cancel(table.number, winner)).row.state == "cancelled"
    assert await wins(store, winner, loser) == {winner: (1, 1), loser: (1, 0)}


async def test_who_is_ahead_and_leaves_is_last(tables: Tables, clock: Clock, store: Store) -> None:
    table = await unequal(tables, clock, BELA, CHIARA)
    first, last = ahead(table), behind(table)
    [second] = set(PEOPLE) - {first, last}
    await tables.seats.resign(table.number, first)
    for user in (second, last):
        await tables.closing.cancel(table.number, user)
    stood = worth(table.running_game().before_turn)
    better = stood[_seat(table, second)] > stood[_seat(table, last)]
    won = {second: (1, 1), last: (1, 0 if better else 1), first: (1, 0)}
    assert await wins(store, *PEOPLE) == won


async def test_nobody_cancels_a_game_behind_the_back_of_who_is_away(
    tables: Tables, clock: Clock, store: Store
) -> None:
    table = await unequal(tables, clock)
    loser, winner = behind(table), ahead(table)
    seat = _seat(table, winner)
    await tables.seats.leave_to_computer(table.number, winner, seat, "pupil")
    assert (await tables.closing.cancel(table.number, loser)).row.state == "running"
    assert (await tables.closing.cancel(table.number, winner)).row.state == "cancelled"
    assert await wins(store, winner, loser) == {winner: (0, 0), loser: (0, 0)}


async def test_being_late_or_away_is_no_agreement_to_cancel(tables: Tables, clock: Clock) -> None:
    table = await unequal(tables, clock, BELA, CHIARA, late="seat")
    absent = table.active
    assert absent is not None
    for user in {*PEOPLE} - {absent.user_id}:
        await tables.closing.cancel(table.number, user)
    await tables.seats.stand_in(await tables.get(table.number), absent, "seat")
    assert (await tables.get(table.number)).row.state == "running"


async def test_a_seat_whose_player_was_replaced_for_a_week_is_not_waited_for_and_is_last(
    tables: Tables, clock: Clock, store: Store
) -> None:
    number, late, other = await replaced(tables, clock)
    assert (await tables.closing.cancel(number, other)).row.state == "running"
    clock.now += PATIENCE_MS
    assert (await tables.closing.cancel(number, other)).row.state == "cancelled"
    assert await wins(store, other, late) == {other: (1, 1), late: (1, 0)}


async def test_what_all_ended_counts_for_nobody(tables: Tables, clock: Clock, store: Store) -> None:
    table = await unequal(tables, clock)
    await tables.closing.cancel(table.number, ADA)
    # To leave when all others would like to end it is to agree with them.
    assert (await tables.seats.resign(table.number, BELA)).row.state == "cancelled"
    assert await wins(store, ADA, BELA) == {ADA: (0, 0), BELA: (0, 0)}
    assert await store.ask(uncounted, store.shards, GUILD, limit=9) == ()


async def test_in_the_first_round_nobody_has_lost_and_from_the_second_on_they_have(
    tables: Tables, clock: Clock, store: Store
) -> None:
    number = await begun(tables, BELA)
    table = await play(tables, clock, number, 1)
    assert table.active is not None
    assert table.active.user_id is not None
    await tables.seats.resign(number, table.active.user_id)
    await finish(tables, number)
    assert await wins(store, ADA, BELA) == {ADA: (0, 0), BELA: (0, 0)}
    number = await begun(tables, BELA)
    table = await play(tables, clock, number, 2)
    # Its person has not even had a second turn, but the second round has begun.
    await tables.seats.resign(number, BELA)
    await finish(tables, number)
    assert await wins(store, ADA, BELA) == {ADA: (1, 1), BELA: (1, 0)}


async def test_what_a_moderator_closes_counts_for_nobody(
    tables: Tables, clock: Clock, store: Store
) -> None:
    table = await unequal(tables, clock)
    await tables.seats.resign(table.number, behind(table))
    await tables.closing.close(table.number, GUILD, "spam")
    assert await wins(store, ADA, BELA) == {ADA: (0, 0), BELA: (0, 0)}
    assert await store.ask(uncounted, store.shards, GUILD, limit=9) == ()


async def test_friendly_games_count_for_nobody(tables: Tables, clock: Clock, store: Store) -> None:
    table = await unequal(tables, clock, counts=False)
    await finish(tables, table.number)
    assert await wins(store, ADA, BELA) == {ADA: (0, 0), BELA: (0, 0)}


async def computer_plays(tables: Tables, clock: Clock, number: int, turns: int) -> None:
    """Whoever's turn it is takes some turns by chance, people as well as computers."""
    rng = Random(3)
    for _ in range(turns):
        clock.now += HOUR
        while True:
            table = await tables.cache.get(number)
            seat = table.active
            if seat is None:
                return
            action = random_action(table.running_game().position, rng)
            if table.computer_due:
                await tables.turns.act_for_computer(number, table.version, action)
            else:
                assert seat.user_id is not None
                await tables.turns.act(number, seat.user_id, action)
            if isinstance(action, End):
                break


@pytest.mark.parametrize("back", [True, False])
async def test_a_computer_does_not_better_the_seat_that_it_holds(
    tables: Tables, clock: Clock, store: Store, back: bool
) -> None:
    table = await unequal(tables, clock)
    number, loser, winner = table.number, behind(table), ahead(table)
    seat = _seat(table, loser)
    clock.now += 1
    await tables.seats.leave_to_computer(number, loser, seat, "master")
    clock.now += 1
    await computer_plays(tables, clock, number, 2)
    if back:
        await tables.seats.come_back(number, loser)
    await finish(tables, number)
    stored = await store.games.load(number)
    assert stored is not None
    assert results_of(stored)[seat].stood == 2
    found = await wins(store, winner, loser)
    assert found == {winner: (1, 1), loser: (1, 0)}


async def test_an_absence_without_a_turn_of_the_computer_changes_nothing(
    tables: Tables, clock: Clock, store: Store
) -> None:
    table = await unequal(tables, clock)
    loser = behind(table)
    seat = _seat(table, loser)
    await tables.seats.leave_to_computer(table.number, loser, seat, "master")
    await tables.seats.come_back(table.number, loser)
    await finish(tables, table.number)
    stored = await store.games.load(table.number)
    assert stored is not None
    assert [(result.stood, result.gone) for result in results_of(stored)] == [(0, False)] * 2


async def test_who_was_replaced_for_lateness_until_the_end_is_last(
    tables: Tables, clock: Clock, store: Store
) -> None:
    number, late, other = await replaced(tables, clock)
    await finish(tables, number)
    assert await wins(store, other, late) == {other: (1, 1), late: (1, 0)}
    figures = (await Club(store).ranking(GUILD, late)).of(late)
    assert figures.abandoned == 1


async def test_an_early_end_is_counted_the_same_when_all_is_counted_anew(
    tables: Tables, clock: Clock, store: Store
) -> None:
    table = await unequal(tables, clock)
    loser, winner = behind(table), ahead(table)
    await tables.seats.resign(table.number, loser)
    await tables.closing.cancel(table.number, winner)
    club = Club(store)
    before = (await club.ranking(GUILD, loser)).of(loser)
    await store.change(set_rules, "0")
    await club.recount()
    assert (await club.ranking(GUILD, loser)).of(loser) == before
    assert (before.games, before.wins, before.abandoned) == (1, 0, 1)


def _seat(table: Table, user: int) -> int:
    seat = table.person(user)
    assert seat is not None
    return seat.seat


async def ended(tables: Tables, *others: int, turns: int = 3, left: bool = False) -> int:
    """A game that its people cancel together after some turns, or leave."""
    number = await begun(tables, *others)
    for _ in range(turns):
        await play_turn(tables, number)
    if left:
        await tables.seats.resign(number, await active(tables, number))
    for user in (ADA, *others):
        table = await tables.get(number)
        if table.row.state == "running" and user in {seat.user_id for seat in table.people}:
            await tables.closing.cancel(number, user)
    return number


async def test_a_pair_that_ends_games_early_again_and_again_is_found(
    tables: Tables, clock: Clock, store: Store
) -> None:
    clock.now = 2 * SINCE_MS
    await ended(tables, BELA)
    await ended(tables, BELA, CHIARA, turns=4)
    assert await early_pairs(store, GUILD, clock.now) == []
    last = await ended(tables, BELA, left=True)
    pairs = await early_pairs(store, GUILD, clock.now)
    assert pairs == [EarlyPair(("Ada", "P12"), LEAST, last)]
    assert early_lines(pairs, ENGLISH) == [
        "These players repeatedly ended games early together in the last 90 days:",
        f"- Ada and P12: 3 games, the last was game {last}",
    ]
    assert await early_pairs(store, GUILD, clock.now + SINCE_MS + 1) == []
    assert await early_pairs(store, GUILD + 1, clock.now) == []


@pytest.mark.parametrize(("turns", "agreed"), [(1, {}), (3, {"counts": False})])
async def test_a_game_that_did_not_count_is_nobodys_habit(
    tables: Tables, clock: Clock, store: Store, turns: int, agreed: dict[str, Any]
) -> None:
    for _ in range(LEAST):
        number = await begun(tables, BELA, **agreed)
        for _ in range(turns):
            await play_turn(tables, number)
        for user in (ADA, BELA):
            await tables.closing.cancel(number, user)
        assert (await tables.get(number)).row.state == "cancelled"
    assert early_lines(await early_pairs(store, GUILD, clock.now), ENGLISH) == []
