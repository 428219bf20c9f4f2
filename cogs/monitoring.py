"""The pages ``/healthz`` and ``/metrics`` for a monitor, served if a port is configured."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from pathlib import Path
from typing import Final, get_args

from aiohttp import web
from discord.ext import commands
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from db.errors import StoreError
from db.games.rows import State
from players.thinking import Kind
from runtime.background import persistently
from runtime.listening import Port
from ui.memory import kept_in_memory
from ui.services import Services, services_in

log = logging.getLogger("arkadia.monitoring")

LOOK_EVERY_S: Final = 1.0
"""Seconds between two looks at how late the event loop is."""

ASK_EVERY_S: Final = 5.0
"""Seconds between two questions to the database."""

PATIENCE_S: Final = 0.8
"""Seconds that a scrape waits for the database: Prometheus may give up after a second."""


class Monitoring(commands.Cog):
    """A cog that serves the bot's health and metrics.

    Args:
        bot: the bot whose shards are checked.
        services: the services to measure.
        port: the port on which the pages are served.
        address: the address on which the pages are served.
    """

    def __init__(
        self, bot: commands.AutoShardedBot, services: Services, port: int, address: str
    ) -> None:
        self._bot = bot
        self._services = services
        self._port = port
        self._address = address
        self._runner: web.AppRunner | None = None
        self._listening: Port | None = None
        self._background: list[asyncio.Task[None]] = []
        self._asking: asyncio.Task[None] | None = None
        self._connected: set[int] = set()

    async def cog_load(self) -> None:
        """Start serving; if the port is taken, log it and go on without the pages."""
        app = web.Application()
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=1, auto_decompress=False
        )
        await self._runner.setup()
        assert self._runner.server is not None
        self._listening = Port(self._runner.server)
        self._background = [
            asyncio.create_task(persistently("monitoring", work))
            for work in (self._look_at_loop, self._look_at_database)
        ]
        try:
            await self._listening.open(self._address, self._port)
        except OSError as error:
            log.error("Nothing for a monitor", extra={"port": self._port, "why": str(error)})
        else:
            if not is_loopback(self._address):
                log.warning(
                    "The pages for a monitor can be read from other machines",
                    extra={"address": self._address, "port": self._port},
                )

    async def cog_unload(self) -> None:
        """Stop serving."""
        tasks = [*self._background, *([self._asking] if self._asking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._listening is not None:
            self._listening.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @commands.Cog.listener("on_shard_connect")
    async def logged_in(self, shard_id: int) -> None:
        """Count each login of a shard except its first."""
        # The first login is the start, not a lost connection.
        counter = self._services.metrics.connections.labels(str(shard_id))
        if shard_id in self._connected:
            counter.inc()
        self._connected.add(shard_id)

    @commands.Cog.listener("on_shard_resumed")
    async def resumed(self, shard_id: int) -> None:
        """Count each session of a shard that resumes after a lost connection."""
        self._services.metrics.connections.labels(str(shard_id)).inc()

    async def _look_at_loop(self) -> None:
        """Measure again and again how late the event loop is."""
        while True:
            due = time.monotonic() + LOOK_EVERY_S
            await asyncio.sleep(LOOK_EVERY_S)
            # The sleep ends late by as long as the loop was busy with something else.
            self._services.metrics.lag.set(max(0.0, time.monotonic() - due))

    async def _look_at_database(self) -> None:
        """Measure again and again what a question to the database takes."""
        while True:
            await self._ask()
            await asyncio.sleep(ASK_EVERY_S)

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
        metrics = self._services.metrics
        for number, connected in self._shards().items():
            metrics.shards.labels(str(number)).set(connected)
        metrics.thinking.set(self._services.thinking.outlook(Kind.REVIEW).waiting)
        for what, kept in kept_in_memory(self._services).items():
            metrics.kept.labels(what).set(kept.memory)
            metrics.most_kept.labels(what).set(kept.limit)
        metrics.database_gauges.up = await self._database_answers()
        if not metrics.database_gauges.up:
            # No figure rather than an old one, which a dashboard would draw as today's.
            metrics.database_gauges.forget()
        metrics.database_gauges.backup_age = await self._backup_age(self._services.settings.backups)
        return web.Response(
            body=generate_latest(metrics.registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    def _shards(self) -> dict[int, bool]:
        """Return whether each shard is connected."""
        return {number: not shard.is_closed() for number, shard in self._bot.shards.items()}

    async def _database_answers(self) -> bool:
        """Return whether the database tells how it is in time; it is asked once at a time."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._read())
        # Not wait_for, which would cancel the question: each scrape would ask a slow server anew.
        done, _ = await asyncio.wait({self._asking}, timeout=PATIENCE_S)
        if not done:
            log.warning("The database does not answer", extra={"after_s": PATIENCE_S})
            return False
        return self._asking.exception() is None

    async def _read(self) -> None:
        """Read what the database has to tell a monitor.

        Raises:
            StoreError: if it cannot be read.
        """
        kept, store = self._services.metrics.database_gauges, self._services.tables.store
        try:
            await store.admin.probe("health", "")
            games, kept.unshown = await store.admin.games_now()
            kept.now = self._services.tables.now()
            kept.backlog = await store.outbox.backlog(kept.now)
        except StoreError as error:
            log.warning("The database does not answer", extra={"why": str(error)})
            raise
        kept.games = {state: games.get(state, 0) for state in get_args(State)}

    async def _backup_age(self, folder: Path | None) -> float | None:
        """Return the seconds since the last backup; None without one, or without its folder."""
        try:
            newest = folder and await self._services.tables.store.newest_backup(folder)
        except StoreError as error:  # the folder's fault, and not the database's
            log.warning("No backups to be seen", extra={"why": str(error)})
            return None
        return time.time() - newest.made_at / 1000 if newest else None

    async def _ask(self) -> None:
        begin = time.monotonic()
        try:
            await self._services.tables.store.admin.probe("health", "")
        except StoreError as error:
            log.warning("The database does not answer", extra={"why": str(error)})
        else:
            self._services.metrics.database.observe(time.monotonic() - begin)


def is_loopback(address: str) -> bool:
    """Return whether an address is a loopback address, which other machines cannot reach."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot if it has something to serve."""
    services = services_in(bot)
    port, address = services.settings.metrics_port, services.settings.metrics_address
    if port is not None:
        await bot.add_cog(Monitoring(bot, services, port, address))
