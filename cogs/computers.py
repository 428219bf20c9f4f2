"""Background work for computer players: they take their turns at every table."""

from discord.ext import commands

from tabletop.computers import Computers
from ui.components import BackgroundCog
from ui.services import Services, services_in


class ComputerPlayers(BackgroundCog):
    """A cog that lets computer players act; while it is not loaded their turns wait."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot, services)
        self._computers = Computers(
            services.tables, services.publisher, services.thinking, services.rng
        )

    async def cog_load(self) -> None:
        """Start computer players, also those whose turn the last stop interrupted."""
        self._services.tables.computer_due.connect(self._computers.wake)
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Stop computer players; saves and notices under way are finished."""
        self._services.tables.computer_due.disconnect(self._computers.wake)
        await super().cog_unload()
        await self._computers.close()

    async def work(self) -> None:
        """Wake the computer players of all tables once the bot is ready."""
        await self._bot.wait_until_ready()
        await self._computers.wake_all()


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(ComputerPlayers(bot, services_in(bot)))
