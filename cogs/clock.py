"""Timers in the background: games' clocks, people who return, deserted lobbies."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from discord.ext import commands

from db.errors import StoreError
from db.timers.rows import StoredDue
from delivery.backoff import until_answered
from runtime.background import persistently
from tabletop.attendance import NOTE_EVERY_S
from tabletop.clock_change import CLOCK, RETURN
from tabletop.errors import TableError, UnreadableTableError
from tabletop.lobby import LOBBY
from ui.services import Services, services_in

log = logging.getLogger("arkadia.clocks")


Act: TypeAlias = Callable[[StoredDue], Awaitable[bool]]
"""Does what is due to a game; whether that is news."""


class ClocksCog(commands.Cog):
    """A cog that runs the dispatcher of timers, and records the bot's attendance."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services
        self._tasks: list[asyncio.Task[None]] = []

    async def cog_load(self) -> None:
        """Start the dispatcher; timers that came due during a stop run first."""
        tables = self._services.tables
        self._handle(CLOCK, lambda due: tables.clock.tick(due.game_id))
        self._handle(RETURN, lambda due: tables.seats.return_from(due.game_id, due.user_id))
        self._handle(LOBBY, lambda due: tables.lobby.close_unvisited(due.game_id))
        works = {"start of clocks": self._start, "attendance": self._attend}
        self._tasks = [asyncio.create_task(persistently(*work)) for work in works.items()]

    async def cog_unload(self) -> None:
        """Finish running work, and start no further timers."""
        for task in self._tasks:
            task.cancel()
        await self._services.dispatcher.close()
        for kind in (CLOCK, RETURN, LOBBY):
            self._services.dispatcher.handle(kind, None)

    def _handle(self, kind: str, act: Act) -> None:
        """Have a kind of timer act on its games, and publish their news."""

        async def handler(dues: Sequence[StoredDue]) -> None:
            for due in dues:
                try:
                    news = await act(due)
                except (TableError, UnreadableTableError) as error:  # the game is not like that
                    where = {"table": due.game_id, "kind": kind}
                    log.info("Nothing is due", extra={**where, "why": str(error)})
                    continue
                if news:
                    await self._services.publisher.publish(due.game_id)

        self._services.dispatcher.handle(kind, handler)

    async def _start(self) -> None:
        await self._services.outbox.caught_up.wait()
        clock, dispatcher = self._services.tables.clock, self._services.dispatcher

        async def wind_all() -> None:
            try:
                await clock.wind_all()
            finally:  # those that are noted run already
                dispatcher.start()

        await until_answered(wind_all, "Not all clocks run")

    async def _attend(self) -> None:
        """Note that the bot is there, as long as people can reach it."""
        await self._bot.wait_until_ready()
        attendance = self._services.tables.attendance
        while True:
            try:
                if self._is_reached() and await attendance.note():
                    log.warning("The bot was not there; that counts for no clock")
                    self._services.dispatcher.wake()
                    self._tasks.append(asyncio.create_task(self._services.outbox.catch_up()))
            except StoreError as error:
                log.error("Attendance not noted", extra={"why": str(error)})
            await asyncio.sleep(NOTE_EVERY_S)

    def _is_reached(self) -> bool:
        return not any(shard.is_closed() for shard in self._bot.shards.values())


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(ClocksCog(bot, services_in(bot)))
