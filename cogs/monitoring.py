"""What a monitor reads on this machine, where a port is set: ``/healthz`` and ``/metrics``."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from aiohttp import web
from discord.ext import commands
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from db.errors import StoreError
from players.thinking import Kind
from ui.services import Services, services_in

log = logging.getLogger("arkadia.monitoring")

ADDRESS: Final = "127.0.0.1"

MEASURE_EVERY_S: Final = 1.0
"""Seconds between two looks at how late the event loop is."""

LATEST_S: Final = 5.0
"""Seconds after which a database that has not answered counts as one that does not."""


class Monitoring(commands.Cog):
    """Serves how the bot is.

    Args:
        port: of the pages, or None if nobody reads them.
    """

    def __init__(self, bot: commands.AutoShardedBot, services: Services, port: int | None) -> None:
        self._bot = bot
        self._services = services
        self._port = port
        self._runner: web.AppRunner | None = None
        self._looking: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begin to serve; a port that is taken is told, and the bot goes on without the pages."""
        if self._port is None:
            return
        app = web.Application()
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        self._looking = asyncio.create_task(self._look())
        try:
            await web.TCPSite(self._runner, ADDRESS, self._port).start()
        except OSError as error:
            log.error("Nothing for a monitor", extra={"port": self._port, "why": str(error)})

    async def cog_unload(self) -> None:
        """Serve no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _look(self) -> None:
        """Measure again and again how late the event loop is."""
        while True:
            due = time.monotonic() + MEASURE_EVERY_S
            await asyncio.sleep(MEASURE_EVERY_S)
            self._services.metrics.lag.set(max(0.0, time.monotonic() - due))

    async def _health(self, _: web.Request) -> web.Response:
        """As JSON; 200 if all shards are connected and the database answers, else 503."""
        shards = self._shards()
        database = await self._database_answers()
        well = self._bot.is_ready() and all(shards.values()) and database
        state = {
            "ready": self._bot.is_ready(),
            "shards": {str(number): connected for number, connected in shards.items()},
            "database": database,
        }
        return web.json_response(state, status=200 if well else 503)

    async def _metrics(self, _: web.Request) -> web.Response:
        await self._measure()
        text = generate_latest(self._services.metrics.registry)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _measure(self) -> None:
        metrics = self._services.metrics
        for number, connected in self._shards().items():
            metrics.shards.labels(str(number)).set(connected)
        metrics.thinking.set(self._services.thinking.outlook(Kind.REVIEW).waiting)
        if not await self._database_answers():
            return
        counts = await self._services.tables.store.counts()
        metrics.unshown.set(counts.unshown)
        for state, count in counts.games.items():
            metrics.games.labels(state).set(count)
        await self._measure_backup()

    async def _measure_backup(self) -> None:
        folder = self._services.settings.backups
        if folder is None:
            return
        newest = await self._services.tables.store.newest_backup(folder)
        if newest is not None:
            self._services.metrics.backup_age.set(time.time() - newest.made_at / 1000)

    def _shards(self) -> dict[int, bool]:
        """Whether each shard is connected."""
        return {number: not shard.is_closed() for number, shard in self._bot.shards.items()}

    async def _database_answers(self) -> bool:
        begin = time.monotonic()
        try:
            async with asyncio.timeout(LATEST_S):
                await self._services.tables.store.admin.setting("health", "")
        except (StoreError, TimeoutError) as error:
            log.warning("The database does not answer", extra={"why": str(error)})
            return False
        self._services.metrics.database.set(time.monotonic() - begin)
        return True


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    services = services_in(bot)
    await bot.add_cog(Monitoring(bot, services, services.settings.metrics_port))
