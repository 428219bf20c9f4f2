"""The services that are behind all commands and buttons; the bot holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import discord

from delivery.dispatcher import Dispatcher
from delivery.outbox import Outbox
from players.thinking import ThinkingPool
from runtime.logs import LastErrors
from runtime.settings import Settings
from tabletop.club.digest import Digests
from tabletop.club.ranking import Club
from tabletop.forgetting import Forgetting
from tabletop.leagues.scheduler import LeagueScheduler
from tabletop.leagues.service import Leagues
from tabletop.personal import Personal
from tabletop.publishing import Publisher
from tabletop.reminders import Reminders
from tabletop.tables import Tables
from ui.services.latency import Latency
from ui.services.markup import Markup
from ui.services.metrics import Metrics
from ui.services.per_person import LockPerPerson, OncePerPerson
from ui.services.replays import Replays
from ui.services.servers import Servers
from ui.services.unanswered import Unanswered


@dataclass(frozen=True, slots=True)
class Services:
    """What commands and buttons work with.

    They are there before the first cog is loaded and stay while cogs are reloaded.

    Attributes:
        settings: what the bot was told at its start.
        tables: all tables.
        outbox: says what is new, and changes messages that stand.
        publisher: keeps what is shown up with what is saved.
        thinking: the processes in which computer players think.
        personal: what belongs to one person alone.
        dispatcher: does what is due at a time.
        reminders: tells people again of games that wait for them.
        leagues: all leagues.
        league_scheduler: opens the leagues' games, and keeps what is shown up with what is saved.
        club: what servers' finished games came to, and who is shown with it.
        digests: where servers are told once a week what went on.
        unanswered: what was done by a command whose answer may not have arrived.
        forgetting: forgets people for good.
        rng: where chance comes from.
        markup: what texts become when they are sent.
        metrics: what is counted for a monitor.
        servers: their channels, and who may see them.
        latency: how late what people do arrives.
        replays: the animations of finished games.
        exports: for whom all games are being written down.
        branching: for whom a game with an earlier turn is being begun.
        errors: the last ones in the log.
        started_at: when the bot was started, in milliseconds UTC.
    """

    settings: Settings
    tables: Tables
    publisher: Publisher
    thinking: ThinkingPool
    personal: Personal
    dispatcher: Dispatcher
    outbox: Outbox
    reminders: Reminders
    leagues: Leagues
    league_scheduler: LeagueScheduler
    club: Club
    digests: Digests
    unanswered: Unanswered
    forgetting: Forgetting
    rng: Random
    markup: Markup = field(default_factory=Markup)
    metrics: Metrics = field(default_factory=Metrics)
    servers: Servers = field(default_factory=Servers)
    latency: Latency = field(default_factory=Latency)
    replays: Replays = field(default_factory=Replays)
    exports: OncePerPerson = field(default_factory=OncePerPerson)
    branching: LockPerPerson = field(default_factory=LockPerPerson)
    errors: LastErrors = field(default_factory=LastErrors)
    started_at: int = 0

    async def close(self) -> None:
        """Finish what is being done to tables, and think no more."""
        await self.tables.cache.drain()
        self.thinking.close()
        self.replays.close()


def services_in(client: discord.Client) -> Services:
    """The services that a bot holds.

    Raises:
        TypeError: if it holds none.
    """
    services = getattr(client, "services", None)
    if not isinstance(services, Services):
        raise TypeError("the bot was set up without its services")
    return services
