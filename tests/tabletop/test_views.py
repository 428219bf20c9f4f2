"""What others know of a turn while it is being played: nothing, whoever plays it."""

from __future__ import annotations

from random import Random

import pytest

from engine.actions import End
from engine.random_play import random_action
from tabletop.opening import Opening
from tabletop.tables import Tables
from tests.tabletop.playing import ADA, CHANNEL, GUILD, play_turn


@pytest.mark.parametrize("seed", range(4))
async def test_nobody_sees_what_a_computer_player_does_before_its_turn_ends(
    tables: Tables, seed: int
) -> None:
    opening = Opening(
        GUILD, CHANNEL, ADA, "Ada", setup="free", seat_limit=2, computers=("apprentice",)
    )
    number = (await tables.lobby.open(opening)).number
    table = await tables.lobby.begin(number, ADA)
    if not table.computer_due:
        table = await play_turn(tables, number, seed)
    before, version = table.open_view(), table.version
    action = random_action(table.running_game().position, Random(seed))
    table = await tables.turns.act_for_computer(number, version, action)
    assert table.open_view() == table.view() == before
    assert table.open_view(ADA) == before
    while not isinstance(action, End):
        action = random_action(table.running_game().position, Random(seed))
        table = await tables.turns.act_for_computer(number, table.version, action)
    assert table.open_view() != before
