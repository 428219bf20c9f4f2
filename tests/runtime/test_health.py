"""A process that hangs ends itself, systemd hears of one that does not, and it says how it is."""

import asyncio
import os
import signal
import socket
import sys
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest

from lab.discord.sockets import TOKEN
from runtime.health import STALLED, Watchdog, version
from tests.bot_process import ROOT, discord_server, end, ready, start

HANGING = """
import asyncio, time
from runtime.health import Watchdog
async def hang():
    watching = asyncio.create_task(Watchdog({}, stalled_after_s=2).run())
    await asyncio.sleep(0.5)
    print("alive", flush=True)
    time.sleep(30)
asyncio.run(hang())
"""


SILENT = """
import asyncio, sys, time
from pathlib import Path
from types import SimpleNamespace
from cogs import upkeep
from db.store import Store
async def ready():
    print("alive", flush=True)
async def hang():
    upkeep.STUCK_AFTER_S = 1
    store = await Store.open(Path(sys.argv[1]))
    stuck = asyncio.create_task(store.change(lambda _: time.sleep(30)))
    bot = SimpleNamespace(wait_until_ready=ready, shards={})
    services = SimpleNamespace(tables=SimpleNamespace(store=store))
    await upkeep.Heartbeat(bot, services, Path(sys.argv[1] + "-alive")).cog_load()
    await stuck
asyncio.run(hang())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "why"), [(HANGING, b"in hang"), (SILENT, b"neither answered nor failed")]
)
async def test_what_hangs_ends_and_says_where(tmp_path: Path, program: str, why: bytes) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program, str(tmp_path / "games.sqlite3")),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, errors = await asyncio.wait_for(process.communicate(), 20)
    assert (said, process.returncode) == (b"alive\n", STALLED)
    assert why in errors


async def test_systemd_hears_that_the_process_runs_and_that_it_stops(tmp_path: Path) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "400000"}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(environment["NOTIFY_SOCKET"])
        systemd.settimeout(10)
        watching = asyncio.create_task(Watchdog(environment).run())
        heard = [await asyncio.to_thread(systemd.recv, 100) for _ in range(4)]
        assert heard == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        systemd.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                heard.append(systemd.recv(100))
    assert heard[-1] == b"STOPPING=1"


@pytest.mark.slow
async def test_a_bot_that_was_stopped_for_long_ends_when_it_goes_on(tmp_path: Path) -> None:
    """Another process may have its shards by then; nothing of a start takes eight seconds."""
    async with discord_server() as address:
        process = await start(tmp_path, address, DISCORD_TOKEN=TOKEN, WATCHDOG_USEC="8000000")
        await ready(process)
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(8.5)
        process.send_signal(signal.SIGCONT)
        status, lines = await end(process)
    assert status == STALLED
    assert any("The event loop stood still" in line for line in lines)


def test_the_version_is_the_projects() -> None:
    project = Path(__file__).parents[2] / "pyproject.toml"
    assert version() == tomllib.loads(project.read_text("utf-8"))["project"]["version"]
