"""Idle lobbies are closed; their hosts are warned a day before."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from discord.ext import commands

from db.timers.rows import StoredDue
from tabletop.errors import TableError, UnreadableTableError
from tabletop.lobby import LOBBY
from ui.services import Services, services_in

log = logging.getLogger("arkadia.lobbies")


class LobbiesCog(commands.Cog):
    """Looks after lobbies in which nothing happens."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def cog_load(self) -> None:
        """Look after lobbies whenever that is due."""
        self._services.dispatcher.handle(LOBBY, self._look)

    async def cog_unload(self) -> None:
        """Stop; due timers wait for the next process."""
        self._services.dispatcher.handle(LOBBY, None)

    async def _look(self, dues: Sequence[StoredDue]) -> None:
        """Warn the hosts of lobbies, or close them, and show it."""
        for due in dues:
            try:
                news = await self._services.tables.lobby.close_unvisited(due.game_id)
            except (TableError, UnreadableTableError) as error:  # there is no such lobby any more
                log.info("No lobby", extra={"table": due.game_id, "why": str(error)})
                continue
            if news:
                await self._services.publisher.publish(due.game_id)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(LobbiesCog(services_in(bot)))
