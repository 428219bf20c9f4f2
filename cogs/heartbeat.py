"""The bot asks its database again and again: it touches a file if all is well, or is told to stop.

``python -m runtime.health`` looks at the file. A process whose database neither answers nor fails
ends itself; one whose database another process has taken over stops.
"""

import asyncio
import logging
from pathlib import Path
from typing import Final

from discord.ext import commands

from db.errors import StoreError, TakenError
from runtime.watchdog import end_process
from ui.client import Client
from ui.components import BackgroundCog
from ui.services import Services, services_in

log = logging.getLogger("arkadia.heartbeat")

BEAT_EVERY_S: Final = 20.0  # seconds between two beats

STUCK_AFTER_S: Final = 120.0
"""Seconds without an answer or error of the database after which the process ends.

Longer than either database takes to fail: a question that PostgreSQL leaves open fails after 30.
"""


LOOK_EVERY_S: Final = 10.0
"""Seconds between two looks at whether the database is still this process's to write."""


class Heartbeat(BackgroundCog):
    """A cog that asks the database, and touches a file while the bot is connected too."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services, file: Path) -> None:
        super().__init__(bot, services)
        self._file = file

    async def cog_unload(self) -> None:
        """Stop beating and delete the file: a stopped bot is not alive."""
        await super().cog_unload()
        _remove(self._file)

    async def work(self) -> None:
        """Ask and touch again and again."""
        await self._bot.wait_until_ready()
        while True:
            try:
                if await self._is_well():
                    _touch(self._file)
            except (StoreError, OSError) as error:
                log.warning("No heartbeat", extra={"why": str(error)})
            await asyncio.sleep(BEAT_EVERY_S)

    async def _is_well(self) -> bool:
        """Return whether all connections to Discord stand and the database answers."""
        # A bot that Discord does not reach is to be restarted, even if it runs.
        if any(shard.is_closed() for shard in self._bot.shards.values()):
            return False
        try:
            async with asyncio.timeout(STUCK_AFTER_S):
                # The cheapest question that goes the whole way to the database.
                await self._services.tables.store.probe()
        except TimeoutError:
            end_process("The database neither answered nor failed", STUCK_AFTER_S)
        return True


def _touch(file: Path) -> None:
    file.touch()


def _remove(file: Path) -> None:
    file.unlink(missing_ok=True)


class Sharing(BackgroundCog):
    """A cog that checks regularly whether another process has taken over the database."""

    async def work(self) -> None:
        """Look again and again whether another process has taken over."""
        assert isinstance(self._bot, Client)
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self._services.tables.store.admin.setting("health", "")
                # The leading process sends the commands; the others learn their ids later.
                if not self._services.markup.commands:
                    await self._bot.sync_commands()
            except TakenError as error:
                log.error("Another process has taken over", extra={"why": str(error)})
                self._bot.displaced.set()
                return
            except StoreError as error:
                log.warning("The database does not answer", extra={"why": str(error)})


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add what the settings ask for: a heartbeat with a file, looks at a shared database."""
    services = services_in(bot)
    if services.settings.heartbeat is not None:
        await bot.add_cog(Heartbeat(bot, services, services.settings.heartbeat))
    # A file has one process; only a server's database can be taken over.
    if isinstance(services.tables.store.place, str):
        await bot.add_cog(Sharing(bot, services))
