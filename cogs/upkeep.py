"""Recurring upkeep: checks of the database, backups, deletion of what was kept for long enough."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from discord.ext import commands

from db.errors import StoreError
from db.store import Store
from tabletop.time_control import DAY, HOUR
from ui.components import BackgroundCog
from ui.services import Services, services_in
from ui.services.servers import UNANSWERED

log = logging.getLogger("arkadia.upkeep")

LOOK_EVERY_S: Final = 3600.0
"""Seconds between two looks at what is to be done; what failed is tried again then."""


class Upkeep(BackgroundCog):
    """A cog that checks and backs up the database daily, and deletes what was kept long enough."""

    def __init__(
        self, bot: commands.AutoShardedBot, services: Services, clock: Callable[[], int]
    ) -> None:
        super().__init__(bot, services)
        self._clock = clock
        self._checked_at: int | None = None

    @property
    def _store(self) -> Store:
        return self._services.tables.store

    async def work(self) -> None:
        """Carry out what is due, again and again.

        A backup under way is completed when the cog is unloaded, or leaves no complete file.
        """
        await self._bot.wait_until_ready()
        if not self._store.shards.leads:
            return  # another process does it for all
        while True:
            for task in (self._check, self._delete_left, self._delete_acts, self._back_up):
                try:
                    # Each is caught by itself: a full disk keeps no server from deletion.
                    await task()
                except (StoreError, *UNANSWERED) as error:
                    log.error("Upkeep failed", extra={"what": task.__name__, "why": str(error)})
            await asyncio.sleep(LOOK_EVERY_S)

    async def _check(self) -> None:
        """Check the whole database after the start, which checks a large one in part, and daily."""
        now = self._clock()
        if self._checked_at is not None and now - self._checked_at < DAY:
            return
        damage = await self._store.damage()
        self._checked_at = now
        self._services.metrics.damaged.set(damage is not None)
        if damage is None:
            log.debug("The database is sound")
        else:
            log.error("The database is damaged", extra={"why": damage})

    async def _delete_left(self) -> None:
        """Delete the games of servers that the bot left as long ago as the setting says."""
        now = self._clock()
        # Asked of Discord: in memory are the servers of this process's shards only.
        present = {
            guild.id async for guild in self._bot.fetch_guilds(limit=None, with_counts=False)
        }
        await self._store.admin.note_guilds(present, now)
        before = now - self._services.settings.keep_left_days * DAY
        for guild in await self._store.admin.guilds_left(before):
            deleted = await self._store.admin.delete_guild(guild, before)
            for number in deleted:
                self._services.tables.cache.forget(number)
            log.info(
                "Games of a left server deleted", extra={"guild": guild, "games": len(deleted)}
            )

    async def _delete_acts(self) -> None:
        await self._store.usage.delete_outdated(self._clock())

    async def _back_up(self) -> None:
        """Make a backup when the newest one is a day old."""
        settings = self._services.settings
        if settings.backups is None:
            return
        now = self._clock()
        newest = await self._store.newest_backup(settings.backups)
        # By the newest file, not by a timer: restarts neither skip a day nor make two backups.
        if newest is not None and now - newest.made_at < DAY:
            log.info("Last backup", extra={"age_hours": (now - newest.made_at) // HOUR})
            return
        await self._make_backup(settings.backups, now)

    async def _make_backup(self, folder: Path, now: int) -> None:
        kept = self._services.settings.backups_kept
        backup, checked = await self._store.back_up(folder, now, kept=kept)
        log.info("Backup made", extra={"file": backup.path.name, "games": checked.count})
        for broken in checked.unreadable:
            log.error("A game in the backup cannot be read", extra={"why": str(broken)})


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    services = services_in(bot)
    await bot.add_cog(Upkeep(bot, services, services.tables.now))
