"""The bot as a process of its own, as a host runs it."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from lab.discord.model import Discord
from lab.discord.sockets import Servers

ROOT = Path(__file__).parent.parent
READY_WITHIN_S = 120
HERE = """
import sys, discord, yarl, bot
discord.http.Route.BASE = "http://{address}/api"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("ws://{address}/gateway/")
{more}
sys.exit(bot.main())
"""

HURRIED = 1000.0
"""How much faster the clock runs by which Discord counts logins: nobody waits for the next one."""


@asynccontextmanager
async def discord_server(deaf: asyncio.Event | None = None) -> AsyncIterator[str]:
    """Runs a Discord for the bot; gives its address without a scheme.

    Args:
        deaf: of a gateway that breaks off after the first login and never says a word again; set
            when the bot has connected to it in vain.
    """
    servers = Servers(Discord(), speed=HURRIED)
    servers.gateway.deaf = deaf
    async with servers.serving():
        yield servers.address


async def start(
    folder: Path, address: str | None = None, code: Path = ROOT, more: str = "", **settings: str
) -> asyncio.subprocess.Process:
    """Starts the bot in a folder; with an address it takes the servers there for Discord.

    Args:
        code: where the bot's files lie.
        more: lines of Python that run before it.
        settings: what its environment says, beside the path and where its modules are.
    """
    what = ["-c", HERE.format(address=address, more=more)] if address else [str(code / "bot.py")]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *what,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(code), **settings},
        stderr=asyncio.subprocess.PIPE,
    )


async def ready(process: asyncio.subprocess.Process) -> None:
    """Waits until the bot says that it is ready; a test that would wait for ever fails instead."""
    assert process.stderr
    said: list[bytes] = []
    try:
        async with asyncio.timeout(READY_WITHIN_S):
            while b"Ready" not in (line := await process.stderr.readline()):
                assert line, f"the bot ended before it was ready: {said}"
                said.append(line)
    except TimeoutError:
        raise AssertionError(f"the bot did not become ready: {said}") from None


async def end(process: asyncio.subprocess.Process) -> tuple[int, list[str]]:
    _, errors = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode is not None
    return process.returncode, errors.decode().splitlines()
