"""Background work for clubs: counting finished games, and posting weekly digests."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

from discord.ext import commands

from db.errors import StoreError
from ui.club import digest
from ui.components.background import BackgroundCog
from ui.public.regular_posts import RegularPosts
from ui.services import Services, services_in

log = logging.getLogger("arkadia.club")

COUNT_EVERY_S: Final = 600.0
"""Seconds between two looks for games that are not counted yet."""


class ClubNews(BackgroundCog):
    """A cog that posts the weekly digests of servers and counts finished games."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot, services)
        self._digests = RegularPosts(
            services,
            services.digests.channels,
            services.digests.come_due,
            services.sender(bot),
            partial(digest.build, bot, services.digests),
        )

    async def cog_load(self) -> None:
        """Start posting due digests, and count finished games in the background."""
        self._digests.start()
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Stop posting digests; due ones wait for the next start."""
        self._digests.stop()
        await super().cog_unload()

    async def work(self) -> None:
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
