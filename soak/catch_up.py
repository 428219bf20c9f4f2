"""After an outage many games have news that nobody was shown, and Discord limits what a bot does.

Every game stands in a thread of its own, with the message of the turn before. Then the bot starts,
people play meanwhile, and in the end each turn must stand there once.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from db.store import Store
from soak.interactions import IN_TIME
from soak.options import Options
from soak.places import Place
from soak.prepared import Games, Prepared
from soak.run import Soak

STORM: Final = 0.01
"""The share of requests that may be refused because they come too often."""


class CatchUp(Soak):
    """One run.

    Args:
        games: how many games have news that were not shown.

    Attributes:
        seconds: how long it took until all was shown, and old buttons were gone.
        requests: how many requests that took, answers to people included.
    """

    def __init__(self, options: Options, database: Path, games: int) -> None:
        super().__init__(options, database)
        self.seconds = 0.0
        self.requests = 0
        self._place = database
        self._games = games
        self._since = 0.0
        self._threads: list[Place] = []

    async def prepare(self) -> list[Prepared]:
        """Makes the games."""
        store = await Store.open(self._place)
        try:
            games = Games(store, self.servers.guild.id, self.servers.channel.id, self.options.seed)
            begun = [await games.unshown(self.servers.guild) for _ in range(self._games)]
        finally:
            await store.close()
        self.before = {game.number for game in begun}
        self._threads = [place for place in self.servers.guild.places.values() if place.is_thread]
        return []

    async def start(self) -> None:
        """Starts the bot; from then on the time is taken."""
        await super().start()
        self._since = time.monotonic()

    def _is_enough(self) -> bool:
        """Whether all is shown that was not at the start, and no old button is left."""
        if not self.seconds and self._is_shown():
            self.seconds = time.monotonic() - self._since
            self.requests = self.servers.requests.total()
        return self.seconds > 0

    def _is_shown(self) -> bool:
        posts = (list(thread.messages.values()) for thread in self._threads)
        return all(len(two) > 1 and not two[0].components for two in posts)

    def judge(self) -> None:
        """Looks at all that is left, and at what was refused because it came too often."""
        super().judge()
        limits = self.servers.limits
        if limits.refused.total() > STORM * self.servers.requests.total() or limits.banned:
            self.findings.add("asked too often", str(dict(limits.refused)), limits.refused.total())
        if not self.seconds:
            self.findings.add("not caught up", f"{len(self.saved.behind())} games")

    def report(self) -> list[str]:
        """How it went, and what was wrong."""
        seconds = self.seconds * self.options.speed or 1.0
        games, asked = self._games / seconds, self.requests / seconds
        return [
            f"{self._games:,} games shown in {seconds:.1f} s of the bot's clock: {games:.1f} a "
            f"second, {asked:.1f} requests a second",
            *super().report(),
        ]


def after_an_outage(seed: int, seconds: float, tables: int, speed: float = 1.0) -> Options:
    """How people play meanwhile: nothing fails.

    Args:
        speed: how fast the clocks of the bot and of Discord's limits run; less than 1 where the
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
