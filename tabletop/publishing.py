"""The publisher: it shows the news of games by public messages, as the outbox's handler.

It tells the newest state alone, skipping those in between. That a table was shown is recorded in
one transaction with its consequences: the person that it waits for, and the edits of the messages
before.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from db.games.rows import StoredMessage
from db.outbox.rows import NewWaiting, StoredItem, StoredRecall, Topic
from db.timers.rows import StoredDue
from delivery.errors import FAILED, PASSING, NotShownError
from delivery.outbox import Attempt, Outbox, Posting
from tabletop.errors import UnreadableTableError
from tabletop.reminders import Reminders
from tabletop.signal import Signal
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, SECOND

log = logging.getLogger("arkadia.publishing")

LASTING: Final = (1, 3)
"""Failures after which a person is called elsewhere: of what may last, and of what may pass."""

GAME: Final = "game"
"""The outbox's kind for the news of a game."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The result of showing a table, to be recorded.

    Attributes:
        news: the count of its news that was shown; less than all if an earlier message was found.
        messages: the new messages that represent the table now.
        items: notices and edits that follow, such as taking the buttons off the message before.
        pinged: the people who are notified by the messages.
        dues: timers for later, such as for people who are not to be notified now.
    """

    news: int
    messages: Sequence[StoredMessage] = ()
    items: Sequence[StoredItem] = ()
    pinged: Collection[int] = ()
    dues: Sequence[StoredDue] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """The result of looking for messages that tell of lost turns.

    Attributes:
        items: the edits of those messages.
        unread: whether there may be more, where the bot may not read messages.
    """

    items: Sequence[StoredItem] = ()
    unread: bool = False


class Announcer(Protocol):
    """An interface for showing a table to the public."""

    async def look_for_lost(self, table: Table, recall: StoredRecall) -> Undone:
        """Return the edits of the messages that tell of turns that were lost.

        Raises:
            NotShownError: if the messages cannot be looked at now.
        """
        ...

    async def announce(self, table: Table, *, recovering: bool, anew: bool) -> Shown:
        """Show the table's current state, or find the message that shows it.

        Args:
            table: a copy, which may be changed.
            recovering: whether a message may stand already without being recorded: from before a
                crash, or from a request whose answer was lost. Then the announcer looks back for
                it.
            anew: whether turns were lost after the last one that was told, so that the person whose
                turn it is again is to be called again.

        Raises:
            NotShownError: if that is not possible now.
        """
        ...


class Publisher:
    """A service that shows tables' news by public messages, which follow the saved state.

    Args:
        outbox: the outbox that retries.
        planner: plans the waits of shown tables; without one there are no reminders.

    Attributes:
        outbox: the outbox that retries.
        over: sends the number of a table whose game is over, at least once.
        undone: sends the number of a table of which turns were lost, once.
    """

    def __init__(self, tables: Tables, outbox: Outbox, planner: Reminders | None = None) -> None:
        self.over = Signal()
        self.undone = Signal()
        self._tables = tables
        self.outbox = outbox
        self._planner = planner
        self._announcer: Announcer | None = None
        self._anew: set[int] = set()

    def start(self, announcer: Announcer) -> None:
        """Start showing tables by an announcer."""
        self._announcer = announcer
        self.outbox.handle(GAME, self._say, self._give_up)
        self._tables.lobby.gave_way.connect(self.begin)

    def stop(self) -> None:
        """Stop showing tables; news waits in the store."""
        self._tables.lobby.gave_way.disconnect()
        self.outbox.handle(GAME, None)

    async def publish(self, number: int) -> NotShownError | None:
        """Show all news of a table; return the error if that failed, which is retried if useful."""
        return await self.outbox.say(Topic(GAME, 0, number))

    def begin(self, number: int) -> None:
        """Begin to show the news of a table, in the background."""
        self.posting(number)

    def posting(self, number: int) -> Posting:
        """Begin to show the news of a table, and return the task that does."""
        return self.outbox.begin_saying(Topic(GAME, 0, number))

    async def _say(self, attempt: Attempt) -> bool:
        place = (await self._table(attempt.topic.number)).place
        async with self.outbox.lanes.turn(place):
            return await self._say_now(attempt)

    async def _say_now(self, attempt: Attempt) -> bool:
        """Show a table in its turn, as it is then."""
        table = await self._table(attempt.topic.number)
        if table.row.state in ("finished", "cancelled", "closed"):
            # At every attempt: the listener is idempotent, and may have missed it before a crash.
            self.over.send(table.number)
        if self._announcer is None:
            return False
        recovering = attempt.may_stand(table.row.created_at)
        if recovering:
            table = await self._recalled(table, self._announcer)
        if table.goes_on_soon:
            return False  # what the computer players do next is told with it
        if table.row.shown >= table.row.news:
            return False
        anew = table.number in self._anew
        try:
            # A copy, and the table is not locked: people may act while Discord takes its time.
            shown = await self._announcer.announce(replace(table), recovering=recovering, anew=anew)
        except NotShownError as error:
            if error.code != "unavailable" and attempt.attempts >= LASTING[error.code in PASSING]:
                await self._call_elsewhere(table)
            raise
        waiting = self._plan(table, shown)
        newest = shown.news >= table.row.news
        done = self.outbox.changes.done
        table, items = await self._tables.display.note_shown(
            table.number,
            shown.news,
            shown.messages,
            shown.items,
            waiting,
            shown.dues,
            done,
            recalled=anew and newest,
        )
        if newest:
            self._anew.discard(table.number)
        self.outbox.changes.noted(done)
        if self._planner is not None and waiting is not None:
            self._planner.planned(waiting)
        notices = [item for item in shown.items if not item.message_id]
        self.outbox.begin([*items, *notices])
        return table.row.shown < table.row.news

    async def _recalled(self, table: Table, announcer: Announcer) -> Table:
        """Return a table once its messages that tell of lost turns are known, if there are any."""
        recall = await self._tables.store.outbox.recall(table.number)
        if recall is None:
            return table
        # Looked for once more after a crash: the database may have gone back a second time.
        found = await announcer.look_for_lost(table, recall)
        table, undone = await self._tables.display.note_undone(
            table.number, found.items, unread=found.unread
        )
        self.outbox.changes.begin(found.items)
        if undone:
            self._anew.add(table.number)
            if found.items and not recall.undone:
                self.undone.send(table.number)
        return table

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
        called = table.active is not None and table.active.user_id in shown.pinged
        return self._planner.plan(table, called=called)

    async def _call_elsewhere(self, table: Table) -> None:
        """Have the person whose turn cannot be told here called by the reminders, which can."""
        if self._planner is not None and (waiting := self._planner.plan(table, called=None)):
            await self._tables.store.outbox.wait_for(table.number, waiting)
            self._planner.planned(waiting)

    async def _give_up(self, topic: Topic, trouble: NotShownError) -> int | None:
        """Leave the end of a game untold; look again each day whether one that goes on can be."""
        table = await self._tables.cache.get(topic.number)
        if table.row.state in ("lobby", "running"):
            return DAY // SECOND
        if trouble.code != FAILED:
            await self._tables.display.note_shown(table.number, table.row.news)
        return None
