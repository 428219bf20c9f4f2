"""What leaving, lateness and early ends cost: none saves who is behind; moderators see who does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cogs.club.rules import LEAST, SINCE_MS, EarlyPair, early_lines, early_pairs
from cogs.club.service import Club
from cogs.club.store import uncounted
from db.store import Store
from i18n.translation import ENGLISH
from tabletop.outcome import PATIENCE_MS, worth
from tabletop.table import Table
from tabletop.tables import Tables
from tests.tabletop.handed_over import take_turn
from tests.tabletop.playing import ADA, BELA, CHIARA, GUILD, Clock, active, begun, finish, play_turn


async def play(tables: Tables, clock: Clock, number: int, turns: int, seed: int = 1) -> Table:
    """Some turns of people and computers by chance, an hour each, until nobody has the turn."""
    rng, table = Random(seed), await tables.cache.get(number)
    for _ in range(turns):
        if table.active is not None:
            table = await take_turn(tables, clock, number, rng)
    return table


async def unequal(tables: Tables, clock: Clock, *others: int, **agreed: Any) -> Table:
    """A running game in its later rounds, in which somebody is ahead of somebody else."""
    number = await begun(tables, *others, **agreed)
    table = await play(tables, clock, number, 9)
    while len({*worth(table.running_game().before_turn)}) == 1:
        table = await play(tables, clock, number, 1, table.version)
    return table


async def wins(store: Store, *people: int) -> list[tuple[int, int]]:
    found = [(await Club(store).ranking(GUILD, who)).of(who) for who in people]
    return [(one.games, one.wins) for one in found]


NONE, LOST, WON = (0, 0), (1, 0), (1, 1)


@pytest.mark.parametrize(
    ("story", "state", "counted"),
    [
        ("behind resigns, ahead resigns", "closed", [LOST, WON]),
        ("behind resigns, ahead cancels", "cancelled", [LOST, WON]),
        # Nobody cancels a game behind the back of a person who is away.
        ("ahead leaves, behind cancels, ahead cancels", "cancelled", [NONE, NONE]),
        # To leave when all others would like to end it is to agree with them.
        ("behind cancels, ahead resigns", "cancelled", [NONE, NONE]),
        ("ahead cancels, behind resigns", "cancelled", [NONE, NONE]),
        ("behind resigns, moderator closes", "closed", [NONE, NONE]),
        ("behind leaves, behind returns, everybody plays", "finished", [WON, LOST]),
    ],
)
async def test_an_early_end_saves_nobody_who_is_behind(
    tables: Tables, clock: Clock, store: Store, story: str, state: str, counted: list[object]
) -> None:
    table = await unequal(tables, clock)
    number, states, stood = table.number, [], worth(table.running_game().before_turn)
    behind, ahead = sorted(table.seats, key=lambda one: stood[one.seat])
    people = {"behind": behind.user_id or 0, "ahead": ahead.user_id or 0}
    for who, act in map(str.split, story.split(", ")):
        user = people.get(who, 0)
        match act:
            case "resigns":
                await tables.seats.resign(number, user)
            case "cancels":
                await tables.closing.cancel(number, user)
            case "leaves":
                seat = table.own_seat(user).seat
                await tables.seats.leave_to_computer(number, user, seat, "pupil")
            case "returns":
                await tables.seats.come_back(number, user)
            case "closes":
                await tables.closing.close(number, GUILD, "spam")
            case _:
                await finish(tables, number)
        states.append((await tables.get(number)).row.state)
    assert states == ["running"] * (len(states) - 1) + [state]
    assert await wins(store, *people.values()) == counted
    assert await store.ask(uncounted, store.shards, GUILD, limit=9) == ()


async def test_being_late_or_away_is_no_agreement_to_cancel(tables: Tables, clock: Clock) -> None:
    table = await unequal(tables, clock, BELA, CHIARA, late="seat")
    assert table.active is not None
    for user in {ADA, BELA, CHIARA} - {table.active.user_id}:
        await tables.closing.cancel(table.number, user)
    await tables.seats.stand_in(await tables.get(table.number), table.active, "seat")
    assert (await tables.get(table.number)).row.state == "running"


async def test_the_late_are_last(tables: Tables, clock: Clock, store: Store) -> None:
    table = await unequal(tables, clock)
    assert table.active is not None
    number, late = table.number, table.active.user_id or 0
    other = ADA + BELA - late
    await tables.seats.stand_in(table, table.active, "seat")
    assert (await tables.closing.cancel(number, other)).row.state == "running"
    clock.now += PATIENCE_MS  # so long it is waited for
    assert (await tables.closing.cancel(number, other)).row.state == "cancelled"
    assert await wins(store, other, late) == [WON, LOST]
    assert (await Club(store).ranking(GUILD, late)).of(late).abandoned == 1


async def test_nobody_loses_early_nor_friendly(tables: Tables, clock: Clock, store: Store) -> None:
    for turns, counts, expected in (
        (1, None, [NONE, NONE]),
        (2, False, [NONE, NONE]),
        (2, None, [WON, LOST]),
    ):
        number = await begun(tables, BELA, counts=counts)
        table = await play(tables, clock, number, turns)
        assert table.active is not None
        # In the second round also without a second turn of theirs.
        await tables.seats.resign(number, BELA if turns > 1 else table.active.user_id or 0)
        await finish(tables, number)
        assert await wins(store, ADA, BELA) == expected


async def ended(
    tables: Tables, *others: int, turns: int = 3, left: bool = False, counts: bool | None = None
) -> int:
    """A game that its people cancel together after some turns, or leave."""
    number = await begun(tables, *others, counts=counts)
    for _ in range(turns):
        await play_turn(tables, number)
    if left:
        await tables.seats.resign(number, await active(tables, number))
    for user in (ADA, *others):
        table = await tables.get(number)
        if table.row.state == "running" and user in {seat.user_id for seat in table.people}:
            await tables.closing.cancel(number, user)
    assert (await tables.get(number)).row.state == "cancelled"
    return number


async def test_pairs_ending_early_are_found(tables: Tables, clock: Clock, store: Store) -> None:
    clock.now = 2 * SINCE_MS
    for _ in range(LEAST):  # what did not count is nobody's habit
        await ended(tables, BELA, turns=1)
        await ended(tables, BELA, counts=False)
    await ended(tables, BELA)
    await ended(tables, BELA, CHIARA, turns=4)
    assert early_lines(await early_pairs(store, GUILD, clock.now), ENGLISH) == []
    last = await ended(tables, BELA, left=True)
    pairs = await early_pairs(store, GUILD, clock.now)
    assert pairs == [EarlyPair(("Ada", "P12"), LEAST, last)]
    assert early_lines(pairs, ENGLISH) == [
        "These players have repeatedly ended games early together in the last 90 days:",
        f"- Ada and P12: 3 games, most recently game {last}",
    ]
    assert await early_pairs(store, GUILD, clock.now + SINCE_MS + 1) == []
    assert await early_pairs(store, GUILD + 1, clock.now) == []
