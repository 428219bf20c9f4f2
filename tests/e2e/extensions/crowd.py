"""A feature with more commands than a group has room for."""

from discord import app_commands
from discord.ext import commands

from bot import ArkadiaBot
from ui.features import Feature
from ui.interactions import Interaction


async def nothing(interaction: Interaction) -> None:
    """Do nothing."""


class Crowd(Feature):
    under = "arkadia"

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        super().__init__(bot)
        self.own_commands = [
            app_commands.Command(name=f"more-{n}", description="One more", callback=nothing)
            for n in range(25)
        ]


async def setup(bot: ArkadiaBot) -> None:
    await bot.add_cog(Crowd(bot))
