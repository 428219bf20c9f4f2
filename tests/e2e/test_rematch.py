"""A rematch is for those who played."""

from __future__ import annotations

import pytest

from tests.e2e.answers import refusal
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.world import World


@pytest.mark.slow
async def test_a_rematch_is_opened_by_players_of_that_game_alone(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await match.play(record.actions)
    post = await match.newest()
    answer = await world.people[3].press(post, "Rematch")
    assert refusal(answer).startswith("A rematch is for those who played.")
    answer = await world.people[0].press(post, "Rematch")
    assert answer.text.startswith("Game 2 is open")
