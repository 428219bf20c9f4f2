"""Mishaps of a soak: full disks, dropped connections, deleted messages and channels."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from lab.discord.history import Message, Place
from lab.discord.model import moment_of, now
from lab.discord.sockets import Servers
from lab.postgres import PostgresServer
from lab.soak.process import BotProcess
from lab.soak.saved import Saved
from lab.soak.verdict import TURN, buttons

JUST_BEFORE: Final = 5_000
"""Milliseconds in which a mishap may explain what follows."""

HARMS: Final = (
    "disk full",
    "disk full",
    "gateway dropped",
    "gateway asks",
    "message",
    "message",
    "archive",
    "thread",
    "channel",
)


class Mishaps:
    """A source of mishaps, with a record of them.

    Args:
        database: the database's server; None if the bot's database is a file.

    Attributes:
        count: the number of mishaps of each kind.
        unnoted: the ids of turn messages that were deleted before the bot had noted them. The
            bot's look-back cannot find them, so it may post that turn again, with its ping.
    """

    def __init__(
        self, servers: Servers, saved: Saved, database: PostgresServer | None = None
    ) -> None:
        self.count: Counter[str] = Counter()
        self.unnoted: set[int] = set()
        self._servers, self._saved, self._database = servers, saved, database
        self._began = now()
        self._happened: list[tuple[int, str]] = []

    def note(self, what: str, about: object = "") -> None:
        """Count a mishap, and record its time and the thing that it happened to."""
        self.count[what] += 1
        self._happened.append((now(), f"{what} {about}".rstrip()))

    def before(self, number: int) -> Iterator[str]:
        """Describe the mishaps and faults shortly before the time at which a snowflake was made."""
        made = moment_of(number)
        faults = [(at, f"{fault}") for at, fault in self._servers.faults.happened]
        for at, what in sorted(self._happened + faults):
            if made - JUST_BEFORE <= at <= made:
                yield f"{self.when(at)} {what}"

    def when(self, moment: int) -> str:
        """Describe a time by the seconds since the soak began, such as ``+1.50 s``."""
        return f"{(moment - self._began) / 1000:+.2f} s"

    async def harm(self, bot: BotProcess, rng: Random) -> None:
        """Cause one mishap that is chosen at random; kills are not among them."""
        servers, discord = self._servers, self._servers.discord
        threads = [place for place in discord.history.places.values() if place.is_thread]
        match what := rng.choice(HARMS):
            case "disk full" if self._database is not None:
                # A server's disk is not the bot's to fill; what it sees is a server that is gone.
                await self._crash(self._database, bot, rng)
            case "disk full":
                self.note(what)
                bot.fill_disk()
                await asyncio.sleep(rng.uniform(0.05, 0.5))
                bot.free_disk()
            case "gateway dropped" | "gateway asks":
                self.note(what)
                await servers.gateway.drop(ask=what == "gateway asks")
            case "message":
                self._delete_message(rng.choice([discord.channel, *threads[-20:]]))
            case "channel":
                self.note(what, (channel := discord.channel).id)
                self._forget(*discord.history.inside(channel))
                discord.move_on()
            case "archive" if threads:
                self.note(what, (thread := rng.choice(threads[-20:])).id)
                discord.archive(thread)
            case "thread" if threads:
                self.note(what, (thread := rng.choice(threads[-20:])).id)
                self._forget(thread)
                discord.delete_place(thread)

    async def _crash(self, database: PostgresServer, bot: BotProcess, rng: Random) -> None:
        """Crash the database's server, and start it again.

        It is one call in a thread, because the soak's own questions wait for the server too.
        """
        self.note("database crashed")
        bot.hinder()
        away = rng.uniform(0.05, 0.5)

        def crash() -> None:
            database.stop(signal.SIGQUIT)
            time.sleep(away)
            database.start()

        await asyncio.to_thread(crash)

    def _delete_message(self, place: Place) -> None:
        # The newest message, which is most likely the one that the bot is about to change.
        if visible := place.visible():
            self._look_for_unnoted(visible[-1])
            self.note("message", visible[-1].id)
            self._servers.discord.delete_message(place.id, visible[-1].id)

    def _forget(self, *places: Place) -> None:
        for place in places:
            for message in place.visible():
                self._look_for_unnoted(message)

    def _look_for_unnoted(self, message: Message) -> None:
        for kind, number, _ in buttons(message.first["components"]):
            if kind == TURN and message.id > self._saved.noted(number):
                self.unnoted.add(message.id)
