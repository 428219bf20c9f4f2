"""The public messages of games, including news that was saved but not shown before a stop."""

from collections.abc import Mapping, Sequence

from discord.ext import commands

from db.outbox import DELETE, EDIT, PIN, RENAME, RETIRE, STRIP, Topic
from db.timers import StoredDue
from delivery import causes, notice, outbox
from delivery.dispatcher import Handler
from tabletop import publishing
from ui.components import BackgroundCog
from ui.public import announcement, announcer, places
from ui.public.thread_board import BOARD, BOARD_SOON, NAME_SOON, ThreadBoards
from ui.services import Services, services_in


class PublicMessages(BackgroundCog):
    """A cog that tells of games in public, and keeps what was told up to date."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot, services)
        tables, dispatcher = services.tables, services.dispatcher
        self._sender = services.sender(bot)
        self._announcements = announcement.AnnouncementBuilder(bot, tables, dispatcher)
        self._threads = places.ThreadKeeper(bot, tables)
        self._boards = ThreadBoards(tables, services.outbox)
        self._announcer = announcer.DiscordAnnouncer(
            bot, services, self._announcements, self._threads
        )

    def notices(self) -> Mapping[str, notice.Builder]:
        """Return the builders of announcements and of pinned boards."""
        return {announcement.ANNOUNCEMENT: self._announcements.build, BOARD: self._boards.build}

    def says(self) -> Mapping[str, outbox.Say]:
        """Return what tells of games, too, and notes that with what follows for the game."""
        return {**super().says(), publishing.GAME: self._services.publisher.say}

    async def give_up(self, topic: Topic, trouble: causes.NotShownError) -> int | None:
        """Leave a game untold, or look again each day; of others nothing is left to do."""
        publisher = self._services.publisher
        return await publisher.give_up(topic, trouble) if topic.kind == publishing.GAME else None

    def edits(self) -> Mapping[str, outbox.Change]:
        """Return what makes each change of a message or thread of a game."""
        return {
            STRIP: self._sender.strip,
            DELETE: self._sender.delete,
            PIN: self._sender.pin,
            RETIRE: self._announcer.retire,
            EDIT: self._announcer.bring_up_to_date,
            RENAME: self._threads.rename,
        }

    def timers(self) -> Mapping[str, Handler]:
        """Return what is done about threads, boards and roles that wait."""
        return {
            places.THREAD: self._threads.archive,
            BOARD_SOON: self._boards.show,
            NAME_SOON: self._boards.name,
            announcement.ROLE_FREE: self._call_roles,
        }

    async def cog_load(self) -> None:
        """Start showing tables in Discord; news left over from before a stop comes first."""
        self._services.publisher.start(self._announcer)
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Finish running work, and stop retrying messages."""
        await self._services.tables.cache.drain()
        await super().cog_unload()
        self._services.publisher.stop()
        await self._services.outbox.close()

    async def work(self) -> None:
        """Show the news left over from before once the bot is ready."""
        await self._bot.wait_until_ready()
        await self._services.outbox.catch_up()

    async def _call_roles(self, dues: Sequence[StoredDue]) -> None:
        items = [await self._announcements.call_role(due.guild_id) for due in dues]
        self._services.outbox.begin([item for item in items if item is not None])


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(PublicMessages(bot, services_in(bot)))
