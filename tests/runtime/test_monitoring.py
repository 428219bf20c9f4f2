"""What a monitor reads of a running bot."""

from __future__ import annotations

import socket
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from lab.discord.sockets import TOKEN
from tests.bot_process import discord_server, end, ready, start


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


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
            tmp_path, address, DISCORD_TOKEN=TOKEN, ARKADIA_METRICS_PORT=str(port)
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
        assert 0 <= read[("arkadia_database_seconds",)] < 5
        process.terminate()
        assert (await end(process))[0] == 0


@pytest.mark.slow
async def test_a_port_that_is_taken_is_told_and_the_bot_goes_on(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        async with discord_server() as address:
            process = await start(tmp_path, address, DISCORD_TOKEN=TOKEN, ARKADIA_METRICS_PORT=port)
            assert process.stderr
            first = await process.stderr.readline()
            while b"Nothing for a monitor" not in first:
                assert first
                first = await process.stderr.readline()
            await ready(process)
            process.terminate()
            assert (await end(process))[0] == 0
