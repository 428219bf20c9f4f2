"""Timers in the background: games' clocks, reminders, people who return, deserted lobbies."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from discord.ext import commands

from db.errors import StoreError
from db.timers import StoredDue
from delivery.causes import until_answered
from delivery.dispatcher import Handler
from runtime.background import persistently
from tabletop import lobby, quiet, turn_time
from tabletop.errors import TableError, UnreadableTableError
from tabletop.reminders import ENDED, REMIND, Reminders
from ui.components import BackgroundCog
from ui.public.reminders import DiscordMessenger
from ui.services import Services, services_in

log = logging.getLogger("arkadia.clocks")

Act: TypeAlias = Callable[[StoredDue], Awaitable[bool]]
"""Does what is due to a game; whether that is news."""


class ClocksCog(BackgroundCog):
    """A cog that runs the dispatcher of timers, and records the bot's uptime."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot, services)
        self._tasks: list[asyncio.Task[None]] = []

    def timers(self) -> Mapping[str, Handler]:
        """Return what is done when time is up, a person returns, or nobody comes to a lobby."""
        tables = self._services.tables
        return {
            turn_time.CLOCK: partial(self._act, lambda due: tables.clock.tick(due.game_id)),
            turn_time.RETURN: partial(
                self._act, lambda due: tables.seats.return_from(due.game_id, due.user_id)
            ),
            lobby.LOBBY: partial(self._act, lambda due: tables.lobby.close_unvisited(due.game_id)),
        }

    async def cog_load(self) -> None:
        """Start the dispatcher; timers that came due during a stop run first."""
        await super().cog_load()
        self._tasks = [asyncio.create_task(persistently("start of clocks", self._start))]

    async def cog_unload(self) -> None:
        """Finish running work, and start no further timers."""
        for task in self._tasks:
            task.cancel()
        await self._services.dispatcher.close()
        await super().cog_unload()

    async def _act(self, act: Act, dues: Sequence[StoredDue]) -> None:
        for due in dues:
            try:
                news = await act(due)
            except (TableError, UnreadableTableError) as error:  # the game is not like that
                where = {"table": due.game_id, "kind": due.kind}
                log.info("Nothing is due", extra={**where, "why": str(error)})
                continue
            if news:
                await self._services.publisher.publish(due.game_id)

    async def _start(self) -> None:
        await self._services.outbox.caught_up.wait()
        clock, dispatcher = self._services.tables.clock, self._services.dispatcher

        async def wind_all() -> None:
            try:
                await clock.wind_all()
            finally:  # those that are noted run already
                dispatcher.start()

        await until_answered(wind_all, "Not all clocks run")

    async def work(self) -> None:
        """Note that the bot is there, as long as people can reach it."""
        await self._bot.wait_until_ready()
        uptime = self._services.tables.uptime
        while True:
            try:
                away = any(shard.is_closed() for shard in self._bot.shards.values())
                if not away and await uptime.note():
                    log.warning("The bot was not there; that counts for no clock")
                    self._services.dispatcher.wake()
                    self._tasks.append(asyncio.create_task(self._services.outbox.catch_up()))
            except StoreError as error:
                log.error("Uptime not noted", extra={"why": str(error)})
            await asyncio.sleep(quiet.NOTE_EVERY_S)


class RemindersCog(BackgroundCog, name="Reminders"):
    """A cog that sends reminders by Discord."""

    def timers(self) -> Mapping[str, Handler]:
        """Return what tells people of turns that wait, and of games that ended at night."""
        reminders = self._services[Reminders]
        return {REMIND: reminders.remind, ENDED: reminders.tell_ends}

    async def cog_load(self) -> None:
        """Start telling people by Discord."""
        services = self._services
        messenger = DiscordMessenger(services.sender(self._bot), services.personal)
        services[Reminders].start(messenger, services.outbox.begin)
        await super().cog_load()


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cogs to the bot."""
    services = services_in(bot)
    await bot.add_cog(ClocksCog(bot, services))
    await bot.add_cog(RemindersCog(bot, services))
