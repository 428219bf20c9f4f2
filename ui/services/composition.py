"""Construct the services of the bot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from db.people.tombstones import Tombstones
from db.store import Store
from delivery.dispatcher import Dispatcher
from delivery.outbox import Outbox
from i18n.translation import words_for
from players.thinking import ThinkingPool
from players.worker_processes import cluster, processes
from runtime.setting_values import Cluster
from runtime.settings import Settings
from tabletop.advice import Advice
from tabletop.club.digest import Digests
from tabletop.club.ranking import Club
from tabletop.daily.positions import Positions
from tabletop.daily.service import Daily
from tabletop.dealing import Dealer
from tabletop.doors import Doors
from tabletop.forgetting import Forgetting
from tabletop.leagues.scheduler import LeagueScheduler
from tabletop.leagues.service import Leagues
from tabletop.lengths import Lengths
from tabletop.nudges import Nudges
from tabletop.once import Once
from tabletop.personal import Personal
from tabletop.publishing import Publisher
from tabletop.reminders import Reminders
from tabletop.tables import Tables
from tabletop.turn_time import Clock
from ui.services import Services
from ui.services.going_on import GoingOn
from ui.services.limits import limits_by
from ui.services.metrics import Metrics


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
        called=called_in,
        limits=limits_by(settings),
    )
    await tables.attendance.load()
    once = Once(store, clock)
    await once.load()
    doors = Doors(store, clock)
    await doors.load()
    thinking = thinking_pool(settings.workers, metrics.failed_thinking.inc)
    leagues = Leagues(tables)
    reminders = Reminders(tables, personal, dispatcher)
    outbox = Outbox(store, dispatcher, clock)
    publisher = Publisher(tables, outbox, reminders)
    club, going_on = Club(store), GoingOn()
    positions = Positions(store)
    await positions.load()
    tables.computers_done.connect(going_on.begin)
    return Services(
        settings,
        tables,
        publisher,
        thinking,
        personal,
        dispatcher=dispatcher,
        outbox=outbox,
        reminders=reminders,
        nudges=Nudges(tables, personal, dispatcher),
        leagues=leagues,
        league_scheduler=LeagueScheduler(leagues, publisher, dispatcher),
        club=club,
        digests=Digests(tables, club, dispatcher),
        daily=Daily(tables, dispatcher, positions),
        lengths=Lengths(store),
        once=once,
        forgetting=Forgetting(
            tables, leagues, personal, once, doors, tombstones_of(store, settings)
        ),
        advice=Advice(tables, personal, thinking),
        doors=doors,
        rng=rng,
        going_on=going_on,
        metrics=metrics,
        started_at=started_at,
    )


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


def called_in(called: str, language: str, name: str) -> str:
    """Return a computer player's name in the language of a table."""
    return words_for(language)(called, name=name)
