"""Leagues: people of a server sign up, are drawn to tables by round, and see how they stand."""

from __future__ import annotations

from discord.ext import commands

from cogs.leagues.commands import LeaguesCog
from cogs.leagues.scheduler import LeagueScheduler
from cogs.leagues.service import Leagues
from cogs.leagues.store import TABLES
from ui.services import services_in


async def setup(bot: commands.AutoShardedBot) -> None:
    """Load the tables, and add the services and the cog."""
    services = services_in(bot)
    await services.tables.store.load(TABLES)
    leagues = Leagues(services.tables)
    services.add(leagues, LeagueScheduler(leagues, services.publisher, services.dispatcher))
    await bot.add_cog(LeaguesCog(bot))
