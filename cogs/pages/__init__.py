"""The pages on which games are watched and played, served if a port is configured."""

from __future__ import annotations

from discord.ext import commands

from cogs.pages.serving import GamePages
from ui.services import services_in


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot if it has something to serve."""
    services = services_in(bot)
    if services.settings.web_port is not None:
        await bot.add_cog(GamePages(bot, services, services.settings.web_port))
