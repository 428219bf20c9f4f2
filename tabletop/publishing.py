"""The news of games: whatever of a table is saved and was not shown is said by the outbox.

The newest state is told, whatever came between. When a table was shown, that is noted together with
what follows from it: whom it waits for, and what is to be done to the messages before.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from db.games.rows import StoredMessage
from db.outbox.rows import NewWaiting, StoredItem, Topic
from db.timers.rows import StoredDue
from delivery.errors import NotShownError
from delivery.outbox import Attempt, Outbox
from tabletop.errors import UnreadableTableError
from tabletop.signal import Signal
from tabletop.table import Table
from tabletop.tables import Tables

log = logging.getLogger("arkadia.publishing")

GAME: Final = "game"
"""The kind of news that are a game's."""


@dataclass(frozen=True, slots=True)
class Shown:
    """How a table was shown.

    Attributes:
        news: how much of its news was shown; fewer than there are if a message of before was found.
        messages: what stands for it now, if that is new.
        items: what is to be said or done now, such as to take the buttons off the one before.
        pinged: the people whom that notifies.
        dues: what is to be done later, such as to tell of it whoever is not to be notified now.
    """

    news: int
    messages: Sequence[StoredMessage] = ()
    items: Sequence[StoredItem] = ()
    pinged: Collection[int] = ()
    dues: Sequence[StoredDue] = ()


class Announcer(Protocol):
    """Shows a table to the public."""

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        """Show the table as it is, or find what was shown before; gives what stands for it now.

        Args:
            table: a copy, which may be changed.
            recovering: whether something may have been shown already without being noted: before
                a crash, or in a request whose answer was lost.

        Raises:
            NotShownError: if that is not possible now.
        """
        ...


class Planner(Protocol):
    """Plans when the person is told again for whom a table waits."""

    def plan(self, table: Table, *, called: bool) -> NewWaiting | None:
        """Whom a table waits for that was shown; None if that cannot have changed.

        Args:
            called: whether the message that shows it notifies that person.
        """
        ...

    def planned(self, waiting: NewWaiting) -> None:
        """Heed what was planned, which is saved now."""
        ...


class Publisher:
    """Keeps what is shown of the tables up with what is saved.

    Args:
        outbox: what says it.
        planner: plans what shown tables lead to; without one nobody is reminded of anything.

    Attributes:
        outbox: says it.
        over: sends the number of a table whose game is over, perhaps more than once.
    """

    def __init__(self, tables: Tables, outbox: Outbox, planner: Planner | None = None) -> None:
        self.over = Signal()
        self._tables = tables
        self.outbox = outbox
        self._planner = planner
        self._announcer: Announcer | None = None

    def start(self, announcer: Announcer) -> None:
        """Show tables by an announcer from now on."""
        self._announcer = announcer
        self.outbox.handle(GAME, self._say, self._give_up)

    def stop(self) -> None:
        """Show nothing any more; what is news waits."""
        self.outbox.handle(GAME, None)

    async def publish(self, number: int) -> NotShownError | None:
        """Show all news of a table; what went wrong is given, and tried again if that may help."""
        return await self.outbox.say(Topic(GAME, 0, number))

    async def _say(self, attempt: Attempt) -> bool:
        table = await self._table(attempt.topic.number)
        if table.row.state in ("finished", "cancelled", "closed"):
            self.over.send(table.number)
        if table.row.shown >= table.row.news or self._announcer is None:
            return False
        recovering = attempt.may_stand(table.row.created_at)
        shown = await self._announcer.announce(replace(table), recovering=recovering)
        waiting = self._plan(table, shown)
        done = self.outbox.changes.done
        table, items = await self._tables.display.note_shown(
            *(table.number, shown.news, shown.messages, shown.items, waiting, shown.dues, done)
        )
        self.outbox.changes.noted(done)
        if self._planner is not None and waiting is not None:
            self._planner.planned(waiting)
        notices = [item for item in shown.items if not item.message_id]
        self.outbox.begin([*items, *notices])
        return table.row.shown < table.row.news

    async def _table(self, number: int) -> Table:
        """A table as it is saved; set aside if that cannot be read."""
        try:
            return await self._tables.turns.catch_up(number)
        except UnreadableTableError as error:
            log.error("Table set aside", extra={"table": number, "why": error.reason})
            await self._tables.set_aside(number, error.reason)
            return await self._tables.cache.get(number)

    def _plan(self, table: Table, shown: Shown) -> NewWaiting | None:
        """What is to follow when a table was shown as it is, and not as it was before."""
        if self._planner is None or shown.news < table.row.news:
            return None
        called = table.active is not None and table.active.user_id in shown.pinged
        return self._planner.plan(table, called=called)

    async def _give_up(self, topic: Topic, trouble: NotShownError) -> None:
        """Leave the end of a game untold where the bot has not been able to write for weeks."""
        if trouble.code not in ("forbidden", "gone"):
            return
        table = await self._tables.cache.get(topic.number)
        if table.row.state not in ("lobby", "running"):
            await self._tables.display.note_shown(table.number, table.row.news)
