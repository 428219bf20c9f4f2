"""Several bots as processes: which of them take care of what, and what the others do."""

import asyncio
import contextlib
import signal
from asyncio.subprocess import Process
from pathlib import Path

import psycopg
import pytest

from lab.discord.sockets import TOKEN
from tests.bot_process import discord_server, end, ready, start

pytestmark = [pytest.mark.kill, pytest.mark.slow]


async def test_a_second_bot_on_a_file_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    async with discord_server() as discord:
        first = await start(tmp_path, discord, DISCORD_TOKEN=TOKEN)
        await ready(first)
        second = await start(tmp_path, discord, DISCORD_TOKEN=TOKEN)
        status, [line] = await end(second)
        assert status == 75
        assert "is in use by another running bot" in line
        first.terminate()
        assert (await end(first))[0] == 0


@pytest.mark.nightly
async def test_a_waiting_bot_takes_over_and_the_other_ends(tmp_path: Path, address: str) -> None:
    async with discord_server() as discord, contextlib.AsyncExitStack() as stack:

        async def bot(shard: int, more: str = "") -> Process:
            process = await start(
                tmp_path,
                discord,
                more=more,
                DISCORD_TOKEN=TOKEN,
                ARKADIA_DATABASE=address,
                ARKADIA_SHARDS=f"{shard}/2",
                # On a busy machine one may be stopped until its own watchdog would end it.
                WATCHDOG_USEC="600000000",
            )
            stack.push_async_callback(_kill, process)
            return process

        first, other = await bot(0), await bot(1)
        await asyncio.gather(ready(first), ready(other))
        status, lines = await end(await bot(1, "import ui.client; ui.client.SHARD_WAIT_S = 0"))
        assert (status, len(lines)) == (75, 1)
        assert "Shard 1" in lines[0]
        second = await bot(0)
        first.kill()
        await ready(second)

        third = await bot(0)
        second.send_signal(signal.SIGSTOP)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
                " AND objsubid = 1 AND pid <> (SELECT pid FROM pg_locks WHERE locktype = 'advisory'"
                " AND objsubid = 1 AND (classid::bigint << 32 | objid::bigint) ="
                " hashtextextended(current_schema() || '/1', 1095912260))"
            )
        await ready(third)
        second.send_signal(signal.SIGCONT)
        status, lines = await end(second)
        assert status == 75
        assert "Another process takes care" in lines[-1]
        other.terminate()
        assert (await end(other))[0] == 0


async def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.communicate()
