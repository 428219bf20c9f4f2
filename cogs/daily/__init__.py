"""The position of the day: a decision in the real panel, one answer, and what came of it.

``positions.py`` has the positions by day, ``supply.py`` has missing ones made, ``rating.py`` rates
who answered, ``service.py`` has all that follows from answers, and ``store.py`` keeps them.
``page.py`` is the panel that asks, ``result.py`` the answer with what was best, ``showing.py``
leads from one to the other, ``archive.py`` lists earlier days, and ``posts.py`` tells a channel of
the day's position. What makes a position is in ``players/daily.py``.
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
