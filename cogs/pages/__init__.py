"""Pages on which games are watched, played and looked back at.

``cog.py`` serves them and adds their buttons to the bot's messages; ``web/`` has the pages
themselves and their server.
"""

from typing import Final

from discord.ext import commands

from cogs.pages.cog import GamePages, PageSettings
from cogs.pages.links import Links
from cogs.pages.seeing import Members, OpenPlaces
from cogs.pages.store import TABLES
from runtime.settings import read_own
from ui.services import services_in

SETTINGS: Final = PageSettings


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot; links to play need a server, the page of a finished game none."""
    services = services_in(bot)
    own = read_own(PageSettings, services.settings)
    services.add(own, Members(), OpenPlaces())
    if own.web_listen is not None:
        tables = services.tables
        await tables.store.load(TABLES)
        links = Links(tables.store, lambda: tables.now())
        await links.load()
        services.add(links)
    await bot.add_cog(GamePages(bot))
