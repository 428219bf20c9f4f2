"""The position of the day: a decision in the real panel, one answer, and what came of it.

What makes a position is in ``players/daily.py``.
"""

from __future__ import annotations

from typing import Final

from discord.ext import commands

from cogs.daily.commands import DailyAlone, DailyCog
from cogs.daily.service import Daily, DailySettings, Positions
from cogs.daily.store import TABLES
from runtime.settings import read_own
from ui.services import services_in

SETTINGS: Final = DailySettings


async def setup(bot: commands.AutoShardedBot) -> None:
    """Load the tables and the positions, and add the cogs to the bot."""
    services = services_in(bot)
    store = services.tables.store
    await store.load(TABLES)
    positions = Positions(store)
    await positions.load()
    services.add(Daily(services.tables, services.dispatcher, positions))
    services.add(read_own(DailySettings, services.settings))
    await bot.add_cog(DailyCog(bot))
    await bot.add_cog(DailyAlone(bot))
