"""The public messages of games: what was saved is shown, once, also what was not before a stop."""

from __future__ import annotations

import asyncio

from discord.ext import commands

from ui.public.announcer import DiscordAnnouncer
from ui.services import Services, services_in


class PublicMessages(commands.Cog):
    """Lets the publisher post to Discord while it is loaded."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services
        self._catching_up: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Show tables in Discord, those first that were saved and not shown before."""
        services = self._services
        announcer = DiscordAnnouncer(self._bot, services.tables, services.personal, services.markup)
        services.publisher.start(announcer)
        self._catching_up = asyncio.create_task(self._catch_up())

    async def cog_unload(self) -> None:
        """Finish what is being done and shown, and try nothing again."""
        if self._catching_up is not None:
            self._catching_up.cancel()
        await self._services.tables.drain()
        await self._services.publisher.close()

    async def _catch_up(self) -> None:
        await self._bot.wait_until_ready()
        await self._services.publisher.publish_all()


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(PublicMessages(bot, services_in(bot)))
