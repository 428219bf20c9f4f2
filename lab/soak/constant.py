"""A bot that answers every interaction with one sentence: the floor for a load test."""

from __future__ import annotations

import asyncio
import os
import signal

import discord


class ConstantBot(discord.AutoShardedClient):
    """A bot with one answer."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer an interaction."""
        await interaction.response.send_message("As always.", ephemeral=True)


async def _run() -> None:
    async with ConstantBot(intents=discord.Intents.none(), max_messages=None) as bot:
        asyncio.get_running_loop().add_signal_handler(
            signal.SIGTERM, lambda: asyncio.ensure_future(bot.close())
        )
        await bot.start(os.environ["DISCORD_TOKEN"])


def main() -> int:
    """Run the bot until SIGTERM, and return its exit status."""
    asyncio.run(_run())
    return 0
