"""Background work for clubs: counting finished games, and posting weekly digests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from discord.ext import commands

from db.errors import StoreError
from db.outbox.rows import Topic
from db.timers.rows import StoredDue
from delivery.errors import NotShownError
from delivery.notice import Notice
from delivery.sender import Sender
from tabletop.club.digest import KIND, WEEK_OVER
from ui.club.digest import DigestBuilder
from ui.services import Services, services_in

log = logging.getLogger("arkadia.club")

COUNT_EVERY_S: Final = 600.0
"""Seconds between two looks for games that are not counted yet."""


class ClubNews(commands.Cog):
    """A cog that posts the weekly digests of servers and counts finished games."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._services = services
        self._sender = Sender(
            bot, services.markup.sent, services.tables.store.epoch, services.texts
        )
        self._builder = DigestBuilder(bot, services.digests)
        self._counting: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Start posting due digests, and count finished games in the background."""
        services = self._services
        notice = Notice(services.outbox, services.tables.store, self._sender, self._builder.build)
        services.outbox.handle(KIND, notice.say, self._give_up)
        services.dispatcher.handle(WEEK_OVER, self._week_over)
        self._counting = asyncio.create_task(self._count())

    async def cog_unload(self) -> None:
        """Stop posting digests; due ones wait for the next start."""
        self._services.dispatcher.handle(WEEK_OVER, None)
        self._services.outbox.handle(KIND, None)
        if self._counting is not None:
            self._counting.cancel()
            await asyncio.gather(self._counting, return_exceptions=True)

    async def _week_over(self, dues: Sequence[StoredDue]) -> None:
        for due in dues:
            topic = await self._services.digests.come_due(due.guild_id)
            if topic is not None:
                await self._services.outbox.say(topic)

    async def _give_up(self, topic: Topic, trouble: NotShownError) -> None:
        """Tell nothing more where the channel is gone."""
        if trouble.code == "gone":
            await self._services.digests.stop(topic.guild_id)

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
