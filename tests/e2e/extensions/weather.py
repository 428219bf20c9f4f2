"""A feature with one command under ``/arkadia``."""

from discord import app_commands
from discord.ext import commands

from ui.answers import reply
from ui.features import Feature
from ui.interactions import Interaction


class Weather(Feature):
    under = "arkadia"

    @app_commands.command(description="The weather in Arkadia")
    async def weather(self, interaction: Interaction) -> None:
        await reply(interaction, "It rains.")


async def setup(bot: commands.AutoShardedBot) -> None:
    await bot.add_cog(Weather(bot))
