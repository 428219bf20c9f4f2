"""What a monitor reads of a running bot."""

import asyncio
import os
import shutil
import signal
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from aiohttp import ClientResponse, ClientSession
from prometheus_client.parser import text_string_to_metric_families

from cogs.monitoring import PATIENCE_S, Figures, is_loopback
from lab.discord.sockets import TOKEN
from lab.postgres import PostgresServer
from runtime.health import version
from tests.bot_process import discord_server, end, ready, start
from ui.services import Metrics

Scrape = Callable[..., Awaitable[ClientResponse]]


@asynccontextmanager
async def running(folder: Path, port: int, **settings: Any) -> AsyncIterator[Scrape]:
    """Runs the bot as a process until the end, which must be clean; gives what scrapes it."""

    async def scrape(page: str = "metrics") -> ClientResponse:
        async with session.get(f"http://127.0.0.1:{port}/{page}") as answer:
            await answer.read()
            return answer

    async with discord_server() as address, ClientSession() as session:
        settings |= {"DISCORD_TOKEN": TOKEN, "ARKADIA_METRICS_LISTEN": str(port)}
        process = await start(folder, address, **settings)
        await ready(process)
        yield scrape
        process.terminate()
        assert (await end(process))[0] == 0


async def figures(scrape: Scrape) -> dict[tuple[str, ...], float]:
    """Every figure by its name and the values of its labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(await (await scrape()).text())
        for sample in family.samples
    }


@pytest.mark.slow
@pytest.mark.parametrize("lost", [False, True], ids=["no backups", "lost backups"])
async def test_a_monitor_reads_how_it_is(tmp_path: Path, unused_tcp_port: int, lost: bool) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    kept = {"ARKADIA_BACKUPS": str(backups)} if lost else {}
    async with running(tmp_path, unused_tcp_port, **kept) as scrape:
        shutil.rmtree(backups)  # which is no outage of the database
        health = await scrape("healthz")
        assert health.status == 200
        assert await health.json() == {"ready": True, "shards": {"0": True}, "database": True}
        assert (await scrape()).headers["Content-Type"].startswith("text/plain")
        read = await figures(scrape)
        assert read["arkadia_shard_ready", "0"] == 1
        assert read["arkadia_discord_requests_total", "200"] >= 4
        assert read[("arkadia_games_unshown",)] == 0
        assert read[("process_resident_memory_bytes",)] > 10_000_000
        for what in ("tiles", "panels", "tables"):
            assert 0 <= read["arkadia_kept_bytes", what] < read["arkadia_kept_limit_bytes", what]
        assert read[("arkadia_database_up",)] == 1
        assert read[("arkadia_database_seconds_count",)] >= 1
        assert ("arkadia_backup_age_seconds",) not in read
        assert read["arkadia_build_info", version()] == 1
        assert not [name for name, *_ in read if name.endswith("_created")]


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
            while b"Nothing for a monitor" not in (first := await process.stderr.readline()):
                assert first
            await ready(process)
            process.terminate()
            assert (await end(process))[0] == 0


@contextmanager
def silent(address: str) -> Iterator[None]:
    """Stops the server's processes that serve the bot: nothing breaks, and nothing comes."""
    with psycopg.connect(address) as connection:
        asked = (
            "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"
        )
        backends = [pid for (pid,) in connection.execute(asked)]
    assert backends
    for pid in backends:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in backends:
            os.kill(pid, signal.SIGCONT)


@pytest.mark.nightly
async def test_a_silent_database_is_told_and_leaves_no_last_value(
    postgres: PostgresServer, tmp_path: Path, unused_tcp_port: int
) -> None:
    place = postgres.fresh()
    async with running(tmp_path, unused_tcp_port, ARKADIA_DATABASE=place) as scrape:
        read = await figures(scrape)
        assert (read[("arkadia_database_up",)], read[("arkadia_games_unshown",)]) == (1, 0)
        with silent(postgres.address()):
            for _ in range(3):
                begin = time.monotonic()
                read = await figures(scrape)
                assert time.monotonic() - begin < 3 * PATIENCE_S
                assert read[("arkadia_database_up",)] == 0
                assert ("arkadia_games_unshown",) not in read
        for _ in range(50):
            read = await figures(scrape)
            if read[("arkadia_database_up",)] == 1:
                break
            await asyncio.sleep(0.1)
        assert read[("arkadia_games_unshown",)] == 0


def test_which_addresses_are_this_machines_own() -> None:
    own, others = ["127.0.0.1", "::1", "localhost"], ["0.0.0.0", "10.0.0.2"]
    assert [address for address in (*own, *others) if is_loopback(address)] == own
