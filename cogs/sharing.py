"""Sharing a database with other processes: noticing that another one has taken over."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol, cast

from discord.ext import commands

from db.errors import StoreError, TakenError
from ui.components.background import BackgroundCog
from ui.services import services_in

log = logging.getLogger("arkadia.sharing")

LOOK_EVERY_S: Final = 10.0
"""Seconds between two looks at whether the database is still this process's to write."""


class Sharer(Protocol):
    """The part of the bot that is told when another process has taken over."""

    displaced: asyncio.Event

    async def sync_commands(self) -> None:
        """Fetch the ids of the commands that another process has registered with Discord."""
        ...


class Sharing(BackgroundCog):
    """A cog that checks regularly whether another process has taken over the database."""

    async def work(self) -> None:
        """Look again and again whether another process has taken over."""
        bot = cast(Sharer, self._bot)
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self._services.tables.store.admin.setting("health", "")
                # The leading process sends the commands; the others learn their ids later.
                if not self._services.markup.commands:
                    await bot.sync_commands()
            except TakenError as error:
                log.error("Another process has taken over", extra={"why": str(error)})
                bot.displaced.set()
                return
            except StoreError as error:
                log.warning("The database does not answer", extra={"why": str(error)})


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot, if the database is one that another process can take over."""
    services = services_in(bot)
    # A file has one process; only a server's database can be taken over.
    if isinstance(services.tables.store.place, str):
        await bot.add_cog(Sharing(bot, services))
