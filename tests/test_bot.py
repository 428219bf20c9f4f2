"""The bot as a process: what it refuses to start with, how it starts and how it stops."""

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

import bot
from bot import EXTENSIONS
from db.errors import UnreachableError, UnsureError
from db.sql import Shards
from db.store import Store
from lab.discord.sockets import TOKEN
from lab.postgres import PostgresServer
from runtime.settings import Settings
from tests.bot_process import READY_WITHIN_S, ROOT, discord_server, end, ready, start
from tests.nightly import nightly_except

NO_DATABASE = "postgresql://127.0.0.1:9/arkadia"
REFUSED: Final[tuple[tuple[dict[str, str], bool, int, list[str]], ...]] = (
    ({}, False, 78, ["(?=.*make try).*https://discord.com/developers/applications"]),
    ({"DISCORD_TOKEN": "mine"}, False, 78, ["DISCORD_TOKEN ", "ARKADIA_LOG "]),
    ({"DISCORD_TOKEN": "wr.on.g"}, True, 78, ["Discord does not accept DISCORD_TOKEN"]),
    ({"DISCORD_TOKEN": TOKEN}, False, 69, ["Discord cannot be reached"]),
    ({"DISCORD_TOKEN": TOKEN, "ARKADIA_DATABASE": "a.letter"}, True, 78, [r"a\.letter"]),
    (
        {"DISCORD_TOKEN": TOKEN, "ARKADIA_DATABASE": NO_DATABASE},
        *(True, 69, ["postgresql://127.0.0.1/arkadia cannot be reached", ""]),
    ),
)
"""What the bot refuses to start with: settings, whether Discord is there, the status, each line."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "there", "status", "said"), nightly_except(REFUSED, *REFUSED[:3])
)
async def test_what_it_cannot_start_with_is_told_in_a_line_each(
    tmp_path: Path, given: dict[str, str], there: bool, status: int, said: list[str]
) -> None:
    (tmp_path / "a.letter").write_text("This is a letter to my grandmother. " * 99)
    if given.get("DISCORD_TOKEN") == "mine":
        (tmp_path / ".env").write_text("ARKADIA_LOG=loud\n")
    async with discord_server() as address:
        process = await start(tmp_path, address if there else "127.0.0.1:9", ROOT, "", **given)
        found, lines = await end(process)
    assert found == status
    for line, pattern in zip(lines, said, strict=True):
        assert re.search(pattern, line)
        assert "wr.on.g" not in line


@pytest.mark.parametrize("address", ["http://proxy.example:3128", None])
async def test_a_proxy_to_the_outside_is_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, address: str | None
) -> None:
    for name in ("HTTPS_PROXY", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    if address is not None:
        monkeypatch.setenv("HTTPS_PROXY", address)
    made = bot.ArkadiaBot(Settings(token="mine", database=Path("unused.sqlite3")))
    assert made.http.proxy == address


IMPORTED = "import bot, gc; print(gc.isenabled() and gc.get_freeze_count() > len(gc.get_objects()))"


@pytest.mark.slow
def test_what_was_imported_is_not_looked_through_for_garbage() -> None:
    assert subprocess.check_output([sys.executable, "-c", IMPORTED], cwd=ROOT) == b"True\n"


async def test_a_database_that_is_gone_for_a_moment_ends_no_bot_that_logs_in_anew(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = [UnsureError("It may be there or not."), UnreachableError("The database is gone.")]
    with postgres.lent() as address:
        client = bot.ArkadiaBot(Settings(token="mine", database=address))
        client.store = store = await Store.open(address, Shards(2, (1,)))
        client._identifying = 1
        take_turn = store.admin.next_slot

        async def taken(scope: str, key: str, now: int, every: int) -> int:
            if errors:
                raise errors.pop()
            return await take_turn(scope, key, now, every)

        monkeypatch.setattr(store.admin, "next_slot", taken)
        monkeypatch.setattr("ui.client.RETRY_EVERY_S", 0)
        await client.before_identify_hook(1)
        assert not errors
        await store.close()


@pytest.mark.slow
@pytest.mark.parametrize("number", nightly_except([signal.SIGTERM, signal.SIGINT], signal.SIGTERM))
async def test_a_hangup_loads_cogs_anew_and_a_signal_stops_it(
    tmp_path: Path, number: signal.Signals
) -> None:
    async with discord_server() as address:
        process = await start(tmp_path, address, DISCORD_TOKEN=TOKEN)
        await ready(process)
        process.send_signal(signal.SIGHUP)
        assert process.stderr
        async with asyncio.timeout(READY_WITHIN_S):
            reloaded = [await process.stderr.readline() for _ in EXTENSIONS]
        for line, extension in zip(reloaded, EXTENSIONS, strict=True):
            assert b" INFO arkadia.bot: Reloaded " in line
            assert line.split()[-1].decode() == f"extension={extension}"
        process.send_signal(number)
        status, lines = await end(process)
    assert status == 0
    assert [line.split(": ")[1] for line in lines] == ["Stopping", "Stopped"]
    assert TOKEN not in "\n".join(lines)
    with closing(sqlite3.connect(tmp_path / "arkadia.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not (tmp_path / "arkadia.sqlite3-wal").exists()


@pytest.mark.slow
async def test_after_a_loss_of_history_another_bot_begins_in_the_process(tmp_path: Path) -> None:
    lose = """
def lose_once(bot, seen=[]):
    seen.append(bot)
    asyncio.get_running_loop().call_later(len(seen) == 1 or 60, bot.store.outdated.set)
    return ready(bot)
import asyncio
ready, bot.ArkadiaBot.on_ready = bot.ArkadiaBot.on_ready, lose_once
"""
    async with discord_server() as address:
        process = await start(tmp_path, address, more=lose, DISCORD_TOKEN=TOKEN)
        await ready(process)
        await ready(process)
        process.send_signal(signal.SIGTERM)
        status, lines = await end(process)
    assert status == 0
    assert [line.split(": ")[1] for line in lines] == ["Stopping", "Stopped"]


@pytest.mark.slow
async def test_a_bot_that_connects_anew_stops_as_well(tmp_path: Path) -> None:
    deaf = asyncio.Event()
    async with discord_server(deaf) as address:
        process = await start(tmp_path, address, DISCORD_TOKEN=TOKEN)
        await asyncio.wait_for(deaf.wait(), READY_WITHIN_S)
        process.send_signal(signal.SIGTERM)
        status, lines = await end(process)
    assert status == 0
    assert lines[-1].endswith(": Stopped")


@pytest.mark.slow
async def test_a_bot_that_cannot_stop_ends_all_the_same() -> None:
    hanging = (
        "import time; from runtime import background; background.end_within(0.01); time.sleep(60)"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", hanging, cwd=ROOT, stderr=asyncio.subprocess.PIPE
    )
    assert await end(process) == (70, ["Not stopped in time, so left as it is"])


@pytest.mark.nightly
async def test_the_tryout_says_where_it_is_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tryout", "--no-browser", "--port", "0"),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    assert b"http://127.0.0.1:" in await asyncio.wait_for(process.stdout.readline(), 30)
    process.send_signal(signal.SIGINT)
    assert await end(process) == (0, [])
    assert (tmp_path / "tried" / "tryout.sqlite3").exists()
