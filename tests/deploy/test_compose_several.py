"""The compose file for two bots, a database and a cluster: its parts, without containers."""

import asyncio
import contextlib
import os
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from db.sql import Shards
from engine.random_play import random_action
from lab.discord.history import Person
from lab.discord.model import Discord
from lab.discord.people import Hands
from lab.discord.sockets import Servers
from lab.postgres import PostgresServer
from lab.soak.ledger import Saved
from lab.soak.process import descendants, running_bot
from lab.tables import command_of
from runtime.setting_values import Cluster
from runtime.settings import SETTINGS, read_settings

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy" / "compose-several.yaml"
PASSWORD = "any#sign/will@do%2"


def services() -> dict[str, Any]:
    text = FILE.read_text().replace("${POSTGRES_PASSWORD:?}", PASSWORD)
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


def given(folder: Path) -> list[dict[str, str]]:
    """What both bots are told, with a folder for what lies in a volume."""
    found = [service["environment"] for name, service in services().items() if "bot" in name]
    for settings in found:
        settings["ARKADIA_HEARTBEAT"] = str(folder / f"alive-{settings['ARKADIA_SHARDS'][0]}")
        settings["ARKADIA_BACKUPS"] = settings["ARKADIA_BACKUPS"] and str(folder)
        assert set(settings) <= {"PGPASSWORD", *(setting.name for setting in SETTINGS.values())}
    return found


def test_each_shard_has_its_bot_and_the_first_makes_backups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runtime.settings.find_spec", lambda name: name)
    found = [read_settings(settings) for settings in given(tmp_path)]
    shares = [Shards(bot.shards.total, bot.shards.ids or ()) for bot in found if bot.shards]
    assert shares == [Shards(2, (0,)), Shards(2, (1,))]
    assert {bot.database for bot in found} == {"postgresql://arkadia@postgres/arkadia"}
    assert {settings["PGPASSWORD"] for settings in given(tmp_path)} == {PASSWORD}
    for bot, shards in zip(found, shares, strict=True):
        assert (bot.backups is not None) == shards.leads
        assert bot.workers == Cluster("tcp://scheduler:8786", 2)


@asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[str]:
    """The scheduler and two workers, each as the file starts it; gives the scheduler's address."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    running: list[Process] = []
    try:
        for name in ("scheduler", "worker", "worker"):
            service = services()[name]
            command = [
                word.replace("scheduler:8786", f"127.0.0.1:{port}")
                .replace("8786", port)
                .replace("/tmp", str(folder))
                for word in service["command"]
            ]
            environment = {**os.environ, "PYTHONPATH": str(ROOT), **service["environment"]}
            running.append(
                await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    *command,
                    cwd=folder,
                    env=environment,
                    stderr=asyncio.subprocess.DEVNULL,
                )
            )
        async with distributed.Client(f"tcp://127.0.0.1:{port}", asynchronous=True) as client:
            await client.wait_for_workers(2)
        yield f"127.0.0.1:{port}"
    finally:
        for process in running:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        await asyncio.gather(*(process.wait() for process in running))


async def versions(saved: Saved, number: int) -> AsyncIterator[int]:
    """How long the log of a game is, again and again."""
    while True:
        yield saved.table(number).version
        await asyncio.sleep(0.05)


async def play_with_a_computer(settings: dict[str, str], shards: Shards) -> list[str]:
    """Runs a bot until a computer player has acted in a game there; gives the bot's log."""
    database = settings["ARKADIA_DATABASE"]
    discord = Discord(shards.ids[0], shards.count)
    servers = Servers(discord)
    saved = Saved(database, shards)
    async with running_bot(servers, database, settings) as bot:
        ada = Hands(discord, Person(300 + shards.ids[0], "Ada"))
        await ada.run("arkadia practice", discord.channel)
        [number] = saved.numbers()
        while (table := saved.table(number)).active is not None and table.active.level is None:
            command, options = command_of(random_action(table.running_game().position, Random(1)))
            await ada.run(command, discord.channel, game=number, confirm=False, **options)
        async for now in versions(saved, number):
            if now > table.version:
                break
        assert not [*descendants(bot.pid)]  # that would think instead
        await bot.end(clean=True)
        assert not bot.strange
    saved.close()
    return list(bot.said)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.kill
async def test_two_bots_a_database_and_a_cluster_work_together(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    database = postgres.fresh()
    async with cluster(tmp_path) as scheduler, asyncio.timeout(180):
        logs = await asyncio.gather(
            *(
                play_with_a_computer(
                    {
                        **settings,
                        "ARKADIA_DATABASE": database,
                        "ARKADIA_WORKERS": settings["ARKADIA_WORKERS"].replace(
                            "scheduler:8786", scheduler
                        ),
                    },
                    Shards(2, (int(settings["ARKADIA_SHARDS"][0]),)),
                )
                for settings in given(tmp_path)
            )
        )
    assert not [line for log in logs for line in log if "the journeyman answers here" in line]
