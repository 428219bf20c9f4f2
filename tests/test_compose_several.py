"""The compose file for two bots, a database and a cluster: its parts, without containers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from asyncio.subprocess import Process
from pathlib import Path
from typing import Any

import pytest
import yaml

from db.share import Share
from players.cluster import cluster
from players.player import Budget
from players.thinking import ThinkingPool
from settings import SETTINGS, Cluster, Settings, read_settings
from tests.players.asked import ANY, added

ROOT = Path(__file__).parent.parent
FILE = ROOT / "deploy" / "compose-several.yaml"


def services() -> dict[str, Any]:
    text = FILE.read_text().replace("${POSTGRES_PASSWORD:?}", "secret")
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


def bots(folder: Path) -> list[Settings]:
    """The settings of both, with a folder for what lies in a volume."""
    given = [service["environment"] for name, service in services().items() if "bot" in name]
    for settings in given:
        settings["ARKADIA_HEARTBEAT"] = str(folder / "alive")
        settings["ARKADIA_BACKUPS"] = settings["ARKADIA_BACKUPS"] and str(folder)
        assert set(settings) <= {setting.name for setting in SETTINGS.values()}
    return [read_settings(settings) for settings in given]


def test_each_shard_has_its_bot_and_the_first_makes_backups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("settings.find_spec", lambda name: name)
    found = bots(tmp_path)
    count = found[0].shards or 0
    assert sorted(shard for bot in found for shard in bot.shard_ids or ()) == [*range(count)]
    assert {bot.database for bot in found} == {"postgresql://arkadia:secret@postgres/arkadia"}
    for bot in found:
        assert (bot.backups is not None) == Share(count, bot.shard_ids or ()).leads
        assert bot.workers == Cluster("tcp://scheduler:8786", 2)


@pytest.mark.slow
@pytest.mark.kill
async def test_the_cluster_answers_as_it_is_started(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    running: list[Process] = []
    try:
        for name in ("scheduler", "worker"):
            command = [
                word.replace("scheduler:8786", f"127.0.0.1:{port}").replace("8786", port)
                for word in services()[name]["command"]
            ]
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            running.append(
                await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", *command),
                    cwd=tmp_path,
                    env=environment,
                    stderr=asyncio.subprocess.DEVNULL,
                )
            )
        pool = ThinkingPool(cluster(f"tcp://127.0.0.1:{port}"), 2, patience=60)
        assert await pool.ask(ANY, Budget(seconds=60), added, [1, 2]) == 3
        pool.close()
    finally:
        for process in running:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            await process.wait()
