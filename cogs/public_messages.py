"""The public messages of games, including news that was saved but not shown before a stop."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from discord.ext import commands

from db.outbox.rows import CHANGES, DELETE, EDIT, LOST, PIN, RENAME, RETIRE, STRIP, TAG
from db.timers.rows import StoredDue
from delivery.notice import Notice
from ui.components.background import BackgroundCog
from ui.public.announcement import ANNOUNCEMENT, ROLE_FREE, AnnouncementBuilder
from ui.public.announcer import DiscordAnnouncer
from ui.public.forum import ForumPosts
from ui.public.thread_board import BOARD, BOARD_SOON, NAME_SOON, ThreadBoards
from ui.public.thread_keeping import THREAD, ThreadKeeper
from ui.services import Services, services_in

log = logging.getLogger("arkadia.announcing")


class PublicMessages(BackgroundCog):
    """A cog that connects the publisher and the outbox to Discord."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot, services)
        self._undone: list[int] = []

    async def cog_load(self) -> None:
        """Start showing tables in Discord; news left over from before a stop comes first."""
        services = self._services
        sender = services.sender(self._bot)
        announcements = AnnouncementBuilder(self._bot, services.tables, services.dispatcher)
        threads = ThreadKeeper(self._bot, services.tables, services.settings.practice_threads)
        forum = ForumPosts(self._bot, services.tables)
        announcer = DiscordAnnouncer(
            self._bot,
            services.tables,
            services.personal,
            sender,
            announcements,
            threads,
            services.club,
            services.lengths,
            forum,
            pages=services.settings.looking_back,
        )
        services.publisher.start(announcer)
        services.outbox.handle_change(STRIP, sender.strip)
        services.outbox.handle_change(DELETE, sender.delete)
        services.outbox.handle_change(PIN, sender.pin)
        services.outbox.handle_change(RETIRE, announcer.retire)
        services.outbox.handle_change(EDIT, announcer.bring_up_to_date)
        services.outbox.handle_change(RENAME, threads.rename)
        services.outbox.handle_change(TAG, forum.update)
        services.dispatcher.handle(THREAD, threads.archive)
        services.outbox.handle_change(LOST, announcer.lost_turns.tell)
        services.publisher.undone.connect(self._note_undone)
        store = services.tables.store
        announcement = Notice(services.outbox, store, sender, announcements.build)
        services.outbox.handle(ANNOUNCEMENT, announcement.say)
        boards = ThreadBoards(services.tables, services.outbox, services.dispatcher)
        services.outbox.handle(BOARD, Notice(services.outbox, store, sender, boards.build).say)
        services.dispatcher.handle(BOARD_SOON, boards.show)
        services.dispatcher.handle(NAME_SOON, boards.name)
        services.dispatcher.handle(ROLE_FREE, partial(self._call_roles, announcements))
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Finish running work, and stop retrying messages."""
        self._services.outbox.handle(ANNOUNCEMENT, None)
        for kind in (THREAD, BOARD_SOON, NAME_SOON, ROLE_FREE):
            self._services.dispatcher.handle(kind, None)
        self._services.outbox.handle(BOARD, None)
        await super().cog_unload()
        await self._services.tables.cache.drain()
        self._services.publisher.stop()
        self._services.publisher.undone.disconnect()
        await self._services.outbox.close()
        for kind in CHANGES:
            self._services.outbox.handle_change(kind, None)

    async def work(self) -> None:
        """Show the news left over from before once the bot is ready."""
        await self._bot.wait_until_ready()
        try:
            await self._services.outbox.catch_up()
        finally:
            self._name_undone()

    async def _call_roles(
        self, announcements: AnnouncementBuilder, dues: Sequence[StoredDue]
    ) -> None:
        """Notify servers' roles of the games that were announced without them."""
        items = [await announcements.call_role(due.guild_id) for due in dues]
        self._services.outbox.begin([item for item in items if item is not None])

    def _note_undone(self, number: int) -> None:
        """Note a game of which turns were lost; those found at the start are named together."""
        self._services.metrics.undone.inc()
        self._undone.append(number)
        if self._services.outbox.caught_up.is_set():
            self._name_undone()

    def _name_undone(self) -> None:
        if self._undone:
            games = " ".join(str(number) for number in sorted(self._undone))
            log.error("Turns were lost with history", extra={"games": games})
            self._undone.clear()


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(PublicMessages(bot, services_in(bot)))
