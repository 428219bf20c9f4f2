"""Reminders of waiting games, and notices of games that ended during quiet hours."""

from __future__ import annotations

from discord.ext import commands

from ui.public.reminders.ended import DiscordEndTeller
from ui.public.reminders.reminding import DiscordMessenger
from ui.services import Services, services_in


class RemindersCog(commands.Cog, name="Reminders"):
    """A cog that sends reminders by Discord."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services

    async def cog_load(self) -> None:
        """Start sending reminders by Discord."""
        services = self._services
        sender = services.sender(self._bot)
        messenger = DiscordMessenger(sender, services.personal)
        services.reminders.start(messenger, services.outbox.changes.begin)
        services.reminders.endings.start(DiscordEndTeller(sender, services.personal))

    async def cog_unload(self) -> None:
        """Stop sending reminders."""
        self._services.reminders.stop()
        self._services.reminders.endings.stop()


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(RemindersCog(bot, services_in(bot)))
