"""Alone, anywhere: games against the computer in direct messages and on servers without the bot.

People who added the bot to their account have ``/arkadia-solo`` everywhere. All of it is private
answers: nothing is posted, nobody is notified, and a game goes on by ``/arkadia-solo games`` after
an answer has lapsed. Other features put their part under the command by ``under``.
"""

from __future__ import annotations

from discord.ext import commands

from cogs.solo.commands import SoloCog
from cogs.solo.service import SoloGames
from cogs.solo.store import TABLES
from ui.services import services_in


async def setup(bot: commands.AutoShardedBot) -> None:
    """Load the table and add the cog to the bot."""
    services = services_in(bot)
    await services.tables.store.load(TABLES)
    services.add(SoloGames(services.tables, services.thinking, services.rng))
    await bot.add_cog(SoloCog(bot))
