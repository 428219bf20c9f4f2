"""A bot in this process is at rest when it has done all there is to do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import ArkadiaBot
from lab.discord import in_process
from lab.discord.in_process import InProcess
from lab.discord.interactions import COMMAND
from lab.discord.model import Discord
from lab.discord.people import command_data
from runtime.settings import Settings


async def test_a_command_comes_to_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = ArkadiaBot(Settings(token="", database=tmp_path / "bench.sqlite3"))
    inside = InProcess(bot, Discord())
    await inside.start()
    try:
        async with asyncio.timeout(60):
            data = command_data("arkadia help", {})
            answer = await inside.interact(COMMAND, "arkadia help", data, 101)
        assert answer.has_answer
        assert answer.messages[0].is_ephemeral
        assert 0 < inside._seconds < inside.worked
        monkeypatch.setattr(in_process, "ENDLESS", 0.0)
        endless = asyncio.create_task(asyncio.sleep(3600), name="without an end")
        with pytest.raises(TimeoutError, match="without an end"):
            await inside.rest()
        endless.cancel()
    finally:
        await inside.close()
