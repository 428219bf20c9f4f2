"""The turns of a game are told as its replay has them, kept in memory or not."""

from __future__ import annotations

from random import Random

import pytest

from engine.game import Turn, played_turns
from engine.random_play import random_action
from tabletop.table import MOST_NEWEST, Table
from tabletop.tables import Tables
from tests.tabletop.playing import BELA, CHIARA, begun


def replayed(table: Table, since: int) -> list[Turn]:
    """The completed turns from a number on, by replaying the whole game."""
    game = table.running_game()
    completed = game.position.turn - (not game.position.over)
    turns = played_turns(game.start, game.actions)
    return [turn for turn in turns if since <= turn.number <= completed]


@pytest.mark.parametrize("seed", range(4))
async def test_turns_since_any_turn_while_a_game_goes_on(tables: Tables, seed: int) -> None:
    number, rng = await begun(tables, BELA, CHIARA), Random(seed)
    table = await tables.get(number)
    while table.active is not None and table.running_game().position.turn < 30:
        assert table.active.user_id is not None
        action = random_action(table.running_game().position, rng)
        table, _ = await tables.turns.act(number, table.active.user_id, action)
        if rng.random() < 0.3:
            since = rng.randint(1, table.running_game().position.turn + 1)
            assert table.turns_since(since) == replayed(table, since)
        if rng.random() < 0.1 and table.running_game().undo_refusal() is None and table.active:
            assert table.active.user_id is not None
            table, _ = await tables.turns.undo(number, table.active.user_id)
        if rng.random() < 0.05:
            tables.cache.forget(number)
        if table.running_game().position.turn == 15 and len(table.playing) == 3:
            table = await tables.seats.resign(number, BELA)  # from now on several turns at once
    assert table.turns_since(1) == replayed(table, 1)
    assert len(table.newest_turns) <= MOST_NEWEST
