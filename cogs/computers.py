"""Background work for computer players: they take their turns at every table."""

from __future__ import annotations

import asyncio

from discord.ext import commands

from tabletop.computers import Computers
from ui.services import Services, services_in


class ComputerPlayers(commands.Cog):
    """A cog that lets computer players act; while it is not loaded their turns wait."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services
        self._computers = Computers(
            services.tables, services.publisher, services.thinking, services.rng
        )
        self._going_on: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Start computer players, also those whose turn the last stop interrupted."""
        self._services.tables.computer_due.connect(self._computers.wake)
        self._going_on = asyncio.create_task(self._go_on())

    async def cog_unload(self) -> None:
        """Stop computer players; saves and notices under way are finished."""
        self._services.tables.computer_due.disconnect()
        if self._going_on is not None:
            self._going_on.cancel()
        await self._computers.close()

    async def _go_on(self) -> None:
        await self._bot.wait_until_ready()
        await self._computers.wake_all()


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(ComputerPlayers(bot, services_in(bot)))
