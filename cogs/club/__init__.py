"""The club: people of a server in figures, their ranking, finished games, challenges, a digest."""

from __future__ import annotations

from discord.ext import commands

from cogs.club.commands import Challenging, ClubCog, ClubNews
from cogs.club.digest import Digests
from cogs.club.service import Club
from cogs.club.store import TABLES
from ui.services import services_in


async def setup(bot: commands.AutoShardedBot) -> None:
    """Load the tables, and add the services and the cogs."""
    services = services_in(bot)
    tables = services.tables
    await tables.store.load(TABLES)
    club = Club(tables.store)
    services.add(club, Digests(tables, club, services.dispatcher), Challenging())
    await bot.add_cog(ClubCog(bot))
    await bot.add_cog(ClubNews(bot))
