"""The base of cogs that work in the background while they are loaded."""

from __future__ import annotations

import asyncio

from discord.ext import commands

from runtime.background import persistently
from ui.services import Services


class BackgroundCog(commands.Cog):
    """A base class for cogs whose work begins when they are loaded, and ends with the unload."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services
        self._working: asyncio.Task[None] | None = None

    async def work(self) -> None:
        """Work until the cog is unloaded; each subclass implements this."""
        raise NotImplementedError

    async def cog_load(self) -> None:
        """Begin the work."""
        self._working = asyncio.create_task(persistently(self.qualified_name, self.work))

    async def cog_unload(self) -> None:
        """End the work."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
