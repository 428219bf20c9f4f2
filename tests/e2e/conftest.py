"""The fixtures of the tests through the simulated Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import simcord

from bot import PARTS, ArkadiaBot, Part
from cogs.app import App
from db import Preferences
from settings import Settings
from tests.e2e.sent import Recorder
from tests.e2e.world import World


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The file that keeps the games of one test."""
    return tmp_path / "arkadia.sqlite3"


@pytest.fixture
def parts() -> tuple[Part, ...]:
    """What the bot is made of; a test module may put something else here."""
    return PARTS


@pytest.fixture
def make_bot(database: Path, parts: tuple[Part, ...]) -> Callable[[], ArkadiaBot]:
    """Makes the bot that runs in the simulated Discord."""
    return lambda: ArkadiaBot(Settings(token="", database=database), parts)


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """Everything that the bot sends, from its start."""
    return Recorder(monkeypatch)


@pytest.fixture
async def env(make_bot: Callable[[], ArkadiaBot], recorder: Recorder) -> AsyncIterator[simcord.Env]:
    """The simulated Discord; errors that nobody in the bot caught fail the test at its end."""
    env = simcord.Env(make_bot())
    await env.start()
    try:
        yield env
    finally:
        await env.bot.close()
        await env.shutdown()
    env._raise_errors_since(env._errors_acknowledged)


@pytest.fixture
async def world(env: simcord.Env, make_bot: Callable[[], ArkadiaBot], recorder: Recorder) -> World:
    """The simulated Discord with a server and people in it, who do not want to be asked first."""
    world = World(env, make_bot, recorder)
    app = getattr(world.bot, "app", None)
    if isinstance(app, App):
        for person in world.people:
            await app.personal.prefer(person.id, Preferences(confirm=False))
    return world
