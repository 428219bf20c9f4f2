"""Catch-up after an outage: many games have unshown news, and Discord limits the bot's requests.

Every game stands in a thread of its own, with the message of the turn before. Then the bot starts,
as one process or several that share Discord's limits, people play meanwhile, and in the end each
turn must stand there once.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Final

from db.database import Place as Database
from db.share import Share
from db.store import Store
from lab.discord.history import Place
from lab.discord.interactions import IN_TIME
from lab.discord.limits import Limits, faster
from lab.soak.options import Options
from lab.soak.prepared import Games, Prepared
from lab.soak.process import BotProcess
from lab.soak.run import Soak

STORM: Final = 0.01
"""The share of requests that may be refused for their rate."""


class Part(Soak):
    """A soak of one bot process, which has to catch up with unshown games.

    Args:
        games: the number of games with unshown news.
        ready: the barrier at which all processes wait until each has its games.

    Attributes:
        seconds: the seconds until all news were shown and old buttons removed.
        requests: the number of the bot's requests until then, answers to people included.
    """

    def __init__(
        self,
        options: Options,
        database: Database,
        share: Share,
        limits: Limits,
        games: int,
        ready: asyncio.Barrier,
    ) -> None:
        super().__init__(options, database, share=share, limits=limits)
        self.seconds = 0.0
        self.requests = 0
        self._games = games
        self._ready = ready
        self._since = 0.0
        self._threads: list[Place] = []

    async def prepare(self) -> list[Prepared]:
        """Create the games with unshown news in the database."""
        store = await Store.open(self.database, self.share)
        try:
            games = Games(store, self.discord.guild.id, self.discord.channel.id, self.options.seed)
            begun = [await games.unshown(self.discord) for _ in range(self._games)]
        finally:
            await store.close()
        self.before = {game.number for game in begun}
        self._threads = [place for place in self.discord.history.places.values() if place.is_thread]
        # All start together: they share Discord's limits, and an early one would have them alone.
        await self._ready.wait()
        return []

    def make_bots(self) -> list[BotProcess]:
        """Return the one bot process, which accepts more unfinished games than by default."""
        # The prepared games are all on one server, which may have fewer by default.
        return [self.make_bot(ARKADIA_GAMES_UNFINISHED="99999")]

    async def start(self) -> None:
        """Start the bot, and take the time from then on."""
        await super().start()
        self._since = self._since or time.monotonic()

    def _is_enough(self) -> bool:
        """Return whether all news of before the start are shown, and no old button is left."""
        if not self.seconds and self._is_shown():
            self.seconds = time.monotonic() - self._since
            self.requests = self.servers.requests.total()
        return self.seconds > 0

    def _is_shown(self) -> bool:
        posts = (list(thread.messages.values()) for thread in self._threads)
        return all(len(two) > 1 and not two[0].components for two in posts)

    def judge(self) -> None:
        """Judge the run as a soak does, and add a fault if the bot did not catch up."""
        super().judge()
        if not self.seconds:
            self.findings.add("not caught up", f"{len(self.saved.behind())} games")

    def report(self) -> list[str]:
        """Return the speed of the catch-up, and the soak's report."""
        seconds = self.seconds * self.options.speed or 1.0
        games, asked = self._games / seconds, self.requests / seconds
        return [
            f"{self._games:,} games shown in {seconds:.1f} s of the bot's clock: {games:.1f} a "
            f"second, {asked:.1f} requests a second",
            *super().report(),
        ]


class CatchUp:
    """One run of the catch-up test, with one bot process or several.

    Args:
        database: a server's address, if there are several processes.
        games: the number of games with unshown news, over all processes.

    Attributes:
        parts: the processes with their servers.
        limits: the rate limits that all processes share.
    """

    def __init__(
        self, options: Options, database: Database, games: int, processes: int = 1
    ) -> None:
        self.limits = Limits(faster(options.speed))
        ready = asyncio.Barrier(processes)
        self.parts = [
            Part(
                replace(options, seed=options.seed * processes + number),
                database,
                Share(processes, (number,)),
                self.limits,
                games // processes,
                ready,
            )
            for number in range(processes)
        ]

    async def run(self) -> None:
        """Run all processes to their verdicts, and judge the requests that they made together."""
        await asyncio.gather(*[part.run() for part in self.parts])
        findings, refused = self.parts[0].findings, self.limits.refused.total()
        requests = sum(part.servers.requests.total() for part in self.parts)
        if refused > STORM * requests or self.limits.banned:
            findings.add("asked too often", str(dict(self.limits.refused)), refused)

    @property
    def is_right(self) -> bool:
        """True if no part found a fault."""
        return not any(part.findings.count for part in self.parts)

    def report(self) -> list[str]:
        """Return the figures of all parts, and their findings."""
        return [line for part in self.parts for line in part.report()]


def after_an_outage(seed: int, seconds: float, tables: int, speed: float = 1.0) -> Options:
    """Return the options of the play meanwhile, in which nothing fails.

    Args:
        tables: the tables played at a time at the servers of each process.
        speed: the speed of the clocks of the bot and of Discord's limits; less than 1 where the
            machine is too busy to reach the limits.
    """
    return Options(
        seed=seed,
        seconds=seconds,
        tables=tables,
        rate=0,
        kill_every=0,
        mishap_every=0,
        speed=speed,
        in_time=IN_TIME / min(speed, 1.0),
    )
