"""In the background for clubs: what games came to is noted, and weekly digests are told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from discord.ext import commands

from db.errors import StoreError
from db.timers.rows import StoredDue
from tabletop.club.digest import KIND
from ui.club.digest import DigestTeller
from ui.services import Services, services_in

log = logging.getLogger("arkadia.club")


class ClubNews(commands.Cog):
    """Tells servers once a week what went on, while it is loaded."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._services = services
        self._teller = DigestTeller(bot, services.digests, services.markup)
        self._noting: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Tell what is due, and note what games came to of before, so that nobody waits for it."""
        self._services.dispatcher.handle(KIND, self._tell)
        self._noting = asyncio.create_task(self._note_results())

    async def cog_unload(self) -> None:
        """Tell nothing any more, and leave the rest to the next start."""
        self._services.dispatcher.handle(KIND, None)
        if self._noting is not None:
            self._noting.cancel()
            await asyncio.gather(self._noting, return_exceptions=True)

    async def _tell(self, dues: Sequence[StoredDue]) -> None:
        for due in dues:
            await self._teller.tell(due.guild_id)

    async def _note_results(self) -> None:
        try:
            await self._services.club.note_results()
        except StoreError as error:  # it is noted when somebody asks
            log.error("Results not noted", extra={"why": str(error)})


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(ClubNews(bot, services_in(bot)))
