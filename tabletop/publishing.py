"""Publishing: the news of games by public messages, and the channels of servers' other notices.

Of games it tells the newest state alone, skipping those in between. That a table was shown is
recorded in one transaction with its consequences: the person that it waits for, and the edits of
the messages before.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from db.games.rows import StoredMessage
from db.outbox import StoredItem, Topic
from db.settings import StoredChannel
from db.timers import StoredDue
from db.waiting import NewWaiting
from delivery.causes import PASSING, NotShownError
from delivery.dispatcher import Dispatcher
from delivery.outbox import Attempt, Outbox, Posting, Said
from tabletop.cache import Signal
from tabletop.errors import UnreadableTableError
from tabletop.reminders import Reminders
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, SECOND

log = logging.getLogger("arkadia.publishing")

LASTING: Final = (1, 3)
"""Failures after which a person is called elsewhere: of what may last, and of what may pass."""

GAME: Final = "game"  # the outbox's kind for the news of a game


@dataclass(frozen=True, slots=True)
class Shown:
    """The result of showing a table, to be recorded."""

    news: int  # the count of its news that was shown; less than all if an earlier message was found
    messages: Sequence[StoredMessage] = ()
    # notices and edits that follow, such as taking the buttons off the message before
    items: Sequence[StoredItem] = ()
    pinged: Collection[int] = ()
    dues: Sequence[StoredDue] = ()


class Announcer(Protocol):
    """An interface for showing a table to the public."""

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        """Show the table's current state, or find the message that shows it.

        Args:
            table: a copy, which may be changed.
            recovering: whether a message may stand already without being recorded: from before a
                crash, or from a request whose answer was lost. Then the announcer looks back for
                it.

        Raises:
            NotShownError: if that is not possible now.
        """


class Publisher:
    """A service that shows tables' news by public messages, which follow the saved state.

    Args:
        planner: plans the waits of shown tables; without one there are no reminders.

    Attributes:
        over: sends the number of a table whose game is over, at least once.
    """

    def __init__(self, tables: Tables, outbox: Outbox, planner: Reminders | None = None) -> None:
        self.over = Signal()
        self._tables = tables
        self.outbox = outbox
        self._planner = planner
        self._announcer: Announcer | None = None

    def start(self, announcer: Announcer) -> None:
        """Show tables by an announcer from now on."""
        self._announcer = announcer
        self._tables.lobby.gave_way.connect(self.begin)

    def stop(self) -> None:
        """Stop showing tables; news waits in the store."""
        self._tables.lobby.gave_way.disconnect(self.begin)

    async def publish(self, number: int) -> NotShownError | None:
        """Show all news of a table; return the error if that failed, which is retried if useful."""
        return await self.begin(number)

    def begin(self, number: int) -> Posting:
        """Begin to show the news of a table, in the background."""
        return self.outbox.begin_saying(Topic(GAME, 0, number))

    async def say(self, attempt: Attempt) -> Said:
        """Show the news of a table, and note that with what follows."""
        place = (await self._table(attempt.topic.number)).place
        async with self.outbox.limits.turn(place):
            return await self._say_now(attempt)

    async def _say_now(self, attempt: Attempt) -> Said:
        table = await self._table(attempt.topic.number)
        if table.row.state in ("finished", "cancelled", "closed"):
            # At every attempt: the listener is idempotent, and may have missed it before a crash.
            self.over.send(table.number)
        # What computer players do next in practice is told with it.
        if self._announcer is None or table.goes_on_soon or table.row.shown >= table.row.news:
            return Said()
        recovering, channel = table.row.created_at <= attempt.doubted_until, table.row.channel_id
        try:
            # A copy, and the table is not locked: people may act while Discord takes its time.
            shown = await self._announcer.announce(replace(table), recovering=recovering)
        except NotShownError as error:
            if (await self._table(attempt.topic.number)).row.channel_id != channel:
                return Said(more=True)  # it was moved meanwhile, and can be told where it is now
            if error.code != "unavailable" and attempt.attempts >= LASTING[error.code in PASSING]:
                await self._call_elsewhere(table)
            raise
        waiting = self._plan(table, shown)
        table, items = await self._tables.display.note_shown(
            table.number, shown.news, shown.messages, shown.items, waiting, shown.dues
        )
        if self._planner is not None and waiting is not None:
            self._planner.planned(waiting)
        notices = [item for item in shown.items if not item.message_id]
        return Said(table.row.shown < table.row.news, [*items, *notices])

    async def _table(self, number: int) -> Table:
        """Return a table as it is saved; set it aside if that cannot be read."""
        try:
            return await self._tables.turns.catch_up(number)
        except UnreadableTableError as error:
            log.error("Table set aside", extra={"table": number, "why": error.reason})
            await self._tables.set_aside(number, error.reason)
            return await self._tables.cache.get(number)

    def _plan(self, table: Table, shown: Shown) -> NewWaiting | None:
        """Return the wait of a table that was shown at its newest, and None for an older state."""
        if self._planner is None or shown.news < table.row.news:
            return None
        notified = table.active is not None and table.active.user_id in shown.pinged
        return self._planner.plan(table, notified=notified)

    async def _call_elsewhere(self, table: Table) -> None:
        """Have the person whose turn cannot be told here called by the reminders, which can."""
        if self._planner is not None and (waiting := self._planner.plan(table, notified=None)):
            await self._tables.store.waiting.begin(table.number, waiting)
            self._planner.planned(waiting)

    async def give_up(self, topic: Topic, trouble: NotShownError) -> int | None:
        """Leave the end of a game untold; look again each day whether one that goes on can be."""
        table = await self._tables.cache.get(topic.number)
        if table.row.state in ("lobby", "running"):
            return DAY // SECOND
        if trouble.code != "failed":
            await self._tables.display.note_shown(table.number, table.row.news)
        return None


class Channels:
    """A service that stores servers' channels for one kind of notice, and when they are told."""

    def __init__(
        self,
        tables: Tables,
        dispatcher: Dispatcher,
        kind: str,
        due: str,
        next_time: Callable[[int], int],
    ) -> None:
        self.kind = kind
        self.due = due
        self._next_time = next_time
        self._tables = tables
        self._dispatcher = dispatcher

    @property
    def next_at(self) -> int:
        """The next time at which servers are told, in milliseconds UTC."""
        return self._next_time(self._tables.now())

    async def must_post(self, guild: int, by: int) -> None:
        """Record that a person has a message posted in a server's channel."""
        await self._tables.charge("post", guild, by)

    async def choose(self, guild: int, channel: int, language: str) -> None:
        """Choose the channel of a server."""
        before, now = await self.chosen(guild), self._tables.now()
        chosen_at = now if before is None else before.chosen_at
        chosen = StoredChannel(self.kind, guild, channel, language, chosen_at)
        await self._tables.store.admin.set_channel(chosen)
        await self.note_due(guild, self.next_at)

    async def stop(self, guild: int) -> None:
        """Tell a server nothing more."""
        await self._tables.store.admin.drop_channel(self.kind, guild)

    async def chosen(self, guild: int) -> StoredChannel | None:
        """Return the channel of a server, or None."""
        return await self._tables.store.admin.channel(self.kind, guild)

    async def tell(self, chosen: StoredChannel, news: int) -> Topic:
        """Put a notice into the outbox, and schedule the next.

        Args:
            news: its count: one put in twice is told once.
        """
        guild, now = chosen.guild_id, self._tables.now()
        item = StoredItem(self.kind, guild, 0, chosen.channel_id, since=now, news=news)
        await self._tables.store.outbox.put(item)
        await self.note_due(guild, self.next_at)
        return item.topic

    async def note_due(self, guild: int, at: int) -> None:
        """Schedule when a server is to be told; the time in milliseconds UTC."""
        await self._dispatcher.note(StoredDue(self.due, at, guild))
