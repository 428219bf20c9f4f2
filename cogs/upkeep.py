"""The bot looks after itself: a heartbeat, the database's checks and backups, its own emojis.

``python -m runtime.health`` looks at the heartbeat's file. A process whose database neither answers
nor fails ends itself; one whose database another process has taken over stops.
"""

import asyncio
import logging
from pathlib import Path
from typing import Final

import discord
from discord.ext import commands

from db import errors, store
from render import draw_icon
from runtime.health import end_process
from tabletop.time_control import DAY, HOUR
from ui.client import Client
from ui.components import BackgroundCog
from ui.services import Services, servers, services_in
from ui.texts.markup import MARKS, Icon

log = logging.getLogger("arkadia.upkeep")

BEAT_EVERY_S: Final = 20.0  # seconds between two beats

STUCK_AFTER_S: Final = 120.0
"""Seconds without an answer or error of the database after which the process ends.

Longer than either database takes to fail: a question that PostgreSQL leaves open fails after 30.
"""

LOOK_EVERY_S: Final = 10.0  # seconds between two looks whether the database is still this process's


class Heartbeat(BackgroundCog):
    """A cog that asks the database, and touches a file while the bot is connected too."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services, file: Path) -> None:
        super().__init__(bot, services)
        self._file = file

    async def cog_unload(self) -> None:
        """Stop beating and delete the file: a stopped bot is not alive."""
        await super().cog_unload()
        self._file.unlink(missing_ok=True)

    async def work(self) -> None:
        """Ask and touch again and again."""
        await self._bot.wait_until_ready()
        while True:
            try:
                if await self._is_well():
                    self._file.touch()
            except (errors.StoreError, OSError) as error:
                log.warning("No heartbeat", extra={"why": str(error)})
            await asyncio.sleep(BEAT_EVERY_S)

    async def _is_well(self) -> bool:
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
            except errors.TakenError as error:
                log.error("Another process has taken over", extra={"why": str(error)})
                self._bot.displaced.set()
                return
            except errors.StoreError as error:
                log.warning("The database does not answer", extra={"why": str(error)})


UPKEEP_EVERY_S: Final = 3600.0  # seconds between two looks at what is to be done, or tried again


class Upkeep(BackgroundCog):
    """A cog that checks and backs up the database daily, and deletes what was kept long enough."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot, services)
        self._clock = services.tables.now
        self._checked_at: int | None = None

    @property
    def _store(self) -> store.Store:
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
                except (errors.StoreError, *servers.UNANSWERED) as error:
                    log.error("Upkeep failed", extra={"what": task.__name__, "why": str(error)})
            await asyncio.sleep(UPKEEP_EVERY_S)

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
        settings = self._services.settings
        if settings.backups is None:
            return
        now = self._clock()
        newest = await self._store.newest_backup(settings.backups)
        # By the newest file, not by a timer: restarts neither skip a day nor make two backups.
        if newest is not None and now - newest.made_at < DAY:
            log.info("Last backup", extra={"age_hours": (now - newest.made_at) // HOUR})
            return
        kept = settings.backups_kept
        backup, checked = await self._store.back_up(settings.backups, now, kept=kept)
        log.info("Backup made", extra={"file": backup.path.name, "games": checked.count})
        for broken in checked.unreadable:
            log.error("A game in the backup cannot be read", extra={"why": str(broken)})


LOOK: Final = "acd025"
"""The hash of all drawings. It stands here so that a start need not draw what is there already."""

RETRY_AFTER_S: Final = 3600.0  # seconds until what Discord did not take is tried again
LOOK_AGAIN_AFTER_S: Final = 60.0  # seconds until it is looked whether another process has uploaded


class Emojis(BackgroundCog):
    """A cog that uploads the emojis that texts have marks for, if they are missing.

    They belong to the bot's application and need no permission. Their names end in a hash of what
    all of them show: another drawing is another emoji, and an old one is never deleted, since
    messages may show it. Until they are there, and where Discord refuses them, words stand alone.
    """

    @property
    def _leads(self) -> bool:
        return self._services.tables.store.shards.leads

    async def work(self) -> None:
        """Upload missing emojis once the bot is ready; those still missing wait for a start."""
        await self._bot.wait_until_ready()
        while True:
            if await self._complete():
                return
            await asyncio.sleep(RETRY_AFTER_S if self._leads else LOOK_AGAIN_AFTER_S)

    async def _complete(self) -> bool:
        """Upload missing emojis and use those there are; return whether all are there now."""
        try:
            known = {emoji.name: emoji for emoji in await self._bot.fetch_application_emojis()}
        except servers.UNANSWERED as error:
            log.warning("Emojis not known", extra={"why": str(error)})
            return False
        found: dict[str, str] = {}
        for icon, mark in MARKS.items():
            emoji = known.get(name_of(icon)) or (await self._upload(icon) if self._leads else None)
            if emoji is not None:
                found[mark] = str(emoji)
        self._services.markup.emojis = found
        return len(found) == len(MARKS)

    async def _upload(self, icon: Icon) -> discord.Emoji | None:
        name, picture = name_of(icon), await asyncio.to_thread(draw_icon, icon.kind, icon.which)
        try:
            return await self._bot.create_application_emoji(name=name, image=picture)
        except servers.UNANSWERED as error:
            log.warning("Emoji not uploaded", extra={"emoji": name, "why": str(error)})
            return None


def name_of(icon: Icon) -> str:
    """Return the name of an icon's emoji, of at most Discord's 32 characters."""
    return f"{icon.name}_{LOOK}"


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cogs to the bot; a heartbeat and looks at a shared database where they are needed."""
    services = services_in(bot)
    if services.settings.heartbeat is not None:
        await bot.add_cog(Heartbeat(bot, services, services.settings.heartbeat))
    # A file has one process; only a server's database can be taken over.
    if isinstance(services.tables.store.place, str):
        await bot.add_cog(Sharing(bot, services))
    await bot.add_cog(Upkeep(bot, services))
    await bot.add_cog(Emojis(bot, services))
