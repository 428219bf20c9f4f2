"""The fixtures of the tests through the simulated Discord, wherever these lie."""

import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import discord
import pytest
import simcord

from bot import EXTENSIONS, ArkadiaBot
from db.database import Place as Database
from db.preferences import Preferences
from i18n import translation
from players.player import Budget
from players.thinking import Question, ThinkingPool
from runtime.settings import Settings
from tests import pseudo
from tests.e2e.loading import QuickBot
from tests.e2e.people import Person
from tests.e2e.quick import quick_copies, quick_rest
from tests.e2e.sent import Recorder
from tests.e2e.traces import Traces
from tests.e2e.wording import unclear
from tests.e2e.world import Place, WallClock, World

TIMES: Final = 6
"""How many times five seconds the bot has to come to rest, on a machine that is busy as well.

What sleeps for longer than five seconds is at rest; in thirty it would be waited for.
"""

IN_CENTURIES_MS: Final = 10**14

PLAYOUTS: Final = 4  # in how many games a computer player thinks a decision over, at most

_ask = ThinkingPool.ask


class PatientEnv(simcord.Env):
    """The simulated Discord, which waits longer until the bot has come to rest."""

    async def _settle_internal(self, **how: Any) -> None:
        for _ in range(TIMES - 1):
            with suppress(TimeoutError):
                return await super()._settle_internal(**how)
        return await super()._settle_internal(**how)

    async def _advance_to(self, target: float, deadline: float) -> None:
        for _ in range(TIMES - 1):
            with suppress(TimeoutError):
                return await super()._advance_to(target, deadline)
            assert self._loop is not None
            deadline = self._loop.time() + self.settle_timeout
        return await super()._advance_to(target, deadline)


@pytest.fixture
def extensions() -> tuple[str, ...]:
    """What the bot loads; a test module may put something else here."""
    return EXTENSIONS


@pytest.fixture(scope="session")
def quick() -> Iterator[None]:
    """All that is sent is copied, and all that waits is looked at, several times."""
    with quick_copies(), quick_rest():
        yield


@pytest.fixture
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot notes once an hour that it is there: in a test hours pass in no time."""
    monkeypatch.setattr("tabletop.quiet.NOTE_EVERY_S", 3600.0)


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players act at once, and think a little: how well they play is tested elsewhere."""
    monkeypatch.setattr("tabletop.computers.PAUSE_S", 0.0)
    monkeypatch.setattr(ThinkingPool, "ask", _asked_for_little)


async def _asked_for_little(
    pool: ThinkingPool, question: Question, budget: Budget, *asked: Any
) -> Any:
    playouts = min(budget.playouts or PLAYOUTS, PLAYOUTS)
    return await _ask(pool, question, replace(budget, playouts=playouts), *asked)


@pytest.fixture
def pinned() -> None:
    """Threads have their pinned boards, and names with turns, in a test that asks for them."""


@pytest.fixture
def no_pinned_boards(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In all other tests the newest message of a game is that of its turn, whatever the time."""
    if "pinned" not in request.fixturenames:
        monkeypatch.setattr("ui.public.thread_board.BOARD_AFTER_MS", IN_CENTURIES_MS)


@pytest.fixture
def through_discord(
    quick: None, seldom: None, brisk: None, no_pinned_boards: None, traces: Traces
) -> None:
    """What holds in all tests through the simulated Discord."""


@pytest.fixture
def wall() -> WallClock:
    return WallClock()


@pytest.fixture(scope="session")
def pseudo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of catalogues with one of the language that is made for tests."""
    folder = tmp_path_factory.mktemp("locale")
    pseudo.write(folder)
    return folder


@pytest.fixture
def spoken(pseudo_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The code of that language, for this test the only one offered beside English."""
    monkeypatch.setattr(translation, "FOLDER", pseudo_folder)
    translation.forget_catalogues()
    yield pseudo.LANGUAGE
    translation.forget_catalogues()


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Random:
    """Where the bot's chance comes from: the same in every run of a test.

    ``TEST_CHANCE`` gives all tests another one.
    """
    return Random(f"{os.environ.get('TEST_CHANCE', '')} {request.node.name}")


@pytest.fixture
def make_bot(
    database: Database, extensions: tuple[str, ...], wall: WallClock, rng: Random
) -> Callable[[], ArkadiaBot]:
    settings = Settings(token="", database=database)
    return lambda: QuickBot(settings, extensions, clock=wall, rng=rng)


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    return Recorder(monkeypatch)


@pytest.fixture
def traces() -> Iterator[Traces]:
    """The errors in the log; those that the test did not take fail it at its end."""
    traces = Traces()
    logging.getLogger().addHandler(traces)
    yield traces
    logging.getLogger().removeHandler(traces)
    assert traces.take() == []


@pytest.fixture
async def env(
    through_discord: None,
    make_bot: Callable[[], ArkadiaBot],
    recorder: Recorder,
    wall: WallClock,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[simcord.Env]:
    """The simulated Discord; errors that nobody in the bot caught fail the test at its end."""
    env = PatientEnv(make_bot(), shard_count=1)
    clock = env.backend.clock
    monkeypatch.setattr("ui.services.servers.now", lambda: clock.now().timestamp() + wall.late)
    await env.start()
    try:
        yield env
    finally:
        try:
            await env.bot.close()
        finally:
            await env.shutdown()
    env._raise_errors_since(env._errors_acknowledged)


@pytest.fixture
async def world(
    request: pytest.FixtureRequest,
    env: simcord.Env,
    make_bot: Callable[[], ArkadiaBot],
    recorder: Recorder,
    wall: WallClock,
    extensions: tuple[str, ...],
) -> AsyncIterator[World]:
    """The simulated Discord with a server and people in it, who do not want to be asked first.

    What the public was sent must have been clear on a lock screen, unless it is in the language
    made for tests.
    """
    world = World(env, make_bot, recorder, wall)
    for person in world.people:
        await world.bot.services.personal.prefer(person.id, Preferences(confirm=False))
    yield world
    if extensions == EXTENSIONS and "spoken" not in request.fixturenames:
        assert list(unclear(world.public())) == []


@pytest.fixture
def moderator(world: World) -> Person:
    return world.newcomer("mod", permissions=discord.Permissions(manage_guild=True))


@pytest.fixture
def owner(world: World, moderator: Person) -> Person:
    """The person who runs the bot, on a server where moderators' commands may be used."""
    world.bot.owner_id = moderator.id
    return moderator


@pytest.fixture
def news(world: World) -> Place:
    return world.guild.create_text_channel("news")
