"""The pages ``/healthz`` and ``/metrics`` for a monitor, served if a port is configured."""

from __future__ import annotations

from discord.ext import commands

from ui.services import services_in


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot if it has something to serve; the server is not loaded otherwise."""
    services = services_in(bot)
    settings = services.settings
    if settings.metrics_port is not None:
        from cogs.monitoring.serving import Monitoring

        await bot.add_cog(
            Monitoring(bot, services, settings.metrics_port, settings.metrics_address)
        )
