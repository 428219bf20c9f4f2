"""The services behind all commands and buttons, their metrics, and how they are put together."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final, Literal, TypeVar, cast, get_args

import aiohttp
import discord
import prometheus_client

from db.people import Tombstones
from db.store import Store
from delivery.dispatcher import Dispatcher
from delivery.outbox import Outbox
from delivery.sender import TEXTS, Sender
from engine.edition_files import BUILT_IN, SHELF
from i18n.translation import words_for
from players.thinking import ThinkingPool, cluster, processes
from render.files.tile_cache import BACKDROPS, PASSING, TILES, TileCache
from runtime import health, logs, newest, setting_values
from runtime.settings import Settings
from tabletop import cache, computers, opening, publishing, time_control
from tabletop.forgetting import Forgetting
from tabletop.once import Once
from tabletop.personal import Personal
from tabletop.reminders import Reminders
from tabletop.table import Clock
from tabletop.tables import Tables
from ui.services import per_person, servers
from ui.texts.markup import Markup

AnswerOutcome = Literal["answered", "refused", "failed", "lost", "late"]
"""The outcomes of an interaction.

``lost`` if no answer reached them; ``late`` if it reached the bot too late and was not done."""

SECONDS: Final = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 60.0)
"""Bounds of the histograms; after three seconds Discord shows a failure."""

ALARMING: Final = ("401", "429")  # statuses with an alert: token refused, too many requests
UNREACHED: Final = "none"  # the status of a request without an answer

prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call] # a second series a counter, which no alarm reads


class Metrics:
    """The bot's counters, gauges and histograms, with the names and units usual in Prometheus."""

    def __init__(self) -> None:
        # Not the global registry: it takes each name once, and a run of the tests has many bots.
        self.registry = registry = prometheus_client.CollectorRegistry()
        prometheus_client.ProcessCollector(registry=registry)
        self.answers = prometheus_client.Histogram(
            "arkadia_answer_seconds",
            "Time from what a person did to the answer, by the clocks of Discord and the host.",
            ["outcome"],
            buckets=SECONDS,
            registry=registry,
        )
        self.requests = prometheus_client.Counter(
            "arkadia_discord_requests",
            "Requests to Discord; a status of 429 is a rate limit.",
            ["status"],
            registry=registry,
        )
        self.damaged = prometheus_client.Gauge(
            "arkadia_database_damaged",
            "1 if the last whole check found the database damaged.",
            registry=registry,
        )
        self.failed_thinking = prometheus_client.Counter(
            "arkadia_thinking_failures", "Questions that no worker answered.", registry=registry
        )
        self.epoch = prometheus_client.Gauge(
            "arkadia_history_lost_timestamp_seconds",
            "When the database was last found to have gone back in time; 0 for never.",
            registry=registry,
        )
        # A counter that begins at its first event seems not to grow: rates need the zero before.
        for outcome in get_args(AnswerOutcome):
            self.answers.labels(outcome)
        for status in ALARMING:
            self.requests.labels(status)
        prometheus_client.Info("arkadia_build", "What runs.", registry=registry).info(
            {"version": health.version()}
        )

    def trace(self) -> aiohttp.TraceConfig:
        """Return an aiohttp trace that counts the requests of discord.py."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._ended)
        trace.on_request_exception.append(self._failed)
        return trace

    async def _ended(self, _: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
        self.requests.labels(str(end.response.status)).inc()

    async def _failed(self, _: object, __: object, end: object) -> None:
        self.requests.labels(UNREACHED).inc()


Service = TypeVar("Service")


@dataclass(frozen=True, slots=True)
class Services:
    """The services that commands and buttons use.

    What a game needs stands here by name, anything else is found by its class. A feature adds its
    own before its cog is loaded, ``services.add(Leagues(services.tables))``, and whatever has the
    services finds it: ``services[Leagues]``.
    """

    settings: Settings  # the configuration of the process
    tables: Tables  # all tables
    publisher: publishing.Publisher  # brings public messages up to the saved state
    thinking: ThinkingPool  # the processes in which computer players think
    personal: Personal  # preferences, notes and other data of one person alone
    dispatcher: Dispatcher  # carries out timers when they are due
    outbox: Outbox  # posts news, and changes messages that stand
    rng: Random  # the source of randomness
    started_at: int  # the time of the start, in milliseconds UTC
    metrics: Metrics  # the figures for a monitor
    # turns commands into links and marks into emojis
    markup: Markup = field(default_factory=Markup)
    # the known texts of messages
    texts: newest.Newest[int, str] = field(default_factory=lambda: newest.Newest(TEXTS))
    _others: dict[type[object], object] = field(default_factory=dict, init=False, repr=False)

    def add(self, *services: object) -> None:
        """Have services found by their classes from now on, in place of earlier ones."""
        self._others.update({type(service): service for service in services})

    def __getitem__(self, kind: type[Service]) -> Service:
        """Return the service of a class."""
        return cast(Service, self._others[kind])

    def sender(self, client: discord.Client) -> Sender:
        """Return the sender of requests to Discord that a client makes."""
        return Sender(client, self.markup.sent, self.tables.store.epoch, self.texts)


def services_in(client: discord.Client) -> Services:
    """Return the services that a bot holds."""
    services = getattr(client, "services", None)
    if not isinstance(services, Services):
        raise TypeError("the bot was set up without its services")
    return services


log = logging.getLogger("arkadia.editions")


def offer_editions(settings: Settings) -> None:
    """Read the files of editions; a wrong one is left out, and the log says why."""
    folders = [settings.editions] if settings.editions else []
    SHELF.look_in(BUILT_IN, *folders, default=settings.edition)
    for name, why in SHELF.problems.items():
        log.warning("Edition left out", extra={"edition": name, "why": why})


def kept_in_memory(services: Services) -> Mapping[str, TileCache | cache.TableCache]:
    """Return those caches of a bot by their name."""
    tables = services.tables.cache
    return {"tiles": TILES, "panels": PASSING, "backdrops": BACKDROPS, "tables": tables}


async def services_on(
    store: Store,
    settings: Settings,
    clock: Clock,
    rng: Random,
    metrics: Metrics,
    dealer: type[opening.Dealer] = opening.Dealer,
) -> Services:
    """Return the services on an open store."""
    started_at = clock()
    personal = Personal(store)
    await personal.load()
    dispatcher = Dispatcher(store, clock)
    tables = Tables(
        store,
        clock,
        dealer(rng),
        personal,
        alarm=dispatcher.wake,
        full_name=lambda full, language, name: words_for(language)(full, name=name),
        limits=settings.limits,
    )
    await tables.uptime.load()
    once = Once(store, clock)
    thinking = thinking_pool(settings.workers, metrics.failed_thinking.inc)
    going_on = per_person.GoingOn()
    reminders = Reminders(tables, personal, dispatcher)
    outbox = Outbox(store, dispatcher, clock)
    publisher = publishing.Publisher(tables, outbox, reminders)
    tables.computers_done.connect(going_on.begin)
    services = Services(
        settings,
        tables,
        publisher,
        thinking,
        personal,
        dispatcher=dispatcher,
        outbox=outbox,
        rng=rng,
        started_at=started_at,
        metrics=metrics,
    )
    services.add(reminders, time_control.Lengths(store), going_on)
    services.add(once, computers.Advice(tables, personal, thinking))
    # Beside the file, or with a server's backups, and not in the database: a backup that is
    # restored must not bring a forgotten person back.
    folder = store.beside or settings.backups
    tombstones = Tombstones(folder / f"{store.path.name}-forgotten") if folder else None
    services.add(Forgetting(tables, personal, once, tombstones))
    services.add(servers.Servers(), servers.Latency(), per_person.Replays(), logs.LastErrors())
    services.add(per_person.Exports())
    return services


async def close_services(services: Services) -> None:
    """Finish the changes to tables in progress, then stop computer players and drawing."""
    await services.tables.cache.drain()
    services.thinking.close()
    services[per_person.GoingOn].close()
    services[per_person.Replays].close()


def thinking_pool(workers: int | setting_values.Cluster, fails: Callable[[], None]) -> ThinkingPool:
    """Return the pool in which computer players think: processes, or a cluster while it answers."""
    if isinstance(workers, setting_values.Cluster):
        connect = partial(cluster, workers.address)
        return ThinkingPool(processes(1), workers.at_once, connect=connect, failed=fails)
    return ThinkingPool(processes(workers), workers, failed=fails)
