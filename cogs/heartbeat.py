"""The heartbeat: the bot asks its database again and again, and touches a file if all is well.

``python -m runtime.health`` looks at the file. A process whose database neither answers nor fails
ends itself.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Final

from discord.ext import commands

from db.errors import StoreError
from runtime.watchdog import end_process
from ui.components.background import BackgroundCog
from ui.services import Services, services_in

log = logging.getLogger("arkadia.heartbeat")

BEAT_EVERY_S: Final = 20.0
"""Seconds between two beats."""

STUCK_AFTER_S: Final = 120.0
"""Seconds without an answer or error of the database after which the process ends.

Longer than either database takes to fail: a question that PostgreSQL leaves open fails after 30.
"""


class Heartbeat(BackgroundCog):
    """A cog that asks the database, and touches a file while the bot is connected too.

    Args:
        file: the file to touch.
    """

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
                await self._services.tables.store.admin.probe("health", "")
        except TimeoutError:
            end_process("The database neither answered nor failed", STUCK_AFTER_S)
        return True


def _touch(file: Path) -> None:
    file.touch()


def _remove(file: Path) -> None:
    file.unlink(missing_ok=True)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot, if there is a file for its heartbeat."""
    services = services_in(bot)
    if services.settings.heartbeat is not None:
        await bot.add_cog(Heartbeat(bot, services, services.settings.heartbeat))
