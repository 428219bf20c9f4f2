"""What a year of presses must not leave behind."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.random_play import random_action
from tests.e2e.panels import Panel
from tests.e2e.playing import Match
from tests.e2e.world import World


def kept_by_discord_py(world: World) -> dict[str, int]:
    """How many messages, forms and items discord.py keeps to find what is pressed."""
    store: Any = world.bot._connection._view_store
    views, messages, forms = store._views, store._synced_message_views, store._modals
    items = len(store._dynamic_items)
    return {"views": len(views), "messages": len(messages), "forms": len(forms), "items": items}


@pytest.mark.slow
async def test_no_message_with_buttons_is_kept_in_memory(world: World) -> None:
    nothing = {"views": 0, "messages": 0, "forms": 0, "items": 0}
    match, rng = await Match.begin(world), Random(2)
    for _ in range(6):
        panel = await Panel.open(match)
        turn = (await match.table()).running_game().position.turn
        while (await match.table()).running_game().position.turn == turn:
            await panel.do(random_action((await match.game()).position, rng))
    person, place = await match.active(), await match.place()
    board = await person.press(await match.newest(), "Board")
    await person.press(board.post, "Refresh")
    await person.press(board.post, "As text")
    await person.run("arkadia log", place)
    rules = await person.run("arkadia rules", place)
    await person.press(rules.post, "Next")
    assert kept_by_discord_py(world) == nothing
