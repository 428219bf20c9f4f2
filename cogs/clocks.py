"""What is due at a time is done in the background, from the moment that news are caught up with."""

from __future__ import annotations

import asyncio

from discord.ext import commands

from ui.services import Services, services_in


class Clocks(commands.Cog):
    """Lets the dispatcher work while it is loaded."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._starting: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Do what is due from now on, what came due while the bot was down first."""
        self._starting = asyncio.create_task(self._start())

    async def cog_unload(self) -> None:
        """Finish what is being done, and do nothing more."""
        if self._starting is not None:
            self._starting.cancel()
        await self._services.dispatcher.close()

    async def _start(self) -> None:
        await self._services.publisher.caught_up.wait()
        self._services.dispatcher.start()


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Clocks(services_in(bot)))
