"""Moderators see who ends games early together, again and again."""

from __future__ import annotations

from typing import Any

import pytest

from db.store import Store
from i18n.translation import ENGLISH
from tabletop.club.early_ends import LEAST, SINCE_MS, EarlyPair, early_pairs
from tabletop.tables import Tables
from tests.tabletop.playing import ADA, BELA, CHIARA, GUILD, Clock, active, begun, play_turn
from ui.texts.game.unfinished import early_lines


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
        "Together they ended games early, again and again in the last 90 days:",
        f"- Ada and P12: 3 games, the last is game {last}",
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
