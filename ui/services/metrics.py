"""Metrics of the bot for Prometheus (``cogs/monitoring.py`` serves them)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Final, Literal, get_args

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    Metric,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from db.outbox.backlog import Backlog
from runtime.vitals import version

AnswerOutcome = Literal["answered", "refused", "failed", "lost", "late"]
"""The outcomes of an interaction.

``lost`` if no answer reached them; ``late`` if it reached the bot too late and was not done."""

SECONDS: Final = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 60.0)
"""Bounds of the histograms; after three seconds Discord shows a failure."""

DATABASE_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
"""Bounds of the histogram of database queries."""

ALARMING: Final = ("401", "429")
"""Statuses of Discord's answers with an alert of their own: token refused, too many requests."""

ITS_TURN: Final = "turn"
"""The reason of what is due and was not tried yet: its turn comes."""

UNREACHED: Final = "none"
"""The status of a request without an answer."""

disable_created_metrics()  # type: ignore[no-untyped-call] # a second series a counter, which no alarm reads


class DatabaseGauges(Collector):
    """Gauges that the database fills at each scrape; absent where it did not answer in time.

    An ordinary gauge would keep its last value, so that an outage looks like a quiet hour.

    Attributes:
        up: True if the database answered.
        games: games by their state, or None if unknown now.
        unshown: games with news not shown yet, or None.
        backlog: what waits to be said or done, or None.
        now: the time in milliseconds at which that was asked.
        backup_age: seconds since the last backup, or None if there is none.
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

    def collect(self) -> Iterable[Metric]:
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

    def _waiting(self, backlog: Sequence[Backlog]) -> Iterable[Metric]:
        """Yield how much waits, and for how long, by kind and reason."""
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


class Metrics:
    """The bot's counters, gauges and histograms, with the names and units usual in Prometheus.

    Attributes:
        registry: the registry of all metrics, those of the process included.
        answers: seconds from an interaction to its answer, by the outcome.
        requests: requests to Discord by the status of the answer.
        lag: seconds by which the event loop was late when it was checked last.
        database: seconds that a query took, probed every few seconds.
        damaged: 1 if the last whole check found the database damaged.
        shards: 1 for each shard that is connected, 0 for one that is not.
        connections: connections to Discord's gateway after each shard's first.
        thinking: questions that wait for a computer player's time.
        failed_thinking: questions that no worker answered.
        kept: bytes of each cache and queue.
        most_kept: their limits.
        page_streams: open pages that hear of their game at once.
        page_requests: requests to pages of games by the status of the answer.
        undone: games of which turns were lost with the database's history.
        epoch: the second in which the last such loss was found; 0 for never.
        database_gauges: the gauges that the database filled at the last scrape.
    """

    def __init__(self) -> None:
        # Not the global registry: it takes each name once, and a run of the tests has many bots.
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.answers = Histogram(
            "arkadia_answer_seconds",
            "Time from what a person did to the answer, by the clocks of Discord and the host.",
            ["outcome"],
            buckets=SECONDS,
            registry=registry,
        )
        self.requests = Counter(
            "arkadia_discord_requests",
            "Requests to Discord; a status of 429 is a rate limit.",
            ["status"],
            registry=registry,
        )
        self.lag = Gauge(
            "arkadia_loop_lag_seconds", "How late the event loop was.", registry=registry
        )
        self.database = Histogram(
            "arkadia_database_seconds",
            "What a question to the database took.",
            buckets=DATABASE_SECONDS,
            registry=registry,
        )
        self.damaged = Gauge(
            "arkadia_database_damaged",
            "1 if the last whole check found the database damaged.",
            registry=registry,
        )
        self.shards = Gauge(
            "arkadia_shard_ready", "1 for a connected shard.", ["shard"], registry=registry
        )
        self.connections = Counter(
            "arkadia_gateway_reconnections",
            "Connections to Discord after the first, resumed or new.",
            ["shard"],
            registry=registry,
        )
        self.thinking = Gauge(
            "arkadia_thinking_waiting", "Questions that wait for a worker.", registry=registry
        )
        self.page_streams = Gauge(
            "arkadia_page_streams", "Open pages that hear of their game at once.", registry=registry
        )
        self.page_requests = Counter(
            "arkadia_page_requests",
            "Requests to pages of games; 429 is what a limit refused.",
            ["status"],
            registry=registry,
        )
        self.kept = Gauge(
            "arkadia_kept_bytes", "Memory of caches and queues.", ["what"], registry=registry
        )
        self.most_kept = Gauge(
            "arkadia_kept_limit_bytes", "Their limits.", ["what"], registry=registry
        )
        self.failed_thinking = Counter(
            "arkadia_thinking_failures", "Questions that no worker answered.", registry=registry
        )
        self.undone = Counter(
            "arkadia_games_undone",
            "Games of which turns were lost, as the database went back in time.",
            registry=registry,
        )
        self.epoch = Gauge(
            "arkadia_history_lost_timestamp_seconds",
            "When the database was last found to have gone back in time; 0 for never.",
            registry=registry,
        )
        # A counter that begins at its first event seems not to grow: rates need the zero before.
        for outcome in get_args(AnswerOutcome):
            self.answers.labels(outcome)
        for status in ALARMING:
            self.requests.labels(status)
        Info("arkadia_build", "What runs.", registry=registry).info({"version": version()})
        self.database_gauges = DatabaseGauges()
        registry.register(self.database_gauges)

    def trace(self) -> aiohttp.TraceConfig:
        """Return an aiohttp trace that counts the requests of discord.py."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._ended)
        trace.on_request_exception.append(self._failed)
        return trace

    async def _ended(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        self.requests.labels(str(end.response.status)).inc()

    async def _failed(self, _: aiohttp.ClientSession, __: SimpleNamespace, end: object) -> None:
        self.requests.labels(UNREACHED).inc()
