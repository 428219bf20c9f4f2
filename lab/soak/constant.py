"""A bot that answers everything with the same sentence, for a load to be measured beside."""

from __future__ import annotations

import asyncio
import os
import signal

import discord


class ConstantBot(discord.AutoShardedClient):
    """Says the same to everybody."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer whatever was done."""
        await interaction.response.send_message("As always.", ephemeral=True)


async def _run() -> None:
    async with ConstantBot(intents=discord.Intents.none(), max_messages=None) as bot:
        asyncio.get_running_loop().add_signal_handler(
            signal.SIGTERM, lambda: asyncio.ensure_future(bot.close())
        )
        await bot.start(os.environ["DISCORD_TOKEN"])


def main() -> int:
    """Runs the bot until it is told to end; gives its exit status."""
    asyncio.run(_run())
    return 0
