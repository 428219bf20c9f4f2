"""A feature with one command under ``/arkadia``."""

from discord import app_commands
from discord.ext import commands

from ui.answers import reply
from ui.features import Feature
from ui.interactions import Interaction


class Weather(Feature):
    """Tells the weather."""

    under = "arkadia"

    @app_commands.command(description="The weather in Arkadia")
    async def weather(self, interaction: Interaction) -> None:
        """Say that it rains."""
        await reply(interaction, "It rains.")


async def setup(bot: commands.AutoShardedBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Weather(bot))
