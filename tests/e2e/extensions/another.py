"""One more command."""

import discord
from discord import app_commands
from discord.ext import commands


class Another(commands.Cog):
    @app_commands.command(description="Another command")
    async def another(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Yes.")


async def setup(bot: commands.AutoShardedBot) -> None:
    await bot.add_cog(Another())
