"""Construct the services of the bot, with its editions and its caches that count their bytes."""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Protocol

from db.people.forgetting import Tombstones
from db.store import Store
from delivery.dispatcher import Dispatcher
from delivery.outbox import Outbox
from engine.edition_files import BUILT_IN, SHELF
from i18n.translation import words_for
from players.thinking import ThinkingPool, cluster, processes
from render.files.tile_cache import BACKDROPS, PASSING, TILES
from runtime.logs import LastErrors
from runtime.setting_values import Cluster
from runtime.settings import Settings
from tabletop.computers import Advice
from tabletop.forgetting import Forgetting
from tabletop.once import Once
from tabletop.opening import Dealer
from tabletop.personal import Personal
from tabletop.publishing import Publisher
from tabletop.reminders import Reminders
from tabletop.table import Clock
from tabletop.tables import Tables
from tabletop.time_control import Lengths
from ui.services import Metrics, Services
from ui.services.per_person import Exports, GoingOn, Replays
from ui.services.servers import Latency, Members, OpenPlaces, Servers

log = logging.getLogger("arkadia.editions")


def offer_editions(settings: Settings) -> None:
    """Read the files of editions; a wrong one is left out, and the log says why."""
    folders = [settings.editions] if settings.editions else []
    SHELF.look_in(BUILT_IN, *folders, default=settings.edition)
    for name, why in SHELF.problems.items():
        log.warning("Edition left out", extra={"edition": name, "why": why})


class Limited(Protocol):
    """A cache that counts its bytes."""

    @property
    def memory(self) -> int:
        """The bytes that it takes now."""
        ...

    @property
    def limit(self) -> int:
        """The most bytes that it takes."""
        ...


def kept_in_memory(services: Services) -> Mapping[str, Limited]:
    """Return those caches of a bot by their name."""
    return {
        "tiles": TILES,
        "panels": PASSING,
        "backdrops": BACKDROPS,
        "tables": services.tables.cache,
    }


async def services_on(
    store: Store,
    settings: Settings,
    clock: Clock,
    rng: Random,
    metrics: Metrics,
    dealer: type[Dealer] = Dealer,
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
        full_name=full_name_in,
        limits=settings.limits,
    )
    await tables.uptime.load()
    once = Once(store, clock)
    thinking = thinking_pool(settings.workers, metrics.failed_thinking.inc)
    going_on = GoingOn()
    reminders = Reminders(tables, personal, dispatcher)
    outbox = Outbox(store, dispatcher, clock)
    publisher = Publisher(tables, outbox, reminders)
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
    services.add(reminders, Lengths(store), going_on)
    services.add(once, Advice(tables, personal, thinking))
    forgetting = Forgetting(tables, personal, once, tombstones_of(store, settings))
    services.add(forgetting)
    services.add(Servers(), Members(), OpenPlaces(), Latency(), Replays(), LastErrors())
    services.add(Exports())
    return services


async def close(services: Services) -> None:
    """Finish the changes to tables in progress, then stop computer players and drawing."""
    await services.tables.cache.drain()
    services.thinking.close()
    services[GoingOn].close()
    services[Replays].close()


def tombstones_of(store: Store, settings: Settings) -> Tombstones | None:
    """Return the tombstones of forgotten people: beside the file, or with a server's backups."""
    # Not in the database: a backup that is restored must not bring a forgotten person back.
    folder = store.beside or settings.backups
    return Tombstones(folder / f"{store.path.name}-forgotten") if folder else None


def thinking_pool(workers: int | Cluster, failed: Callable[[], None]) -> ThinkingPool:
    """Return the pool in which computer players think: local processes, or a cluster.

    While the cluster does not answer, one local process does.
    """
    if isinstance(workers, Cluster):
        connect = partial(cluster, workers.address)
        return ThinkingPool(processes(1), workers.at_once, connect=connect, failed=failed)
    return ThinkingPool(processes(workers), workers, failed=failed)


def full_name_in(full_name: str, language: str, name: str) -> str:
    """Return a computer player's name in the language of a table."""
    return words_for(language)(full_name, name=name)
