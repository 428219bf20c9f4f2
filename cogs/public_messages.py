"""The public messages of games: what was saved is shown, once, also what was not before a stop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from discord.ext import commands

from db.outbox.rows import CHANGES, DELETE, EDIT, RETIRE, STRIP
from db.timers.rows import StoredDue
from delivery.sender import Sender
from tabletop.errors import TableError, UnreadableTableError
from ui.public.announcement import ANNOUNCE
from ui.public.announcer import DiscordAnnouncer
from ui.services import Services, services_in

log = logging.getLogger("arkadia.announcing")


class PublicMessages(commands.Cog):
    """Lets the publisher post to Discord while it is loaded."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services
        self._announcer: DiscordAnnouncer | None = None
        self._catching_up: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Show tables in Discord, those first that were saved and not shown before."""
        services = self._services
        sender = Sender(self._bot, services.markup.sent)
        announcer = DiscordAnnouncer(self._bot, services.tables, services.personal, sender)
        services.publisher.start(announcer)
        services.outbox.handle_change(STRIP, sender.strip)
        services.outbox.handle_change(DELETE, sender.delete)
        services.outbox.handle_change(RETIRE, announcer.retire)
        services.outbox.handle_change(EDIT, announcer.bring_up_to_date)
        self._announcer = announcer
        services.dispatcher.handle(ANNOUNCE, self._announce)
        self._catching_up = asyncio.create_task(self._catch_up())

    async def cog_unload(self) -> None:
        """Finish what is being done and shown, and try nothing again."""
        self._services.dispatcher.handle(ANNOUNCE, None)
        if self._catching_up is not None:
            self._catching_up.cancel()
        await self._services.tables.cache.drain()
        self._services.publisher.stop()
        await self._services.outbox.close()
        for kind in CHANGES:
            self._services.outbox.handle_change(kind, None)

    async def _catch_up(self) -> None:
        await self._bot.wait_until_ready()
        await self._services.outbox.catch_up()

    async def _announce(self, dues: Sequence[StoredDue]) -> None:
        """Announce open games that could not be announced before."""
        assert self._announcer is not None
        for due in dues:
            try:
                await self._announcer.announce_lobby(due.game_id)
            except (TableError, UnreadableTableError) as error:  # there is no such game any more
                log.info("Not announced", extra={"table": due.game_id, "why": str(error)})


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(PublicMessages(bot, services_in(bot)))
