"""Reminders: a person for whom games wait is told again, as often and where they wish.

When a turn's message was shown it is noted whom the game waits for, and when that person is told
next. Then all games that wait for them are looked at together, so that one message tells of
several. Before a message is sent it is noted that it is tried; after a crash it is looked for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Protocol, TypeAlias

from db.games.rows import StoredMessage
from db.outbox.rows import NewWaiting, StoredItem, StoredWaiting
from db.people.rows import Preferences
from db.timers.rows import StoredDue
from delivery.dispatcher import Dispatcher
from delivery.errors import DirectClosedError, NotShownError
from tabletop.endings import Endings
from tabletop.errors import TableError, UnreadableTableError
from tabletop.personal import Personal
from tabletop.quiet import quiet_of
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import HOUR

log = logging.getLogger("arkadia.reminders")

REMIND: Final = "remind"
"""The kind under which reminders are due."""

DAY_H: Final = 24
"""Hours."""

MOST: Final = 2
"""How often a person is reminded of one turn."""

SOON: Final = 4
"""What is due within this part of the time between reminders is told with what is due now."""

Tidy: TypeAlias = Callable[[Sequence[StoredItem]], None]
"""Does what is to be done to messages; must not wait."""


@dataclass(frozen=True, slots=True)
class Call:
    """A turn of which somebody is to be told.

    Attributes:
        table: where.
        waiting: since when, and what they were told before.
        last: whether they are not told of it any more.
    """

    table: Table
    waiting: StoredWaiting
    last: bool

    @property
    def number(self) -> int:
        """Which reminder of the turn it is, from 1; 0 if they were not told of the turn before."""
        return self.waiting.reminded + 1 if self.waiting.called else 0


class Messenger(Protocol):
    """Tells people of turns that wait for them."""

    async def directly(self, user: int, calls: Sequence[Call]) -> None:
        """Write to a person alone.

        Raises:
            DirectClosedError: if they take no direct messages.
            NotShownError: if it cannot be sent now.
        """
        ...

    async def in_game(self, user: int, calls: Sequence[Call], *, closed: bool) -> StoredMessage:
        """Tell a person where the first of some games of a server is played.

        Args:
            closed: whether to say that they take no direct messages, and are told here from now on.

        Raises:
            NotShownError: if it cannot be sent now.
        """
        ...

    async def was_told(self, user: int, calls: Sequence[Call], *, directly: bool) -> bool:
        """Whether a message stands somewhere that makes one of these calls.

        Args:
            directly: whether it may be a direct message.

        Raises:
            NotShownError: if it cannot be looked for now.
        """
        ...


class Reminders:
    """Plans when people are told again, and tells them.

    Attributes:
        endings: tells them of the ends of games that came in their quiet hours.
    """

    def __init__(self, tables: Tables, personal: Personal, dispatcher: Dispatcher) -> None:
        self._tables = tables
        self._personal = personal
        self._dispatcher = dispatcher
        self._messenger: Messenger | None = None
        self._tidy: Tidy | None = None
        self.endings = Endings(tables, personal, dispatcher)

    def start(self, messenger: Messenger, tidy: Tidy) -> None:
        """Tell people from now on.

        Args:
            tidy: told which messages are to go that somebody needs no more.
        """
        self._messenger = messenger
        self._tidy = tidy
        self._dispatcher.handle(REMIND, self.remind)

    def stop(self) -> None:
        """Tell nobody any more; what is due waits."""
        self._dispatcher.handle(REMIND, None)
        self._messenger = None

    def plan(self, table: Table, *, called: bool) -> NewWaiting | None:
        """Whom a table waits for that was shown; None if that cannot have changed."""
        if table.row.begun_at is None:
            return None
        user = _awaited(table)
        if user is None:
            return NewWaiting(turn=table.running_game().position.turn if table.active else None)
        chosen, now = self._personal.preferences(user), self._tables.now()
        waiting = StoredWaiting(
            game_id=table.number,
            guild_id=table.row.guild_id,
            user_id=user,
            turn=table.running_game().position.turn,
            since=now,
            called=called or not chosen.mention or self._personal.may_ping(user, now),
        )
        return NewWaiting(waiting, _due(waiting, chosen, now))

    def planned(self, waiting: NewWaiting) -> None:
        """Heed what was planned, which is saved now."""
        if waiting.due is not None:
            self._dispatcher.wake(waiting.due.at)

    async def plan_anew(self, user: int) -> None:
        """Plan what comes next for a person who prefers something else now.

        Their clocks stand still in other hours, too.
        """
        waiting = await self._tables.store.outbox.waiting_for(user, everywhere=True)
        await self._note_due(waiting, self._personal.preferences(user))
        for one in waiting:
            try:
                await self._tables.clock.wind(one.game_id)
            except UnreadableTableError as error:
                log.warning("No clock", extra={"table": one.game_id, "why": error.reason})
        await self.endings.plan_anew(user)

    async def remind(self, lot: Sequence[StoredDue]) -> None:
        """Tell a person of the games that wait for them, if anything of that is due.

        Raises:
            NotShownError: if they could not be told now; the dispatcher tries again.
        """
        user = lot[0].user_id
        await self._personal.refresh(user)
        chosen, now = self._personal.preferences(user), self._tables.now()
        soon = now + HOUR * _hours(chosen) // SOON
        due: list[StoredWaiting] = []
        others: list[StoredWaiting] = []
        for waiting in await self._tables.store.outbox.waiting_for(user):
            at = next_time(waiting, chosen, now)
            (due if at is not None and at <= soon else others).append(waiting)
        if not any(next_time(waiting, chosen, now) == now for waiting in due):
            await self._note_due([*due, *others], chosen)
            return
        calls, paused = [], []
        for waiting in due:
            call = await self._call(waiting, chosen)
            back_at = None if call is None else _back_at(call.table, now)
            if back_at is not None:
                paused.append(_due_at(waiting, back_at))
            elif call is not None:
                calls.append(call)
        await self._dispatcher.note(*paused)
        await self._note_due(others, chosen)
        await self._tell(user, calls, chosen, now)

    async def _call(self, waiting: StoredWaiting, chosen: Preferences) -> Call | None:
        """The call of a turn; None if it is over, or played by a computer meanwhile."""
        try:
            table = await self._tables.get(waiting.game_id)
        except (TableError, UnreadableTableError):
            return None
        if _awaited(table) != waiting.user_id:
            return None
        if table.running_game().position.turn != waiting.turn:
            return None
        return Call(table, waiting, next_time(noted(waiting, 0), chosen, 0) is None)

    async def _tell(self, user: int, calls: Sequence[Call], chosen: Preferences, now: int) -> None:
        """Tell of all turns, those of a server together if that is where its games are.

        Raises:
            NotShownError: if some could not be told of now.
        """
        calls = await self._not_told_before(user, calls, chosen)
        if not calls or self._messenger is None:
            return
        tried = [replace(call.waiting, trying_at=now) for call in calls]
        await self._tables.store.outbox.note_told(tried)
        closed = False
        if chosen.remind_in == "message":
            try:
                await self._messenger.directly(user, calls)
            except DirectClosedError:
                closed = True
            else:
                await self._note_told(calls, chosen)
                return
        for together in _by_server(calls):
            message = await self._in_game(user, together, closed=closed)
            await self._note_told(together, chosen, message)
            if closed and message is not None:
                chosen = replace(self._personal.preferences(user), remind_in="game")
                await self._personal.prefer(user, chosen)
                closed = False

    async def _in_game(
        self, user: int, calls: Sequence[Call], *, closed: bool
    ) -> StoredMessage | None:
        """Tell of turns where they are; None where that is impossible.

        Raises:
            NotShownError: if it is not possible now.
        """
        assert self._messenger is not None
        try:
            return await self._messenger.in_game(user, calls, closed=closed)
        except NotShownError as error:
            if error.again:
                raise
            log.info("Not reminded", extra={"table": calls[0].table.number, "why": error.code})
            return None

    async def _not_told_before(
        self, user: int, calls: Sequence[Call], chosen: Preferences
    ) -> list[Call]:
        """The calls without those that were told of without being noted.

        Raises:
            NotShownError: if that cannot be found out now.
        """
        left = []
        for tried, one in groupby(
            sorted(calls, key=lambda call: call.waiting.trying_at or 0),
            key=lambda call: call.waiting.trying_at,
        ):
            batch = list(one)
            if tried is None or self._messenger is None:
                left += batch
                continue
            directly = chosen.remind_in == "message"
            for together in [batch] if directly else _by_server(batch):
                if await self._messenger.was_told(user, together, directly=directly):
                    await self._note_told(together, chosen)
                else:
                    left += together
        return sorted(left, key=lambda call: call.waiting.since)

    async def _note_told(
        self,
        calls: Sequence[Call],
        chosen: Preferences,
        message: StoredMessage | None = None,
    ) -> None:
        """Note that a person was told, and when they are told next.

        Args:
            message: that told them, of the first of the games.
        """
        now = self._tables.now()
        told = [noted(call.waiting, now) for call in calls]
        if message is not None:
            told[0] = replace(told[0], channel_id=message.channel_id, message_id=message.message_id)
        dues = [due for one in told if (due := _due(one, chosen, now)) is not None]
        old = await self._tables.store.outbox.note_told(told, dues)
        if self._tidy is not None:
            self._tidy(old)
        if dues:
            self._dispatcher.wake(min(due.at for due in dues))

    async def _note_due(self, waiting: Iterable[StoredWaiting], chosen: Preferences) -> None:
        now = self._tables.now()
        dues = [due for one in waiting if (due := _due(one, chosen, now)) is not None]
        await self._dispatcher.note(*dues)


def next_time(waiting: StoredWaiting, chosen: Preferences, now: int) -> int | None:
    """When a person is told next of a turn, not before now; None for no more."""
    at = _wanted_at(waiting, chosen)
    return None if at is None else quiet_of(chosen).over(max(at, now))


def _wanted_at(waiting: StoredWaiting, chosen: Preferences) -> int | None:
    """The same, whether it is quiet then or not."""
    if not chosen.mention:
        return None
    if not waiting.called:
        return waiting.since
    most = {"never": 0, "once": 1, "daily": MOST}[chosen.remind]
    if waiting.reminded >= most:
        return None
    return (waiting.reminded_at or waiting.since) + HOUR * _hours(chosen)


def _hours(chosen: Preferences) -> int:
    return DAY_H if chosen.remind == "daily" else chosen.remind_after


def noted(waiting: StoredWaiting, now: int) -> StoredWaiting:
    """What is noted once a person was told: that it is their turn, or once more."""
    if not waiting.called:
        return replace(waiting, called=True, since=now, trying_at=None)
    return replace(waiting, reminded=waiting.reminded + 1, reminded_at=now, trying_at=None)


def _awaited(table: Table) -> int | None:
    """The person for whom a table waits; None if it waits for nobody, or for a computer."""
    active = table.active
    return None if active is None or active.level is not None else active.user_id


def _back_at(table: Table, now: int) -> int | None:
    """When to look again at a table whose person is away; None if they are there."""
    active = table.active
    pause = None if active is None else table.pause_of(active.seat, now)
    if pause is None:
        return None
    return now + DAY_H * HOUR if pause.until_at is None else pause.until_at


def _due(waiting: StoredWaiting, chosen: Preferences, now: int) -> StoredDue | None:
    at = next_time(waiting, chosen, now)
    return None if at is None else _due_at(waiting, at)


def _due_at(waiting: StoredWaiting, at: int) -> StoredDue:
    return StoredDue(REMIND, at, waiting.guild_id, waiting.game_id, waiting.user_id)


def _by_server(calls: Iterable[Call]) -> list[list[Call]]:
    """Calls of each server, those that wait longest first."""

    def server(call: Call) -> int:
        return call.waiting.guild_id

    return [list(of_one) for _, of_one in groupby(sorted(calls, key=server), key=server)]
