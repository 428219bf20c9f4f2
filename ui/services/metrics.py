"""What the bot counts of itself, for a monitor that reads it (``cogs/monitoring.py``)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Final, Literal

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

AnswerOutcome = Literal["answered", "refused", "failed", "lost", "late"]
"""What became of something that a person asked for.

``lost`` if no answer reached them; ``late`` if it reached the bot too late and was not done."""

SECONDS: Final = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 60.0)
"""Bounds of the histograms; after three seconds Discord shows a failure."""

UNREACHED: Final = "none"
"""The status of a request without an answer."""


class Metrics:
    """Counters and histograms, in the names and units that Prometheus wants.

    Attributes:
        registry: all of them, those of the process included.
        answers: seconds from what a person did to the answer, by its outcome.
        requests: requests to Discord by the status of the answer.
        lag: by how many seconds the event loop was late when it was looked at last.
        database: the seconds that the last question to the database took.
        shards: 1 for each shard that is connected, 0 for one that is not.
        unshown: games with news that are not shown yet.
        games: games by their state.
        thinking: questions that wait for a computer player's time.
        backup_age: the seconds since the last backup; 0 where there is none.
    """

    def __init__(self) -> None:
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
        self.database = Gauge(
            "arkadia_database_seconds", "What a question to the database took.", registry=registry
        )
        self.shards = Gauge(
            "arkadia_shard_ready", "1 for a connected shard.", ["shard"], registry=registry
        )
        self.unshown = Gauge(
            "arkadia_games_unshown", "Games with news not shown yet.", registry=registry
        )
        self.games = Gauge("arkadia_games", "Games by their state.", ["state"], registry=registry)
        self.thinking = Gauge(
            "arkadia_thinking_waiting", "Questions that wait for a worker.", registry=registry
        )
        self.backup_age = Gauge(
            "arkadia_backup_age_seconds", "The age of the last backup.", registry=registry
        )

    def trace(self) -> aiohttp.TraceConfig:
        """What counts the requests of discord.py."""
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
