"""The cog that serves the pages on which games are watched and played."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from discord.ext import commands

from tabletop.tables import Tables
from ui.interactions.audience import is_open
from ui.services import Services
from web.server.app import application
from web.server.files import PageFiles
from web.server.front import Front
from web.server.house import House
from web.server.site import Site

log = logging.getLogger("arkadia.pages")


class GamePages(commands.Cog):
    """A cog that serves the pages of games.

    Args:
        bot: the bot that knows who sees which channel.
        services: the services behind the pages.
        port: the port on which they are served.
    """

    def __init__(self, bot: commands.AutoShardedBot, services: Services, port: int) -> None:
        self._bot = bot
        self._services = services
        self._port = port
        self._site: Site | None = None
        self._front: Front | None = None

    async def cog_load(self) -> None:
        """Start serving; if the port is taken, log it and go on without the pages."""
        settings, tables = self._services.settings, self._services.tables
        files = await asyncio.to_thread(PageFiles.made)
        house = self._house()
        self._front = Front(house, files)
        where = settings.web_address, self._port
        self._site = Site(application(self._front), *where, house.proxies, house.count)
        self._listen(tables)
        told = {"address": settings.web_address, "port": self._port}
        try:
            await self._site.start()
        except OSError as error:
            log.error("No pages of games", extra={**told, "why": str(error)})
        else:
            log.info("Pages of games", extra={**told, "url": settings.web_url})

    def _house(self) -> House:
        services = self._services
        return House(
            services.tables,
            services.personal,
            services.once,
            services.publisher,
            advice=services.advice,
            doors=services.doors,
            is_open=partial(is_open, self._bot),
            is_member=partial(services.members.has, self._bot),
            url=services.settings.web_url,
            proxies=services.settings.web_proxy,
            frames=services.settings.web_frames,
            count=lambda status: services.metrics.page_requests.labels(str(status)).inc(),
        )

    def _listen(self, tables: Tables) -> None:
        assert self._front is not None
        self._services.metrics.page_streams.set_function(self._front.streams.__len__)
        tables.cache.changed.connect(self._front.streams.wake)
        self._services.doors.closed.connect(lambda _: self._close_pages())

    def _close_pages(self) -> None:
        """Have pages look whether their sessions still are."""
        if self._front is not None:
            self._front.streams.wake_all()

    async def cog_unload(self) -> None:
        """Stop serving; open pages come back by themselves."""
        self._services.tables.cache.changed.disconnect()
        self._services.doors.closed.disconnect()
        if self._front is not None:
            await self._front.streams.close()
        if self._site is not None:
            await self._site.stop()
