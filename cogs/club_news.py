"""Background work for clubs: counting finished games, and posting weekly digests."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from discord.ext import commands

from db.errors import StoreError
from delivery.sender import Sender
from ui.club.digest import DigestBuilder
from ui.public.regular_posts import RegularPosts
from ui.services import Services, services_in

log = logging.getLogger("arkadia.club")

COUNT_EVERY_S: Final = 600.0
"""Seconds between two looks for games that are not counted yet."""


class ClubNews(commands.Cog):
    """A cog that posts the weekly digests of servers and counts finished games."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._services = services
        self._digests = RegularPosts(
            services,
            services.digests.channels,
            services.digests.come_due,
            Sender(bot, services.markup.sent, services.tables.store.epoch, services.texts),
            DigestBuilder(bot, services.digests).build,
        )
        self._counting: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Start posting due digests, and count finished games in the background."""
        self._digests.start()
        self._counting = asyncio.create_task(self._count())

    async def cog_unload(self) -> None:
        """Stop posting digests; due ones wait for the next start."""
        self._digests.stop()
        if self._counting is not None:
            self._counting.cancel()
            await asyncio.gather(self._counting, return_exceptions=True)

    async def _count(self) -> None:
        """Count finished games again and again, and make standings anew where that is wanted."""
        while True:
            try:
                await self._services.club.recount()
                await self._services.club.note_results()
            except StoreError as error:  # it is counted when somebody asks
                log.error("Games not counted", extra={"why": str(error)})
            await asyncio.sleep(COUNT_EVERY_S)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(ClubNews(bot, services_in(bot)))
