"""The pages ``/healthz`` and ``/metrics`` for a monitor, served if a port is configured."""

import asyncio
import ipaddress
import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final, get_args

import prometheus_client as prometheus
from aiohttp import web
from discord.ext import commands
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from db.errors import StoreError
from db.games.rows import State
from db.outbox import Backlog
from players.thinking import Kind
from runtime import setting_values as parse
from runtime.background import persistently
from runtime.listening import Port
from runtime.settings import LISTENS, read_own, setting
from ui.services import kept_in_memory, services_in

log = logging.getLogger("arkadia.monitoring")

LOOK_EVERY_S: Final = 1.0  # seconds between two looks at how late the event loop is
ASK_EVERY_S: Final = 5.0  # seconds between two questions to the database

PATIENCE_S: Final = 0.8
"""Seconds that a scrape waits for the database: Prometheus may give up after a second."""


@dataclass(frozen=True, slots=True)
class MonitorSettings:
    """The address and port on which a monitor reads."""

    metrics_listen: parse.Listen | None = setting(None, parse.listen, LISTENS)

    REMOVED: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("ARKADIA_METRICS_PORT", "ARKADIA_METRICS_ADDRESS"),
        "ARKADIA_METRICS_LISTEN has both, as in 127.0.0.1:9100",
    )


SETTINGS: Final = MonitorSettings

DATABASE_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
"""Bounds of the histogram of database queries."""

ITS_TURN: Final = "turn"  # the reason of what is due and was not tried yet: its turn comes


class DatabaseGauges(Collector):
    """Gauges that the database fills at each scrape; absent where it did not answer in time.

    An ordinary gauge would keep its last value, so that an outage looks like a quiet hour.
    """

    def __init__(self) -> None:
        self.up = False
        self.forget()

    def forget(self) -> None:
        """Set every value to unknown."""
        self.games: dict[str, int] | None = None
        self.unshown: int | None = None
        self.backlog: Sequence[Backlog] | None = None
        self.now = 0
        self.backup_age: float | None = None

    def collect(self) -> Iterable[prometheus.Metric]:
        """Yield the Prometheus metric families of the known values."""
        yield GaugeMetricFamily(
            "arkadia_database_up", "1 if the database answered this scrape.", value=self.up
        )
        if self.games is not None:
            family = GaugeMetricFamily("arkadia_games", "Games by their state.", labels=["state"])
            for state, count in self.games.items():
                family.add_metric([state], count)
            yield family
        if self.unshown is not None:
            yield GaugeMetricFamily(
                "arkadia_games_unshown", "Games with news not shown yet.", value=self.unshown
            )
        if self.backlog is not None:
            yield from self._waiting(self.backlog)
        if self.backup_age is not None:
            yield GaugeMetricFamily(
                "arkadia_backup_age_seconds", "The age of the last backup.", value=self.backup_age
            )

    def _waiting(self, backlog: Sequence[Backlog]) -> Iterable[prometheus.Metric]:
        labels = ["kind", "why"]
        count = GaugeMetricFamily(
            "arkadia_outbox_waiting", "Messages and timers that wait, by reason.", labels=labels
        )
        age = GaugeMetricFamily(
            "arkadia_outbox_waiting_seconds", "How long the first of them waits.", labels=labels
        )
        for one in backlog:
            named = [one.kind, one.why or ITS_TURN]
            count.add_metric(named, one.count)
            if one.since:
                age.add_metric(named, max(0.0, (self.now - one.since) / 1000))
        yield count
        yield age


class Figures:
    """Metrics that are read for a monitor alone, while the cog is loaded."""

    def __init__(self, registry: prometheus.CollectorRegistry) -> None:
        self.lag = prometheus.Gauge(
            "arkadia_loop_lag_seconds", "How late the event loop was.", registry=registry
        )
        self.database = prometheus.Histogram(
            "arkadia_database_seconds",
            "What a question to the database took.",
            buckets=DATABASE_SECONDS,
            registry=registry,
        )
        self.shards = prometheus.Gauge(
            "arkadia_shard_ready", "1 for a connected shard.", ["shard"], registry=registry
        )
        self.connections = prometheus.Counter(
            "arkadia_gateway_reconnections",
            "Connections to Discord after the first, resumed or new.",
            ["shard"],
            registry=registry,
        )
        self.thinking = prometheus.Gauge(
            "arkadia_thinking_waiting", "Questions that wait for a worker.", registry=registry
        )
        self.kept = prometheus.Gauge(
            "arkadia_kept_bytes", "Memory of caches and queues.", ["what"], registry=registry
        )
        self.most_kept = prometheus.Gauge(
            "arkadia_kept_limit_bytes", "Their limits.", ["what"], registry=registry
        )
        self.database_gauges = DatabaseGauges()
        registry.register(self.database_gauges)

    def leave(self, registry: prometheus.CollectorRegistry) -> None:
        """Take all of them out of a registry, which takes each name once."""
        for one in vars(self).values():
            registry.unregister(one)


class Monitoring(commands.Cog):
    """A cog that serves the bot's health and metrics."""

    def __init__(self, bot: commands.AutoShardedBot, where: parse.Listen) -> None:
        self._bot = bot
        self._services = services = services_in(bot)
        self._where = where
        self._figures = Figures(services.metrics.registry)
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
            await self._listening.open(self._where.address, self._where.port)
        except OSError as error:
            log.error("Nothing for a monitor", extra={"port": self._where.port, "why": str(error)})
        else:
            if not is_loopback(self._where.address):
                where = {"address": self._where.address, "port": self._where.port}
                log.warning("The pages for a monitor can be read from other machines", extra=where)

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
        self._figures.leave(self._services.metrics.registry)

    @commands.Cog.listener("on_shard_connect")
    async def logged_in(self, shard_id: int) -> None:
        """Count each login of a shard except its first."""
        # The first login is the start, not a lost connection.
        counter = self._figures.connections.labels(str(shard_id))
        if shard_id in self._connected:
            counter.inc()
        self._connected.add(shard_id)

    @commands.Cog.listener("on_shard_resumed")
    async def resumed(self, shard_id: int) -> None:
        """Count each session of a shard that resumes after a lost connection."""
        self._figures.connections.labels(str(shard_id)).inc()

    async def _look_at_loop(self) -> None:
        while True:
            due = time.monotonic() + LOOK_EVERY_S
            await asyncio.sleep(LOOK_EVERY_S)
            # The sleep ends late by as long as the loop was busy with something else.
            self._figures.lag.set(max(0.0, time.monotonic() - due))

    async def _look_at_database(self) -> None:
        while True:
            begin = time.monotonic()
            try:
                await self._services.tables.store.probe()
            except StoreError as error:
                log.warning("The database does not answer", extra={"why": str(error)})
            else:
                self._figures.database.observe(time.monotonic() - begin)
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
        figures = self._figures
        for number, connected in self._shards().items():
            figures.shards.labels(str(number)).set(connected)
        figures.thinking.set(self._services.thinking.waiting(Kind.REVIEW))
        for what, kept in kept_in_memory(self._services).items():
            figures.kept.labels(what).set(kept.memory)
            figures.most_kept.labels(what).set(kept.limit)
        figures.database_gauges.up = await self._database_answers()
        if not figures.database_gauges.up:
            # No figure rather than an old one, which a dashboard would draw as today's.
            figures.database_gauges.forget()
        figures.database_gauges.backup_age = await self._backup_age(self._services.settings.backups)
        return web.Response(
            body=prometheus.generate_latest(self._services.metrics.registry),
            headers={"Content-Type": prometheus.CONTENT_TYPE_LATEST},
        )

    def _shards(self) -> dict[int, bool]:
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
        kept, store = self._figures.database_gauges, self._services.tables.store
        try:
            await store.probe()
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
    where = read_own(MonitorSettings, services_in(bot).settings).metrics_listen
    if where is not None:
        await bot.add_cog(Monitoring(bot, where))
