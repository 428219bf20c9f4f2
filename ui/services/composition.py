"""How the services are put together."""

from __future__ import annotations

from random import Random

from db import Limits, Store
from delivery.dispatcher import Dispatcher
from delivery.outbox import Outbox
from i18n.translation import words_for
from players.cluster import cluster
from players.thinking import ThinkingPool
from players.worker_processes import processes
from runtime.settings import Cluster, Settings
from tabletop.base import Clock
from tabletop.club.digest import Digests
from tabletop.club.hall import Club
from tabletop.leagues.keeper import Keeper
from tabletop.leagues.service import Leagues
from tabletop.personal import Personal
from tabletop.publishing import Publisher
from tabletop.reminders import Reminders
from tabletop.service import Tables
from ui.services import Services
from ui.services.metrics import Metrics
from ui.services.unheard import Unheard


async def services_on(
    store: Store, settings: Settings, clock: Clock, rng: Random, metrics: Metrics
) -> Services:
    """The services, working on an open store."""
    limits = Limits(
        hosted=settings.games_hosted,
        seated=settings.games_seated,
        lobbies=settings.games_lobbies,
        unfinished=settings.games_unfinished,
    )
    tables = Tables(
        *(store, clock, rng),
        limits=limits,
        posts_a_minute=settings.posts_a_minute,
    )
    started_at = clock()
    await tables.stamp()
    await tables.attendance.load()
    dispatcher = Dispatcher(store, clock)
    tables.alarm = dispatcher.wake
    personal = Personal(store)
    await personal.load()
    tables.quiet = personal.quiet_spans
    tables.call = called_in
    tables.cache.meet = personal.meet
    thinking = thinking_pool(settings.workers)
    leagues = Leagues(tables)
    reminders = Reminders(tables, personal, dispatcher)
    outbox = Outbox(store, dispatcher, clock)
    publisher = Publisher(tables, outbox, reminders)
    club = Club(store)
    return Services(
        *(settings, tables, publisher, thinking, personal),
        dispatcher=dispatcher,
        outbox=outbox,
        reminders=reminders,
        leagues=leagues,
        keeper=Keeper(leagues, publisher, dispatcher),
        club=club,
        digests=Digests(tables, club, dispatcher),
        unheard=Unheard(store, tables.attendance.left_at, started_at),
        rng=rng,
        metrics=metrics,
        started_at=started_at,
    )


def thinking_pool(workers: int | Cluster) -> ThinkingPool:
    """Where computer players think: in processes of ours, or on a cluster."""
    if isinstance(workers, Cluster):
        return ThinkingPool(cluster(workers.address), workers.at_once)
    return ThinkingPool(processes(workers), workers)


def called_in(called: str, language: str, name: str) -> str:
    """What a computer player is called at a table of a language."""
    return words_for(language)(called, name=name)
