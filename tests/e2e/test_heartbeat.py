"""The bot's heartbeat tells from outside that it is alive, and only then."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import EXTENSIONS, ArkadiaBot
from cogs.upkeep import BEAT_EVERY_S
from db.database import Place
from runtime import health
from runtime.settings import Settings
from tests.e2e.world import World

LONG_AGO = 1_000.0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    return folder / "alive"


@pytest.fixture
def make_bot(database: Place, file: Path) -> Callable[[], ArkadiaBot]:
    settings = Settings(token="", database=database, heartbeat=file)
    return lambda: ArkadiaBot(settings, EXTENSIONS)


def alive(file: Path) -> bool:
    return health.is_alive(file, time.time())


async def test_a_running_bot_beats_and_a_stopped_one_does_not(world: World, file: Path) -> None:
    assert alive(file)
    os.utime(file, (LONG_AGO, LONG_AGO))
    assert not alive(file)
    await world.env.advance_time(2 * BEAT_EVERY_S)
    assert alive(file)
    await world.bot.close()
    assert not alive(file)


async def test_a_lost_folder_stops_nothing_a_lost_store_the_beat(world: World, file: Path) -> None:
    file.unlink()
    file.parent.rmdir()
    await world.env.advance_time(2 * BEAT_EVERY_S)
    assert (await world.people[0].run("arkadia start")).answered
    assert not alive(file)
    file.parent.mkdir()
    await world.env.advance_time(2 * BEAT_EVERY_S)
    assert alive(file)
    await world.bot.store.close()
    os.utime(file, (LONG_AGO, LONG_AGO))
    await world.env.advance_time(2 * BEAT_EVERY_S)
    assert not alive(file)


def test_asked_from_outside(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert health.main() == os.EX_CONFIG
    monkeypatch.setenv("ARKADIA_HEARTBEAT", str(tmp_path / "alive"))
    assert health.main() == 1
    (tmp_path / "alive").touch()
    assert health.main() == 0
    monkeypatch.setenv("ARKADIA_HEARTBEAT", str(tmp_path / "nowhere" / "alive"))
    assert health.main() == os.EX_CONFIG
    assert "is not set" in capsys.readouterr().err
