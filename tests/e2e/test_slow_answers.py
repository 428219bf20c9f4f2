"""An answer that takes long: Discord is told in time that it follows, and it is as private."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.e2e.panels import Panel
from tests.e2e.playing import Match
from tests.e2e.world import World
from ui.components.cog import ComponentCog


async def test_a_late_answer_is_announced_and_private(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await Match.begin(world, 2)
    active = await match.active()
    monkeypatch.setattr("ui.answers.PATIENCE_S", 0.0)
    load = match.services.tables.store.games.find

    async def slow(*args: object, **kwargs: object) -> object:
        await asyncio.sleep(0.05)
        return await load(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(match.services.tables.store.games, "find", slow)
    before = len(world.sent)
    answer = await active.run("arkadia screen", await match.place())
    assert "behind your screen" in answer.text
    assert answer.private
    assert len(world.sent) == before + 2, "that an answer follows, and the answer"


async def test_whatever_command_takes_long_is_announced(world: World) -> None:
    cogs = world.bot.cogs.values()
    with_commands = [cog for cog in cogs if [*cog.walk_app_commands()]]
    assert len(with_commands) > 1
    assert [cog for cog in with_commands if not isinstance(cog, ComponentCog)] == []


async def test_a_quick_answer_is_one_request(world: World) -> None:
    match = await Match.begin(world, 2)
    active = await match.active()
    before = len(world.sent)
    answer = await active.run("arkadia screen", await match.place())
    assert answer.private
    assert len(world.sent) == before + 1


async def test_a_panel_that_takes_long_is_changed_in_its_place(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await Match.begin(world, 2)
    panel = await Panel.open(match)
    monkeypatch.setattr("ui.answers.PATIENCE_S", 0.0)
    get = match.services.tables.get

    async def slow(*args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(0.05)
        return await get(*args, **kwargs)

    monkeypatch.setattr(type(match.services.tables), "get", lambda _, *a, **k: slow(*a, **k))
    before, shown = len(world.sent), panel.post.id
    answer = await panel.person.press(panel.post, next(iter(panel.post.buttons)))
    assert answer.answered
    assert answer.post.id == shown
    assert len(world.sent) == before + 2, "that a change follows, and the change"


async def test_how_answers_come_out_is_counted(world: World) -> None:
    ada, bela, *_ = world.people

    def counted(outcome: str) -> float:
        registry = world.bot.services.metrics.registry
        return registry.get_sample_value("arkadia_answer_seconds_count", {"outcome": outcome}) or 0

    await ada.run("arkadia start")
    assert (counted("answered"), counted("refused")) == (1, 0)
    await bela.run("arkadia lobby begin", game=1)
    assert (counted("answered"), counted("refused")) == (1, 1)
    world.fail("POST", "/interactions/*/*/callback", status=500, times=None)
    await bela.run("arkadia about")
    assert (counted("answered"), counted("lost")) == (1, 1)
