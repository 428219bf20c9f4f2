"""An answer that takes long: Discord is told in time that it follows, and it is as private."""

from __future__ import annotations

import asyncio

import pytest

from tests.e2e.playing import Match
from tests.e2e.world import World


async def test_a_late_answer_is_announced_and_private(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await Match.begin(world, 2)
    active = await match.active()
    monkeypatch.setattr("cogs.answering.PATIENCE", 0.0)
    load = match.app.tables.store.tables_in

    async def slow(*args: object, **kwargs: object) -> object:
        await asyncio.sleep(0.05)
        return await load(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(match.app.tables.store, "tables_in", slow)
    before = len(world.sent)
    answer = await active.run("arkadia screen", await match.place())
    assert "Hand:" in answer.text
    assert answer.private
    assert len(world.sent) == before + 2, "that an answer follows, and the answer"


async def test_a_quick_answer_is_one_request(world: World) -> None:
    match = await Match.begin(world, 2)
    active = await match.active()
    before = len(world.sent)
    answer = await active.run("arkadia screen", await match.place())
    assert answer.private
    assert len(world.sent) == before + 1
