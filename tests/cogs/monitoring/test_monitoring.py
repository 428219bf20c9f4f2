"""What a monitor reads of a running bot."""

import asyncio
import shutil
import socket
import time
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from cogs.monitoring import PATIENCE_S, Figures, is_loopback
from lab.discord.sockets import TOKEN
from lab.postgres import PostgresServer
from runtime.health import version
from tests.bot_process import discord_server, end, ready, start
from tests.cogs.monitoring.scraping import free_port, silent
from ui.services import Metrics


def figures(text: str) -> dict[tuple[str, ...], float]:
    """Every figure by its name and the values of its labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.slow
async def test_a_monitor_reads_how_the_bot_is(tmp_path: Path) -> None:
    port = free_port()
    async with discord_server() as address, aiohttp.ClientSession() as session:
        process = await start(
            tmp_path, address, DISCORD_TOKEN=TOKEN, ARKADIA_METRICS_LISTEN=str(port)
        )
        await ready(process)
        async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
            assert await answer.json() == {"ready": True, "shards": {"0": True}, "database": True}
        async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
            assert answer.headers["Content-Type"].startswith("text/plain")
            read = figures(await answer.text())
        assert read["arkadia_shard_ready", "0"] == 1
        assert read["arkadia_discord_requests_total", "200"] >= 4
        assert read[("arkadia_games_unshown",)] == 0
        assert read[("process_resident_memory_bytes",)] > 10_000_000
        for what in ("tiles", "panels", "tables"):
            assert 0 <= read["arkadia_kept_bytes", what] < read["arkadia_kept_limit_bytes", what]
        assert read[("arkadia_database_up",)] == 1
        assert read[("arkadia_database_seconds_count",)] >= 1
        assert ("arkadia_backup_age_seconds",) not in read  # there is no backup
        assert read["arkadia_build_info", version()] == 1
        assert not [name for name, *_ in read if name.endswith("_created")]
        process.terminate()
        assert (await end(process))[0] == 0


def test_a_reload_leaves_none_of_its_figures() -> None:
    registry = Metrics().registry
    before = {family.name for family in registry.collect()}
    Figures(registry).leave(registry)
    assert {family.name for family in registry.collect()} == before


@pytest.mark.nightly
async def test_a_port_that_is_taken_is_told_and_the_bot_goes_on(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        async with discord_server() as address:
            process = await start(
                tmp_path, address, DISCORD_TOKEN=TOKEN, ARKADIA_METRICS_LISTEN=port
            )
            assert process.stderr
            first = await process.stderr.readline()
            while b"Nothing for a monitor" not in first:
                assert first
                first = await process.stderr.readline()
            await ready(process)
            process.terminate()
            assert (await end(process))[0] == 0


async def ask_figures(
    session: aiohttp.ClientSession, port: int
) -> tuple[float, dict[tuple[str, ...], float]]:
    """The seconds that a scrape took, and its figures."""
    begin = time.monotonic()
    async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        text = await answer.text()
    return time.monotonic() - begin, figures(text)


@pytest.mark.slow
async def test_a_lost_folder_of_backups_is_no_outage_of_the_database(tmp_path: Path) -> None:
    port, backups = free_port(), tmp_path / "backups"
    backups.mkdir()
    async with discord_server() as address, aiohttp.ClientSession() as session:
        process = await start(
            tmp_path,
            address,
            DISCORD_TOKEN=TOKEN,
            ARKADIA_BACKUPS=str(backups),
            ARKADIA_METRICS_LISTEN=str(port),
        )
        await ready(process)
        shutil.rmtree(backups)
        _, read = await ask_figures(session, port)
        assert read[("arkadia_database_up",)] == 1
        assert read[("arkadia_games_unshown",)] == 0
        assert ("arkadia_backup_age_seconds",) not in read
        process.terminate()
        assert (await end(process))[0] == 0


@pytest.mark.nightly
async def test_a_silent_database_is_told_and_leaves_no_last_value(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    port, place = free_port(), postgres.fresh()
    async with discord_server() as address, aiohttp.ClientSession() as session:
        process = await start(
            tmp_path,
            address,
            DISCORD_TOKEN=TOKEN,
            ARKADIA_DATABASE=place,
            ARKADIA_METRICS_LISTEN=str(port),
        )
        await ready(process)
        _, read = await ask_figures(session, port)
        assert read[("arkadia_database_up",)] == 1
        assert read[("arkadia_games_unshown",)] == 0
        with silent(postgres.address()):
            for _ in range(3):
                took, read = await ask_figures(session, port)
                assert read[("arkadia_database_up",)] == 0
                assert ("arkadia_games_unshown",) not in read
                assert took < 3 * PATIENCE_S
        for _ in range(50):
            _, read = await ask_figures(session, port)
            if read[("arkadia_database_up",)] == 1:
                break
            await asyncio.sleep(0.1)
        assert read[("arkadia_games_unshown",)] == 0
        process.terminate()
        assert (await end(process))[0] == 0


@pytest.mark.parametrize(
    ("address", "own"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("10.0.0.2", False),
    ],
)
def test_which_addresses_are_this_machines_own(address: str, own: bool) -> None:
    assert is_loopback(address) is own
