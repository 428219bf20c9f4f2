"""The benchmarks' Discord knows when the bot has done all there is to do."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bench.quiet_discord import QuietDiscord
from bot import ArkadiaBot
from settings import Settings


async def test_a_command_comes_to_rest(tmp_path: Path) -> None:
    quiet = QuietDiscord(ArkadiaBot(Settings(token="", database=tmp_path / "bench.sqlite3")))
    await quiet.start()
    try:
        async with asyncio.timeout(60):
            await quiet.run("arkadia help", 101, {})
    finally:
        await quiet.bot.close()
