"""The services that are behind all commands and buttons; the bot holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import discord

from delivery.dispatcher import Dispatcher
from delivery.outbox import Outbox
from delivery.sender import TEXTS, Sender
from players.thinking import ThinkingPool
from runtime.logs import LastErrors
from runtime.newest import Newest
from runtime.settings import Settings
from tabletop.advice import Advice
from tabletop.club.digest import Digests
from tabletop.club.ranking import Club
from tabletop.daily.service import Daily
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
from ui.services.going_on import GoingOn
from ui.services.latency import Latency
from ui.services.markup import Markup
from ui.services.metrics import Metrics
from ui.services.open_places import OpenPlaces
from ui.services.per_person import LockPerPerson, OncePerPerson
from ui.services.replays import Replays
from ui.services.servers import Members, Servers


@dataclass(frozen=True, slots=True)
class Services:
    """A container of the services that commands and buttons use.

    They exist before the first cog is loaded and survive the reload of cogs.

    Attributes:
        settings: the configuration of the process.
        tables: all tables.
        outbox: posts news, and changes messages that stand.
        publisher: brings public messages up to the saved state.
        thinking: the processes in which computer players think.
        personal: preferences, notes and other data of one person alone.
        dispatcher: carries out timers when they are due.
        reminders: reminds people of games that wait for them.
        nudges: takes the nudges of opponents who wait.
        leagues: all leagues.
        league_scheduler: opens the leagues' games, and brings their messages up to date.
        club: the results of servers' finished games, and the people shown with them.
        lengths: tells how long games last.
        digests: the channels of weekly digests.
        daily: the position of the day.
        once: has each interaction carried out once.
        forgetting: deletes people's data for good.
        advice: asks the strongest computer player for people in turn.
        doors: the links to pages of games, and people's sessions there.
        rng: the source of randomness.
        going_on: the answers that go on after computer players' turns.
        texts: the known texts of messages.
        markup: turns commands into links and marks into emojis.
        metrics: the figures for a monitor.
        servers: a cache of their channels and permissions.
        members: who was a member of a server lately.
        open_places: which channels everybody on their servers saw lately.
        latency: an estimate of how late interactions arrive.
        replays: the animations of finished games.
        exports: the people for whom all games are being exported.
        branching: a lock for each person who goes back to an earlier turn.
        challenging: a lock for each two people of whom one challenges the other.
        errors: the last errors of the log.
        started_at: the time of the start, in milliseconds UTC.
    """

    settings: Settings
    tables: Tables
    publisher: Publisher
    thinking: ThinkingPool
    personal: Personal
    dispatcher: Dispatcher
    outbox: Outbox
    reminders: Reminders
    nudges: Nudges
    leagues: Leagues
    league_scheduler: LeagueScheduler
    club: Club
    digests: Digests
    daily: Daily
    lengths: Lengths
    once: Once
    forgetting: Forgetting
    advice: Advice
    doors: Doors
    rng: Random
    going_on: GoingOn
    texts: Newest[int, str] = field(default_factory=lambda: Newest(TEXTS))
    markup: Markup = field(default_factory=Markup)
    metrics: Metrics = field(default_factory=Metrics)
    servers: Servers = field(default_factory=Servers)
    members: Members = field(default_factory=Members)
    open_places: OpenPlaces = field(default_factory=OpenPlaces)
    latency: Latency = field(default_factory=Latency)
    replays: Replays = field(default_factory=Replays)
    exports: OncePerPerson = field(default_factory=OncePerPerson)
    branching: LockPerPerson = field(default_factory=LockPerPerson)
    challenging: LockPerPerson = field(default_factory=LockPerPerson)
    errors: LastErrors = field(default_factory=LastErrors)
    started_at: int = 0

    def sender(self, client: discord.Client) -> Sender:
        """Return the sender of requests to Discord that a client makes."""
        return Sender(client, self.markup.sent, self.tables.store.epoch, self.texts)

    async def close(self) -> None:
        """Finish the changes to tables in progress, then stop computer players and drawing."""
        await self.tables.cache.drain()
        await self.once.close()
        self.thinking.close()
        self.going_on.close()
        self.replays.close()


def services_in(client: discord.Client) -> Services:
    """Return the services that a bot holds.

    Raises:
        TypeError: if it holds none.
    """
    services = getattr(client, "services", None)
    if not isinstance(services, Services):
        raise TypeError("the bot was set up without its services")
    return services
